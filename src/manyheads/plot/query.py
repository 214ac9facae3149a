"""One query over its keys: scores become weights, weights mix values."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from manyheads.plot.fractions import fraction
from manyheads.plot.svg import Figure, colored, drawing, group, rect, same_length, text, text_width

BAR = 46  # px, a weight of 1
PITCH = 34  # px from one row to the next
CELL = 28  # px from one number of a vector to the next, at least
TOP = 24  # room for the heads of the columns
GAP = 14  # px between columns


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
        head: Whose hue the picture has.

    Raises:
        ValueError: If the tensors and the tokens do not have one entry per key.
    """
    keys, d_v = values.shape
    for things, found in (("scores", len(scores)), ("weights", len(weights)), ("tokens", len(tokens))):
        same_length(things, found, keys, "keys")
    mixed = (weights @ values).tolist()  # (d_v,)
    rows = [*values.tolist(), mixed]
    cell = round(max(CELL, *(text_width(fraction(v)) + 6 for row in rows for v in row)))
    token = max(text_width(t) for t in [*tokens, headers[0]])
    score = max(text_width(t) for t in [headers[1], *map(fraction, scores.tolist())])
    share = max(text_width(t) for t in map(fraction, weights.tolist()))
    left = round(token + GAP)  # of the scores
    arrow = round(left + score + GAP)  # middle of the arrow
    bar = arrow + GAP  # left end of the bars
    cells = round(bar + BAR + share + 8 + 2 * GAP)  # left end of the vectors
    heads = (0, left + score / 2, bar, cells)
    parts = [
        text(x, 12, word, kind)
        for x, word, kind in zip(
            heads, headers, ("quiet start", "quiet", "quiet start", "quiet start"), strict=True
        )
    ]
    fills = []
    for i in range(keys):
        y = TOP + i * PITCH
        foot = y + 18
        weight = float(weights[i])
        parts += [text(0, foot, tokens[i], "start"), text(left + score / 2, foot, fraction(float(scores[i])))]
        parts += [text(arrow, foot, "→", "quiet"), text(bar + BAR + 8, foot, fraction(weight), "start")]
        fills += [rect(bar, y + 4, BAR, 18, opacity=0.12), rect(bar, y + 4, max(1, weight * BAR), 18)]
        parts += [text(cells - GAP, foot, "×", "quiet"), *vector(rows[i], cells, y, cell)]
    y = TOP + keys * PITCH + 6
    parts.append(f'<path class="rule" d="M0 {y - 4}H{cells + d_v * cell}"/>')
    parts += [text(cells - GAP - 12, y + 22, total, "end name"), text(cells - GAP, y + 22, "=", "quiet")]
    parts.append(colored(head, vector(mixed, cells, y + 4, cell)))
    height = y + 34
    picture = drawing(cells + d_v * cell, height, [colored(head, fills), *parts])
    numbers = [*scores.tolist(), *weights.tolist(), *values.flatten().tolist(), *mixed]
    return Figure(group([picture], title, description), numbers)


def vector(values: Sequence[float], x: float, y: float, pitch: float = CELL) -> list[str]:
    """Draw the cells of a vector; zeros stay quiet."""
    parts = []
    for n, value in enumerate(values):
        words = fraction(value)
        left = x + n * pitch
        parts.append(rect(left, y, pitch - 2, 26, "off" if words == "0" else "on"))
        parts.append(text(left + pitch / 2 - 1, y + 18, words, "quiet" if words == "0" else ""))
    return parts
