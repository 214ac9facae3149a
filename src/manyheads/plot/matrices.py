"""Projection matrices as grids: the rows or the columns of each head have its hue, zeros are dots."""

from collections.abc import Sequence
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.cells import pitch
from manyheads.plot.fractions import fraction
from manyheads.plot.svg import BOLD, Figure, colored, drawing, group, hue, rect, same_length, text, text_width

CELL = 26  # px from one entry to the next, at least
SMALL = 11  # px, size of entries with more than two letters
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
        ValueError: If names, bands and sizes do not match.
    """
    same_length("labels", len(labels), len(weights), "matrices")
    same_length("bands", len(bands), len(weights), "matrices")
    same_length("names", len(heads), num_heads, "heads")
    edge = round(max(text_width(name) for name in heads) * BOLD) + 8
    grids = []
    for weight, label, band in zip(weights, labels, bands, strict=True):
        if band not in ("rows", "columns"):
            raise ValueError(f'{label}: bands are "rows" or "columns", not {band!r}')
        high, wide = weight.shape
        owned, rest = (high, wide) if band == "rows" else (wide, high)
        if owned % num_heads:
            raise ValueError(f"{label}: {owned} {band} do not split into {num_heads} heads")
        owners = [(owned // num_heads, name) for name in heads]
        named = sum(size for size, _ in columns)
        if band == "rows" and named != rest:
            raise ValueError(f"{label}: the words name {named} columns, the matrix has {rest}")
        step = pitch(weight.flatten().tolist(), CELL, SMALL)
        rows = _blocks(owners if band == "rows" else [(rest, "")], TOP, step)
        across = _blocks(columns if band == "rows" else owners, edge, step)
        grids.append((weight.tolist(), label, rows, across, band == "rows", step))
    width = max(_right(across) for _, _, _, across, _, _ in grids)  # equal, so that drawings stand in columns
    drawings = [_grid(*grid, width) for grid in grids]
    return Figure(group(drawings, title, description), [v for w in weights for v in w.flatten().tolist()])


class _Block(NamedTuple):
    """Some rows or columns that belong together: the index of the first, how many, where it starts."""

    name: str
    first: int
    size: int
    start: int
    length: int  # px


def _blocks(parts: Sequence[tuple[int, str]], start: int, step: int) -> list[_Block]:
    blocks, first = [], 0
    for n, (size, name) in enumerate(parts):
        blocks.append(_Block(name, first, size, start + first * step + n * APART, size * step))
        first += size
    return blocks


def _right(columns: Sequence[_Block]) -> float:
    """Where the last column or the words above it end."""
    return max(
        block.start + max(block.length, (block.length + text_width(block.name, 12)) / 2) for block in columns
    )


def _grid(
    entries: Sequence[Sequence[float]],
    label: str,
    rows: Sequence[_Block],
    columns: Sequence[_Block],
    by_row: bool,
    step: int,
    width: float,
) -> str:
    """Draw a block for every pair of a row band and a column band, and in it its entries."""
    parts = [text(columns[0].start, 14, label, "name start")]
    for n, block in enumerate(columns):
        kind = "quiet" if by_row else f"quiet {hue(n)}"
        parts.append(text(block.start + block.length / 2, TOP - 7, block.name, kind))
    for n, block in enumerate(rows):
        if block.name:
            parts.append(
                text(columns[0].start - 8, block.start + block.length / 2 + 4, block.name, f"end {hue(n)}")
            )
    for r, row in enumerate(rows):
        for c, column in enumerate(columns):
            parts.append(colored(r if by_row else c, _block(entries, row, column, step)))
    return drawing(width, rows[-1].start + rows[-1].length, parts)


def _block(entries: Sequence[Sequence[float]], row: _Block, column: _Block, step: int) -> list[str]:
    left, top = column.start, row.start
    dots, cells = [], []
    for i in range(row.size):
        y = top + i * step
        dots.append(f"M{left + step / 2:g} {y + step / 2:g}h{column.length - step + 1}")
        for j in range(column.size):
            value = entries[row.first + i][column.first + j]
            words, x = fraction(value), left + j * step
            if words != "0":
                cells.append(rect(x + 2, y + 2, step - 4, step - 4, "minus" if value < 0 else "on"))
                cells.append(
                    text(x + step / 2, y + step / 2 + 4, words, "small" if len(words) > 2 else "entry")
                )
    zeros = f'<path class="dots" stroke-dasharray="0 {step}" d="{"".join(dots)}"/>'
    return [rect(left, top, column.length, row.length, "band"), zeros, *cells]
