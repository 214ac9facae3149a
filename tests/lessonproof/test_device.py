"""Pages on a GPU: a stand-in for one, since there need be none here."""

import json
import re

import pytest
import torch

from lessonproof.proof import device
from lessonproof.proof.state import Fresh

pytest_plugins = ["pytester"]


@pytest.fixture
def gpu(monkeypatch):
    """A GPU on which tensors have shapes and no values: PyTorch's `meta` device under another name."""
    real = torch.set_default_device
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "Stand-in")
    monkeypatch.setattr(torch, "set_default_device", lambda name: real("meta" if name == "cuda" else name))
    yield
    real(None)


@pytest.mark.parametrize(("asked", "got"), [(None, "cpu"), ("", "cpu"), ("cpu", "cpu"), ("cuda", "cuda")])
def test_the_device_is_asked_for(monkeypatch, asked, got):
    monkeypatch.delenv("DEVICE", raising=False)
    if asked is not None:
        monkeypatch.setenv("DEVICE", asked)
    assert device.wanted() == got


@pytest.mark.parametrize("asked", ["gpu", "cuda:0", "CUDA", " cpu"])
def test_a_device_that_pages_do_not_run_on_is_refused(monkeypatch, asked):
    monkeypatch.setenv("DEVICE", asked)
    with pytest.raises(device.NoDevice, match="DEVICE must be one of cpu, cuda, got '"):
        device.wanted()


def test_on_the_cpu_nothing_is_set(monkeypatch):
    monkeypatch.setattr(torch, "set_default_device", None)
    assert device.use("cpu") == {"device": "cpu"}


def test_without_a_gpu_a_line_says_so(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(
        device.NoDevice, match=r"^DEVICE=cuda: torch 2\S+ finds no GPU here; nothing was run$"
    ):
        device.use("cuda")
    monkeypatch.delitem(device.sys.modules, "torch")
    with pytest.raises(device.NoDevice, match="needs torch, and no page imports it"):
        device.use("cuda")


def test_every_page_begins_on_the_gpu(gpu):
    fresh = Fresh(["torch"], "cuda")
    fresh.begin()
    assert fresh.place == {"device": "cuda", "gpu": "Stand-in"}
    torch.set_default_device(None)
    fresh.begin()
    assert torch.zeros(1).device.type == "meta"


def test_a_block_for_the_cpu_runs_there(gpu):
    Fresh(["torch"], "cuda").begin()
    with device.on_cpu("the kernel exists on CPU only"):
        assert torch.zeros(1).device.type == "cpu"
    with device.on_cpu(None):
        assert torch.zeros(1).device.type == "meta"
    assert torch.zeros(1).device.type == "meta"


CONFTEST = """
from pathlib import Path
from lessonproof.proof.pytest_plugin import PageProof
PROOF = PageProof(Path(__file__).parent, languages=("en",), packages=("torch",), config=Path({config!r}))
pytest_collect_file = PROOF.collector()
def pytest_sessionfinish(session):
    PROOF.finish(session)
"""
PAGE = """# Page {{ #top }}

```python
import torch

print(torch.zeros(2).device.type == "{device}")
```

```text
True
```

<!-- cpu: values are looked at -->
```python
x = torch.ones(2)
print(x.tolist())
```

```text
[1.0, 1.0]
```

It is `2.0`{{ data-proof="x.sum()" }}.

<!-- skip: two GPUs -->
```python
1 / 0
```
"""


@pytest.fixture
def prove(pytester, request, monkeypatch):
    config = request.config.rootpath / "mkdocs.base.yml"
    docs = pytester.mkdir("docs")
    (docs / "en").mkdir()
    (docs / "conftest.py").write_text(CONFTEST.format(config=str(config)))

    def run(asked, page):
        monkeypatch.setenv("DEVICE", asked)
        (docs / "en/page.md").write_text(page)
        quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")
        return pytester.runpytest_inprocess(*quiet, "docs")

    run.docs, run.build = docs, pytester.path / "build"
    return run


def test_a_page_on_the_gpu_is_proved_and_kept(gpu, prove):
    assert prove("cuda", PAGE.format(device="meta")).ret == 0
    proof = json.loads((prove.build / "proof.json").read_text())
    kept = json.loads((prove.docs / "data/gpu.json").read_text())
    assert (proof["device"], proof["gpu"]) == ("cuda", "Stand-in")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", kept.pop("date"))
    assert kept == {name: proof[name] for name in ("device", "gpu", "versions", "languages")}
    counted = {"pages": 1, "rendered": 3, "blocks": 2, "outputs": 2, "proved": 1, "skips": 1, "cpu": 1}
    assert kept["languages"]["en"] == counted | {"cited": 0, "figures": 0, "checks": 0}
    assert proof["reasons"]["en/page"][0] == {"kind": "cpu", "line": 14, "reason": "values are looked at"}


def test_a_page_that_needs_the_cpu_and_does_not_say_so_fails(gpu, prove):
    page = PAGE.format(device="meta").replace("<!-- cpu: values are looked at -->\n", "")
    result = prove("cuda", page)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*page.md:15: this block fails: *"])
    assert not (prove.docs / "data/gpu.json").exists()
    assert not prove.build.exists()


def test_on_the_cpu_nothing_is_kept(gpu, prove):
    assert prove("cpu", PAGE.format(device="cpu")).ret == 0
    assert json.loads((prove.build / "proof.json").read_text())["device"] == "cpu"
    assert not (prove.docs / "data").exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [("cuda", "*DEVICE=cuda: torch * finds no GPU here*"), ("tpu", "*DEVICE must be one of*")],
)
def test_without_the_device_no_page_runs(monkeypatch, prove, asked, said):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    result = prove(asked, PAGE.format(device="cpu"))
    assert result.ret != 0
    result.stdout.fnmatch_lines([said])
    assert result.parseoutcomes().keys() <= {"no tests ran"}
    assert len(result.outlines) <= 4
