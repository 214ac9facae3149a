"""Lies by difference: one page of a pair says something else than its twin."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from lessonproof.checks.code import LAYOUT, code_tokens
from lessonproof.mutate.lie import Liar, Lie
from lessonproof.mutate.shown import digits
from lessonproof.page import Block, Page
from lessonproof.proof.rewrite import Change, output_change

STRINGS = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
PARAGRAPH = re.compile(r"(?<=\n\n)[^\W\d_][^\n]*(?=\n\n)")


def code(page: Page) -> Iterator[Lie]:
    """The last name or number of each block's code is another one."""
    for block in page.blocks:
        for token, line in reversed(code_tokens(block.code.source)):
            if token[0].isalnum() and token not in LAYOUT.values():
                lines = block.code.source.splitlines(keepends=True)
                at = lines[line - 1].partition("  #")[0].rindex(token) + len(token)
                lines[line - 1] = f"{lines[line - 1][:at]}0{lines[line - 1][at:]}"
                yield _code("twin-code", page, block, "".join(lines))
                break


def indentation(page: Page) -> Iterator[Lie]:
    """The last indented statement of each block's code stands at its margin."""
    for block in page.blocks:
        lines = block.code.source.splitlines(keepends=True)
        for row in sorted(_indented(block.code.source), reverse=True)[:1]:
            lines[row - 1] = lines[row - 1].lstrip(" ")
            yield _code("twin-indentation", page, block, "".join(lines))


def heading_ids(page: Page) -> Iterator[Lie]:
    """Each heading in turn has another id."""
    for heading in page.headings:
        end = page.text.index(f"#{heading.id}", heading.start) + len(heading.id) + 1
        yield _at("twin-heading-id", page, Change(end, end, "-x"))


def heading_levels(page: Page) -> Iterator[Lie]:
    """Each heading in turn is one level deeper."""
    for heading in page.headings:
        yield _at("twin-heading-level", page, Change(heading.start, heading.start, "#"))


def moved_blocks(page: Page) -> Iterator[Lie]:
    """The first block below each heading in turn stands above it."""
    starts = [*(heading.start for heading in page.headings), len(page.text)]
    for heading, end in zip(page.headings, starts[1:], strict=True):
        inside = [b for b in page.blocks if heading.start < b.code.start < end and not b.code.prefix]
        line_end = page.text.find("\n", heading.start)
        if inside:
            behind = inside[0].end
            cut = Change(heading.start, line_end, "")
            put = Change(behind, behind, f"\n\n{page.text[heading.start : line_end]}")
            yield Lie("twin-moved-block", page, heading.start, behind, (cut, put))


def outputs(page: Page) -> Iterator[Lie]:
    """The last line of each output in turn ends otherwise."""
    for block in page.blocks:
        if block.output:
            text = block.output.source.removesuffix("\n") + "7\n"
            yield _at("twin-output", page, output_change(page, block.output, text))


def numbers(page: Page) -> Iterator[Lie]:
    """Each proved number in turn shows something else, and has another expression."""
    for number in page.numbers:
        end = number.shown_start + len(number.shown)
        yield _at("twin-number", page, Change(end, end, "1"))
        end = page.text.index(number.expression, end) + len(number.expression)
        yield _at("twin-expression", page, Change(end, end, " + 0"))


def directives(page: Page) -> Iterator[Lie]:
    """Each directive that a twin must share is gone."""
    for d in page.directives:
        if d.word != "note":
            yield _at("twin-directive", page, Change(d.start, d.end, ""))


def words(page: Page) -> Iterator[Lie]:
    """The first number in the words of each figure and check in turn is another one."""
    for d in page.directives:
        if d.word in ("figure", "check"):
            strings = STRINGS.finditer(page.text, d.start, d.end)
            lies = ((string, other) for string in strings for other in digits(string[0]))
            for string, other in islice(lies, 1):
                yield _at("twin-words", page, Change(string.start(), string.end(), other))


def fences(page: Page) -> Iterator[Lie]:
    """Each block that is shown and not run is gone."""
    of_blocks = {fence.start for block in page.blocks for fence in (block.code, block.output) if fence}
    for fence in page.fences:
        if fence.start not in of_blocks:
            yield _at("twin-fence", page, Change(fence.start, fence.end, ""))


def links(page: Page) -> Iterator[Lie]:
    """Each link and each picture in turn points somewhere else."""
    for kind, found in (("twin-link", page.shown.links), ("twin-picture", page.shown.pictures)):
        for link in found:
            end = page.text.index(link.target, link.start) + len(link.target)
            yield _at(kind, page, Change(end, end, "x"))


def formulas(page: Page) -> Iterator[Lie]:
    """The first formula of each section, and each displayed one, has a term more."""
    before = None
    for formula in page.shown.formulas:
        section = max(
            (heading.start for heading in page.headings if heading.start < formula.start), default=0
        )
        if formula.display or section != before:
            end = page.text.index(formula.tex, formula.start) + len(formula.tex)
            yield _at("twin-formula", page, Change(end, end, " + 1"))
        before = section


def containers(page: Page) -> Iterator[Lie]:
    """Each admonition, fold and tab in turn is of another kind."""
    for container in page.layout.containers:
        old = container.kind or container.mark
        start = page.text.index(old, container.start)
        yield _at(
            "twin-container",
            page,
            Change(start, start + len(old), "danger" if container.kind else "!!! note"),
        )


def tables(page: Page) -> Iterator[Lie]:
    """Each row of a table in turn has a cell more."""
    for row in page.layout.rows:
        end = page.text.find("\n", row.start)
        yield _at("twin-table", page, Change(end, end, " x |"))


def prose(page: Page) -> Iterator[Lie]:
    """Each paragraph in turn has a sentence more than when the pair was read."""
    for m in PARAGRAPH.finditer(page.text):
        yield _at("twin-prose", page, Change(m.end(), m.end(), " x."))


LIARS: dict[str, tuple[Liar, ...]] = {
    "twins": (
        code, indentation, heading_ids, heading_levels, moved_blocks, outputs, numbers, directives, words, fences,
        links, formulas, containers, tables,
    ),
    "lock": (prose,),
}  # fmt: skip
KINDS = (
    "twin-code", "twin-indentation", "twin-heading-id", "twin-heading-level", "twin-moved-block", "twin-output",
    "twin-number", "twin-expression", "twin-directive", "twin-words", "twin-fence", "twin-link",
    "twin-picture", "twin-formula", "twin-container", "twin-table", "twin-prose", "twin-page",
)  # fmt: skip


def _at(kind: str, page: Page, change: Change) -> Lie:
    return Lie(kind, page, change.start, change.end, (change,))


def _code(kind: str, page: Page, block: Block, source: str) -> Lie:
    return _at(kind, page, output_change(page, block.code, source))


def _indented(source: str) -> Iterator[int]:
    """Lines on which an indented statement begins; none in what is no Python."""
    with suppress(SyntaxError):
        for node in ast.walk(ast.parse(source)):
            if (
                isinstance(node, ast.stmt)
                and source.split("\n")[node.lineno - 1][: node.col_offset].isspace()
            ):
                yield node.lineno
