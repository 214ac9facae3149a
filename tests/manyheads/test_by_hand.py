"""The oracle against numbers that a person computed."""

import ast
import sys
from math import exp, inf, log
from pathlib import Path

import pytest

from manyheads import by_hand

ZEROS, VALUES = [[0.0]], [[3.0], [6.0], [12.0]]
KEYS = [[1.0], [2.0], [3.0]]


def test_it_imports_the_standard_library_alone():
    tree = ast.parse(Path(by_hand.__file__).read_text(encoding="utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert names <= sys.stdlib_module_names | {"collections.abc"}
    assert names  # the test reads the right file


def test_softmax_is_a_share():
    assert by_hand.softmax([log(2), 0.0, 0.0]) == pytest.approx([1 / 2, 1 / 4, 1 / 4])
    assert by_hand.softmax([1000.0, 1000.0]) == [0.5, 0.5]
    assert by_hand.softmax([-inf, -inf]) == [0.0, 0.0]
    assert by_hand.softmax([]) == []


def test_linear_stores_out_by_in():
    assert by_hand.linear([[1.0, 2.0], [3.0, 4.0]], [[1.0, 10.0]], [0.5]) == [[21.5], [43.5]]


def test_sizes_that_differ_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        by_hand.dot([1.0, 2.0], [1.0])


def test_scores_are_divided_by_the_root_of_their_size():
    _, weights = by_hand.attend(
        [[2.0] * 4], [[log(2) / 4] * 4, [0.0] * 4], [[1.0], [0.0]]
    )  # 2 ln 2 / sqrt(4)
    assert weights[0] == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, [1 / 3, 1 / 3, 1 / 3]),
        ({"keep": [[True, False, True]]}, [1 / 2, 0, 1 / 2]),
        ({"keep": [[False, False, False]]}, [0, 0, 0]),
        ({"bias": [[log(2), 0.0, 0.0]]}, [1 / 2, 1 / 4, 1 / 4]),
        ({"bias": [[-inf, 0.0, 0.0]]}, [0, 1 / 2, 1 / 2]),
        ({"causal": True}, [1, 0, 0]),
        ({"causal": True, "query_offset": 1}, [1 / 2, 1 / 2, 0]),
        ({"causal": True, "query_offset": -1}, [0, 0, 0]),
        ({"causal": True, "query_offset": 1, "keep": [[False, True, True]]}, [0, 1, 0]),
    ],
)
def test_masks_choose_who_shares(options, wanted):
    context, weights = by_hand.attend(ZEROS, KEYS, VALUES, **options)
    assert weights[0] == pytest.approx(wanted)
    assert context[0] == pytest.approx([3 * wanted[0] + 6 * wanted[1] + 12 * wanted[2]])


def test_scale_replaces_the_root():
    _, weights = by_hand.attend([[1.0]], [[1.0], [2.0]], [[0.0], [0.0]], scale=3.0)
    assert weights[0][1] / weights[0][0] == pytest.approx(exp(3))


def test_heads_own_consecutive_features():
    identity = ([[1.0, 0.0], [0.0, 1.0]], None)
    x = [[log(2), 0.0], [0.0, 0.0]]  # head 0 reads feature 0, head 1 feature 1
    _, weights = by_hand.multi_head(x, x, x, [identity] * 4, num_heads=2, causal=False)
    power = exp(log(2) ** 2)
    assert weights[0][0] == pytest.approx([power / (power + 1), 1 / (power + 1)])
    assert weights[1][0] == [0.5, 0.5]
    _, weights = by_hand.multi_head(x, x, x, [identity] * 4, num_heads=2, causal=True)
    assert weights[0] == [[1.0, 0.0], [0.5, 0.5]]
