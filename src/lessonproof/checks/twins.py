"""Hold the languages of a course together: same pages, headings, code, outputs, numbers and directives."""

from dataclasses import dataclass

from lessonproof.checks.code import NUMBER, code_tokens, same_but_words
from lessonproof.course import Course
from lessonproof.page import Block, Directive, Fence, Heading, Page
from lessonproof.problem import Problem

SHOWN = 60  # characters of a difference
WORDS_ONLY = ("skip", "cpu", "note")  # what follows is prose


@dataclass(frozen=True)
class Item:
    """Something both pages must have.

    Attributes:
        kind: What it is.
        text: What must be equal.
        line: Where it stands.
        mark: What the order of the page is read from; empty inside a block.
        translated: Whether the words of its strings are the page's language.
    """

    kind: str
    text: str
    line: int
    mark: str = ""
    translated: bool = False

    def __str__(self) -> str:
        text = self.text if len(self.text) <= SHOWN else f"{self.text[: SHOWN - 1]}…"
        if self.translated and len(text) < len(self.text):
            return f"{text!r} with the numbers {', '.join(NUMBER.findall(self.text)) or 'none'}"
        return repr(text)


def twins(course: Course) -> list[Problem]:
    """Everything in which the second language differs from the first, with both places."""
    found: list[Problem] = []
    for i, first in enumerate(course.languages):
        for second in course.languages[i + 1 :]:
            names = {language: set(course.pages(language)) for language in (first, second)}
            for language, other in ((first, second), (second, first)):
                found += [
                    Problem(f"{course.docs.name}/{language}/{name}", 0, f"has no twin: write {other}/{name}")
                    for name in sorted(names[language] - names[other])
                ]
            for name in sorted(names[first] & names[second]):
                found += differences(course.page(first, name), course.page(second, name))
    return found


def differences(one: Page, two: Page) -> list[Problem]:
    """The first difference of each kind; if there is none, the first in the order of things."""
    ones, twos = items(one), items(two)
    kinds = list(dict.fromkeys(item.kind for item in [*ones, *twos]))
    found = []
    for kind in kinds:
        found += _first(
            _plural(kind), one, [i for i in ones if i.kind == kind], two, [i for i in twos if i.kind == kind]
        )
    if found:
        return found
    orders = [[Item("order", item.mark, item.line) for item in side if item.mark] for side in (ones, twos)]
    return _first("order of things", one, orders[0], two, orders[1])


def _first(what: str, one: Page, ones: list[Item], two: Page, twos: list[Item]) -> list[Problem]:
    """The first place where two lists part."""
    verb = "differs" if what.startswith("order") else "differ"
    for a, b in zip(ones, twos, strict=False):
        if not (same_but_words(a.text, b.text) if a.translated else a.text == b.text):
            return [one.problem(a.line, f"{what} {verb}: here {a}, at {two.path}:{b.line} {b}")]
    if len(ones) == len(twos):
        return []
    page, other, rest = (one, two, ones) if len(ones) > len(twos) else (two, one, twos)
    extra = rest[min(len(ones), len(twos))]
    return [page.problem(extra.line, f"{what} {verb}: {extra} is missing in {other.path}")]


def _plural(kind: str) -> str:
    first, _, rest = kind.partition(" of ")
    return f"{first}s of {rest}" if rest else f"{kind}s"


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
    for number in page.numbers:
        text = f"{number.shown} = {number.expression}"
        things.append((number.start, [Item("proved number", text, number.line, f"proved number {text}")]))
    return [item for _, group in sorted(things, key=lambda thing: thing[0]) for item in group]


def _heading(heading: Heading) -> Item:
    return Item("heading", str(heading), heading.line, f"heading {heading}")


def _block(block: Block) -> list[Item]:
    code, output = block.code, block.output
    found = [Item("block", f"python {block.download or ''}".strip(), code.line, "block")]
    found += [Item("code token", text, code.code_line + line - 1) for text, line in code_tokens(code.source)]
    if output:
        found.append(Item("output", "output", output.line, "output"))
        lines = output.source.split("\n")[:-1]
        found += [Item("output line", line, output.code_line + n) for n, line in enumerate(lines)]
        found.append(Item("output line", "end of output", output.code_line + len(lines)))
    return found


def _fence(fence: Fence) -> list[Item]:
    """A block that is shown, not run: its language; its text may be prose."""
    return [Item("fence", fence.language, fence.line, f"fence {fence.language}")]


def _directive(directive: Directive) -> list[Item]:
    """A directive; the words inside a check or a figure may differ, their numbers may not."""
    word, line = directive.word, directive.line
    if word == "check":
        tokens = code_tokens(directive.rest)
        return [Item("directive", "check", line, "check")] + [
            Item("token of check", t, line + n, translated=True) for t, n in tokens
        ]
    if word == "figure":
        name, expression = directive.figure
        tokens = code_tokens(f"({expression}\n)")
        found = [Item("directive", f"figure: {name}", line, f"figure {name}")]
        return found + [Item("token of figure", t, line + n - 1, translated=True) for t, n in tokens]
    text = word if word in WORDS_ONLY else f"{word}: {directive.rest}".rstrip(": ")
    return [Item("directive", text, line, word)]
