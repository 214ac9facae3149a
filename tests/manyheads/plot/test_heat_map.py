from math import inf

import pytest
import torch

from manyheads import plot

WORDS = {"title": "t", "description": "d"}


def test_every_weight_stands_in_its_cell(read):
    weights = torch.tensor([[[0.5, 0.25, 0.25], [1 / 3, 2 / 3, 0.0]]])
    figure = plot.heat_maps(weights, ["one"], **WORDS)
    assert figure.numbers == weights.flatten().tolist()
    places = [(t.text, t.get("x"), t.get("y")) for t in read(figure).box.iter("text") if not t.get("class")]
    columns, rows = sorted({float(x) for _, x, _ in places}), sorted({float(y) for _, _, y in places})
    grid = {(rows.index(float(y)), columns.index(float(x))): words for words, x, y in places}
    assert grid == {(0, 0): "1/2", (0, 1): "1/4", (0, 2): "1/4", (1, 0): "1/3", (1, 1): "2/3", (1, 2): "0"}


def test_a_larger_weight_is_filled_more(read):
    weights = torch.tensor([[[0.0, 0.25, 0.5, 1.0]]])
    opacities = [float(r["fill-opacity"]) for _, r in read(plot.heat_maps(weights, ["m"], **WORDS)).rects()]
    assert opacities == [0.06, 0.29, 0.53, 1.0]


def test_all_maps_share_one_scale_that_is_full_at_the_largest_value(read):
    weights = torch.tensor([[[0.0, 0.25]], [[0.5, 0.125]]])
    drawn = read(plot.heat_maps(weights, ["m", "n"], **WORDS))
    assert [float(r["fill-opacity"]) for _, r in drawn.rects()] == [0.06, 0.53, 1.0, 0.29]
    nothing = read(plot.heat_maps(torch.zeros(1, 2, 3), ["m"], **WORDS))
    assert {float(r["fill-opacity"]) for _, r in nothing.rects()} == {0.06}


def test_scores_are_filled_by_the_largest_and_hidden_ones_not_at_all(read):
    scores = torch.tensor([[[-inf, -4.0, 2.0]]])
    drawn = read(plot.heat_maps(scores, ["m"], **WORDS))
    assert [float(r["fill-opacity"]) for _, r in drawn.rects()] == [0.06, 1.0, 0.53]
    assert "−∞" in drawn.texts()


def test_maps_have_the_hues_of_their_heads(read, example):
    maps = torch.stack([*example.weights[0], example.weights[0].mean(0)])
    drawn = read(plot.heat_maps(maps, ["a", "b", "mean"], heads=(0, 1, None), **WORDS))
    assert [hue for hue, _ in drawn.rects()] == ["h0"] * 9 + ["h1"] * 9 + ["none"] * 9
    by_default = read(plot.heat_maps(maps, ["a", "b", "c"], **WORDS))
    assert [hue for hue, _ in by_default.rects()][::9] == ["h0", "h1", "h2"]


def test_the_fifth_head_starts_the_hues_again(read):
    drawn = read(plot.heat_maps(torch.zeros(5, 1, 1), list("abcde"), **WORDS))
    assert [hue for hue, _ in drawn.rects()] == ["h0", "h1", "h2", "h3", "h0"]


def test_names_stand_on_both_axes_and_the_followed_row_is_outlined(read, example):
    words = ["I", "like", "cats"]
    figure = plot.heat_maps(
        example.weights[0], ["a", "b"], tokens=words, outline=1, rows="Q", columns="K", **WORDS
    )
    drawn = read(figure)
    assert drawn.texts("quiet") == ["Q ↓", "K →", "I", "like", "cats", "I", "cats"] * 2
    assert drawn.texts("name") == ["a", "like", "b", "like"]
    (first, _) = [r for r in drawn.box.iter("rect") if r.get("class") == "ring"]
    followed = [r for _, r in drawn.rects()][3]
    assert float(first.get("y", 0)) == float(followed["y"]) - 2
    assert drawn.count(figure.numbers)[0] == drawn.count(figure.numbers)[1]


def test_many_keys_make_narrow_cells(read):
    eight = read(plot.heat_maps(torch.zeros(1, 2, 9), ["m"], **WORDS))
    assert 300 < float(eight.drawings()[0].get("width", 0)) <= 336
    with pytest.raises(ValueError, match=r"368 px wide does not fit a phone \(336 px\)"):
        plot.heat_maps(torch.full((1, 2, 10), 1 / 12), ["m"], **WORDS)


def test_what_does_not_match_is_refused_with_its_numbers(example):
    weights = example.weights[0]
    with pytest.raises(ValueError, match="2 maps need 2 labels, got 1"):
        plot.heat_maps(weights, ["x"], **WORDS)
    with pytest.raises(ValueError, match="2 maps need 2 heads, got 3"):
        plot.heat_maps(weights, ["x", "y"], heads=(0, 1, 2), **WORDS)
    with pytest.raises(ValueError, match="3 rows need 3 tokens, got 2"):
        plot.heat_maps(weights, ["x", "y"], tokens=["a", "b"], **WORDS)
    with pytest.raises(ValueError, match="2 columns need 2 tokens, got 3"):
        plot.heat_maps(weights[..., :2], ["x", "y"], tokens=["a", "b", "c"], **WORDS)
    with pytest.raises(ValueError, match="row 3 cannot be outlined: the rows are 0 to 2"):
        plot.heat_maps(weights, ["x", "y"], outline=3, **WORDS)


@pytest.mark.parametrize("shape", [(0, 2, 3), (1, 0, 3), (1, 2, 0), (2, 3), (1, 1, 2, 3)])
def test_nothing_and_other_axes_are_refused(shape):
    with pytest.raises(
        ValueError, match=r"weights must be \(maps, L, S\) with at least 1 each, got"
    ) as caught:
        plot.heat_maps(torch.zeros(shape), ["m"], **WORDS)
    assert str(shape) in str(caught.value)
