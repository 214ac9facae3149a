"""Compare what a page shows with what a run gave.

Printed text is compared as it is: a number with as many decimals that differs at all differs by a whole unit of its
last digit. A number in the prose is written anew from its value in the form the page chose (decimals, percent,
thousands, exponent, minus sign) and compared as text, so it may be off by half a unit of its last digit and no more;
a tie goes to the even digit, as Python rounds (0.125 is 0.12).
"""

import difflib
import math
import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

MINUS = "−"
NUMBER = re.compile(rf"(?<![\w.])[-{MINUS}]?(?:\d[\d,]*\.\d+|\d[\d,]*)(?:[eE][-+{MINUS}]?\d+)?%?(?![\w%])")
WORD = re.compile(r"\w+")


def visible(text: str) -> list[str]:
    """The lines of a text without what cannot be seen: blanks at their ends, the last line end."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.rstrip(" \t") for line in lines]


def same(shown: str, got: str) -> bool:
    """Whether a run printed what the page shows."""
    return visible(shown) == visible(got)


def difference(shown: str, got: str) -> str:
    """What differs, line by line."""
    lines = difflib.unified_diff(
        visible(shown), visible(got), "shown on the page", "printed by the run", lineterm=""
    )
    return "\n".join(lines)


def plain(value: Any, shown: str) -> Any:
    """A value as Python's own types: tensors and arrays become lists, one element its number, tuples plain ones."""
    if hasattr(value, "tolist"):
        value = value.tolist()
        while isinstance(value, list) and len(value) == 1 and not shown.startswith("["):
            value = value[0]
    return value


def like(shown: str, value: Any) -> str:
    """Write a value in the form of what the page shows.

    Raises:
        TypeError: The value is a text and holds a number.
    """
    value = plain(value, shown)
    if isinstance(value, str):
        if _numeric(shown) or _numeric(value):
            raise TypeError(f"gives the text {value!r}; a number is proved by a number")
        return str(value)
    forms = [shown] if NUMBER.fullmatch(shown) else NUMBER.findall(shown)
    leaves = list(_leaves(value))
    text = _write(value, iter(forms if len(forms) == len(leaves) else [""] * len(leaves)))
    return text.replace("-", MINUS) if MINUS in shown else text


def _numeric(text: str) -> bool:
    """Whether a text holds a digit or another number sign; those of a name, such as float64, are part of it."""
    return any(
        unicodedata.category(letter)[0] == "N"
        for word in WORD.findall(text)
        if not _named(word)
        for letter in word
    )


def _named(word: str) -> bool:
    return unicodedata.category(word[0])[0] == "L"


def _leaves(value: Any) -> Iterator[Any]:
    """The numbers inside tuples and lists, in order."""
    if isinstance(value, tuple | list):
        for item in value:
            yield from _leaves(item)
    elif _is_number(value):
        yield value


def _write(value: Any, forms: Iterator[str]) -> str:
    """Write a value, each of its numbers in the next form."""
    if isinstance(value, tuple | list):
        items = [_write(item, forms) for item in value]
        if isinstance(value, list):
            return f"[{', '.join(items)}]"
        return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
    if _is_number(value):
        return number_like(next(forms), value)
    return repr(value) if isinstance(value, str) else str(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def number_like(form: str, value: float) -> str:
    """Write one number with the decimals, percent sign, thousands and exponent of another.

    A float is never shown without decimals unless it is whole, and an int never with them; of a percentage both may be.
    """
    if not form or not math.isfinite(value):
        return str(value)
    form = form.replace(MINUS, "-")
    body = form.rstrip("%").lower()
    mantissa, exponent = body.partition("e")[::2]
    decimals = len(mantissa.partition(".")[2])
    thousands = "," if "," in mantissa else ""
    if form.endswith("%"):
        return f"{Decimal(value) * 100:z{thousands}.{decimals}f}%"
    if exponent:
        return _exponent(f"{value:z.{decimals}e}", exponent)
    if isinstance(value, int):
        return f"{value:{thousands}}"
    if not decimals and not value.is_integer():
        return repr(value)
    return f"{value:z{thousands}.{decimals}f}"


def _exponent(text: str, form: str) -> str:
    """Write an exponent with the sign and as few digits as another has."""
    mantissa, _, power = text.partition("e")
    digits = form.lstrip("+-")
    sign = "-" if int(power) < 0 else "+" if form.startswith("+") else ""
    if int(digits) == int(power.lstrip("+-")) == 0:
        sign = "+" if form.startswith("+") else ""
    return f"{mantissa}e{sign}{abs(int(power)):0{len(digits)}d}"
