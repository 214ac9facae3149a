"""Run a page once and hold every lie about it against what it printed, with the functions that prove pages."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from lessonproof.mutate.lie import Lie, Told, tell
from lessonproof.mutate.pages import place, proved
from lessonproof.page import Block, Page
from lessonproof.problem import Problem
from lessonproof.proof.prover import Prover, Workshop
from lessonproof.proof.run import namespace, run_block


class Untrue(Exception):
    """The page says what is not so before anybody has lied."""

    def __init__(self, problems: Collection[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, problems)))


def noticed(page: Page, name: str, lies: Collection[Lie], workshop: Workshop) -> set[Lie]:
    """Those of the lies about a page that are noticed where they stand.

    Args:
        page: The page as it is.
        name: Its name in proofs.
        lies: All about this page.
        workshop: Whose state the page begins in.

    Raises:
        Untrue: The page itself does not hold.
    """
    if page.problems:
        raise Untrue(page.problems)
    rounds = [(told, Prover(told.page, name, workshop)) for told in tell(lies)]
    found = {lie for told, _ in rounds for lie in told.noticed(told.page.problems)}
    workshop.fresh.begin()
    scope, truth = namespace(), Prover(page, name, workshop)
    for thing in sorted([*proved(page), *page.numbers], key=_start):
        if isinstance(thing, Block):
            start, _ = place(thing)
            ran = run_block(thing, page, scope)
            problem = ran.problem or truth.block(_replay(thing, thing, ran.got), namespace())
        else:
            start, ran = thing.start, None
            problem = truth.number(thing, scope)
        if problem:
            raise Untrue([problem])
        for told, prover in rounds:
            for lie in told.spans:
                if lie.start != start or lie in found:
                    continue
                if _contradicted(told, lie, prover, thing, ran.got if ran else None, scope):
                    found.add(lie)
    return found


def _start(thing: Any) -> int:
    return thing.code.start if isinstance(thing, Block) else thing.start


def _contradicted(
    told: Told, lie: Lie, prover: Prover, thing: Any, got: str | None, scope: dict[str, Any]
) -> bool:
    """Whether the run contradicts what the page with the lie shows in this place, and says so there."""
    start, end = told.spans[lie]
    if got is None:
        numbers = [number for number in told.page.numbers if start <= number.start < end]
        problems = [prover.number(number, scope) for number in numbers]
    else:
        blocks = [block for block in told.page.blocks if start <= block.code.start < end]
        problems = [prover.block(_replay(block, thing, got), namespace()) for block in blocks]
    return any(problem is not None and problem.line in told.lines(lie) for problem in problems)


def _replay(block: Block, recorded: Block, got: str) -> Block:
    """A block that prints again what was recorded, or raises it again, without computing anything."""
    raised = recorded.directive("raises")
    if raised is None:
        source = f"print({got!r}, end='')\n"
    else:
        before, named, message = got.rpartition(f"{raised}: ")
        printed = before if named else got.removesuffix(f"{raised}\n")
        error = f"type({raised!r}, (Exception,), {{}})({message.removesuffix(chr(10)) if named else ''!r})"
        source = f"print({printed!r}, end='')\nraise {error}\n"
    return replace(block, code=replace(block.code, source=source))
