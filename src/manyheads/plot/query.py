"""One query over its keys: it meets every key, scores become weights, weights mix values."""

from collections.abc import Sequence
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.cells import FOOT, pitch, vector
from manyheads.plot.fractions import fraction
from manyheads.plot.svg import (
    BOLD,
    Figure,
    colored,
    drawing,
    group,
    rect,
    same_length,
    text,
    text_width,
)

BAR = 46  # px, a weight of 1
LINE = 34  # px from one row to the next
TOP = 24  # room for the heads of the columns
ASKED = 40  # room for the query above the keys
GAP = 14  # px between columns


class Match(NamedTuple):
    """A query and the keys that it meets."""

    query: Float[Tensor, "d_h"]
    keys: Float[Tensor, "S d_h"]
    name: str  # of the query
    products: str  # what the dot products are called


def one_query(
    scores: Float[Tensor, "S"],
    weights: Float[Tensor, "S"],
    values: Float[Tensor, "S d_v"],
    tokens: Sequence[str],
    *,
    headers: tuple[str, str, str, str],
    total: str,
    title: str,
    description: str,
    match: Match | None = None,
    head: int = 0,
) -> Figure:
    """Draw a table: each key with its score, its weight as a bar and its value, and the weighted sum below.

    Args:
        scores: (S,), one score per key.
        weights: (S,), their softmax.
        values: (S, d_v), one value vector per key.
        tokens: Names of the keys.
        headers: Words for the columns: key, score, weight, value.
        total: What the last row is called, such as "weighted sum".
        title: What the picture is called, in the language of the page.
        description: What it shows, for readers who do not see it.
        match: Draws a second table before it: the query, the keys and their dot products.
        head: Whose hue the picture has.

    Raises:
        ValueError: If the tensors and the tokens do not have one entry per key.
    """
    found = {"scores": len(scores), "weights": len(weights), "tokens": len(tokens)}
    if match is not None:
        found["key vectors"] = len(match.keys)
    for things, count in found.items():
        same_length(things, count, len(values), "values")
    mixed = (weights @ values).tolist()  # (d_v,)
    numbers = [*scores.tolist(), *weights.tolist(), *values.flatten().tolist(), *mixed]
    drawings = [
        _mixture(
            scores.tolist(),
            weights.tolist(),
            [*values.tolist(), mixed],
            tokens,
            headers,
            total,
            head,
            match is not None,
        )
    ]
    if match is not None:
        products = (match.keys @ match.query).tolist()  # (S,)
        drawings.insert(0, _match(match, products, tokens, headers[0], head))
        numbers = [*match.query.tolist(), *match.keys.flatten().tolist(), *products, *numbers]
    return Figure(group(drawings, title, description, "pair"), numbers)


def _match(match: Match, products: Sequence[float], tokens: Sequence[str], keys: str, head: int) -> str:
    query, rows = match.query.tolist(), match.keys.tolist()
    step = pitch([*query, *(value for row in rows for value in row)])
    left = round(max(text_width(name) for name in [*tokens, match.name, keys]) * BOLD) + GAP
    right = left + len(query) * step
    column = max(text_width(words) for words in [match.products, *map(fraction, products)])
    equals, middle = right + GAP - 4, right + 2 * GAP + column / 2
    parts = [text(0, FOOT, match.name, "name start"), colored(head, vector(query, left, 0, step))]
    parts += [text(left, ASKED + 12, keys, "quiet start"), text(middle, ASKED + 12, match.products, "quiet")]
    for i, (token, row, product) in enumerate(zip(tokens, rows, products, strict=True)):
        y = ASKED + TOP + i * LINE
        parts += [text(0, y + FOOT, token, "start"), *vector(row, left, y, step)]
        parts += [text(equals, y + FOOT, "→", "quiet"), text(middle, y + FOOT, fraction(product))]
    return drawing(middle + column / 2, ASKED + TOP + len(rows) * LINE, parts)


def _mixture(
    scores: Sequence[float],
    weights: Sequence[float],
    vectors: Sequence[Sequence[float]],
    tokens: Sequence[str],
    headers: tuple[str, str, str, str],
    total: str,
    head: int,
    beside: bool,
) -> str:
    """Draw scores, weights and values; the last vector is the weighted sum."""
    step = pitch(value for row in vectors for value in row)
    token = max(text_width(name) for name in [*tokens, headers[0]])
    score = max(text_width(words) for words in [headers[1], *map(fraction, scores)])
    share = max(text_width(fraction(weight)) for weight in weights)
    middle = round(token + GAP + score / 2)  # of the scores
    bar = round(middle + score / 2 + 2 * GAP)  # left end of the bars
    left = round(bar + BAR + 8 + share + 2 * GAP)  # left end of the vectors
    right = left + step * len(vectors[0])
    parts = [text(0, 12, headers[0], "quiet start"), text(middle, 12, headers[1], "quiet")]
    parts += [text(bar, 12, headers[2], "quiet start"), text(left, 12, headers[3], "quiet start")]
    bars = []
    for i, (name, weight) in enumerate(zip(tokens, weights, strict=True)):
        y = TOP + i * LINE
        foot = y + FOOT
        parts += [text(0, foot, name, "start"), text(middle, foot, fraction(scores[i]))]
        parts += [text(bar - GAP, foot, "→", "quiet"), text(bar + BAR + 8, foot, fraction(weight), "start")]
        parts += [text(left - GAP, foot, "×", "quiet"), *vector(vectors[i], left, y, step)]
        bars += [rect(bar, y + 5, BAR, 16, "band"), rect(bar, y + 5, max(1, weight * BAR), 16)]
    y = TOP + len(tokens) * LINE + 6
    parts.append(f'<path class="rule" d="M0 {y - 4}H{right - 2}"/>')
    parts += [
        text(left - 2 * GAP, y + 4 + FOOT, total, "name end"),
        text(left - GAP, y + 4 + FOOT, "=", "quiet"),
    ]
    result = [*bars, *vector(vectors[-1], left, y + 4, step)]
    return drawing(right, y + 32, [*parts, colored(head, result)], "beside" if beside else "")
