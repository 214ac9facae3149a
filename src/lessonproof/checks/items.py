"""What both twins have: headings, blocks, outputs, proofs, directives, containers, tables, links, pictures, formulas."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import eq

from lessonproof.checks.code import code_tokens, numbers_in, same_but_words, same_numbers, uncommented
from lessonproof.page import Block, Directive, Fence, Heading, Page, Passage
from lessonproof.page.passages import Container, Row
from lessonproof.page.shown import Formula, seen

SHOWN = 60  # characters of a difference
WORDS_ONLY = ("skip", "cpu", "note")  # what follows is prose
FILE = re.compile(r"[\w./-]*\.\w+")  # a title that is no word of the language
PROSE = ("markdown", "html")  # blocks whose text is the page's language
SPACE = re.compile(r"(\\[A-Za-z]+)\s+(?=[A-Za-z])|\s+")  # in TeX: only behind a command does it count


@dataclass(frozen=True)
class Item:
    """Something both pages must have.

    Attributes:
        kind: What it is.
        text: What must be equal.
        line: Where it stands.
        mark: What the order of the page is read from; empty inside a block.
        alike: When two are the same; not only when equal, where words are the page's language.
        section: The heading it stands under, where its order does not count.
    """

    kind: str
    text: str
    line: int
    mark: str = ""
    alike: Callable[[str, str], bool] = eq
    section: str = ""

    def __str__(self) -> str:
        text = self.text if len(self.text) <= SHOWN else f"{self.text[: SHOWN - 1]}…"
        if self.alike is not eq and len(text) < len(self.text):
            return f"{text!r} with the numbers {', '.join(numbers_in(self.text)) or 'none'}"
        return repr(text)


def items(page: Page) -> list[Item]:
    """All that a page's twin must have, in order."""
    of_blocks = {fence.start for block in page.blocks for fence in (block.code, block.output) if fence}
    things: list[tuple[int, list[Item]]] = []
    things += [(heading.start, [_heading(heading)]) for heading in page.headings]
    things += [(block.code.start, _block(block)) for block in page.blocks]
    things += [
        (directive.start, _directive(directive)) for directive in page.directives if directive.word != "note"
    ]
    things += [(fence.start, _fence(fence)) for fence in page.fences if fence.start not in of_blocks]
    things += [(container.start, [_container(container, page)]) for container in page.layout.containers]
    things += [(row.start, [_row(row, page)]) for row in page.layout.rows]
    things += [(p.start, [_said(p, page)]) for p in page.layout.passages if p.kind == "row"]
    things += [
        (p.start, [Item("picture", p.target, page.line(p.start), "picture")]) for p in page.shown.pictures
    ]
    things += [(f.start, [_formula(f, page)]) for f in page.shown.formulas if f.display]
    for number in page.numbers:
        text = f"{number.shown} = {number.expression}"
        things.append((number.start, [Item("proved number", text, number.line, f"proved number {text}")]))
    return [item for _, group in sorted(things, key=lambda thing: thing[0]) for item in group]


def _heading(heading: Heading) -> Item:
    return Item("heading", str(heading), heading.line, f"heading {heading}")


def _block(block: Block) -> list[Item]:
    code, output = block.code, block.output
    found = [Item("block", _head("python", code), code.line, "block")]
    found += [Item("code token", text, code.code_line + line - 1) for text, line in code_tokens(code.source)]
    if output:
        found.append(Item("output", _head("output", output), output.line, "output"))
        lines = [line.rstrip(" \t") for line in output.source.split("\n")[:-1]]
        found += [Item("output line", line, output.code_line + n) for n, line in enumerate(lines)]
        found.append(Item("output line", "end of output", output.code_line + len(lines)))
    return found


def _fence(fence: Fence) -> list[Item]:
    """A block that is shown, not run: its lines without comments, or the numbers of its prose."""
    found = [Item("fence", _head(fence.language, fence), fence.line, f"fence {fence.language}")]
    if fence.language in PROSE:
        return [*found, Item("text of fence", fence.source, fence.code_line, alike=same_numbers)]
    manner = "none" if fence.language == "json" else "shell"
    lines = uncommented(fence.source, manner)
    return found + [Item("line of fence", line, fence.line + n) for line, n in lines]


def _head(what: str, fence: Fence) -> str:
    """What a fence says above its text in any language: its file and its marked lines."""
    return " ".join(filter(None, (what, fence.title if FILE.fullmatch(fence.title) else "", fence.lines)))


def _directive(directive: Directive) -> list[Item]:
    """A directive; the words inside a check or a figure may differ, their numbers may not."""
    word, line = directive.word, directive.line
    if word == "check":
        tokens = code_tokens(directive.rest)
        return [Item("directive", "check", line, "check")] + [
            Item("token of check", t, line + n, alike=same_but_words) for t, n in tokens
        ]
    if word == "figure":
        name, expression = directive.figure
        tokens = code_tokens(f"({expression}\n)")
        found = [Item("directive", f"figure: {name}", line, f"figure {name}")]
        return found + [Item("token of figure", t, line + n - 1, alike=same_but_words) for t, n in tokens]
    text = word if word in WORDS_ONLY else f"{word}: {directive.rest}".rstrip(": ")
    return [Item("directive", text, line, word)]


def gathered(page: Page) -> list[Item]:
    """What both twins say in a section, in an order of their own: links and formulas within a line.

    Languages order a sentence differently and repeat a symbol more or less often, so each is held to the section.
    """
    found: list[Item] = []
    cited = {citation.start: " cites " + " ".join(citation.claims) for citation in page.citations}
    for link in page.shown.links:
        text = f"{link.target}{cited.get(link.start, '')}"
        found.append(Item("link", text, page.line(link.start), section=_section(page, link.start)))
    for formula in page.shown.formulas:
        if not formula.display:
            line = page.line(formula.start)
            found.append(Item("formula", tex(formula.tex), line, section=_section(page, formula.start)))
    return found


def tex(formula: str) -> str:
    """TeX without the blanks that show nothing."""
    return SPACE.sub(lambda m: f"{m[1]} " if m[1] else "", formula.strip())


def _section(page: Page, place: int) -> str:
    """The id of the heading above a place."""
    return next((heading.id for heading in reversed(page.headings) if heading.start <= place), "")


def _container(container: Container, page: Page) -> Item:
    return Item("container", str(container), page.line(container.start), f"container {container}")


def _row(row: Row, page: Page) -> Item:
    text = f"columns {row.columns}" if row.columns else f"{row.cells} cells"
    return Item("table row", text, page.line(row.start), "table row")


def _said(row: Passage, page: Page) -> Item:
    """The numbers that a row says in words."""
    return Item("text of table row", f"'{seen(row.text)}'", page.line(row.start), alike=same_numbers)


def _formula(formula: Formula, page: Page) -> Item:
    return Item("formula", tex(formula.tex), page.line(formula.start), "formula")
