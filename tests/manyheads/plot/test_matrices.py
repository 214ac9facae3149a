from collections import Counter

import pytest
import torch

from manyheads import plot
from manyheads.plot.matrices import APART, CELL

NAMES = {"num_heads": 2, "heads": ("head 0", "head 1"), "title": "t", "description": "d"}
COLUMNS = [(4, "content"), (3, "position"), (1, "unused")]
BANDS = ["rows", "rows", "rows", "columns"]


def test_entries_are_written_and_zeros_are_dots(read, projections):
    figure = plot.matrices(projections, ["W_Q", "W_K", "W_V", "W_O"], bands=BANDS, columns=COLUMNS, **NAMES)
    assert figure.numbers == [v for w in projections for v in w.flatten().tolist()]
    drawn = read(figure)
    assert Counter(drawn.texts("entry")) == {"1": 16, "2": 6, "−1": 4}
    assert drawn.texts("small") == ["ln2"] * 4
    assert "0" not in drawn.texts()
    dots = [path.get("d", "").count("M") for path in drawn.box.iter("path")]
    assert dots == [4] * 18 + [8] * 2  # a line of dots for each row of each block
    first = next(drawn.box.iter("path")).get("d", "").split("M")[1]
    assert float(first.split("h")[1]) > 3 * CELL  # a line that ends on its fourth dot would not draw it


def test_heads_own_rows_or_columns(read, projections):
    _, _, w_v, w_o = projections
    by_row = read(plot.matrices([w_v], ["W_V"], bands=["rows"], columns=COLUMNS, **NAMES))
    by_column = read(plot.matrices([w_o], ["W_O"], bands=["columns"], columns=COLUMNS, **NAMES))
    assert [hue for hue, _ in by_row.rects("on")] == ["h0"] * 4 + ["h1"] * 4
    assert [hue for hue, _ in by_column.rects("on")] == ["h0"] * 4 + ["h1"] * 4
    assert [hue for hue, _ in by_column.rects("minus")] == ["h1"] * 4
    assert len(by_row.rects("band")) == 6
    assert len(by_column.rects("band")) == 2
    assert by_row.texts("quiet") == ["content", "position", "unused"]
    assert by_row.texts("h0") + by_row.texts("h1") == ["head 0", "head 1"]
    assert by_column.texts("quiet") == []
    assert by_column.texts("h0") + by_column.texts("h1") == ["head 0", "head 1"]


def test_an_entry_stands_in_its_row_and_column(read):
    weight = torch.zeros(4, 6)
    weight[1, 2], weight[3, 5] = 7, 9
    figure = plot.matrices([weight], ["W"], bands=["rows"], columns=[(6, "all")], **NAMES)
    (_, seven), (_, nine) = read(figure).rects("on")
    assert float(nine["x"]) - float(seven["x"]) == 3 * CELL
    assert float(nine["y"]) - float(seven["y"]) == 2 * CELL + APART  # one step between the heads


def test_names_of_matrices_have_subscripts(read, projections):
    drawn = read(plot.matrices(projections[:1], ["W_Q"], bands=["rows"], columns=COLUMNS, **NAMES))
    assert drawn.texts("name") == ["WQ"]
    assert [s.text for s in drawn.box.iter("tspan")] == ["Q"]


def test_drawings_are_equally_wide(read, projections):
    figure = plot.matrices(projections, list("abcd"), bands=BANDS, columns=COLUMNS, **NAMES)
    assert len({svg.get("width") for svg in read(figure).drawings()}) == 1


def test_what_does_not_match_is_refused_with_its_numbers():
    eight = torch.zeros(8, 8)
    with pytest.raises(ValueError, match="1 matrices need 1 labels, got 2"):
        plot.matrices([eight], ["a", "b"], bands=["rows"], columns=COLUMNS, **NAMES)
    with pytest.raises(ValueError, match="1 matrices need 1 bands, got 0"):
        plot.matrices([eight], ["a"], bands=[], columns=COLUMNS, **NAMES)
    with pytest.raises(ValueError, match="3 heads need 3 names, got 2"):
        plot.matrices([eight], ["a"], bands=["rows"], columns=COLUMNS, **{**NAMES, "num_heads": 3})
    with pytest.raises(ValueError, match='W: bands are "rows" or "columns", not \'row\''):
        plot.matrices([eight], ["W"], bands=["row"], columns=COLUMNS, **NAMES)
    with pytest.raises(ValueError, match="W: 7 rows do not split into 2 heads"):
        plot.matrices([torch.zeros(7, 8)], ["W"], bands=["rows"], columns=COLUMNS, **NAMES)
    with pytest.raises(ValueError, match="W: the words name 8 columns, the matrix has 6"):
        plot.matrices([torch.zeros(8, 6)], ["W"], bands=["rows"], columns=COLUMNS, **NAMES)


def test_nothing_and_odd_sizes_are_refused():
    eight = torch.zeros(8, 8)
    with pytest.raises(ValueError, match="the number of matrices must be an int >= 1, got 0"):
        plot.matrices([], [], bands=[], columns=COLUMNS, **NAMES)
    with pytest.raises(ValueError, match="num_heads must be an int >= 1, got 0"):
        plot.matrices(
            [eight], ["W"], bands=["rows"], columns=COLUMNS, **{**NAMES, "num_heads": 0, "heads": ()}
        )
    with pytest.raises(ValueError, match="the columns of y must be an int >= 1, got -2"):
        plot.matrices([eight], ["W"], bands=["rows"], columns=[(10, "x"), (-2, "y")], **NAMES)
    for shape in ((0, 8), (8, 0), (8,)):
        with pytest.raises(ValueError, match=r"W must be \(out, in\) with at least 1 each, got"):
            plot.matrices([torch.zeros(shape)], ["W"], bands=["columns"], columns=COLUMNS, **NAMES)
