"""Numbers in the words of drawings: the drawing shows them."""

from types import SimpleNamespace

import pytest

from lessonproof.page import Page
from lessonproof.page.drawn import drawn_numbers
from lessonproof.page.typed import typed
from lessonproof.proof.figures import draw, shows


@pytest.mark.parametrize(
    ("said", "numbers", "true"),
    [
        ("0.375", [0.0, 0.375], True),
        ("0.38", [0.375001], True),
        ("0.4", [0.375], True),
        ("0.37", [0.3651], True),
        ("0.36", [0.375], False),
        ("0.375", [0.3744], False),
        ("−0.5", [-0.5], True),
        ("0.5", [-0.5], False),
        ("37%", [0.3651], True),
        ("37%", [0.3649], False),
        ("37.5%", [0.375], True),
        ("1,824", [1824.0], True),
        ("(2, 3, 8)", [0.0, 2.0, 3.0, 8.0], True),
        ("(2, 3, 8)", [2.0, 3.0, 1.0, 8.0], False),
        ("(3, 2, 8)", [2.0, 3.0, 8.0], False),
        ("(3, 2, 8)", [3.0, 2.0, 8.0], True),
        ("(2, 3)", [3.0], False),
        ("百分之五", [0.05], False),
        ("0.5", [], False),
    ],
)  # fmt: skip
def test_whether_a_drawing_shows_it(said, numbers, true):
    (number,) = typed(said)
    assert shows(numbers, number) is true


def test_numbers_of_a_figure():
    page = Page(
        '<!-- figure: a = draw(x, 0.9, ["head 0"], title="0.5 of 2", description="a (1, 2)") -->\n', "a.md"
    )
    assert [number.text for number in drawn_numbers(page.directives[0])] == ["0.5", "(1, 2)"]


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [("1/2", True), ("0.5", True), ("−0.333", True), ("-1/3", True), ("0.34", False), ("2/3", False), ("−0.5", False), ("0.50", True), ("0.51", False), ("7", True), ("head 0.7", True)],
)  # fmt: skip
def test_a_drawing_shows_its_numbers(tmp_path, drawn, shown):
    page = Page("<!-- figure: a = draw() -->\n", "a.md")
    svg = f'<svg><text class="a" x="0.7" y="2">{drawn}</text></svg>'
    scope = {"draw": lambda: SimpleNamespace(svg=svg, numbers=[0.5, -1 / 3])}
    problem = draw(page.directives[0], page, scope, tmp_path, {})
    assert (problem is None) is shown
    if problem:
        assert str(problem) == f"a.md:1: this drawing shows {drawn}, which is none of its .numbers"


def test_a_figure_is_of_a_kind_that_draws(tmp_path):
    page = Page("<!-- figure: a = draw() -->\n", "a.md")
    fake = type("SimpleNamespace", (SimpleNamespace,), {"__module__": "types"})
    real, false = SimpleNamespace(svg="<svg/>", numbers=[1]), fake(svg="<svg/>", numbers=[1])
    assert draw(page.directives[0], page, {"draw": lambda: real}, tmp_path, {}, (SimpleNamespace,)) is None
    problem = draw(page.directives[0], page, {"draw": lambda: false}, tmp_path, {}, (SimpleNamespace,))
    assert problem.text == "a figure gives types.SimpleNamespace; this gives SimpleNamespace"


@pytest.mark.parametrize(("title", "wrong"), [("0.5", False), ("0.6", True), ("1/2 of 3 heads", False)])
def test_a_title_that_lies(tmp_path, title, wrong):
    page = Page(f'a\n\n<!-- figure: a = draw(title="{title}") -->\n', "a.md")
    scope = {"draw": lambda title: SimpleNamespace(svg="<svg></svg>", numbers=[0.5])}
    problem = draw(page.directives[0], page, scope, tmp_path, {})
    assert (problem is not None) is wrong
    if problem:
        assert str(problem) == "a.md:3: the words of this figure say 0.6, its drawing does not show it"
        assert not list(tmp_path.rglob("*.svg"))
