"""Projection matrices as grids: the rows or the columns of each head have its hue, zeros are dots."""

from collections.abc import Sequence
from itertools import pairwise

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.fractions import fraction
from manyheads.plot.svg import Figure, colored, drawing, group, hue, rect, same_length, text, text_width

PITCH = 24  # px from one entry to the next
BLOCK = 4  # px between blocks
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
        bands: Per matrix "rows" if each head owns equal bands of rows (W_Q, W_K, W_V), or "columns" if each
            head is read by equal bands of columns (W_O).
        num_heads: How many heads.
        heads: Their names.
        columns: What the input features of a matrix with row bands are: (how many, word), from left to right.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.

    Raises:
        ValueError: If names, bands and sizes do not match.
    """
    same_length("labels", len(labels), len(weights), "matrices")
    same_length("bands", len(bands), len(weights), "matrices")
    same_length("names", len(heads), num_heads, "heads")
    drawings = []
    for weight, label, band in zip(weights, labels, bands, strict=True):
        if band not in ("rows", "columns"):
            raise ValueError(f'{label}: bands are "rows" or "columns", not {band!r}')
        high, wide = weight.shape
        owned = high if band == "rows" else wide
        if owned % num_heads:
            raise ValueError(f"{label}: {owned} {band} do not split into {num_heads} heads")
        owners = [(owned // num_heads, name) for name in heads]
        if band == "rows":
            if sum(size for size, _ in columns) != wide:
                raise ValueError(f"{label}: {wide} columns, but the words name {sum(s for s, _ in columns)}")
            drawings.append(_grid(weight, label, owners, list(columns), band))
        else:
            drawings.append(_grid(weight, label, [(high, "")], owners, band))
    return Figure(group(drawings, title, description), [v for w in weights for v in w.flatten().tolist()])


def _grid(
    weight: Tensor, label: str, rows: list[tuple[int, str]], columns: list[tuple[int, str]], band: str
) -> str:
    edge = round(max(text_width(name, 12) for _, name in rows)) + 8
    edge = edge if edge > 8 else 0
    across, down = _places(columns, edge), _places(rows, TOP)
    entries = weight.tolist()
    fills: dict[int, list[str]] = {}
    dots, words = [], []
    for r, (top, high) in enumerate(_blocks(rows, down)):
        for c, (left, wide) in enumerate(_blocks(columns, across)):
            head = r if band == "rows" else c
            fills.setdefault(head, []).append(rect(left, top, wide, high, "band"))
    for i, row in enumerate(entries):
        y = down[i]
        for j, value in enumerate(row):
            shown = fraction(value)
            if shown == "0":
                continue
            head = _owner(i, rows) if band == "rows" else _owner(j, columns)
            kind = "minus" if value < 0 else "on"
            fills[head].append(rect(across[j] + 1, y + 1, PITCH - 2, PITCH - 2, kind))
            words.append(text(across[j] + PITCH / 2, y + 16.5, shown, "small" if len(shown) > 2 else ""))
        dots += [
            f"M{left + PITCH // 2} {y + PITCH // 2}h{wide - PITCH}" for left, wide in _blocks(columns, across)
        ]
    names = [text(edge, 14, label, "name start")]
    right = 0.0
    for c, ((left, wide), (_, name)) in enumerate(zip(_blocks(columns, across), columns, strict=True)):
        names.append(text(left + wide / 2, TOP - 7, name, "quiet" if band == "rows" else f"quiet {hue(c)}"))
        right = max(right, left + wide, left + wide / 2 + text_width(name, 12) / 2)
    if edge:
        for r, ((top, high), (_, name)) in enumerate(zip(_blocks(rows, down), rows, strict=True)):
            names.append(text(edge - 8, top + high / 2 + 4, name, f"quiet end {hue(r)}"))
    empty = f'<path class="dots" stroke-dasharray="0 {PITCH}" d="{"".join(dots)}"/>'
    bands = [colored(head, [p for p in parts if '"band"' in p]) for head, parts in fills.items()]
    cells = [colored(head, [p for p in parts if '"band"' not in p]) for head, parts in fills.items()]
    return drawing(right, down[-1] + PITCH, [*bands, empty, *cells, *words, *names])


def _places(parts: Sequence[tuple[int, str]], start: int) -> list[int]:
    """Where each row or column begins, with room between the parts."""
    owners = [n for n, (size, _) in enumerate(parts) for _ in range(size)]
    return [start + k * PITCH + owner * BLOCK for k, owner in enumerate(owners)]


def _blocks(parts: Sequence[tuple[int, str]], places: Sequence[int]) -> list[tuple[int, int]]:
    """Where each part begins and how long it is."""
    ends = [0]
    for size, _ in parts:
        ends.append(ends[-1] + size)
    return [(places[a], (b - a) * PITCH) for a, b in pairwise(ends)]


def _owner(index: int, parts: Sequence[tuple[int, str]]) -> int:
    return [n for n, (size, _) in enumerate(parts) for _ in range(size)][index]
