"""Run a page's blocks without its checks and figures, as a reader would: nothing they show may change."""

from lessonproof.page import Page
from lessonproof.problem import Problem
from lessonproof.proof.compare import difference, same
from lessonproof.proof.numbers import prove
from lessonproof.proof.run import namespace, run_block
from lessonproof.proof.seeds import shifted
from lessonproof.proof.state import Fresh

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
            if not same(block.shown, ran.got):
                return page.problem(block.code.line, f"{cause}\n{difference(block.shown, ran.got)}")
            if with_numbers:
                end = shown[i + 1].code.start if i + 1 < len(shown) else len(page.text)
                between = [number for number in page.numbers if block.code.start < number.start < end]
                for number in reversed(between):
                    problem = prove(number, page, scope)
                    if problem:
                        return page.problem(problem.line, f"{cause}\n{problem.text}")
    return None
