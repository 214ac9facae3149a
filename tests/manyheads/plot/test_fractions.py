from math import inf, log, nan

import pytest

from manyheads.plot.fractions import fraction, share


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (-1e-8, "0"),
        (1.0, "1"),
        (-1.0, "−1"),
        (0.5, "1/2"),
        (0.375, "3/8"),
        (1 / 3 + 3e-8, "1/3"),
        (-4 / 3, "−4/3"),
        (11 / 12, "11/12"),
        (1 / 13, "0.077"),
        (log(2), "ln2"),
        (2 * log(2), "2ln2"),
        (-log(2), "−ln2"),
        (0.69315, "0.693"),
        (-0.6965, "−0.697"),
        (1000.0, "1000"),
        (99 / 12, "33/4"),
        (99 / 10, "99/10"),
        (-101 / 10, "−10.100"),
        (100000.4, "100000.400"),
        (999999.0, "999999"),
        (1e6, "1e6"),
        (-3.4e38, "−3.4e38"),
        (0.0005, "0.001"),
        (0.0004, "4e−4"),
        (-1.24e-5, "−1.2e−5"),
        (1e-5, "1e−5"),
        (2e-6, "2e−6"),
        (5e-7, "0"),
        (inf, "∞"),
        (-inf, "−∞"),
        (nan, "NaN"),
    ],
)
def test_a_number_is_written_as_on_paper(value, words):
    assert fraction(value) == words


def test_a_share_is_a_part_of_the_largest_and_nothing_of_what_has_no_size():
    assert [share(v, 4.0) for v in (-1.0, 4.0, -inf, nan)] == [0.25, 1.0, 0.0, 0.0]
