"""A page that a navigation forgot is named before any site is built."""

import pytest

from tools.site.navigation import faults

NAV = "site_name: x\nnav:\n  - Home: index.md\n  # - Old: learn/old.md\n  - Learn:\n    - learn/a.md  # b.md\nextra: c.md\n"


@pytest.fixture
def course(tmp_path):
    for language, config in (("zh", "mkdocs.yml"), ("en", "mkdocs.en.yml")):
        (tmp_path / config).write_text(NAV)
        (tmp_path / "docs" / language / "learn").mkdir(parents=True)
        for page in ("index.md", "learn/a.md"):
            (tmp_path / "docs" / language / page).write_text("# A page\n")
    return tmp_path


def test_a_whole_navigation_is_silent(course):
    assert faults(course) == []


@pytest.mark.parametrize("page", ["learn/old.md", "b.md", "c.md", "learn/index.md"])
def test_a_page_in_no_navigation_is_named(course, page):
    (course / "docs/en" / page).write_text("# A page\n")
    assert faults(course) == [f"docs/en/{page} is in no nav: add it to mkdocs.en.yml"]


def test_an_entry_without_a_page_is_named(course):
    (course / "docs/zh/learn/a.md").unlink()
    assert faults(course) == ["mkdocs.yml: docs/zh has no page learn/a.md"]


def test_without_a_navigation_every_page_is_missing(course):
    (course / "mkdocs.yml").write_text("site_name: x\n")
    assert len(faults(course)) == 2


def test_the_course_is_whole(root):
    assert faults(root) == []
