"""Arithmetic with vectors: one row per vector, with its sign and its factor, and the result under a rule."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.fractions import MINUS, fraction
from manyheads.plot.query import CELL, vector
from manyheads.plot.svg import Figure, colored, drawing, group, hue, same_length, text, text_width

PITCH = 32  # px from one row to the next
CAPTION = 20  # px, room for the names of the heads
HALVES = 6  # px between the parts of a vector that belong to different heads


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

    def parts(self) -> list[tuple[int | None, list[float]]]:
        """Cut the vector into (head, numbers).

        Raises:
            ValueError: If the vector does not split evenly.
        """
        values = self.vector.tolist()
        if self.split is None:
            return [(self.head, values)]
        if len(values) % self.split:
            raise ValueError(f"{self.label!r}: {len(values)} numbers do not split into {self.split} heads")
        width = len(values) // self.split
        return [(h, values[h * width : (h + 1) * width]) for h in range(self.split)]


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
        if row.split is not None and heads:
            same_length("names", len(heads), row.split, "heads")
    drawings, start = [], 0
    for size in sizes:
        drawings.append(_strip(rows[start : start + size], heads))
        start += size
    return Figure(group(drawings, title, description), [n for row in rows for n in _numbers(row)])


def _numbers(row: Row) -> list[float]:
    return [*([] if row.factor is None else [float(row.factor)]), *row.vector.tolist()]


def _strip(rows: Sequence[Row], heads: Sequence[str]) -> str:
    factors = ["" if row.factor is None else fraction(float(row.factor)) for row in rows]
    pitch = round(max(CELL, *(text_width(fraction(v)) + 6 for row in rows for v in row.vector.tolist())))
    label = round(max(text_width(row.label) for row in rows))
    sign = label + (20 if any(row.sign for row in rows) else 0)  # middle of the sign
    factor = sign + round(
        max(map(text_width, factors)) + (28 if any(factors) else 0)
    )  # right end of the factor
    left = factor + 10
    parts, y, width, captioned = [], 0, 0.0, False
    for row, times in zip(rows, factors, strict=True):
        pieces = row.parts()
        split = row.split is not None and bool(heads)
        if split and not captioned:
            y += CAPTION
            step = len(pieces[0][1]) * pitch + HALVES
            parts += [
                text(left + h * step + (step - HALVES) / 2 - 1, y - 6, heads[h], f"quiet {hue(h)}")
                for h in range(len(pieces))
            ]
        captioned = split
        if row.sign == "=":
            y += 8
            ends = left + len(row.vector) * pitch
            parts.append(f'<path class="rule" d="M{label + 10} {y - 6}H{ends}"/>')
        parts.append(
            text(0, y + 18, row.label, f"start name {hue(row.head)}" if row.head is not None else "start")
        )
        if row.sign:
            parts.append(text(sign, y + 18, row.sign.replace("-", MINUS)))
        if times:
            parts += [text(factor - 16, y + 18, times, "end"), text(factor - 4, y + 18, "×", "quiet")]
        x = left
        for head, values in pieces:
            parts.append(colored(head, vector(values, x, y, pitch)))
            x += len(values) * pitch + HALVES
        width = max(width, x - HALVES)
        y += PITCH
    return drawing(width, y - PITCH + 28, parts)
