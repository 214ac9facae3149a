"""Arithmetic with vectors: one row per vector, with its sign and its factor, and the result under a rule."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from manyheads.plot.cells import FOOT, HIGH, pitch, vector
from manyheads.plot.fractions import MINUS, fraction
from manyheads.plot.svg import BOLD, Figure, colored, drawing, group, hue, same_length, text, text_width

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
    groups: Sequence[int] | None = None,
) -> Figure:
    """Draw vectors under each other, as one adds them on paper.

    Args:
        rows: The vectors, from top to bottom.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.
        heads: Names of the heads, written above the rows that are split.
        groups: How many rows each drawing has; several drawings stand side by side where there is room.

    Raises:
        ValueError: If the groups do not add up to the rows, a vector does not split, or a head has no name.
    """
    sizes = [len(rows)] if groups is None else list(groups)
    if sum(sizes) != len(rows):
        raise ValueError(f"groups {tuple(sizes)} hold {sum(sizes)} rows, got {len(rows)}")
    for row in rows:
        if row.split is not None and len(row.vector) % row.split:
            raise ValueError(f"{row.label}: {len(row.vector)} numbers do not split into {row.split} heads")
        if row.split is not None and heads:
            same_length("names", len(heads), row.split, "heads")
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    drawings = [_strip(rows[end - size : end], heads) for size, end in zip(sizes, ends, strict=True)]
    return Figure(
        group(drawings, title, description),
        [n for row in rows for n in (*_factor(row), *row.vector.tolist())],
    )


def _factor(row: Row) -> list[float]:
    return [] if row.factor is None else torch.as_tensor(row.factor).flatten().tolist()


def _strip(rows: Sequence[Row], heads: Sequence[str]) -> str:
    factors = ["".join(map(fraction, _factor(row))) for row in rows]
    step = pitch(value for row in rows for value in row.vector.tolist())
    label = round(max(text_width(row.label) for row in rows) * BOLD)
    sign = label + (18 if any(row.sign for row in rows) else 0)  # middle of the sign
    times = sign + (round(max(map(text_width, factors))) + 26 if any(factors) else 0)  # middle of the ×
    left = times + 12
    cuts = {len(row.vector): len(row.vector) // row.split for row in rows if row.split}
    parts, y, captioned = [], 0, False
    for row, factor in zip(rows, factors, strict=True):
        if row.split and heads and not captioned:
            y += CAPTION
            parts += _captions(heads, left, y - 7, cuts[len(row.vector)] * step)
        captioned = bool(row.split)
        if row.sign == "=":
            y += RULE
            parts.append(f'<path class="rule" d="M{label + 8} {y - 7}H{left + len(row.vector) * step}"/>')
        kind = "start" if row.head is None else f"start {hue(row.head)}"
        parts.append(text(0, y + FOOT, row.label, kind))
        if row.sign:
            parts.append(text(sign, y + FOOT, row.sign.replace("-", MINUS)))
        if factor:
            parts += [text(times - 10, y + FOOT, factor, "end"), text(times, y + FOOT, "×", "quiet")]
        parts += _vector(row, left, y, step, cuts.get(len(row.vector), len(row.vector)))
        y += LINE
    width = max(
        left
        + len(row.vector) * step
        + APART * (len(row.vector) // cuts.get(len(row.vector), len(row.vector)) - 1)
        for row in rows
    )
    return drawing(width, y - LINE + HIGH + 1, parts)


def _captions(heads: Sequence[str], left: float, foot: float, width: float) -> list[str]:
    return [
        text(left + h * (width + APART) + width / 2 - 1, foot, name, hue(h)) for h, name in enumerate(heads)
    ]


def _vector(row: Row, x: float, y: float, step: int, cut: int) -> list[str]:
    """Draw a vector in parts of `cut` numbers, so that parts of different heads stand apart."""
    values = row.vector.tolist()
    pieces = [values[k : k + cut] for k in range(0, len(values), cut)]
    return [
        colored(n if row.split else row.head, vector(piece, x + n * (cut * step + APART), y, step))
        for n, piece in enumerate(pieces)
    ]
