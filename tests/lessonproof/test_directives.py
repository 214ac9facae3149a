import pytest

from lessonproof.page import Page

BLOCK = "```python\nx = 1\n```\n"


def page(text):
    return Page(text, "page.md")


def test_directives_belong_to_the_next_block():
    text = f"<!-- raises: ValueError -->\n{BLOCK}\n{BLOCK}\n<!-- cpu: kernel -->\n\n<!-- skip: two GPUs -->\n{BLOCK}"
    one, two, three = page(text).blocks
    assert one.directive("raises") == "ValueError"
    assert not two.directives
    assert (three.directive("skip"), three.directive("cpu")) == ("two GPUs", "kernel")
    assert page(text).problems == []


@pytest.mark.parametrize(
    ("prefix", "before"), [("", ""), ("    ", "- item\n\n"), ("> ", "")], ids=["plain", "list", "quote"]
)
def test_a_check_keeps_its_lines(prefix, before):
    lines = ["<!-- check", "# a comment", "for i in x:", "    assert i", "", "-->"]
    text = before + "".join((prefix + line).rstrip() + "\n" for line in lines)
    (check,) = page(text).directives
    assert check.rest == "# a comment\nfor i in x:\n    assert i\n\n"
    assert page(text).problems == []


REFUSED = {
    "misspelled": ("<!-- rasies: ValueError -->\n" + BLOCK, "no directive begins like"),
    "misspelled without colon": ("<!-- chekc\nassert x\n-->\n", "no directive begins like"),
    "capital": ("<!-- Check\nassert x\n-->\n", "no directive begins like"),
    "plural": ("<!-- checks\nassert x\n-->\n", "no directive begins like"),
    "free words": ("<!-- hello -->\n", "no directive begins like"),
    "empty": ("<!-- -->\n", "no directive begins like"),
    "check as a sentence": ("<!-- check this sentence -->\n", "a check is written"),
    "check with colon": ("<!-- check:\nassert x\n-->\n", "a check is written"),
    "check closed behind code": ("<!-- check\nassert x\nassert y -->\n", "a check is written"),
    "check cut by an arrow": ("<!-- check\nassert x # --> 1\nassert y\n-->\n", "stands alone"),
    "skip without colon": ("<!-- skip the intro -->\n" + BLOCK, "a skip is written"),
    "skip without reason": ("<!-- skip: -->\n" + BLOCK, "a skip is written"),
    "cpu without reason": ("<!-- cpu -->\n" + BLOCK, "a cpu is written"),
    "raises nothing": ("<!-- raises: -->\n" + BLOCK, "a raises is written"),
    "raises words": ("<!-- raises: an error -->\n" + BLOCK, "a raises is written"),
    "prose between": ("<!-- raises: E -->\nwords\n\n" + BLOCK, "no Python block follows"),
    "page end": (BLOCK + "\n<!-- skip: x -->\n", "no Python block follows"),
    "before a text": ("<!-- cpu: x -->\n```json\n1\n```\n", "no Python block follows"),
    "before a heading": ("<!-- cpu: x -->\n\n## a { #a }\n\n" + BLOCK, "no Python block follows"),
    "twice": ("<!-- cpu: x -->\n<!-- cpu: y -->\n" + BLOCK, "two cpu directives"),
    "not alone": ("words <!-- note: x -->\n", "stands alone"),
    "words behind": ("<!-- note: x --> words\n", "stands alone"),
    "figure without name": ("<!-- figure: plot(x) -->\n", "a figure is written"),
    "figure with a strange name": ("<!-- figure: A b = x -->\n", "a figure is written"),
    "figure that compares": ("<!-- figure: a == x -->\n", "a figure is written"),
    "figure that is no expression": ("<!-- figure: a = x + -->\n", "no expression"),
    "check out of its list": ("- a\n\n    <!-- check\nassert x\n    -->\n", "begins with '    '"),
    "empty check": ("<!-- check\n\n-->\n", "empty"),
    "no assertion": ("<!-- check\nx = 1\n-->\n", "asserts nothing, and no figure"),
    "assert True": ("<!-- check\nassert True\n-->\n", "line 2 of the page asserts nothing"),
    "or True": ("<!-- check\nassert x == 1 or True\n-->\n", "line 2 of the page asserts nothing"),
    "or a constant inside": (
        "<!-- check\nassert x == 1 or (x == 2 or 'no')\n-->\n",
        "line 2 of the page asserts nothing",
    ),
    "assert a tuple": ("<!-- check\n\nassert (x, 'no')\n-->\n", "line 3 of the page asserts nothing"),
    "no Python": ("<!-- check\nassert x =\n-->\n", "no Python"),
}


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_directive_is_refused(text, said):
    problems = page(text).problems
    assert any(said in problem.text for problem in problems), problems


@pytest.mark.parametrize(
    "text",
    [
        "<!-- check\nx = 1\n-->\n\n<!-- figure: a = plot(x) -->\n",
        "<!-- check\nimport plot\nx = 1\n-->\n\n<!-- check\ny = x\n-->\n\n<!-- figure: a = f(y) -->\n",
        "<!-- check\ndef f(): pass\n-->\n\n<!-- figure: a = f() -->\n",
        "<!-- references -->\n",
        "a `<!-- raises: X -->` b\n",
        '<!-- note: skip check <b> "x" -->\n',
    ],
)
def test_what_is_one_is_taken(text):
    assert page(text).problems == []


@pytest.mark.parametrize(
    "text",
    [
        "<!-- check\nx = 1\n-->\n\n<!-- figure: a = plot(y) -->\n",
        "<!-- figure: a = plot(x) -->\n\n<!-- check\nx = 1\n-->\n",
        "<!-- check\nx = 1\n-->\n\n<!-- check\nassert x\n-->\n",
    ],
)
def test_what_prepares_no_figure_below_asserts(text):
    assert len(page(text).problems) == 1


def test_the_file_of_a_figure_depends_on_its_expression_alone():
    one, two, other = page(
        "<!-- figure: a = f(1,  2) -->\n\n<!-- figure: a = f(1,\n 2) -->\n\n<!-- figure: a = f(1, 3) -->\n"
    ).directives
    assert one.figure_file == two.figure_file != other.figure_file
    assert one.figure_file.startswith("a-")
    with pytest.raises(ValueError, match="is no figure"):
        _ = page("<!-- note: x -->\n").directives[0].figure
