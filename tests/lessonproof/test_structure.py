"""Nothing beside the pages is published unproved: whatever MkDocs takes for a page is one that the proof reads."""

import pytest

from lessonproof.checks.structure import structure
from tests.lessonproof.course_of import course_of


@pytest.fixture
def course(tmp_path):
    return course_of(tmp_path)


def found(course):
    return [str(problem) for problem in structure(course)]


def test_links_are_published_and_never_proved(course, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/b.md").write_text("# b { #b }\n")
    (course.docs / "en/more").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (course.docs / "zh/b.md").symlink_to(tmp_path / "elsewhere/b.md")
    said = "a symbolic link: it is published, and what lies behind it is not proved; write a file"
    assert found(course) == [f"docs/zh/b.md: {said}", f"docs/en/more: {said}"]


def test_a_language_may_be_no_link(course, tmp_path):
    (course.docs / "en").rename(tmp_path / "en")
    (course.docs / "en").symlink_to(tmp_path / "en", target_is_directory=True)
    (problem,) = found(course)
    assert problem.startswith("docs/en: a symbolic link")


@pytest.mark.parametrize("name", ["README.md", "readme.md"])
def test_an_index_is_called_so(course, name):
    (course.docs / "zh/learn").mkdir()
    (course.docs / "zh/learn" / name).write_text("# b { #b }\n")
    assert found(course) == [
        f"docs/zh/learn/{name}: is published as the index of its folder: name it index.md"
    ]


def test_an_honest_course(course):
    (course.docs / "en/index.md").write_text("# b { #b }\n")
    (course.docs / "en/a.svg").write_text("<svg/>")
    assert found(course) == []
