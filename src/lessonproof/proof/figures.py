"""Drawings: an expression of the page gives `.svg` and `.numbers`; the drawing goes to a file the site inlines."""

import math
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from lessonproof.files import write_whole
from lessonproof.page import Directive, Page
from lessonproof.page.drawn import drawn_numbers
from lessonproof.page.typed import Typed
from lessonproof.problem import Problem
from lessonproof.proof.run import evaluate

NUMBER = re.compile(r"<text[^>]*>([-−]?\d+(?:\.\d+|/[1-9]\d*))</text>")  # a bare integer may be a label
CLOSE = 1e-6  # what float32 leaves of a fraction


def draw(
    directive: Directive,
    page: Page,
    scope: dict[str, Any],
    folder: Path,
    drawn: dict[Path, str],
    kinds: Collection[type] = (),
) -> Problem | None:
    """Evaluate a figure and keep its drawing for the build.

    Args:
        directive: The figure.
        page: Its page.
        scope: The names it may use.
        folder: Where drawings go.
        drawn: What was drawn before, by file: the same file must hold the same drawing.
        kinds: The types it may be; any if none are given.
    """
    _, expression = directive.figure
    at = page.text.index(expression, directive.start)
    value = evaluate(expression, page.line(at), page, scope)
    if kinds and type(value) not in kinds:
        known = ", ".join(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
        return page.problem(directive.line, f"a figure gives {known}; this gives {type(value).__name__}")
    svg, numbers = getattr(value, "svg", None), getattr(value, "numbers", None)
    if not isinstance(svg, str) or "<svg" not in svg:
        return page.problem(
            directive.line, f"a figure gives .svg, a drawing; this gives {type(value).__name__}"
        )
    if not (isinstance(numbers, list) and numbers and all(map(_is_number, numbers))):
        return page.problem(directive.line, "a figure gives .numbers, the list of numbers it shows")
    for typed in drawn_numbers(directive):
        if not shows(numbers, typed):
            return page.problem(
                directive.line, f"the words of this figure say {typed.text}, its drawing does not show it"
            )
    for text in NUMBER.findall(svg):
        if not _has(numbers, text):
            return page.problem(directive.line, f"this drawing shows {text}, which is none of its .numbers")
    path = folder / directive.figure_file
    if drawn.setdefault(path, svg) != svg:
        return page.problem(directive.line, f"two figures {path.name} differ: give this one another name")
    write_whole(path, svg)
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and not math.isnan(value)


def _has(numbers: list[float], text: str) -> bool:
    """Whether a drawn number is one of these, to its last digit."""
    above, _, below = text.replace("−", "-").partition("/")
    value = float(above) / float(below or 1)
    near = CLOSE + (0 if below else 0.5 * 10.0 ** -len(above.partition(".")[2]))
    return any(abs(number - value) <= near for number in numbers)


def shows(numbers: list[float], typed: Typed) -> bool:
    """Whether a drawing shows a typed number to its last digit, or a typed tuple in a row."""
    wanted = [(value.rstrip("%‰"), {"%": 100, "‰": 1000}.get(value[-1], 1)) for value in typed.values]
    rows = (numbers[i : i + len(wanted)] for i in range(len(numbers) - len(wanted) + 1))
    return bool(wanted) and any(
        all(
            round(shown * scale, len(text.partition(".")[2])) == float(text)
            for (text, scale), shown in zip(wanted, row, strict=True)
        )
        for row in rows
    )
