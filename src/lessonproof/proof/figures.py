"""Drawings: an expression of the page gives `.svg` and `.numbers`; the drawing goes to a file the site inlines."""

import math
from pathlib import Path
from typing import Any

from lessonproof.files import write_whole
from lessonproof.page import Directive, Page
from lessonproof.page.drawn import drawn_numbers
from lessonproof.page.typed import Typed
from lessonproof.problem import Problem
from lessonproof.proof.run import evaluate


def draw(
    directive: Directive, page: Page, scope: dict[str, Any], folder: Path, drawn: dict[Path, str]
) -> Problem | None:
    """Evaluate a figure and keep its drawing for the build.

    Args:
        directive: The figure.
        page: Its page.
        scope: The names it may use.
        folder: Where drawings go.
        drawn: What was drawn before, by file: the same file must hold the same drawing.
    """
    _, expression = directive.figure
    at = page.text.index(expression, directive.start)
    value = evaluate(expression, page.line(at), page, scope)
    svg, numbers = getattr(value, "svg", None), getattr(value, "numbers", None)
    if not isinstance(svg, str) or "<svg" not in svg:
        return page.problem(
            directive.line, f"a figure gives .svg, a drawing; this gives {type(value).__name__}"
        )
    if not isinstance(numbers, list) or not all(
        isinstance(n, int | float) and not math.isnan(n) for n in numbers
    ):
        return page.problem(directive.line, "a figure gives .numbers, the list of numbers it shows")
    for typed in drawn_numbers(directive):
        if not shows(numbers, typed):
            return page.problem(
                directive.line, f"the words of this figure say {typed.text}, its drawing does not show it"
            )
    path = folder / directive.figure_file
    if drawn.setdefault(path, svg) != svg:
        return page.problem(directive.line, f"two figures {path.name} differ: give this one another name")
    write_whole(path, svg)
    return None


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
