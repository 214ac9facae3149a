"""One pass over a page, left to right: whichever of fence, code span, comment opens first wins.

What is found are stretches; what is left between them is prose. Whatever Material would show otherwise than it looks
(a fence that never closes, a lone backtick, a comment without an end) is a fault, not a guess.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from lessonproof.page.containers import begins, ends, free, rendered

FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*\n", re.S)  # as MkDocs reads it
OPENING = re.compile(
    r"^(?P<prefix>[> \t]*)(?P<marker>(?P<mark>`|~)(?P=mark){2,})(?P<info>[^\n]*)$"
    r"|(?P<escape>\\[\\`<])"
    r"|(?P<ticks>`+)"
    r"|(?P<comment><!--)",
    re.M,
)
TAB = re.compile(r"^[> ]*\t[> \t]*\S", re.M)
IN_LIST = re.compile(r"^[> \t]*(?:[-*+]|\d+[.)])[ \t]+(?:`{3,}|~{3,})(?!.*`)", re.M)

Kind = Literal["front matter", "fence", "comment", "code span"]


class Fault(NamedTuple):
    """Something wrong at a position of a page."""

    position: int
    text: str


@dataclass(frozen=True)
class Stretch:
    """A part of a page that is no prose.

    Attributes:
        kind: What it is.
        start: Where it begins; a fence begins with its line.
        end: Behind its last character; a fence ends before its last line end.
        prefix: What stands before it on its line (indentation, `>`); None if words do.
        marker: The backticks or tildes.
        info: What follows the marker of a fence; the text inside a comment or a code span.
    """

    kind: Kind
    start: int
    end: int
    prefix: str | None = None
    marker: str = ""
    info: str = ""


@dataclass
class Scan:
    """The stretches of a page in order, and what could not be read."""

    text: str
    stretches: list[Stretch] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def of(self, kind: Kind) -> list[Stretch]:
        """All stretches of one kind."""
        return [stretch for stretch in self.stretches if stretch.kind == kind]

    def prose(self, keep: Iterable[Kind] = ()) -> str:
        """The page with blanks instead of its stretches, lines and positions unchanged."""
        parts, at = [], 0
        for stretch in self.stretches:
            if stretch.kind not in keep:
                parts.append(self.text[at : stretch.start])
                parts.append(re.sub(r"[^\n]", " ", self.text[stretch.start : stretch.end]))
                at = stretch.end
        return "".join([*parts, self.text[at:]])


def scan(text: str) -> Scan:
    """Find every stretch of a page."""
    found = Scan(text)
    at = 0
    if front := FRONT_MATTER.match(text):
        found.stretches.append(Stretch("front matter", 0, front.end()))
        at = front.end()
    while opening := OPENING.search(text, at):
        at = opening.end()
        if opening["escape"]:
            continue
        if opening["marker"] and not (opening["mark"] == "`" and "`" in opening["info"]):
            stretch = _fence(text, opening)
        elif opening["comment"]:
            stretch = _comment(text, opening.start())
        else:
            stretch = _code_span(text, opening)
        if isinstance(stretch, Fault):
            found.faults.append(stretch)
            at = max(opening.end(), stretch.position)
        else:
            found.stretches.append(stretch)
            at = stretch.end
    prose = found.prose(keep=["code span"])
    found.faults += [
        Fault(
            m.start(),
            "a fence stands on a line of its own, not behind a list mark: nobody sees it as a block",
        )
        for m in IN_LIST.finditer(prose)
    ]
    found.faults += [
        Fault(m.start(), "this line is indented by spaces: a tab may make it code that nobody runs")
        for m in TAB.finditer(found.prose(keep=["code span", "comment"]))
    ]
    found.faults += _indented(text, prose)
    return found


def _indented(text: str, prose: str) -> list[Fault]:
    """Lines that begin code by indentation: it looks like a block, and nobody runs it."""
    faults, at, before = [], 0, ""
    for line in prose.split("\n"):
        prefix = line[: len(line) - len(line.lstrip("> "))]
        if line.strip("> ") and begins(line, before) and not rendered(text, at, prefix):
            said = "this line is shown as code that nobody runs: indent it less, or write a fence"
            faults.append(Fault(at, said))
        at, before = at + len(line) + 1, line
    return faults


def _fence(text: str, opening: re.Match[str]) -> Stretch | Fault:
    """A fenced block, if Material closes it where it seems to close."""
    prefix, marker, start = opening["prefix"], opening["marker"], opening.start()
    if "\t" in prefix:
        return Fault(start, "a fence is indented by spaces: tabs are read in several ways")
    if not free(text[:start]):
        return Fault(start, "a blank line stands before a fence")
    if not rendered(text, start, prefix):
        return Fault(
            start, f"this fence is indented by {len(prefix)} and no list, tab or admonition holds it there"
        )
    at = opening.end() + 1
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if line.startswith(prefix) and line[len(prefix) :].rstrip(" \t") == marker:
            if not ends(text[end + 1 :].split("\n", 1)[0].lstrip("> ")):
                return Fault(at, "a blank line stands behind a fence")
            return Stretch("fence", start, end, prefix, marker, opening["info"])
        if line.strip() and not line.startswith(prefix) and line.rstrip() != prefix.rstrip():
            break
        at = end + 1
    return Fault(
        start,
        f"this fence never closes: end it with {(prefix + marker)!r}, every line between indented alike",
    )


def _comment(text: str, start: int) -> Stretch | Fault:
    """A comment, with what stands before it on its line."""
    end = text.find("-->", start + 4)
    if end < 0 or text.startswith(("<!-->", "<!--->"), start) or "--!>" in text[start:end]:
        return Fault(start + 4, "this comment has no end: close it with -->")
    before = text[text.rfind("\n", 0, start) + 1 : start]
    prefix = None if before.strip("> ") else before
    if prefix is not None and not rendered(text, start - len(prefix), prefix):
        return Fault(start + 4, f"this comment is indented by {len(prefix)} and shown as text")
    if not all(
        not line.strip("> ") or line.startswith(prefix or "") for line in text[start:end].split("\n")[1:]
    ):
        return Fault(start + 4, f"every line of this comment begins with {prefix!r}, as its first one does")
    return Stretch("comment", start, end + 3, prefix, info=text[start + 4 : end])


def _code_span(text: str, opening: re.Match[str]) -> Stretch | Fault:
    """A code span, closed on its own line by as many backticks."""
    ticks = opening["ticks"] or opening["marker"]
    start = opening.start("ticks") if opening["ticks"] else opening.start("marker")
    inside = start + len(ticks)
    line_end = text.find("\n", inside)
    line = text[inside : len(text) if line_end < 0 else line_end]
    closing = re.search(rf"(?<!`){ticks}(?!`)", line)
    if not closing:
        return Fault(
            inside,
            "a code span ends on the line it begins on, with as many backticks; write \\` for one alone",
        )
    return Stretch("code span", start, inside + closing.end(), None, ticks, line[: closing.start()])
