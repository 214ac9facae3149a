from itertools import pairwise

import pytest
import torch

from manyheads import plot
from manyheads.plot import Row

WORDS = {"title": "t", "description": "d"}


def weighted_sum(example, head):
    weights, values = example.weights[0, head, 1], example.value[0, head]
    rows = [Row(f"c{n}", values[n], factor=weights[n], sign="+" if n else "") for n in range(3)]
    return [*rows, Row(f"head {head}", example.context[0, head, 1], sign="=", head=head)]


def test_a_sum_is_shown_as_on_paper(read, example):
    figure = plot.strips(weighted_sum(example, 1), **WORDS)
    assert figure.numbers == [0.5, 4, 0, 0, 0, 0.25, 0, 4, 0, 0, 0.25, 0, 0, 4, 0, 2, 1, 1, 0]
    drawn = read(figure)
    shown, wanted = drawn.count(figure.numbers)
    assert shown == wanted
    order = [t for t in drawn.texts() if t in {"+", "=", "×", "1/2", "1/4", "c0", "c1", "c2", "head 1"}]
    assert order == ["c0", "1/2", "×", "c1", "+", "1/4", "×", "c2", "+", "1/4", "×", "head 1", "="]
    assert drawn.texts("h1") == ["head 1"]
    assert len(list(drawn.box.iter("path"))) == 1


def test_groups_stand_in_drawings_of_their_own(read, example):
    rows = [*weighted_sum(example, 0), *weighted_sum(example, 1)]
    drawn = read(plot.strips(rows, groups=(4, 4), **WORDS))
    assert ["head 0" in [t.text for t in svg.iter("text")] for svg in drawn.drawings()] == [True, False]
    assert len(read(plot.strips(rows, **WORDS)).drawings()) == 1
    with pytest.raises(ValueError, match=r"groups \(4, 3\) hold 7 rows, got 8"):
        plot.strips(rows, groups=(4, 3), **WORDS)


def test_a_split_row_has_the_hue_of_each_head_and_its_parts_stand_apart(read, example):
    concat = example.concat[0, 1]
    drawn = read(plot.strips([Row("x", concat), Row("concat", concat, split=2)], heads=("h0", "h1"), **WORDS))
    assert [hue for hue, _ in drawn.rects("on")] == ["none"] * 6 + ["h0"] * 3 + ["h1"] * 3
    assert drawn.texts("h0") + drawn.texts("h1") == ["h0", "h1"]
    lines = [[float(r["x"]) for _, r in drawn.rects("on")][start : start + 6] for start in (0, 6)]
    assert lines[0] == lines[1]
    assert lines[0][3] - lines[0][0] == 4 * 28 + 6


def test_names_of_heads_stand_once_above_rows_that_are_split(read):
    vector = torch.ones(8)
    rows = [Row("a", vector, split=2), Row("b", vector, split=2), Row("c", vector), Row("d", vector, split=2)]
    assert read(plot.strips(rows, heads=("left", "right"), **WORDS)).texts("h0") == ["left", "left"]


def test_words_stand_once_above_what_the_numbers_are(read):
    vector = torch.arange(1.0, 9.0)
    columns = [(4, "content"), (3, "position"), (1, "unused")]
    rows = [Row("a", vector), Row("b", vector), Row("short", vector[:3])]
    drawn = read(plot.strips(rows, columns=columns, **WORDS))
    assert drawn.texts("quiet") == ["content", "position", "unused"]
    assert [len(list(g.iter("rect"))) for g in drawn.box.iter("g")] == [4, 3, 1, 4, 3, 1, 3]
    places = [float(r["x"]) for _, r in drawn.rects("on")][:8]
    assert [b - a for a, b in pairwise(places)] == [28, 28, 28, 34, 28, 28, 34]


def test_words_and_heads_do_not_mix(read):
    vector = torch.ones(8)
    columns = [(4, "content"), (4, "rest")]
    rows = [Row("x", vector), Row("q", vector, split=2), Row("k", vector, split=2)]
    drawn = read(plot.strips(rows, heads=("left", "right"), columns=columns, **WORDS))
    assert drawn.texts("quiet") == ["content", "rest"]
    assert drawn.texts("h0") + drawn.texts("h1") == ["left", "right"]


def test_zeros_are_quiet_and_a_hyphen_is_a_minus(read):
    drawn = read(plot.strips([Row("a", torch.tensor([0.0, -1.0]), sign="-")], **WORDS))
    assert drawn.texts("quiet") == ["0"]
    assert [t for t in drawn.texts() if "−" in t] == ["−", "−1"]
    assert "-" not in drawn.texts()


def test_wide_numbers_make_wide_cells(read):
    narrow, wide = (
        float(read(plot.strips([Row("a", torch.full((4,), value))], **WORDS)).drawings()[0].get("width", 0))
        for value in (1.0, -0.6965)
    )
    assert narrow < wide
    with pytest.raises(ValueError, match="px wide does not fit a phone"):
        plot.strips([Row("a", torch.full((8,), -0.6965))], **WORDS)


def test_what_does_not_split_is_refused_with_its_numbers():
    with pytest.raises(ValueError, match="a: 8 numbers do not split into 3 heads"):
        plot.strips([Row("a", torch.zeros(8), split=3)], **WORDS)
    with pytest.raises(ValueError, match="2 heads need 2 names, got 1"):
        plot.strips([Row("a", torch.zeros(8), split=2)], heads=["x"], **WORDS)


@pytest.mark.parametrize(
    ("rows", "more", "wanted"),
    [
        ([], {}, "the number of rows must be an int >= 1, got 0"),
        ([Row("a", torch.zeros(0))], {}, r"a must be \(d,\) with at least 1 each, got \(0,\)"),
        ([Row("a", torch.zeros(2, 3))], {}, r"a must be \(d,\) with at least 1 each, got \(2, 3\)"),
        ([Row("a", torch.zeros(8), split=0)], {}, "a: split must be an int >= 1, got 0"),
        ([Row("a", torch.zeros(8))], {"groups": (1, 0)}, "the rows of a group must be an int >= 1, got 0"),
        (
            [Row("a", torch.zeros(2))],
            {"columns": [(3, "x"), (-1, "y")]},
            "the columns of y must be an int >= 1, got -1",
        ),
    ],
)
def test_nothing_and_odd_sizes_are_refused(rows, more, wanted):
    with pytest.raises(ValueError, match=wanted):
        plot.strips(rows, **more, **WORDS)
