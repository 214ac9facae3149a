"""What a run leaves: the proof, drawings, downloads, rewritten pages, and nothing for the next page."""

import math
import os

import pytest

from tests.lessonproof.prove.pages import GOOD, block, raises

pytest_plugins = ["pytester"]


def test_a_true_page_passes_and_is_counted(site):
    skipped = (
        GOOD + "\n<!-- cpu: kernel -->\n```python\n```\n\n<!-- skip: two GPUs -->\n```python\n1 / 0\n```\n"
    )
    cited = '\n[a](../reference/bibliography.md#key){ data-claim="V1 V2" }\n'
    site.prove(page=skipped + cited + "\n<!-- check\nassert x\n-->\n").assert_outcomes(passed=5)
    count = {
        "rendered": 3,
        "blocks": 2,
        "outputs": 1,
        "proved": 1,
        "figures": 0,
        "cited": 2,
        "checks": 1,
        "skips": 1,
        "cpu": 1,
    }
    assert site.proof["pages"] == {"en/page": count}
    assert site.proof["languages"] == {"en": {"pages": 1} | count}
    assert site.proof["versions"].keys() == {"python", "sybil"}
    assert site.proof["device"] == "cpu"
    assert not (site.docs / "data/gpu.json").exists()
    assert site.proof["reasons"] == {
        "en/page": [
            {"kind": "cpu", "line": 15, "reason": "kernel"},
            {"kind": "skips", "line": 19, "reason": "two GPUs"},
        ]
    }


def test_what_is_counted_of_checks_are_their_assertions(site):
    two = GOOD + "\n<!-- check\nassert x\nassert x < 1\n-->\n"
    prepares = "\n<!-- check\nfrom types import SimpleNamespace as F\n-->\n<!-- figure: a = F(svg='<svg/>', numbers=[x]) -->\n"
    assert site.prove(page=two + prepares).ret == 0
    count = site.proof["pages"]["en/page"]
    assert (count["checks"], count["figures"]) == (2, 1)


def test_what_is_no_page_of_the_course_is_left_alone(site):
    (site.docs / "notes.md").write_text(GOOD.replace("0.25 a", "7"))
    site.prove(page=GOOD).assert_outcomes(passed=3)


TRUE = {
    "error without message": raises("AssertionError", "assert ()\n", "AssertionError"),
    "output, then an error": raises("ValueError", "print(1)\nint('a')\n", "1\nValueError: invalid literal for int() with base 10: 'a'"),
    "exit on purpose": raises("SystemExit", "raise SystemExit(2)\n", "SystemExit: 2"),
    "no Python on purpose": raises("SyntaxError", "x =\n", "SyntaxError: invalid syntax"),
    "main": block("if __name__ == '__main__':\n    print('run')\n", "run\n"),
    "pickle": block("import pickle\n\n\nclass P:\n    a = 1\n\n\nprint(pickle.loads(pickle.dumps(P())).a)\n", "1\n"),
    "pickle in a check": block("class P:\n    a = 1\n") + "<!-- check\nimport pickle\nassert pickle.loads(pickle.dumps(P())).a == 1\n-->\n",
    "the page as a module": block("import __main__\n\nx = 1\n__main__.y = 2\nprint(__main__.x, y, hasattr(__main__, 'z'), __main__.__name__)\n", "1 2 False __main__\n"),
    "names in annotations": block(
        "from __future__ import annotations\nfrom dataclasses import KW_ONLY, dataclass, fields\nfrom typing import get_type_hints\n\n\n"
        "@dataclass\nclass P:\n    _: KW_ONLY\n    q: P | None = None\n\n\nprint(get_type_hints(P)['q'] == P | None, [f.name for f in fields(P)])\n",
        "True ['q']\n",
    ),
    "an assertion that a later check reaches": "<!-- check\ndef f(x):\n    assert x\n\n\n-->\n\n<!-- check\nx = 1\nf(x)\nassert x\n-->\n",
    "page names win": block("x = 1\n") + "<!-- check\nx = 2\nassert x == 2\n-->\n\n" + '`1`{ data-proof="x" }\n',
    "page names stay new": block("x = 1\n") + "<!-- check\nassert x == 1\n-->\n\n" + block("x = 2\n") + "<!-- check\nassert x == 2\n-->\n",
    "checks share names": "<!-- check\ny = 2\nassert y\n-->\n\n<!-- check\nassert y == 2\n-->\n",
    "blocks share names": block("x = 1\n") + block("print(x)\n", "1\n"),
    "no last line end": block("print(1, end='')\n", "1\n"),
    "in a quote": "> ```python\n> print(1)\n>\n> print()\n> ```\n>\n> ```text\n> 1\n>\n> ```\n",
    "backticks": "```python\nprint('```')\n```\n\n````text\n```\n````\n",
}  # fmt: skip


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_what_is_true_passes(site, text):
    assert site.prove(page=text).ret == 0
    assert site.proof is not None


@pytest.mark.parametrize(
    "leak",
    [
        "import math\nmath.sqrt = abs\n",
        "import builtins\nbuiltins.sum = abs\n",
        "import os\nos.environ['LEAK'] = '1'\n",
        "import os\nos.chdir('..')\n",
        "import random\nrandom.seed(5)\n",
        "x = 1\n",
    ],
)
def test_a_page_leaves_nothing_to_the_next(site, leak):
    seen = block(
        "import math, os, random\nprint(math.sqrt(4), sum([1]), os.environ.get('LEAK'), 'x' in globals())\n"
        "print(os.path.exists('docs'), random.random() in (0.8444218515250481, 0.13436424411240122))\n",
        "2.0 1 None False\nTrue True\n",
    )
    assert site.prove(a=block(leak), b=seen).ret == 0
    folder = os.getcwd()
    assert site.prove(b=block(leak)).ret == 0
    assert (math.sqrt(4), sum([1]), os.environ.get("LEAK"), os.getcwd()) == (2, 1, None, folder)


