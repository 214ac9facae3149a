"""Shapes: the chain that a tensor goes through, and the right and the wrong way to split heads."""

from collections.abc import Sequence

import torch
from torch import Tensor

from manyheads.checks import check_size
from manyheads.heads import split_heads
from manyheads.plot.svg import (
    BOLD,
    Figure,
    colored,
    drawing,
    group,
    hue,
    line,
    rect,
    same_length,
    text,
    text_width,
)

BOX = 78  # px, one shape; seven fit beside each other
ARROW = 15  # px, from one shape to the next
SIZE = 18  # px from one size of a shape to the next
CELL = 24  # px from one feature to the next
TOP = 46  # room for a caption and the names of the heads


def shape_strip(steps: Sequence[tuple[str, Tensor, str]], *, title: str, description: str) -> Figure:
    """Draw the chain of shapes that a tensor goes through, taken from the tensors themselves.

    Args:
        steps: Per step its name, the tensor and its axes, such as ("scores", scores, "N H L S").
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.

    Raises:
        ValueError: If there is no step, or a tensor has more or fewer axes than are named.
    """
    check_size("the number of steps", len(steps))
    drawings, numbers = [], []
    for n, (name, tensor, axes) in enumerate(steps):
        letters = axes.split()
        if tensor.ndim != len(letters):
            raise ValueError(
                f"{name}: {tuple(tensor.shape)} has {tensor.ndim} axes, {axes!r} names {len(letters)}"
            )
        middle, first = BOX / 2, BOX / 2 - (len(letters) - 1) * SIZE / 2
        parts = [rect(0.5, 0.5, BOX - 1, 73, "box"), text(middle, 20, name, "name")]
        for k, (size, letter) in enumerate(zip(tensor.shape, letters, strict=True)):
            parts += [
                text(first + k * SIZE, 44, str(size), "large"),
                text(first + k * SIZE, 63, letter, "quiet"),
            ]
        last = n == len(steps) - 1
        if not last:
            parts.append(text(BOX + ARROW / 2, 42, "→", "quiet"))
        drawings.append(drawing(BOX if last else BOX + ARROW, 74, parts))
        numbers += map(float, tensor.shape)
    return Figure(group(drawings, title, description, "chain"), numbers)


def split(
    length: int,
    width: int,
    num_heads: int,
    *,
    tokens: Sequence[str],
    captions: tuple[str, str, str],
    heads: Sequence[str],
    title: str,
    description: str,
) -> Figure:
    """Draw one projected sequence, its heads, and the wrong heads that `view` alone gives.

    A row is named after its token, a cell holds the index of its feature and has the hue of the head that
    owns it: where a hue or a token is under the wrong head, the split is wrong.

    Args:
        length: L, how many tokens.
        width: H * d_h, how many features.
        num_heads: H.
        tokens: Names of the tokens.
        captions: Words above the projected sequence, the right heads and the wrong heads.
        heads: Names of the heads.
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.

    Raises:
        ValueError: If a size is no int >= 1, names and sizes do not match, or the heads do not divide the width.
    """
    for name, size in (("length", length), ("width", width), ("num_heads", num_heads)):
        check_size(name, size)
    same_length("tokens", len(tokens), length, "rows")
    same_length("names", len(heads), num_heads, "heads")
    places = torch.arange(float(length * width)).view(
        1, length, width
    )  # (1, L, D), every cell another number
    right = split_heads(places, num_heads)  # (1, H, L, d_h)
    wrong = places.view(right.shape)  # (1, H, L, d_h)
    whole = places.view(length, num_heads, -1).transpose(0, 1)  # (H, L, d_h), drawn side by side
    edge = round(max(map(text_width, tokens))) + 8
    drawings = [
        line([_panel(whole, captions[0], tokens, heads, edge, apart=4, named=1)]),
        _panel(right[0], f"✓ {captions[1]}", tokens, heads, edge, apart=20 + edge, named=num_heads),
        _panel(wrong[0], f"✗ {captions[2]}", tokens, heads, edge, apart=20 + edge, named=num_heads),
    ]
    numbers = torch.cat([places.flatten(), right.flatten(), wrong.flatten()]) % width
    return Figure(group(drawings, title, description), numbers.tolist())


def _panel(
    grids: Tensor,
    caption: str,
    tokens: Sequence[str],
    heads: Sequence[str],
    edge: int,
    *,
    apart: int,
    named: int,
) -> str:
    """Draw (H, L, d_h) grids beside each other; the first `named` ones name the token of each row."""
    num_heads, length, d_h = grids.shape
    width = num_heads * d_h
    parts = [text(0, 14, caption, "name start")]
    for h in range(num_heads):
        left = edge + h * (d_h * CELL + apart)
        parts.append(text(left + d_h * CELL / 2 - 1, TOP - 7, heads[h], f"quiet {hue(h)}"))
        for i in range(length):
            y = TOP + i * (CELL + 2)
            places = [int(place) for place in grids[h, i].tolist()]
            if h < named:
                parts.append(text(left - 8, y + 17, tokens[places[0] // width], "quiet end"))
            owner = places[0] % width // d_h
            cells = [rect(left + k * CELL, y, CELL - 2, CELL, "on") for k in range(d_h)]
            parts.append(colored(owner, cells))
            parts += [text(left + (k + 0.5) * CELL - 1, y + 17, str(p % width)) for k, p in enumerate(places)]
    right = max(edge + num_heads * d_h * CELL + (num_heads - 1) * apart, text_width(caption) * BOLD)
    return drawing(right, TOP + length * (CELL + 2), parts)
