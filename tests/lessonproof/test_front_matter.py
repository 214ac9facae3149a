import pytest

from lessonproof.checks.front_matter import front_matter
from lessonproof.page import Page
from tests.lessonproof.course_of import course_of

EN = "---\ntitle: Page\ndescription: A page.\n---\n# Page { #top }\n"


def found(folder, en=EN, zh=""):
    return [str(problem) for problem in front_matter(course_of(folder, zh=zh, en=en))]


FAULTY = {
    "no title": (EN.replace("title: Page\n", ""), ["docs/en/a.md:1: the front matter has no title: write title: … between two lines of ---"]),
    "no description": (EN.replace("description: A page.\n", ""), ["docs/en/a.md:1: the front matter has no description: write description: … between two lines of ---"]),
    "empty title": (EN.replace("title: Page", "title:"), ["docs/en/a.md:1: the front matter has no title: write title: … between two lines of ---"]),
    "title in another language": (EN.replace("Page", "页", 1), ["docs/en/a.md:2: the title is not in the language of en: '页'"]),
    "description in another language": (EN.replace("A page", "一页"), ["docs/en/a.md:3: the description is not in the language of en: '一页.'"]),
    "long title": (EN.replace("Page", "P" * 61, 1), ["docs/en/a.md:2: a title has at most 60 characters, this one has 61"]),
    "unknown entry": (EN.replace("---\n#", "titel: a\n---\n#"), ["docs/en/a.md:4: no entry is called titel; known: title, description, hide, search"]),
    "title is a number": (EN.replace("Page", "2017", 1), ["docs/en/a.md:2: title is text, not 2017"]),
    "hide is no list": (EN.replace("---\n#", "hide: toc\n---\n#"), ["docs/en/a.md:4: hide is a list, not 'toc'"]),
    "search is no mapping": (EN.replace("---\n#", "search: off\n---\n#"), []),
    "search is a text": (EN.replace("---\n#", "search: no one\n---\n#"), ["docs/en/a.md:4: search is a mapping, not 'no one'"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "problems"), FAULTY.values(), ids=FAULTY)
def test_what_is_wrong_with_an_entry(tmp_path, text, problems):
    assert found(tmp_path, text) == problems


def test_without_front_matter(tmp_path):
    course = course_of(tmp_path, en=EN)
    (course.docs / "en/a.md").write_text("# Page { #top }\n")
    assert [p.line for p in front_matter(course)] == [1, 1]


def test_descriptions_of_twins_differ(tmp_path):
    assert found(tmp_path, EN, EN) == [
        "docs/zh/a.md:2: the title is not in the language of zh: 'Page'",
        "docs/zh/a.md:3: the description is not in the language of zh: 'A page.'",
        "docs/en/a.md:3: the description is that of zh: write it in en",
    ]


def test_a_true_page(tmp_path):
    more = "hide: [toc]\nsearch:\n  boost: 0.3\n---\n#"
    assert found(tmp_path, EN.replace("---\n#", more).replace("Page", "P" * 60, 1)) == []


@pytest.mark.parametrize(
    ("front", "line", "said"),
    [
        ("title: a: b", 2, "the front matter is no YAML: mapping values are not allowed here"),
        ("title: a\ndescription: [b", 3, "the front matter is no YAML"),
        ('title: "a', 2, "the front matter is no YAML"),
        ("- title", 1, "front matter is a mapping: write title: and description:"),
        ("words", 1, "front matter is a mapping: write title: and description:"),
        ("title: a\ntitle: b\ndescription: c", 1, "the front matter says title twice"),
    ],
)
def test_front_matter_is_a_mapping(tmp_path, front, line, said):
    text = f"---\n{front}\n---\n# Page {{ #top }}\n"
    (problem,) = Page(text, "a.md").problems
    assert problem.text.startswith(said)
    assert problem.line in (line, line + 1)
    assert found(tmp_path, text) == [] or "twice" in said


def test_entries_and_their_lines():
    front = Page('---\ntitle: "a: b"\n\ndescription: c\n---\n', "a.md").front_matter
    assert (front.entries, front.lines) == (
        {"title": "a: b", "description": "c"},
        {"title": 2, "description": 4},
    )
    assert Page("# a { #a }\n", "a.md").front_matter.entries == {}
