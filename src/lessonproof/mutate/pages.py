"""Lies in one page: about its outputs, its proved numbers, and the form in which both are written."""

import ast
import re
from collections.abc import Iterator

from lessonproof.mutate.lie import Liar, Lie
from lessonproof.mutate.shown import IN_NUMBERS, IN_OUTPUTS
from lessonproof.page import Block, Directive, Fence, Page, ProvedNumber
from lessonproof.proof.rewrite import Change, number_change, output_change

OTHER_ERROR = "ArithmeticError"  # no page raises this class itself: Python raises its children


def proved(page: Page) -> list[Block]:
    """The blocks that run; what a skipped one shows is compared with nothing, and listed."""
    return [block for block in page.blocks if block.directive("skip") is None]


def place(block: Block) -> tuple[int, int]:
    """Where a block with its directives and its output begins and ends."""
    return min((d.start for d in block.directives), default=block.code.start), block.end


def outputs(page: Page) -> Iterator[Lie]:
    """Every lie about what a block printed."""
    for block in proved(page):
        if block.output:
            for kind, change in IN_OUTPUTS.items():
                for text in change(block.output.source):
                    yield _of_block(f"output-{kind}", page, block, output_change(page, block.output, text))
            lines = block.output.source.splitlines(keepends=True)
            for i in range(len(lines)):
                text = "".join(lines[:i] + lines[i + 1 :])
                yield _of_block("output-line", page, block, output_change(page, block.output, text))


def deleted(page: Page) -> Iterator[Lie]:
    """Each output in turn is gone."""
    for block in proved(page):
        if block.output:
            yield _of_block("output-deleted", page, block, Change(block.output.start, block.output.end, ""))


def added(page: Page) -> Iterator[Lie]:
    """Each block in turn has an output more than it should."""
    for block in proved(page):
        fence, prefix = block.output or block.code, block.code.prefix
        more = f"\n{prefix.rstrip()}\n{prefix}```text\n{prefix}1\n{prefix}```"
        yield _of_block("output-added", page, block, Change(fence.end, fence.end, more))


def commented(page: Page) -> Iterator[Lie]:
    """A block opens a comment in a string; behind it, its output lies."""
    for block in proved(page):
        if block.output:
            inside = _inside(page, block.code)
            opened = Change(inside, inside, f'{block.code.prefix}opened = "<!-- x"\n')
            longer = output_change(page, block.output, block.output.source.rstrip("\n") + " 7\n")
            yield _of_block("comment-in-code", page, block, opened, longer)


def errors(page: Page) -> Iterator[Lie]:
    """Each error on purpose in turn is said to be another one."""
    for block in proved(page):
        for directive in block.directives:
            if directive.word == "raises":
                text = page.text[directive.start : directive.end].replace(directive.rest, OTHER_ERROR)
                change = Change(directive.start, directive.end, text)
                yield _of_block("other-error", page, block, change)


def numbers(page: Page) -> Iterator[Lie]:
    """Every lie about a proved number."""
    for number in page.numbers:
        for kind, change in IN_NUMBERS.items():
            for text in change(number.shown):
                yield _of_number(f"number-{kind}", page, number, number_change(number, text))


def forms(page: Page) -> Iterator[Lie]:
    """Each proved number in turn is written so that nothing would evaluate it."""
    for number in page.numbers:
        shown, expression = number.shown, number.expression
        for text in (
            f"`{shown}`{{ data-proof='{expression}' }}",
            f'``{shown}``{{ data-proof="{expression}" }}',
            f'**{shown}**{{ data-proof="{expression}" }}',
            f'`{shown}` {{ data-proof="{expression}" }}',
            f'`{shown}`{{ data-prof="{expression}" }}',
        ):
            yield _of_number("number-form", page, number, Change(number.start, number.end, text))


def tautologies(page: Page) -> Iterator[Lie]:
    """Each proved number in turn is proved by itself."""
    for number in page.numbers:
        literal = number.shown if re.fullmatch(r"[\d.]+", number.shown) else repr(number.shown)
        text = f'`{number.shown}`{{ data-proof="{literal}" }}'
        yield _of_number("number-tautology", page, number, Change(number.start, number.end, text))


def empty_checks(page: Page) -> Iterator[Lie]:
    """Each assertion of a hidden check in turn asserts nothing."""
    for check in _words(page, "check"):
        for line in sorted(
            {node.lineno for node in ast.walk(ast.parse(check.rest)) if isinstance(node, ast.Assert)}
        ):
            start = _line_start(page.text, page.line(check.start) + line)
            end = page.text.find("\n", start)
            indent = page.text[start : page.text.index("assert", start)]
            yield Lie(
                "empty-check", page, check.start, check.end, (Change(start, end, f"{indent}assert True"),)
            )


def misspelled(page: Page) -> Iterator[Lie]:
    """The last two letters of each directive's word in turn change places."""
    owners = {d.start: place(block) for block in page.blocks for d in block.directives}
    for d in page.directives:
        start, end = owners.get(d.start, (d.start, d.end))
        at = page.text.index(d.word, d.start) + len(d.word)
        swapped = Change(at - 2, at, page.text[at - 1] + page.text[at - 2])
        yield Lie("misspelled-directive", page, start, end, (swapped,))


def orphans(page: Page) -> Iterator[Lie]:
    """Before each heading in turn stands an output that nothing printed."""
    for heading in page.headings:
        if heading.start == _line_start(page.text, heading.line):
            text = "Words.\n\n```text\n1\n```\n\n"
            change = Change(heading.start, heading.start, text)
            yield Lie("orphan-output", page, heading.start, heading.start, (change,))


LIARS: tuple[Liar, ...] = (
    outputs, deleted, added, commented, errors, numbers, forms, tautologies, empty_checks, misspelled, orphans
)  # fmt: skip
KINDS = (
    *(f"output-{kind}" for kind in IN_OUTPUTS),
    *("output-line", "output-deleted", "output-added", "comment-in-code", "other-error"),
    *(f"number-{kind}" for kind in IN_NUMBERS),
    *("number-form", "number-tautology", "empty-check", "misspelled-directive", "orphan-output"),
)


def _of_block(kind: str, page: Page, block: Block, *changes: Change) -> Lie:
    return Lie(kind, page, *place(block), changes)


def _of_number(kind: str, page: Page, number: ProvedNumber, change: Change) -> Lie:
    return Lie(kind, page, number.start, number.end, (change,))


def _words(page: Page, word: str) -> list[Directive]:
    return [directive for directive in page.directives if directive.word == word]


def _inside(page: Page, fence: Fence) -> int:
    """Where the first inner line of a fence begins."""
    return page.text.index("\n", fence.start) + 1


def _line_start(text: str, line: int) -> int:
    """Where a line, counted from 1, begins."""
    return sum(len(row) + 1 for row in text.split("\n")[: line - 1])
