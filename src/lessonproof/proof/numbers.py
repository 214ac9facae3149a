"""Evaluate the expressions behind proved numbers; none of them may change anything."""

from typing import Any

from lessonproof.page import Page, ProvedNumber
from lessonproof.page.numbers import names_used
from lessonproof.problem import Problem
from lessonproof.proof.compare import like
from lessonproof.proof.run import attempt, evaluate, explain, names


def prove(number: ProvedNumber, page: Page, scope: dict[str, Any]) -> Problem | None:
    """Evaluate the expression behind a number in a copy of the page's names, and compare."""
    got, error = attempt(lambda: value_like(number, page, scope))
    if error:
        return explain(error, page, number.line, f"{number.expression} fails")
    if got == number.shown:
        return None
    return page.problem(
        number.line, f"the page shows {number.shown}, the run gives {number.expression} = {got}"
    )


def value_like(number: ProvedNumber, page: Page, scope: dict[str, Any]) -> str:
    """The value of a number's expression, written as the page writes it.

    Raises:
        NameError: The expression uses no name that a block made.
        ValueError: Evaluated twice, it gives two values.
        TypeError: It gives a text where the page shows a number.
    """
    used = names_used(number.expression)
    if not used & names(scope).keys():
        raise NameError(
            f"{', '.join(sorted(used))}: no block above makes these names; those of a check are hidden"
        )
    first, second = (
        like(number.shown, evaluate(number.expression, number.line, page, dict(scope))) for _ in "12"
    )
    if first != second:
        raise ValueError(f"{first}, and evaluated again {second}: an expression must not change anything")
    return first
