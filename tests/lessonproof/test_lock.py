import os

import pytest

from lessonproof.checks.lock import lock, lock_file, record
from lessonproof.course import Course
from lessonproof.problem import command

ZH = '# 页 { #top }\n\n一句话。\n\n```python\n"""说明"""\nx = 1  # 一\nprint(x)\n```\n\n```text title="输出"\n1\n```\n\n`1`{ data-proof="x" }\n\n<!-- figure: a = f(x, "图") -->\n'
EN = (
    ZH.replace("页", "Page").replace("一句话。", "A sentence.").replace("# 一", "# one")
    .replace("说明", "What").replace("图", "drawing").replace("输出", "Output")
)  # fmt: skip


@pytest.fixture
def docs(tmp_path):
    for language, text in (("zh", ZH), ("en", EN)):
        (tmp_path / language / "learn").mkdir(parents=True)
        for name in ("a.md", "learn/b.md"):
            (tmp_path / language / name).write_text(text, encoding="utf-8")
    return tmp_path


def course(docs):
    return Course(docs, ("zh", "en"))


def said(docs):
    return [problem.text for problem in lock(course(docs))]


def change(docs, old, new, page="en/a.md"):
    path = docs / page
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


def test_a_pair_is_recorded_by_name(docs):
    assert [text.partition(":")[0] for text in said(docs)] == ["never recorded", "never recorded"]
    assert record(course(docs), "a.md") == []
    (left,) = said(docs)
    way_out = command("lessonproof", "twins", "--record", "learn/b.md")
    assert left == f"never recorded: read both sides, then run {way_out}"
    assert record(course(docs), "learn/b.md") == []
    assert said(docs) == []
    header, *lines = lock_file(course(docs)).read_text().splitlines()
    assert header.startswith("# ")
    assert [line.split()[0] for line in lines] == ["a.md", "learn/b.md"]
    assert all(len(line.split()) == 3 for line in lines)


PROSE = {
    "sentence": ("A sentence.", "A lie."),
    "comment in code": ("# one", "# two"),
    "docstring": ("What", "Why"),
    "words of a figure": ("drawing", "picture"),
    "title": ('"Output"', '"It prints"'),
    "heading": ("# Page", "# Pages"),
}
REST = {
    "a remark": ("A sentence.", "A sentence.\n\n<!-- note: hm -->"),
    "a blank at the end": ("A sentence.", "A sentence.  "),
}


@pytest.mark.parametrize(("old", "new"), PROSE.values(), ids=PROSE)
def test_one_side_changing_alone_is_noticed(docs, old, new):
    record(course(docs), "a.md")
    record(course(docs), "learn/b.md")
    change(docs, old, new)
    (text,) = said(docs)
    way_out = command("lessonproof", "twins", "--record", "a.md")
    assert text == f"en changed since the pair was read: read both sides, then run {way_out}"
    assert record(course(docs), "a.md") == []
    assert said(docs) == []


@pytest.mark.parametrize(("old", "new"), REST.values(), ids=REST)
def test_what_no_reader_sees_may_change(docs, old, new):
    record(course(docs), "a.md")
    record(course(docs), "learn/b.md")
    change(docs, old, new)
    assert said(docs) == []


def test_code_outputs_and_numbers_change_on_both_sides_without_reading(docs):
    record(course(docs), "a.md")
    record(course(docs), "learn/b.md")
    for page in ("zh/a.md", "en/a.md"):
        for old, new in (("x = 1", "x = 2"), ("\n1\n", "\n2\n"), ("`1`", "`2`")):
            change(docs, old, new, page)
    assert said(docs) == []


def test_a_pair_that_differs_is_not_recorded(docs):
    change(docs, "x = 1", "x = 2")
    assert ["code tokens differ" in problem.text for problem in record(course(docs), "a.md")] == [True]
    change(docs, "x = 2", "x = 1")
    change(docs, "# Page { #top }", "# Page")
    assert "needs an ASCII id" in record(course(docs), "a.md")[0].text
    assert not lock_file(course(docs)).exists()


def test_a_page_that_is_none_is_not_recorded(docs):
    (problem,) = record(course(docs), "c.md")
    assert problem.text == "no page of that name in zh and en; there are a.md, learn/b.md"


def test_a_page_that_is_gone_leaves_the_lock(docs):
    record(course(docs), "a.md")
    record(course(docs), "learn/b.md")
    for language in ("zh", "en"):
        (docs / language / "learn/b.md").unlink()
    assert said(docs) == ["learn/b.md is no page any more: delete its line"]
    record(course(docs), "a.md")
    assert said(docs) == []


@pytest.mark.parametrize(
    ("python", "typed"),
    [(".venv/bin/python", ".venv/bin/python -m x y"), ("../bin/python3", "python -m x y")],
)
def test_a_command_is_said_as_people_type_it(tmp_path, monkeypatch, python, typed):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.executable", os.path.abspath(python))
    assert command("x", "y") == typed
