from math import log

import pytest
import torch

from manyheads import plot

WORDS = {"headers": ("key", "score", "weight", "value"), "total": "sum", "title": "t", "description": "d"}


def followed(example, **more):
    return plot.one_query(
        example.scores[0, 0, 1],
        example.weights[0, 0, 1],
        example.value[0, 0],
        ["I", "like", "cats"],
        **WORDS,
        **more,
    )


def test_scores_weights_values_and_their_sum_are_shown(read, example):
    figure = followed(example)
    assert figure.numbers == [
        *example.scores[0, 0, 1].tolist(),
        *example.weights[0, 0, 1].tolist(),
        *example.value[0, 0].flatten().tolist(),
        *[1, 2, 1, 0],
    ]
    drawn = read(figure)
    shown, wanted = drawn.count(figure.numbers)
    assert shown == wanted
    assert drawn.texts("name") == ["sum"]
    assert drawn.texts("start")[:3] == ["key", "weight", "value"]


def test_a_bar_is_as_long_as_its_weight(read, example):
    bars = [float(r["width"]) for hue, r in read(followed(example, head=1)).rects() if hue == "h1"]
    assert bars == pytest.approx([46 / 4, 46 / 2, 46 / 4])


def test_a_match_shows_the_query_the_keys_and_their_products(read, example):
    query, keys = example.query[0, 0, 1], example.key[0, 0]
    figure = followed(example, match=plot.Match(query, keys, "asks", "product"))
    assert figure.numbers[:4] == query.tolist()
    assert figure.numbers[4:16] == keys.flatten().tolist()
    assert figure.numbers[16:19] == pytest.approx([0, 2 * log(2), 0])
    drawn = read(figure)
    shown, wanted = drawn.count(figure.numbers)
    assert shown == wanted
    assert len(drawn.drawings()) == 2
    assert drawn.texts("name") == ["asks", "sum"]


def test_what_does_not_match_is_refused_with_its_numbers(example):
    three = torch.zeros(3)
    values = torch.zeros(3, 4)
    with pytest.raises(ValueError, match="3 values need 3 scores, got 2"):
        plot.one_query(three[:2], three, values, ["a", "b", "c"], **WORDS)
    with pytest.raises(ValueError, match="3 values need 3 weights, got 2"):
        plot.one_query(three, three[:2], values, ["a", "b", "c"], **WORDS)
    with pytest.raises(ValueError, match="3 values need 3 tokens, got 2"):
        plot.one_query(three, three, values, ["a", "b"], **WORDS)
    with pytest.raises(ValueError, match="3 values need 3 key vectors, got 2"):
        followed(example, match=plot.Match(torch.zeros(4), torch.zeros(2, 4), "q", "p"))


def test_nothing_is_refused_with_its_shape():
    none, three, values = torch.zeros(0), torch.zeros(3), torch.zeros(3, 4)
    with pytest.raises(ValueError, match=r"scores must be \(S,\) with at least 1 each, got \(0,\)"):
        plot.one_query(none, none, values[:0], [], **WORDS)
    with pytest.raises(ValueError, match=r"weights must be \(S,\) with at least 1 each, got \(3, 4\)"):
        plot.one_query(three, values, values, list("abc"), **WORDS)
    with pytest.raises(ValueError, match=r"values must be \(S, d_v\) with at least 1 each, got \(3, 0\)"):
        plot.one_query(three, three, values[:, :0], list("abc"), **WORDS)


@pytest.mark.parametrize(
    ("query", "keys", "wanted"),
    [
        (0, (3, 0), r"the query of the match must be \(d_h,\) with at least 1 each, got \(0,\)"),
        (4, (3, 0), r"the keys of the match must be \(S, d_h\) with at least 1 each, got \(3, 0\)"),
        (4, (3, 5), "5 features of the keys need 5 features of the query, got 4"),
    ],
)
def test_a_match_of_other_sizes_is_refused(query, keys, wanted, example):
    with pytest.raises(ValueError, match=wanted):
        followed(example, match=plot.Match(torch.zeros(query), torch.zeros(keys), "q", "p"))
