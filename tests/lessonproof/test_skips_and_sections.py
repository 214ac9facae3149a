import pytest

from lessonproof.checks.sections import sections
from lessonproof.checks.skips import skips
from tests.lessonproof.course_of import FIRST, course_of

SKIP = "<!-- skip: needs two GPUs -->\n```python\nx\n```\n\n"
ROW = '"en/a.md" = ["needs two GPUs"]\n'


@pytest.mark.parametrize(
    "table",
    [{}, {"skips": ""}, {"skips": '"en/a.md" = ["needs a GPU"]\n'}, {"skips": ROW.replace("en", "zh")}],
)
def test_a_skip_that_the_table_does_not_name(tmp_path, table):
    first, *rest = [str(problem) for problem in skips(course_of(tmp_path, en="a\n\n" + SKIP, **table))]
    assert (
        first
        == f"docs/en/a.md:{FIRST + 2}: 'needs two GPUs' skips a block: let it run, or name page and reason in data/skips.toml"
    )
    assert all("delete that row" in problem for problem in rest)
    assert len(rest) == table.get("skips", "").count("=")


def test_a_skip_that_it_names(tmp_path):
    assert skips(course_of(tmp_path, en=SKIP, skips=ROW)) == []


def test_each_skip_is_named_once(tmp_path):
    course = course_of(tmp_path, en=SKIP + SKIP, skips=ROW)
    assert [problem.line for problem in skips(course)] == [FIRST + 5]


def test_a_row_without_a_skip(tmp_path):
    (problem,) = skips(course_of(tmp_path, skips=ROW))
    assert (
        str(problem)
        == "docs/data/skips.toml: en/a.md skips nothing because 'needs two GPUs': delete that row"
    )


LESSON = '[lesson]\npages = "learn/*.md"\nexcept = ["learn/index.md"]\nsections = ["goals", "code", "quiz"]\n'
PAGE = "## a { #goals }\n\n## b { #why }\n\n## c { #code }\n\n### d { #quiz }\n"


def found(folder, text, name="learn/a.md"):
    course = course_of(folder, zh=PAGE, en=text, name=name, template=LESSON)
    return [str(problem) for problem in sections(course)]


def test_a_page_of_its_kind_has_all_sections(tmp_path):
    assert found(tmp_path, PAGE) == []


def test_a_section_is_missing(tmp_path):
    text = PAGE.replace("#code", "#program")
    assert found(tmp_path, text) == [
        "docs/en/learn/a.md: no section has the id code: every page of its kind has one"
    ]


def test_two_sections_change_places(tmp_path):
    text = PAGE.replace("#code", "#quiz", 1).replace("d { #quiz", "d { #code")
    assert found(tmp_path, text) == [
        f"docs/en/learn/a.md:{FIRST + 4}: the section quiz stands before code, not after it"
    ]


@pytest.mark.parametrize("name", ["learn/index.md", "reference/a.md", "a.md"])
def test_other_pages_need_none(tmp_path, name):
    assert found(tmp_path, "a\n", name) == []


def test_the_lessons_of_the_course_have_twelve():
    import tomllib
    from pathlib import Path

    table = tomllib.loads((Path(__file__).parents[2] / "docs/data/template.toml").read_text("utf-8"))
    wanted = "goals why intuition example code limits mistakes faq interview exercises quiz verified"
    assert table["lesson"]["sections"] == wanted.split()
