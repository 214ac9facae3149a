import pytest

from lessonproof.page import Page


def page(text):
    return Page(text, "page.md")


def test_level_id_and_line():
    found = page(
        "# a { #top }\n\n## b {#b}\n\n### c { #c } ###\n\n```bash\n# no heading\n```\n\n!!! note\n    #### d { #d }\n"
    )
    assert [(h.level, h.id, h.line) for h in found.headings] == [
        (1, "top", 1), (2, "b", 3), (3, "c", 5), (4, "d", 12)
    ]  # fmt: skip
    assert found.problems == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("# 页\n", 1, "needs an ASCII id"),
        ("# a { #页 }\n", 1, "needs an ASCII id"),
        ("#a\n", 1, "needs an ASCII id"),
        ("# a { #a }\n\n## b { #a }\n", 3, "a second heading has the id a"),
        ("# a { #a }\n\n# b { #b }\n", 3, "one heading of level 1"),
        ("## a { #a }\n\n#### b { #b }\n", 3, "a level is left out"),
        ('# V { #v style="display:none" }\n', 1, "has an id and nothing else: { #v }"),
        ("# V { #v hidden }\n", 1, "has an id and nothing else"),
        ("# V { #v .small }\n", 1, "has an id and nothing else"),
        ("a\n===\n", 1, "the one above a heading"),
        ("words\nmore\n---\n", 2, "the one above a heading"),
        ("- a\n---\n", 1, "the one above a heading"),
        ("> a\n> ===\n", 1, "the one above a heading"),
        ("<h2>a</h2>\n", 1, "<h2 is written in Markdown"),
        ("<PRE>x = 1</PRE>\n", 1, "<PRE is written in Markdown"),
        ('a <code class="x">0.5</code>\n', 1, "<code is written in Markdown"),
        ("<script>x</script>\n", 1, "<script is written in Markdown"),
        ("> # a\n", 1, "needs an ASCII id"),
        ("- # a\n", 1, "needs an ASCII id"),
    ],
)
def test_what_stands_in_for_a_heading_is_refused(text, line, said):
    problems = page(text).problems
    assert any(problem.line == line and said in problem.text for problem in problems), problems


@pytest.mark.parametrize(
    "text",
    [
        "a\n\n---\n\nb\n",
        "---\n---\n",
        "| a |\n|---|\n| b |\n",
        "- a\n- b\n",
        "`<h2>`\n",
        '=== "tab"\n\n    a\n',
    ],
)
def test_rules_tables_lists_and_tabs_are_no_headings(text):
    assert page(text).problems == []
    assert page(text).headings == []
