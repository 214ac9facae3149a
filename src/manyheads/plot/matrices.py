"""Projection matrices as grids: the rows or the columns of each head have its hue, zeros are dots."""

from collections.abc import Sequence
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from manyheads.checks import check_size
from manyheads.plot.cells import pitch
from manyheads.plot.fractions import fraction
from manyheads.plot.svg import (
    BOLD,
    QUIET,
    SMALL,
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

CELL = 24  # px from one entry to the next, at least
APART = 4  # px between blocks
TOP = 46  # room for the name and the words above the columns


def matrices(
    weights: Sequence[Float[Tensor, "out in"]],
    labels: Sequence[str],
    *,
    bands: Sequence[str],
    num_heads: int,
    heads: Sequence[str],
    columns: Sequence[tuple[int, str]],
    title: str,
    description: str,
) -> Figure:
    """Draw matrices as grids of blocks.

    Args:
        weights: Each (out, in), as PyTorch stores them.
        labels: One name per matrix; "W_Q" is written with a subscript.
        bands: Per matrix "rows" if each head owns an equal band of rows (W_Q, W_K, W_V), or "columns" if
            an equal band of columns reads each head (W_O).
        num_heads: How many heads.
        heads: Their names.
        columns: What the columns of a matrix with row bands read: (how many, word), from left to right.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.

    Raises:
        ValueError: If a matrix is empty, a size is no int >= 1, or names, bands and sizes do not match.
    """
    check_size("the number of matrices", len(weights))
    check_size("num_heads", num_heads)
    for size, word in columns:
        check_size(f"the columns of {word}", size)
    same_length("labels", len(labels), len(weights), "matrices")
    same_length("bands", len(bands), len(weights), "matrices")
    same_length("names", len(heads), num_heads, "heads")
    edge = round(max(text_width(name) for name in heads) * BOLD) + 8
    grids = []
    for weight, label, band in zip(weights, labels, bands, strict=True):
        if band not in ("rows", "columns"):
            raise ValueError(f'{label}: bands are "rows" or "columns", not {band!r}')
        filled(label, weight.shape, "out in")
        high, wide = weight.shape
        owned = high if band == "rows" else wide
        if owned % num_heads:
            raise ValueError(f"{label}: {owned} {band} do not split into {num_heads} heads")
        named = sum(size for size, _ in columns)
        if band == "rows" and named != wide:
            raise ValueError(f"{label}: the words name {named} columns, the matrix has {wide}")
        entries, owners = weight.tolist(), [(owned // num_heads, name) for name in heads]
        step = pitch((value for row in entries for value in row), CELL, SMALL)
        if band == "rows":
            down, across = _blocks(owners, TOP, step), _blocks(columns, edge, step)
        else:
            down, across = _blocks([(high, "")], TOP, step), _blocks(owners, edge, step)
        grids.append(_Grid(label, entries, down, across, band == "rows", step))
    width = max(grid.right for grid in grids)  # equal, so that drawings stand in columns
    drawings = [_draw(grid, width) for grid in grids]
    return Figure(group(drawings, title, description), [v for w in weights for v in w.flatten().tolist()])


class _Block(NamedTuple):
    """Some rows or columns that belong together."""

    name: str
    first: int  # index of the first of them
    size: int  # how many
    start: int  # px
    length: int  # px


class _Grid(NamedTuple):
    """A matrix, the blocks of its rows and columns, and whether heads own rows (else columns)."""

    label: str
    entries: Sequence[Sequence[float]]
    rows: Sequence[_Block]
    columns: Sequence[_Block]
    by_row: bool
    step: int

    @property
    def right(self) -> float:
        """Where the last column ends, or the words above it, in px."""
        return max(
            column.start + max(column.length, (column.length + text_width(column.name, QUIET)) / 2)
            for column in self.columns
        )


def _blocks(parts: Sequence[tuple[int, str]], start: int, step: int) -> list[_Block]:
    blocks, first = [], 0
    for n, (size, name) in enumerate(parts):
        blocks.append(_Block(name, first, size, start + first * step + n * APART, size * step))
        first += size
    return blocks


def _draw(grid: _Grid, width: float) -> str:
    edge = grid.columns[0].start
    parts = [text(edge, 14, grid.label, "name start")]
    for n, column in enumerate(grid.columns):
        kind = "quiet" if grid.by_row else hue(n)
        parts.append(text(column.start + column.length / 2, TOP - 7, column.name, kind))
    for r, row in enumerate(grid.rows):
        if grid.by_row:
            parts.append(text(edge - 8, row.start + row.length / 2 + 4, row.name, f"end {hue(r)}"))
        for c, column in enumerate(grid.columns):
            parts.append(colored(r if grid.by_row else c, _block(grid, row, column)))
    return drawing(width, grid.rows[-1].start + grid.rows[-1].length, parts)


def _block(grid: _Grid, row: _Block, column: _Block) -> list[str]:
    """Draw the entries of some rows and columns on a band of their hue."""
    step = grid.step
    dots, cells = [], []
    for i in range(row.size):
        y = row.start + i * step
        # one px beyond the last dot, or it would not be drawn
        dots.append(f"M{column.start + step / 2:g} {y + step / 2:g}h{column.length - step + 1}")
        for j in range(column.size):
            value, x = grid.entries[row.first + i][column.first + j], column.start + j * step
            words = fraction(value)
            if words != "0":
                cells.append(rect(x + 2, y + 2, step - 4, step - 4, "minus" if value < 0 else "on"))
                kind = "small" if len(words) > 2 else "entry"
                cells.append(text(x + step / 2, y + step / 2 + 4, words, kind))
    zeros = f'<path class="dots" stroke-dasharray="0 {step}" d="{"".join(dots)}"/>'
    return [rect(column.start, row.start, column.length, row.length, "band"), zeros, *cells]
