"""Lies about what is shown: every way to write another number, truth value or shape in its place."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

LITERAL = re.compile(r"(?<![\w.])[-−]?(?P<digits>\d+(?:\.\d*)?)(?:[eE](?P<exponent>[-+]?\d+))?(?![\w%])")
ZERO = re.compile(r"[-−]?0+(?:\.0*)?")
SHAPE = re.compile(r"(?<=[(\[])\d+(?:, ?\d+)+(?=,?[)\]])")
OPPOSITE = {"True": "False", "False": "True"}


def digits(text: str) -> Iterator[str]:
    """Each digit in turn is another one."""
    for m in re.finditer(r"\d", text):
        yield _with(text, m, str((int(m[0]) + 1) % 10))


def booleans(text: str) -> Iterator[str]:
    """Each truth value in turn is the other one."""
    for m in re.finditer(r"\b(?:True|False)\b", text):
        yield _with(text, m, OPPOSITE[m[0]])


def shapes(text: str) -> Iterator[str]:
    """Each tuple of integers in turn is reversed, and two neighbors in it change places."""
    for m in SHAPE.finditer(text):
        sizes = m[0].replace(" ", "").split(",")
        orders = [sizes[::-1]]
        orders += [[*sizes[:i], b, a, *sizes[i + 2 :]] for i, (a, b) in enumerate(pairwise(sizes))]
        lies = dict.fromkeys(", ".join(order) for order in orders if order != sizes)
        yield from (_with(text, m, lie) for lie in lies)


def signs(text: str) -> Iterator[str]:
    """Each number but zero in turn has the other sign."""
    for m in LITERAL.finditer(text):
        if not ZERO.fullmatch(m[0]):
            yield _with(text, m, m[0][1:] if m[0][0] in "-−" else f"-{m[0]}")


def minus_zeros(text: str) -> Iterator[str]:
    """Each zero in turn gains a minus sign, or loses it."""
    for m in LITERAL.finditer(text):
        if ZERO.fullmatch(m[0]):
            yield _with(text, m, m[0][1:] if m[0][0] in "-−" else f"-{m[0]}")


def exponents(text: str) -> Iterator[str]:
    """Each number in turn has an exponent one larger."""
    for m in LITERAL.finditer(text):
        mantissa = m[0] if m["exponent"] is None else m[0][: m.start("exponent") - m.start() - 1]
        yield _with(text, m, f"{mantissa}e{int(m['exponent'] or 0) + 1}")


def decimals(text: str) -> Iterator[str]:
    """Each number in turn has a decimal more, and one less."""
    for m in LITERAL.finditer(text):
        if "." in m["digits"]:
            end = m.end("digits")
            yield f"{text[:end]}0{text[end:]}"
            yield f"{text[: end - 1]}{text[end:]}"


def points(text: str) -> Iterator[str]:
    """The point of each number but zero is one place further to the right, and to the left."""
    for m in LITERAL.finditer(text):
        if ZERO.fullmatch(m[0]):
            continue
        whole, _, rest = m["digits"].partition(".")
        start, end = m.start("digits"), m.end("digits")
        right = f"{whole}{rest[:1] or '0'}.{rest[1:]}".lstrip("0").rstrip(".")
        left = f"{whole[:-1] or '0'}.{whole[-1]}{rest}"
        for moved in (f"0{right}" if right.startswith(".") else right, left):
            yield text[:start] + moved + text[end:]


def _with(text: str, m: re.Match[str], instead: str) -> str:
    return text[: m.start()] + instead + text[m.end() :]


Change = Callable[[str], Iterator[str]]
IN_OUTPUTS: dict[str, Change] = {
    "digit": digits, "boolean": booleans, "shape": shapes, "sign": signs, "minus-zero": minus_zeros,
    "exponent": exponents, "decimals": decimals,
}  # fmt: skip
# In the text, 0.5 may be written 0.50: the author chooses how many decimals. So the point moves instead.
IN_NUMBERS: dict[str, Change] = IN_OUTPUTS | {"decimals": points}
