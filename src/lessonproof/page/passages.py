"""Passages: a page's words cut into what is read in one go: a paragraph, a list item, a table row, a title."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lessonproof.page.shown import HIDDEN, Shown

Kind = Literal["paragraph", "item", "row", "heading", "title", "alt text", "drawn"]
CONTAINER = re.compile(
    r"(?P<mark>!!!|\?\?\?\+?|===)[!+]?(?:[ \t]+(?P<kind>[\w-]+(?:[ \t]+[\w-]+)*))?(?:[ \t]+\"(?P<title>.*)\")?[ \t]*$"
)
HEADING = re.compile(r"#{1,6}[ \t]*(?P<words>[^#].*?)[ \t]*#*[ \t]*$")
ITEM = re.compile(r"(?:(?:[-*+]|\d+\.)[ \t]+)+(?P<words>.*)$")
DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
VISIBLE = re.compile(f"[^{HIDDEN}]+")


@dataclass(frozen=True)
class Passage:
    """Words that belong together, as a reader sees them.

    Attributes:
        kind: What they are.
        text: The words; a sign of `shown` stands for each code span, formula, count and picture.
        start: Where the passage begins in the page.
        end: Behind it.
        within: Where the paragraph, item or row begins that it belongs to: its own start but for alt texts and titles.
    """

    kind: Kind
    text: str
    start: int
    end: int
    within: int
    places: tuple[tuple[int, int], ...]  # from which character on, where in the page

    def place(self, at: int) -> int:
        """Where a character of the text stands in the page."""
        first, start = self.places[bisect_right(self.places, (at, 1 << 60)) - 1]
        return start + at - first


@dataclass(frozen=True)
class Container:
    """The first line of an admonition, a fold or a tab."""

    mark: str
    kind: str
    depth: int
    start: int

    def __str__(self) -> str:
        return f"{self.mark} {self.kind}".strip() + (f", {self.depth} deep" if self.depth else "")


@dataclass(frozen=True)
class Row:
    """A row of a table: its cells, and what the delimiters say of the columns."""

    cells: int
    columns: str
    start: int


@dataclass
class Layout:
    """The passages of a page, and what holds them."""

    passages: list[Passage]
    containers: list[Container]
    rows: list[Row]


def layout(shown: Shown) -> Layout:
    """Read a page line by line."""
    reader = _Reader(shown)
    for start, end in _lines(shown.text):
        reader.read(start, end)
    reader.close()
    found = reader.found
    starts = [passage.start for passage in found.passages]
    for words in shown.words:
        holder = max(0, bisect_right(starts, words.start) - 1)
        within = found.passages[holder].start if found.passages else words.start
        found.passages.append(of_words(words.kind, words.text, words.start, within))
    found.passages.sort(key=lambda passage: passage.start)
    return found


def of_words(kind: Kind, text: str, start: int, within: int | None = None) -> Passage:
    """A passage of words that stand in the page as they are."""
    within = start if within is None else within
    return Passage(kind, text, start, start + len(text), within, ((0, start),))


class _Reader:
    """Which passage is open while lines are read."""

    def __init__(self, shown: Shown) -> None:
        self.shown, self.found = shown, Layout([], [], [])
        self.lines: list[tuple[int, int]] = []  # of the open passage
        self.kind: Kind = "paragraph"
        self.in_table = False

    def read(self, start: int, end: int) -> None:
        """Go on with the open passage, or close it and open another."""
        text = self.shown.text
        indent = len(text[start:end]) - len(text[start:end].lstrip("> \t"))
        start += indent
        line = text[start:end]
        if not line.replace(HIDDEN, "").strip():
            self.close()
            self.in_table = False
        elif m := CONTAINER.match(line):
            self.close()
            kind = " ".join((m["kind"] or "").split())
            self.found.containers.append(Container(m["mark"], kind, indent // 4, start))
            if m["title"]:
                self.alone("title", start + m.start("title"), start + m.end("title"))
        elif m := HEADING.match(line):
            self.close()
            self.alone("heading", start + m.start("words"), start + m.end("words"))
        elif "|" in line and DELIMITER.match(line) and (self.lines or self.found.rows):
            self.kind = "row"
            if self.lines:  # a header that begins with no bar
                self.found.rows.append(Row(_cells(line), "", self.lines[-1][0]))
            self.close()
            self.in_table = True
            self.found.rows.append(Row(_cells(line), _columns(line), start))
        elif line.startswith("|") or self.in_table:
            self.close()
            self.found.rows.append(Row(_cells(line), "", start))
            self.alone("row", start, end)
        elif m := ITEM.match(line):
            self.close()
            self.kind = "item"
            self.lines = [(start + m.start("words"), end)]
        else:
            self.lines.append((start, end))

    def alone(self, kind: Kind, start: int, end: int) -> None:
        """A passage of one line."""
        self.kind, self.lines = kind, [(start, end)]
        self.close()

    def close(self) -> None:
        """End the open passage, if there is one."""
        if self.lines:
            self.found.passages.append(_passage(self.kind, self.shown.text, self.lines))
        self.lines, self.kind = [], "paragraph"


def _passage(kind: Kind, text: str, lines: list[tuple[int, int]]) -> Passage:
    """The visible characters of some lines."""
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    length = 0
    for i, (start, end) in enumerate(lines):
        if i:
            places.append((length, lines[i - 1][1]))
            parts.append("\n")
            length += 1
        for visible in VISIBLE.finditer(text, start, end):
            places.append((length, visible.start()))
            parts.append(visible[0])
            length += len(visible[0])
    start = lines[0][0]
    return Passage(kind, "".join(parts).rstrip(), start, lines[-1][1], start, tuple(places))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every line."""
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1


def _cells(line: str) -> int:
    """How many cells a table row has."""
    return line.strip().removeprefix("|").removesuffix("|").count("|") + 1


def _columns(line: str) -> str:
    """How the columns of a table are aligned."""
    marks = line.strip().strip("|").split("|")
    return " ".join(re.sub("-+", "-", mark.strip()) for mark in marks)
