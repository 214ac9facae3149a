"""Arithmetic with vectors: one row per vector, with its sign and its factor, and the result under a rule."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from manyheads.checks import check_size
from manyheads.plot.cells import FOOT, HIGH, pitch, vector
from manyheads.plot.fractions import MINUS, fraction
from manyheads.plot.svg import (
    BOLD,
    QUIET,
    Figure,
    colored,
    drawing,
    filled,
    group,
    hue,
    same_length,
    text,
    text_width,
)

LINE = 32  # px from one row to the next
CAPTION = 20  # px, room for the names of the heads
RULE = 8  # px, room for the rule above a result
APART = 6  # px between the parts of a vector that belong to different heads


@dataclass(frozen=True)
class Row:
    """A vector with the words and signs before it.

    Attributes:
        label: Its name.
        vector: (d,), its numbers.
        factor: What it is multiplied by.
        sign: "+", "−" or "=" before it; a rule is drawn above "=".
        head: Whose hue it has; None for no head.
        split: Into how many heads it is cut, equal parts in order; each part has its head's hue.
    """

    label: str
    vector: Float[Tensor, "d"]
    factor: Float[Tensor, ""] | float | None = None
    sign: str = ""
    head: int | None = None
    split: int | None = None


def strips(
    rows: Sequence[Row],
    *,
    title: str,
    description: str,
    heads: Sequence[str] = (),
    columns: Sequence[tuple[int, str]] = (),
    groups: Sequence[int] | None = None,
) -> Figure:
    """Draw vectors under each other, as one adds them on paper.

    Args:
        rows: The vectors, from top to bottom.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.
        heads: Names of the heads, written above the rows that are split.
        columns: What the numbers of a vector that is not split are: (how many, word), from left to right; written
            above the vectors of that length.
        groups: How many rows each drawing has; several drawings stand side by side where there is room.

    Raises:
        ValueError: If there is no row, a vector is empty, a size is no int >= 1, the groups do not add up to the
            rows, a vector does not split, or a head has no name.
    """
    check_size("the number of rows", len(rows))
    sizes = [len(rows)] if groups is None else list(groups)
    for size in sizes:
        check_size("the rows of a group", size)
    for size, word in columns:
        check_size(f"the columns of {word}", size)
    if sum(sizes) != len(rows):
        raise ValueError(f"groups {tuple(sizes)} hold {sum(sizes)} rows, got {len(rows)}")
    for row in rows:
        filled(row.label, row.vector.shape, "d")
        if row.split is not None:
            check_size(f"{row.label}: split", row.split)
        if row.split is not None and len(row.vector) % row.split:
            raise ValueError(f"{row.label}: {len(row.vector)} numbers do not split into {row.split} heads")
        if row.split is not None and heads:
            same_length("names", len(heads), row.split, "heads")
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    drawings = [_strip(rows[end - size : end], heads, columns) for size, end in zip(sizes, ends, strict=True)]
    return Figure(
        group(drawings, title, description),
        [n for row in rows for n in (*_factor(row), *row.vector.tolist())],
    )


def _factor(row: Row) -> list[float]:
    return [] if row.factor is None else torch.as_tensor(row.factor).flatten().tolist()


def _strip(rows: Sequence[Row], heads: Sequence[str], columns: Sequence[tuple[int, str]]) -> str:
    factors = ["".join(map(fraction, _factor(row))) for row in rows]
    step = pitch(value for row in rows for value in row.vector.tolist())
    label = round(max(text_width(row.label) * (1 if row.head is None else BOLD) for row in rows))
    sign = label + (18 if any(row.sign for row in rows) else 0)  # middle of the sign
    times = sign + (round(max(map(text_width, factors))) + 26 if any(factors) else 0)  # middle of the ×
    left = times + 12
    parts, y, width, above = [], 0, 0.0, ()
    for row, factor, sizes in zip(rows, factors, _sizes(rows, columns), strict=True):
        pieces = _pieces(row, sizes, left, step)
        names = _names(row, heads, columns)
        if names and names != above:
            y += CAPTION
            for n, ((x, values), name) in enumerate(zip(pieces, names, strict=True)):
                middle = x + (len(values) * step - 2) / 2
                parts.append(text(middle, y - 7, name, hue(n) if row.split else "quiet"))
                width = max(width, middle + text_width(name, QUIET) / 2)
        above = names
        if row.sign == "=":
            y += RULE
            parts.append(f'<path class="rule" d="M{label + 8} {y - 7}H{left + len(row.vector) * step}"/>')
        parts.append(text(0, y + FOOT, row.label, "start" if row.head is None else f"start {hue(row.head)}"))
        if row.sign:
            parts.append(text(sign, y + FOOT, row.sign.replace("-", MINUS)))
        if factor:
            parts += [text(times - 10, y + FOOT, factor, "end"), text(times, y + FOOT, "×", "quiet")]
        for n, (x, values) in enumerate(pieces):
            parts.append(colored(n if row.split else row.head, vector(values, x, y, step)))
            width = max(width, x + len(values) * step)
        y += LINE
    return drawing(width, y - LINE + HIGH + 1, parts)


def _sizes(rows: Sequence[Row], columns: Sequence[tuple[int, str]]) -> list[list[int]]:
    """Into how many numbers each vector is cut: where one row is, rows as long as it stand above its parts."""
    sizes = {sum(size for size, _ in columns): [size for size, _ in columns]}
    cuts = {len(row.vector): [len(row.vector) // row.split] * row.split for row in rows if row.split}
    return [(cuts if row.split else cuts | sizes).get(len(row.vector), [len(row.vector)]) for row in rows]


def _pieces(row: Row, sizes: Sequence[int], left: float, step: int) -> list[tuple[float, list[float]]]:
    """Cut a vector, and say where each part stands."""
    values, pieces, first = row.vector.tolist(), [], 0
    for n, size in enumerate(sizes):
        pieces.append((left + first * step + n * APART, values[first : first + size]))
        first += size
    return pieces


def _names(row: Row, heads: Sequence[str], columns: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """What stands above the parts of a vector, if anything does."""
    if row.split:
        return tuple(heads)
    named = sum(size for size, _ in columns) == len(row.vector)
    return tuple(name for _, name in columns) if named else ()
