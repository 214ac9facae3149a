"""Run a page's blocks without its checks and figures, as a reader would: nothing they show may change."""

import ast
from pathlib import Path
from typing import Any

from lessonproof.files import write_whole
from lessonproof.page import Block, Page, ProvedNumber
from lessonproof.problem import Problem
from lessonproof.proof.compare import difference, like, same
from lessonproof.proof.run import evaluate, explain, names, namespace, run_block
from lessonproof.proof.state import Fresh, shifted

HIDDEN = "a check, a figure or a proved number of this page changes what a block or a proved number shows"
RANDOM = "it depends on the random stream: with other seeds it is"


def run_alone(page: Page, fresh: Fresh) -> Problem | None:
    """Run the blocks by themselves, then with the proved numbers in another order, always with other seeds."""
    for with_numbers in (False, True) if page.numbers else (False,):
        problem = _run(page, fresh, 1, with_numbers)
        if problem:
            by_hidden = _run(page, fresh, 0, with_numbers)
            return by_hidden if by_hidden else problem
    return None


def _run(page: Page, fresh: Fresh, seed: int, with_numbers: bool) -> Problem | None:
    """Run all blocks in a new namespace and compare again."""
    fresh.begin(seed)
    cause = RANDOM if seed else HIDDEN
    scope = namespace()
    shown = [block for block in page.blocks if block.directive("skip") is None]
    with shifted(seed):
        for i, block in enumerate(shown):
            ran = run_block(block, page, scope)
            if ran.problem:
                return page.problem(ran.problem.line, f"run without checks and figures: {ran.problem.text}")
            if not same(block.output.source if block.output else "", ran.got):
                return page.problem(block.code.line, f"{cause}\n{_difference(block, ran.got)}")
            if with_numbers:
                end = shown[i + 1].code.start if i + 1 < len(shown) else len(page.text)
                between = [number for number in page.numbers if block.code.start < number.start < end]
                for number in reversed(between):
                    problem = prove(number, page, scope)
                    if problem:
                        return page.problem(problem.line, f"{cause}\n{problem.text}")
    return None


def _difference(block: Block, got: str) -> str:
    return difference(block.output.source if block.output else "", got)


def prove(number: ProvedNumber, page: Page, scope: dict[str, Any]) -> Problem | None:
    """Evaluate the expression behind a number in a copy of the page's names, and compare."""
    try:
        got = value_like(number, page, scope)
    except Exception as error:
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
    used = {node.id for node in ast.walk(ast.parse(f"({number.expression})")) if isinstance(node, ast.Name)}
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


def run_download(block: Block, page: Page, fresh: Fresh, folder: Path) -> Problem | None:
    """Run a download by itself, as its reader will, and write its file."""
    fresh.begin()
    ran = run_block(block, page, namespace())
    if ran.problem:
        return page.problem(ran.problem.line, f"{block.download} by itself: {ran.problem.text}")
    if not same(block.output.source if block.output else "", ran.got):
        return page.problem(
            block.code.line, f"{block.download} by itself prints:\n{_difference(block, ran.got)}"
        )
    write_whole(folder / str(block.download), block.code.source)
    return None
