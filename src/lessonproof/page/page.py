"""A page: its text and everything that can be known of it without running anything, each computed once."""

import ast
from functools import cached_property
from pathlib import Path

from lessonproof import files
from lessonproof.page.blocks import Block, blocks
from lessonproof.page.citations import Citation, citations
from lessonproof.page.directives import Directive, directives
from lessonproof.page.drawn import drawn_words
from lessonproof.page.fences import Fence, fences
from lessonproof.page.front_matter import FrontMatter, front_matter
from lessonproof.page.headings import Heading, headings
from lessonproof.page.hidden import hidden
from lessonproof.page.markup import markup
from lessonproof.page.numbers import ProvedNumber, proved_numbers
from lessonproof.page.passages import Layout, Passage, layout, of_words
from lessonproof.page.scan import Fault, Scan, scan
from lessonproof.page.shown import Shown, shown
from lessonproof.problem import Problem


class Page:
    r"""One page of a course.

    Attributes:
        path: The file, as messages name it.
        text: Its text with `\\n` line ends and without a byte-order mark.
        source: How the file is written.
    """

    def __init__(self, source: files.Text | str, path: str) -> None:
        self.source = files.Text(source) if isinstance(source, str) else source
        self.text = self.source.text
        self.path = path

    @classmethod
    def read(cls, path: Path, shown: str | None = None) -> "Page":
        """Read a page from its file; messages call it `shown`."""
        return cls(files.read(path), shown or str(path))

    def __repr__(self) -> str:
        return f"Page({self.path!r})"

    @cached_property
    def scan(self) -> Scan:
        """Fences, comments and code spans."""
        return scan(self.text)

    @cached_property
    def fences(self) -> list[Fence]:
        """All fenced blocks, in any language."""
        return self._fences[0]

    @cached_property
    def directives(self) -> list[Directive]:
        """All comments that speak to the proof or the site."""
        return self._directives[0]

    @cached_property
    def blocks(self) -> list[Block]:
        """All Python blocks."""
        return self._blocks[0]

    @cached_property
    def numbers(self) -> list[ProvedNumber]:
        """All proved numbers."""
        return self._numbers[0]

    @cached_property
    def headings(self) -> list[Heading]:
        """All headings with their ids."""
        return self._headings[0]

    @cached_property
    def front_matter(self) -> FrontMatter:
        """What stands above the text."""
        return self._front_matter[0]

    @cached_property
    def citations(self) -> list[Citation]:
        """All links that cite claims."""
        return self._citations[0]

    @cached_property
    def shown(self) -> Shown:
        """The text as a reader sees it; its links, pictures and formulas."""
        return shown(self.scan)

    @cached_property
    def layout(self) -> Layout:
        """Passages, containers and tables."""
        return layout(self.shown)

    @cached_property
    def passages(self) -> list[Passage]:
        """All words of the page, but for those inside code and drawings."""
        titles = [
            of_words("title", fence.title, self.text.index(fence.title, fence.start))
            for fence in self.fences
            if fence.title and not fence.title.endswith(".py")
        ]
        return sorted([*self.layout.passages, *titles], key=lambda passage: passage.start)

    @cached_property
    def words(self) -> list[Passage]:
        """All words: the passages, those of drawings, and what the front matter says."""
        said = self.front_matter.entries
        front = [
            of_words(
                "title", said[name], max(0, self.text.find(said[name], self.text.find(f"\n{name}:") + 1))
            )
            for name in ("title", "description")
            if isinstance(said.get(name), str)
        ]
        drawn = [
            passage for d in self.directives if d.word == "figure" for passage in drawn_words(self.text, d)
        ]
        return sorted([*front, *drawn, *self.passages], key=lambda passage: passage.start)

    @cached_property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the page before anything runs."""
        faults = [*self.scan.faults, *hidden(self.directives), *self._uncompiled()]
        for _, more in (
            self._front_matter,
            self._fences,
            self._directives,
            self._blocks,
            self._numbers,
            self._citations,
            self._headings,
        ):
            faults += more
        said = {self.line(fault.position) for fault in faults}
        more = markup(self.shown, self.layout, self.numbers)
        faults += [fault for fault in more if self.line(fault.position) not in said]
        if self.source.mixed:
            faults.append(Fault(0, "line ends of several kinds: write them all alike"))
        return sorted({self.problem(self.line(fault.position), fault.text) for fault in faults})

    def line(self, position: int) -> int:
        """Line number, from 1, of a position."""
        return self.text.count("\n", 0, position) + 1

    def column(self, position: int) -> int:
        """Column, from 1, of a position."""
        return position - self.text.rfind("\n", 0, position)

    def problem(self, line: int, text: str) -> Problem:
        """A problem of this page."""
        return Problem(self.path, line, text)

    def _uncompiled(self) -> list[Fault]:
        """Blocks that are no Python and do not say so."""
        faults = []
        for block in self.blocks:
            try:
                ast.parse(block.code.source)
            except (SyntaxError, ValueError) as error:
                if block.directive("raises") is None and block.directive("skip") is None:
                    line = (error.lineno or 1) if isinstance(error, SyntaxError) else 1
                    message = f"line {block.code.line + line} of the page is no Python: {error.args[0]}"
                    faults.append(Fault(block.code.start, message))
        return faults

    @cached_property
    def _fences(self) -> tuple[list[Fence], list[Fault]]:
        return fences(self.scan)

    @cached_property
    def _directives(self) -> tuple[list[Directive], list[Fault]]:
        return directives(self.scan)

    @cached_property
    def _blocks(self) -> tuple[list[Block], list[Fault]]:
        return blocks(self.text, self.fences, self.directives)

    @cached_property
    def _numbers(self) -> tuple[list[ProvedNumber], list[Fault]]:
        return proved_numbers(self.scan)

    @cached_property
    def _headings(self) -> tuple[list[Heading], list[Fault]]:
        return headings(self.scan)

    @cached_property
    def _front_matter(self) -> tuple[FrontMatter, list[Fault]]:
        return front_matter(self.scan)

    @cached_property
    def _citations(self) -> tuple[list[Citation], list[Fault]]:
        return citations(self.scan, self.shown)