def test_only_a_whole_run_writes_the_proof(site):
    lie = GOOD.replace("`0.2`", "`0.3`")
    result = site.prove("-k", "line:3", page=lie)
    result.assert_outcomes(passed=1, deselected=2)
    assert site.proof is None
    site.prove(page=GOOD, deep__a__b=GOOD)
    assert site.proof["languages"]["en"]["pages"] == 2
    (site.pytester.path / "build/proof.json").unlink()
    assert site.prove(asked="docs/en/page.md").ret == 0
    assert site.proof is None


def test_a_download_is_written_and_an_old_one_goes(site):
    text = block("print(1)\n", "1\n").replace("```python", '```python title="first.py"')
    assert site.prove(page=text, index=text, learn__index=text).ret == 0
    build = site.pytester.path / "build/downloads/en"
    names = sorted(path.relative_to(build).as_posix() for path in build.rglob("*.py"))
    assert names == [
        "first.py", "index.py", "learn/first.py", "learn/index.py", "page/first.py", "page/page.py"
    ]  # fmt: skip
    assert (build / "page/first.py").read_text() == "print(1)\n"
    assert site.prove(page=text.replace("first.py", "second.py")).ret == 0
    assert not (build / "page/first.py").exists()
    assert (build / "page/second.py").exists()


def test_a_run_that_does_not_hold_leaves_no_old_proof(site):
    assert site.prove(page=GOOD).ret == 0
    assert site.proof is not None
    assert site.prove(page=GOOD.replace("`0.2`", "`0.3`")).ret == 1
    assert site.proof is None


def test_a_run_that_a_page_ends_leaves_no_old_proof(site):
    assert site.prove(page=GOOD).ret == 0
    leave = "\n<!-- check\nimport os\nos._exit(0)\nassert os\n-->\n"
    assert site.prove(apart=True, page=GOOD + leave).ret == 0
    assert site.proof is None


def test_a_run_of_one_page_keeps_the_proof(site):
    assert site.prove(page=GOOD, other=GOOD).ret == 0
    assert site.prove(asked="docs/en/page.md").ret == 0
    assert site.proof["languages"]["en"]["pages"] == 2


@pytest.mark.parametrize("optimize", ["", "1"])
def test_assertions_count_however_python_was_started(site, monkeypatch, optimize):
    monkeypatch.setenv("PYTHONOPTIMIZE", optimize)
    result = site.prove(apart=True, page=GOOD + "\n<!-- check\nassert x == 2\n-->\n")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*page.md:15: this check fails: AssertionError*"])


FIGURE = (
    block("class Figure:\n    svg = '<svg/>'\n    numbers = [1]\n\n\nx = Figure\n")
    + "<!-- figure: a = x() -->\n"
)


def test_a_figure_is_drawn_for_the_build(site):
    assert site.prove(page=FIGURE).ret == 0
    (path,) = (site.pytester.path / "build/figures").iterdir()
    assert path.read_text() == "<svg/>"
    assert path.name.startswith("a-")
    assert site.proof["languages"]["en"]["figures"] == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<svg/>", "drawing", "gives .svg"),
        ("[1]", "(1,)", "gives .numbers"),
        ("[1]", "['1']", "gives .numbers"),
    ],
)
def test_a_figure_has_a_drawing_and_numbers(site, old, new, said):
    result = site.prove(page=FIGURE.replace(old, new))
    assert result.ret == 1
    assert said in result.stdout.str()


def test_one_name_is_one_drawing(site):
    result = site.prove(one=FIGURE, two=FIGURE.replace("<svg/>", "<svg></svg>"))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*two.md:*: two figures a-*.svg differ*"])


def test_outputs_and_numbers_are_rewritten_in_place(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    site.prove(page=GOOD.replace("0.25 a", "7").replace("`0.2`", "`0.9`")).assert_outcomes(passed=3)
    assert (site.docs / "en/page.md").read_text() == GOOD
    assert site.proof is None


def test_what_cannot_be_rewritten_stays_a_failure(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    text = block("x = 1\n", "1\n") + block("print(1)\n") + '\n`7`{ data-proof="y" }\n'
    site.prove(page=text).assert_outcomes(failed=3, passed=1)
    assert (site.docs / "en/page.md").read_text() == text


def test_an_author_who_saves_meanwhile_loses_nothing(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    path = site.docs / "en/page.md"
    save = f"from pathlib import Path\npath = Path({str(path)!r})\npath.write_text(path.read_text() + 'saved')\nprint(1)\n"
    text = "```python\n" + save + "```\n\n```text\n2\n```\n"
    result = site.prove(page=text)
    assert result.ret == 1
    assert path.read_text() == text + "saved"
    result.stdout.fnmatch_lines(["docs/en/page.md: nothing rewritten: it was saved while its blocks ran*"])


def test_a_page_that_fails_is_not_rewritten(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    text = GOOD.replace("0.25 a", "7") + "\n" + block("1 / 0\n")
    result = site.prove(page=text, other=GOOD.replace("0.25 a", "7"))
    assert result.ret == 1
    assert (site.docs / "en/page.md").read_text() == text
    assert (site.docs / "en/other.md").read_text() == GOOD
    result.stdout.fnmatch_lines(["docs/en/page.md: nothing rewritten, since not all of it holds or ran"])


def test_windows_lines_are_kept(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    path = site.docs / "en/page.md"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("0.25 a", "7").replace("\n", "\r\n").encode())
    assert site.prove().ret == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
