"""Heat maps: weights or scores as matrices side by side, the value in each cell."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.cells import pitch
from manyheads.plot.fractions import fraction, share
from manyheads.plot.svg import (
    BOLD,
    QUIET,
    WIDEST,
    Figure,
    colored,
    drawing,
    filled,
    group,
    hue,
    rect,
    same_length,
    text,
    text_width,
)

CELL = 38  # px from one cell to the next where there is room
TOP = 62  # room for label, axis names and column names
FOOT = 23  # px from the top of a cell to the foot of its text
LEAST = 0.06  # a cell of weight 0 is still seen


def heat_maps(
    weights: Float[Tensor, "maps L S"],
    labels: Sequence[str],
    *,
    title: str,
    description: str,
    rows: str = "query",
    columns: str = "key",
    tokens: Sequence[str] | None = None,
    outline: int | None = None,
    heads: Sequence[int | None] | None = None,
) -> Figure:
    """Draw several (L, S) matrices side by side, each value in its cell.

    Args:
        weights: (maps, L, S), weights or scores; a cell is filled by its size, full at the largest of all maps.
        labels: One caption per map.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.
        rows: Name of the row axis.
        columns: Name of the column axis.
        tokens: Names of rows and columns (L = S); without them both are counted from 0.
        outline: The row that the page follows.
        heads: Whose hue each map has, None for a map of no head such as an average; by default map h is head h.

    Raises:
        ValueError: If the tensor is empty, labels, tokens or heads do not match it, or no such row is there to
            outline.
    """
    filled("weights", weights.shape, "maps L S")
    maps, length, keys = weights.shape
    same_length("labels", len(labels), maps, "maps")
    owners = range(maps) if heads is None else heads
    same_length("heads", len(owners), maps, "maps")
    if tokens is not None:
        same_length("tokens", len(tokens), length, "rows")
        same_length("tokens", len(tokens), keys, "columns")
    if outline is not None and not 0 <= outline < length:
        raise ValueError(f"row {outline} cannot be outlined: the rows are 0 to {length - 1}")
    down = _Axis(f"{rows} ↓", tokens or [str(i) for i in range(length)], outline)
    across = _Axis(f"{columns} →", tokens or [str(j) for j in range(keys)])
    numbers = weights.flatten().tolist()
    sizes = [abs(value) for value in numbers if isfinite(value)]
    largest = max(sizes, default=0.0) or 1.0  # its cell is full
    edge = round(max(text_width(name) for name in down.names) * BOLD) + 8
    room = (WIDEST - edge - 4) // keys
    step = max(
        pitch(numbers, min(CELL, room)), *(round(text_width(name, QUIET)) + 6 for name in across.names)
    )
    right = max(edge + keys * step - 2, text_width(down.words + across.words, QUIET) + 12)
    width = max(right + 3, *(text_width(label) * BOLD for label in labels))
    drawings = []
    for values, label, head in zip(weights.tolist(), labels, owners, strict=True):
        cells = colored(head, _cells(values, largest, edge, step))
        frame = [text(0, 14, label, f"name start {hue(head)}"), *_frame(down, across, edge, step, right)]
        if outline is not None:
            frame.append(rect(edge - 2, TOP + outline * CELL - 2, keys * step + 2, CELL + 2, "ring"))
        drawings.append(drawing(width, TOP + length * CELL + 1, [cells, *frame]))
    return Figure(group(drawings, title, description), numbers)


class _Axis(NamedTuple):
    """What an axis is called, its rows or columns, and which of them is followed."""

    words: str
    names: Sequence[str]
    followed: int | None = None


def _cells(values: Sequence[Sequence[float]], largest: float, edge: int, step: int) -> list[str]:
    parts = []
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            x, y = edge + j * step, TOP + i * CELL
            parts.append(rect(x, y, step - 2, CELL - 2, "", LEAST + (1 - LEAST) * share(value, largest)))
            parts.append(text(x + step / 2 - 1, y + FOOT, fraction(value)))
    return parts


def _frame(down: _Axis, across: _Axis, edge: int, step: int, right: float) -> list[str]:
    """Write the axes and the names of rows and columns around the cells."""
    parts = [text(0, 36, down.words, "quiet start"), text(right, 36, across.words, "quiet end")]
    for j, name in enumerate(across.names):
        parts.append(text(edge + (j + 0.5) * step - 1, TOP - 7, name, "quiet"))
    for i, name in enumerate(down.names):
        kind = "end name" if i == down.followed else "quiet end"
        parts.append(text(edge - 8, TOP + i * CELL + FOOT, name, kind))
    return parts
