import pytest

from lessonproof.page import Page
from lessonproof.page.numbers import names_used


def page(text):
    return Page(text, "page.md")


@pytest.mark.parametrize(
    "text",
    [
        'It is `0.5`{ data-proof="x" }.\n',
        '| a |\n|---|\n| `0.5`{ data-proof="x" } |\n',
        '- `0.5`{ data-proof="x" }\n',
        '!!! note\n    `0.5`{ data-proof="x" }\n',
    ],
)
def test_the_form_is_found_everywhere(text):
    (number,) = page(text).numbers
    assert (number.shown, number.expression) == ("0.5", "x")
    assert text[number.shown_start :].startswith("0.5`")
    assert page(text).problems == []


def test_two_on_a_line():
    found = page('`1`{ data-proof="x[0]" } and `(2, 3)`{ data-proof="tuple(y.shape)" }\n')
    assert [(n.shown, n.expression, n.line) for n in found.numbers] == [
        ("1", "x[0]", 1),
        ("(2, 3)", "tuple(y.shape)", 1),
    ]


NEAR = {
    "single quotes": "`0.5`{ data-proof='1/0' }",
    "no quotes": "`0.5`{ data-proof=x }",
    "double backticks": '``0.5``{ data-proof="x" }',
    "bold": '**0.5**{ data-proof="x" }',
    "link": '[0.5](a.md){ data-proof="x" }',
    "HTML": '<b data-proof="x">0.5</b>',
    "no blanks inside": '`0.5`{data-proof="x"}',
    "colon": '`0.5`{: data-proof="x" }',
    "blank before": '`0.5` { data-proof="x" }',
    "line end before": '`0.5`\n{ data-proof="x" }',
    "other attribute first": '`0.5`{ title="}" data-proof="x" }',
    "class first": '`0.5`{ .a data-proof="x" }',
    "two attributes": '`0.5`{ data-proof="x" title="y" }',
    "capitals": '`0.5`{ DATA-PROOF="x" }',
    "capitals on bold": '**0.5**{ DATA-PROOF="x" }',
    "misspelled": '`0.5`{ data-prof="x" }',
    "misspelled on bold": '**0.5**{ data-prof="x" }',
    "another attribute on bold": '**0.5**{ data-prove="x" }',
    "misnamed": '`0.5`{ proof="x" }',
    "empty": '`0.5`{ data-proof="" }',
    "blank": '`0.5`{ data-proof=" " }',
    "empty number": '` `{ data-proof="x" }',
    "blank in the number": '` 0.5`{ data-proof="x" }',
    "line end in the span": '`0.\n5`{ data-proof="x" }',
    "tautology": '`0.99`{ data-proof="0.99" }',
    "tautology with a sum": '`2`{ data-proof="1 + 1" }',
    "tautology with a name of its own": '`2`{ data-proof="[x for x in (2,)][0]" }',
    "tautology with an argument": '`2`{ data-proof="(lambda x: x)(2)" }',
    "no expression": '`2`{ data-proof="x +" }',
    "statement": '`2`{ data-proof="x = 1" }',
    "binds a name": '`2`{ data-proof="(x := 2)" }',
    "brace": "`2`{ data-proof=\"f'{x}'\" }",
    "entity": '`2`{ data-proof="x &lt; 3" }',
}


@pytest.mark.parametrize("text", NEAR.values(), ids=NEAR)
def test_what_only_looks_proved_is_refused(text):
    found = page(f"a\n\nb {text} c\n")
    assert found.problems
    assert found.problems[0].line == (4 if text.startswith("`0.5`\n{") else 3)
    assert found.numbers == []


@pytest.mark.parametrize(
    "text",
    [
        '`` `0.5`{ data-proof="x" } `` shows how\n',
        '```html\n<code data-proof="x">\n```\n',
        '<!-- note: data-proof="x" -->\n',
        "## `view` { #view }\n",
        "`view`{ .small }\n",
        "`view` {proof:versions.torch}\n",
        "The data, profiled; data proof.\n",
    ],
)
def test_what_speaks_of_proofs_is_left_alone(text):
    assert page(text).problems == []
    assert page(text).numbers == []


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("sum(w) + sum(w for w in [])", {"sum", "w"}),
        ("sum(w) + sum([w for w in []])", {"sum", "w"}),
        ("[w for w in w]", {"w"}),
        ("[x for x in (2,)][0]", set()),
        ("(lambda x: x + y)(2)", {"y"}),
        ("[[a for a in b] for b in c]", {"c"}),
        ("a[0].b", {"a"}),
    ],
)
def test_names_come_from_outside_their_own_scope(expression, names):
    assert names_used(expression) == names


def test_what_no_compiler_takes_is_located():
    (problem,) = page('a\n\n`2`{ data-proof="(lambda x, x: x)(w, w)" }\n').problems
    assert (problem.line, "is no expression: duplicate argument 'x'" in problem.text) == (3, True)
