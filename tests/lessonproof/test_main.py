import subprocess
import sys

import pytest

from lessonproof.__main__ import main

PAGE = '# a {{ #a }}\n\n{}\n\n```python\nx = 1\n```\n\n`1`{{ data-proof="x" }}\n'


HEAD = {
    "zh": "---\ntitle: 页\ndescription: 一页。\n---\n",
    "en": "---\ntitle: Page\ndescription: A page.\n---\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for language in ("zh", "en"):
        (tmp_path / "docs" / language).mkdir(parents=True)
        (tmp_path / "docs" / language / "a.md").write_text(HEAD[language] + PAGE.format("words"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "docs"


def test_a_true_course_passes_silently(folder, capsys):
    assert main(["check"]) == 0
    assert main(["twins", "--record", "a.md"]) == 0
    assert main(["twins"]) == 0
    assert capsys.readouterr() == ("", "")


def test_every_kind_of_finding_is_one_line(folder, capsys):
    (folder / "en/a.md").write_text(HEAD["en"] + PAGE.format("`x`{ proof='x' }").replace("x = 1", "x = 2"))
    (folder / "zh/evil.markdown").write_text("# evil")
    (folder / "en/more.html").write_text("<p>evil")
    (folder / "en/picture.svg").write_text("<svg/>")
    assert main(["check"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        "docs/zh/evil.markdown",
        "docs/en/a.md:7",
        "docs/en/more.html",
        "docs/zh/a.md:10",
    ]
    assert main(["twins", "--record", "a.md"]) == 1
    assert main(["twins"]) == 1


def test_the_lock_is_no_part_of_the_fast_loop(folder, capsys):
    main(["twins", "--record", "a.md"])
    (folder / "en/a.md").write_text(HEAD["en"] + PAGE.format("other words"))
    assert main(["check"]) == 0
    assert main(["twins"]) == 1
    assert "docs/zh/a.md: en changed since the pair was read" in capsys.readouterr().err


def test_a_folder_without_pages_is_no_course(tmp_path, capsys):
    assert main(["check", "--docs", str(tmp_path), "--languages", "zh"]) == 2
    assert "no pages in" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["torch", "sybil", "markdown", "pytest"])
def test_checking_is_light(module):
    code = f"import sys, lessonproof.__main__; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
