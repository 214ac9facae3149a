"""A site is built beside the old one and replaces it whole, or not at all."""

import subprocess
import sys

import pytest

from tools.problem import Problem
from tools.programs import Job, side_by_side
from tools.site import after, build


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "site/old").mkdir(parents=True)
    (tmp_path / "site/index.html").write_text("old")
    return tmp_path / "site"


@pytest.fixture
def made(monkeypatch):
    """MkDocs, pretending: it leaves one page a language."""

    def make(sites, address):
        for language, site in sites.items():
            site.mkdir(parents=True)
            (site / "index.html").write_text(f"{language} for {address}")

    monkeypatch.setattr(build, "make", make)
    monkeypatch.setattr(after, "finish", lambda sites: None)


def whole(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_the_new_site_replaces_the_old(folder, made, capsys):
    build.build(folder, "http://127.0.0.1:9/")
    new = {"index.html": "zh for http://127.0.0.1:9/", "en/index.html": "en for http://127.0.0.1:9/"}
    assert whole(folder) == new
    assert not (folder / "old").exists()
    assert sorted(p.name for p in folder.parent.iterdir()) == [".site.lock", "site"]
    assert capsys.readouterr().out == f"· site for http://127.0.0.1:9/ in {folder} … 0 s\n"


def test_a_first_site_needs_nothing_before_it(tmp_path, made):
    build.build(tmp_path / "new/site", "http://x/")
    assert set(whole(tmp_path / "new/site")) == {"index.html", "en/index.html"}


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, Problem])
@pytest.mark.parametrize("at", ["make", "finish", "swap"])
def test_an_interrupted_build_leaves_the_old_site(folder, made, monkeypatch, error, at):
    def stop(*arguments):
        if at == "swap":
            folder.rename(arguments[2])  # between the two renames
        raise error

    monkeypatch.setattr(after if at == "finish" else build, at, stop)
    with pytest.raises(error):
        build.build(folder, "http://x/")
    assert whole(folder) == {"index.html": "old"}
    assert sorted(p.name for p in folder.parent.iterdir()) == [".site.lock", "site"]


def test_a_killed_build_is_cleared_up_by_the_next(folder, made):
    folder.rename(folder.with_name(".site.old"))  # killed between the two renames
    (folder.with_name(".site.new") / "zh/half").mkdir(parents=True)
    build.build(folder, "http://x/")
    assert set(whole(folder)) == {"index.html", "en/index.html"}
    assert sorted(p.name for p in folder.parent.iterdir()) == [".site.lock", "site"]


def test_two_builds_take_turns(folder, root):
    source = (
        "import sys, time; from pathlib import Path; from tools.site import after, build\n"
        "def make(sites, address):\n"
        "    for s in sites.values(): s.mkdir(parents=True); time.sleep(0.1); (s / 'index.html').write_text(address)\n"
        "build.make, after.finish = make, lambda sites: None\n"
        "build.build(Path(sys.argv[1]), sys.argv[2])\n"
    )
    both = [
        Job(address, [sys.executable, "-c", source, folder, address])
        for address in ("http://a/", "http://b/")
    ]
    side_by_side(both, folder=root)
    assert len(set(whole(folder).values())) == 1, "one build's pages, not a mixture"


def test_both_sites_know_their_address():
    assert build.addresses("https://x.org/course/") == {
        "SITE_URL": "https://x.org/course/",
        "SITE_URL_EN": "https://x.org/course/en/",
        "ZH_PATH": "/course/",
        "EN_PATH": "/course/en/",
        "NO_MKDOCS_2_WARNING": "1",
    }


def test_a_warning_of_mkdocs_is_a_fault(tmp_path, monkeypatch, capfd):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("[gone](gone.md)\n")
    config = tmp_path / "mkdocs.yml"
    config.write_text("site_name: x\n")
    monkeypatch.setattr(build, "CONFIGS", {"zh": str(config)})
    with pytest.raises(Problem, match=r"mkdocs.yml found a fault, see above$"):
        build.make({"zh": tmp_path / "out"}, "http://x/")
    assert "gone.md" in capfd.readouterr().out


def test_a_fault_in_an_extension_comes_without_a_traceback(tmp_path, monkeypatch, capfd):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("$\\bad$\n")
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        "site_name: x\nmarkdown_extensions: {pymdownx.arithmatex: {generic: true}, lessonproof.markdown.katex: {}}\n"
    )
    monkeypatch.setattr(build, "CONFIGS", {"zh": str(config)})
    with pytest.raises(Problem, match=r"mkdocs.yml found a fault, see above$"):
        build.make({"zh": tmp_path / "out"}, "http://x/")
    told = capfd.readouterr().out
    assert "KaTeX parse error: Undefined control sequence: \\bad" in told
    assert "Traceback" not in told
    assert '  File "' not in told


def test_git_holds_nothing_that_is_built(root):
    """What a build leaves beside a site has names that git ignores."""
    names = ["site/index.html", ".site.new/zh/index.html", ".site.old/index.html", ".site.lock", ".venv.lock"]
    ignore = (root / ".gitignore").read_text(encoding="utf-8").split()
    assert {"/site/", "/.site.*", "/.venv.lock", "/build/", "/node_modules/", "/.venv/"} <= set(ignore)
    if (root / ".git").exists():
        done = subprocess.run(
            ["git", "check-ignore", *names], cwd=root, capture_output=True, text=True, check=False
        )
        assert done.stdout.split() == names
