"""What every drawing is made of: text, cells and the box around a group. Colors stand in drawings.css."""

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from unicodedata import east_asian_width

WIDEST = 336  # px, what a phone of 375 px shows without scaling or scrolling
TEXT, QUIET, SMALL = 13, 12, 11  # px, sizes of text
HUES = 4  # heads beyond the fourth start again with the first hue
BOLD = 1.12  # how much wider bold text is
NARROW, BROAD = frozenset("fijlrtI.,:;'|/()[]! "), frozenset("mwMW—−")


class Figure(NamedTuple):
    """A drawing and the numbers it shows."""

    svg: str
    numbers: list[float]


def hue(head: int | None) -> str:
    """Name the class that colors a head; None is no head."""
    return "none" if head is None else f"h{head % HUES}"


def text_width(words: str, size: float = TEXT) -> float:
    """Estimate the width of a label in px, on the safe side; drawings are made without a browser."""
    return size * sum(map(_ems, words))


def _ems(letter: str) -> float:
    if _wide(letter) or letter in BROAD:
        return 1.0
    return 0.4 if letter in NARROW else 0.61


def _wide(letter: str) -> bool:
    return letter != "" and east_asian_width(letter) in "WF"


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Write a label; its middle, or the side its class names, stands at x, its foot at y."""
    return f'<text{_class(kind)} x="{x:g}" y="{y:g}">{_subscript(escape(words, quote=False))}</text>'


def rect(
    x: float, y: float, width: float, height: float, kind: str = "", opacity: float | None = None
) -> str:
    """Draw a cell with soft corners, filled with the hue of its group."""
    shade = "" if opacity is None else f' fill-opacity="{round(opacity, 2):g}"'
    return f'<rect{_class(kind)} x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{shade}/>'


def colored(head: int | None, parts: Sequence[str]) -> str:
    """Give parts the hue of a head."""
    return f'<g class="{hue(head)}">{"".join(parts)}</g>'


def drawing(width: float, height: float, parts: Sequence[str]) -> str:
    """Close one SVG at its natural size.

    Raises:
        ValueError: If it is wider than a phone.
    """
    width, height = round(width), round(height)
    if width > WIDEST:
        raise ValueError(
            f"a drawing {width} px wide does not fit a phone ({WIDEST} px): show fewer columns or shorter labels"
        )
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f"<svg {size}>{''.join(parts)}</svg>"


def line(drawings: Sequence[str]) -> str:
    """Give drawings a line of their own in a group."""
    return f'<div class="line">{"".join(drawings)}</div>'


def group(drawings: Sequence[str], title: str, description: str, kind: str = "") -> str:
    """Put drawings into one box that wraps and that a screen reader meets as one picture."""
    stop = "" if title[-1:] in "。？！.?!" else "。" if _wide(title[-1:]) else "."
    name = escape(f"{title}{stop} {description}")
    classes = f"drawings {kind}".strip()
    return f'<div class="{classes}" role="img" aria-label="{name}">{"".join(drawings)}</div>'


def same_length(things: str, found: int, wanted: int, what: str) -> None:
    """Refuse names that do not match what they name.

    Raises:
        ValueError: With both numbers.
    """
    if found != wanted:
        raise ValueError(f"{wanted} {what} need {wanted} {things}, got {found}")


def filled(name: str, shape: Sequence[int], axes: str) -> None:
    """Refuse what has other axes than these, or nothing in it.

    Args:
        name: What is drawn.
        shape: Its shape.
        axes: The letters of its axes, such as "L S".

    Raises:
        ValueError: With the axes and the shape.
    """
    letters = axes.split()
    if len(shape) != len(letters) or 0 in shape:
        wanted = f"({', '.join(letters)}{',' if len(letters) == 1 else ''})"
        raise ValueError(f"{name} must be {wanted} with at least 1 each, got {tuple(shape)}")


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _subscript(words: str) -> str:
    return re.sub(r"\b([A-Za-z])_([A-Za-z0-9]+)\b", r'\1<tspan class="sub" dy="3">\2</tspan>', words)
