"""Run a page once and hold every lie about it against what it printed, with the functions that prove pages."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from lessonproof.mutate.lie import Lie, tell
from lessonproof.mutate.pages import place, proved
from lessonproof.page import Block, Page, ProvedNumber
from lessonproof.problem import Problem
from lessonproof.proof.prover import Prover, Workshop
from lessonproof.proof.run import namespace, run_block

Judge = Callable[[Prover, int, int], list[Problem]]  # of a page, from where to where


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
    found = {lie for told, _ in rounds for lie in told.spans if told.names(lie, told.page.problems)}
    workshop.fresh.begin()
    truth = Prover(page, name, workshop)
    for start, end, judge in _run(page):
        if wrong := judge(truth, start, end):
            raise Untrue(wrong)
        for told, prover in rounds:
            for lie, span in told.spans.items():
                if lie.start == start and lie not in found and told.names(lie, judge(prover, *span)):
                    found.add(lie)
    return found


def _run(page: Page) -> Iterator[tuple[int, int, Judge]]:
    """Run a page; for each block and number, as soon as it is reached, where it stands and what judges it."""
    scope = namespace()
    things = [(*place(block), block) for block in proved(page)]
    things += [(number.start, number.end, number) for number in page.numbers]
    for start, end, thing in sorted(things, key=lambda row: row[0]):
        if isinstance(thing, ProvedNumber):
            yield start, end, partial(_numbers, scope)
            continue
        ran = run_block(thing, page, scope)
        if ran.problem:
            raise Untrue([ran.problem])
        yield start, end, partial(_blocks, thing, ran.got)


def _numbers(scope: dict[str, Any], prover: Prover, start: int, end: int) -> list[Problem]:
    """What is wrong with the numbers in a part of a page, whoever wrote it, by the names of the page that ran."""
    numbers = [number for number in prover.page.numbers if start <= number.start < end]
    return [problem for number in numbers if (problem := prover.number(number, scope))]


def _blocks(recorded: Block, got: str, prover: Prover, start: int, end: int) -> list[Problem]:
    """What is wrong with the blocks in a part of a page, whoever wrote it, if they print what was recorded."""
    replays = [
        _replay(block, recorded, got) for block in prover.page.blocks if start <= block.code.start < end
    ]
    return [problem for replay in replays if (problem := prover.block(replay, namespace()))]


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
