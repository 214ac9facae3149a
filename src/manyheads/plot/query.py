"""One query over its keys: it meets every key, scores become weights, weights mix values."""

from collections.abc import Sequence
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.cells import FOOT, pitch, vector
from manyheads.plot.fractions import fraction
from manyheads.plot.svg import (
    BOLD,
    QUIET,
    Figure,
    colored,
    drawing,
    filled,
    group,
    rect,
    same_length,
    text,
    text_width,
)

BAR = 46  # px, a weight of 1
LINE = 34  # px from one row to the next
HEADERS = 32  # px, room for the words above the columns
ASKED = 38  # px, room for the query above the keys
GAP = 12  # px between columns


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
        ValueError: If a tensor is empty, or tensors and tokens do not have one entry per key.
    """
    for name, tensor, axes in (
        ("scores", scores, "S"),
        ("weights", weights, "S"),
        ("values", values, "S d_v"),
    ):
        filled(name, tensor.shape, axes)
    found = {"scores": len(scores), "weights": len(weights), "tokens": len(tokens)}
    if match is not None:
        filled("the query of the match", match.query.shape, "d_h")
        filled("the keys of the match", match.keys.shape, "S d_h")
        same_length("features of the query", len(match.query), match.keys.shape[1], "features of the keys")
        found["key vectors"] = len(match.keys)
    for things, count in found.items():
        same_length(things, count, len(values), "values")
    mixed = (weights @ values).tolist()  # (d_v,)
    table = _Table(tokens, scores.tolist(), weights.tolist(), [*values.tolist(), mixed])
    numbers = [*table.scores, *table.weights, *(value for row in table.vectors for value in row)]
    if match is None:
        return Figure(group([_mixture(table, headers, total, head, HEADERS)], title, description), numbers)
    products = (match.keys @ match.query).tolist()  # (S,)
    drawings = [
        _match(match, products, tokens, headers[0], head),
        _mixture(table, headers, total, head, ASKED),
    ]
    numbers = [*match.query.tolist(), *match.keys.flatten().tolist(), *products, *numbers]
    return Figure(group(drawings, title, description, "pair"), numbers)


class _Table(NamedTuple):
    """One row per key; below them the weighted sum, the last vector."""

    tokens: Sequence[str]
    scores: Sequence[float]
    weights: Sequence[float]
    vectors: Sequence[Sequence[float]]


def _match(match: Match, products: Sequence[float], tokens: Sequence[str], key: str, head: int) -> str:
    """Draw the query, and under it the keys with their dot products."""
    query, rows = match.query.tolist(), match.keys.tolist()
    step = pitch([*query, *(value for row in rows for value in row)])
    token = text_width(key, QUIET) + 8  # left end of the names
    left = round(max(text_width(match.name) * BOLD, *(token + text_width(name) for name in tokens))) + 10
    arrow = left + len(query) * step + 10  # middle of the arrow
    column = max(text_width(match.products, QUIET), *(text_width(fraction(value)) for value in products))
    middle = arrow + GAP + column / 2  # of the dot products
    parts = [text(0, FOOT, match.name, "name start"), colored(head, vector(query, left, 0, step))]
    parts.append(text(middle, FOOT, match.products, "quiet"))
    for i, (name, row, product) in enumerate(zip(tokens, rows, products, strict=True)):
        y = ASKED + i * LINE
        parts += [text(0, y + FOOT, key, "quiet start"), text(token, y + FOOT, name, "start")]
        parts += [*vector(row, left, y, step), text(arrow, y + FOOT, "→", "quiet")]
        parts.append(text(middle, y + FOOT, fraction(product)))
    return drawing(middle + column / 2, ASKED + len(rows) * LINE, parts)


def _mixture(table: _Table, headers: tuple[str, str, str, str], total: str, head: int, top: int) -> str:
    """Draw scores, weights and values, and under them the weighted sum."""
    step = pitch(value for row in table.vectors for value in row)
    token = max(text_width(headers[0], QUIET), *map(text_width, table.tokens))
    score = max(text_width(headers[1], QUIET), *(text_width(fraction(value)) for value in table.scores))
    share = max(text_width(fraction(value)) for value in table.weights)
    middle = round(token + GAP + score / 2)  # of the scores
    bar = round(middle + score / 2 + 2 * GAP)  # left end of the bars
    left = round(bar + BAR + 8 + share + 2 * GAP)  # left end of the vectors
    right = left + step * len(table.vectors[0])
    parts = [text(0, FOOT, headers[0], "quiet start"), text(middle, FOOT, headers[1], "quiet")]
    parts += [text(bar, FOOT, headers[2], "quiet start"), text(left, FOOT, headers[3], "quiet start")]
    fills = []
    for i, (name, weight) in enumerate(zip(table.tokens, table.weights, strict=True)):
        y = top + i * LINE
        foot = y + FOOT
        parts += [text(0, foot, name, "start"), text(middle, foot, fraction(table.scores[i]))]
        parts += [text(bar - GAP, foot, "→", "quiet"), text(bar + BAR + 8, foot, fraction(weight), "start")]
        parts += [text(left - GAP, foot, "×", "quiet"), *vector(table.vectors[i], left, y, step)]
        fills += [rect(bar, y + 5, BAR, 16, "band"), rect(bar, y + 5, max(1, weight * BAR), 16)]
    y = top + len(table.tokens) * LINE
    parts.append(f'<path class="rule" d="M0 {y + 2}H{right - 2}"/>')
    foot = y + 10 + FOOT
    parts += [text(left - 2 * GAP, foot, total, "name end"), text(left - GAP, foot, "=", "quiet")]
    fills += vector(table.vectors[-1], left, y + 10, step)
    return drawing(right, y + 38, [*parts, colored(head, fills)])
