"""Cells: numbers of a vector side by side, as wide as the widest needs."""

from collections.abc import Iterable, Sequence

from manyheads.plot.fractions import fraction
from manyheads.plot.svg import TEXT, rect, text, text_width

CELL = 28  # px from one number to the next, at least
HIGH = 26  # px, height of a cell
FOOT = 18  # px from the top of a cell to the foot of its text


def pitch(values: Iterable[float], least: int = CELL, size: int = TEXT) -> int:
    """How far apart cells stand that hold these numbers, written `size` px high; in px."""
    return round(max([least, *(text_width(fraction(value), size) + 6 for value in values)]))


def vector(values: Sequence[float], x: float, y: float, step: int) -> list[str]:
    """Draw the numbers of a vector from (x, y) on, `step` px apart; zeros stay quiet."""
    parts = []
    for n, value in enumerate(values):
        words, left = fraction(value), x + n * step
        parts.append(rect(left, y, step - 2, HIGH, "off" if words == "0" else "on"))
        parts.append(text(left + step / 2 - 1, y + FOOT, words, "quiet" if words == "0" else ""))
    return parts
