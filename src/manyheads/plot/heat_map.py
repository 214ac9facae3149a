"""Heat maps: weights or scores as matrices side by side, the value in each cell."""

from collections.abc import Sequence
from math import isfinite

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.fractions import fraction, share
from manyheads.plot.svg import Figure, colored, drawing, group, hue, rect, same_length, text, text_width

PITCH = 38  # px from one cell to the next, at least
TOP = 62  # room for label, axis names and column names
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
        weights: (maps, L, S), weights or scores; a cell is filled by its size, full at 1 or at the largest.
        labels: One caption per map.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.
        rows: Name of the row axis.
        columns: Name of the column axis.
        tokens: Names of rows and columns (L = S); without them both are counted from 0.
        outline: The row that the page follows.
        heads: Whose hue each map has, None for a map of no head such as an average; by default map h is head h.

    Raises:
        ValueError: If labels, tokens or heads do not match the tensor, or no such row is there to outline.
    """
    maps, length, keys = weights.shape
    same_length("labels", len(labels), maps, "maps")
    owners = range(maps) if heads is None else heads
    same_length("heads", len(owners), maps, "maps")
    if tokens is not None:
        same_length("tokens", len(tokens), length, "rows")
        same_length("tokens", len(tokens), keys, "columns")
    if outline is not None and not 0 <= outline < length:
        raise ValueError(f"row {outline} cannot be outlined: the rows are 0 to {length - 1}")
    row_names = tokens or [str(i) for i in range(length)]
    column_names = tokens or [str(j) for j in range(keys)]
    values = weights.tolist()
    largest = max([1.0, *(abs(v) for v in weights.flatten().tolist() if isfinite(v))])
    drawings = [
        _heat_map(
            values[m], labels[m], owners[m], (rows, row_names), (columns, column_names), outline, largest
        )
        for m in range(maps)
    ]
    return Figure(group(drawings, title, description), weights.flatten().tolist())


def _heat_map(
    values: Sequence[Sequence[float]],
    label: str,
    head: int | None,
    rows: tuple[str, Sequence[str]],
    columns: tuple[str, Sequence[str]],
    outline: int | None,
    largest: float,
) -> str:
    written = [[fraction(value) for value in row] for row in values]
    pitch = max(
        PITCH, *(text_width(t) + 6 for t in columns[1]), *(text_width(t) + 6 for r in written for t in r)
    )
    pitch = round(pitch)
    edge = round(max(text_width(t) for t in rows[1])) + 8
    right = edge + pitch * len(columns[1]) - 2
    parts = [text(0, 14, label, f"name start {hue(head)}")]
    parts += [text(0, 36, f"{rows[0]} ↓", "quiet start"), text(right, 36, f"{columns[0]} →", "quiet end")]
    parts += [text(edge + (j + 0.5) * pitch - 1, TOP - 7, name, "quiet") for j, name in enumerate(columns[1])]
    cells = []
    for i, row in enumerate(values):
        y = TOP + i * PITCH
        parts.append(text(edge - 8, y + 23, rows[1][i], "end strong" if i == outline else "quiet end"))
        for j, value in enumerate(row):
            shade = LEAST + (1 - LEAST) * share(value, largest)
            cells.append(rect(edge + j * pitch, y, pitch - 2, PITCH - 2, opacity=shade))
            parts.append(text(edge + (j + 0.5) * pitch - 1, y + 23, written[i][j]))
    if outline is not None:
        parts.append(rect(edge - 2, TOP + outline * PITCH - 2, right - edge + 4, PITCH + 2, "ring"))
    axes = text_width(f"{rows[0]} ↓{columns[0]} →", 12) + 12
    width = max(right + 2, text_width(label) * 1.05, axes)
    return drawing(width, TOP + PITCH * len(values) + 2, [colored(head, cells), *parts])
