"""A lie: an edit that makes a page say what is not so."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from lessonproof.page import Page
from lessonproof.problem import Problem
from lessonproof.proof.rewrite import Change, rewritten

SHOWN = 30  # characters of what a lie replaces


@dataclass(frozen=True)
class Lie:
    """One lie about one thing of a page.

    Attributes:
        kind: What sort of lie, as the tables count it.
        page: The page as it is.
        start: Where the thing begins that the lie is about.
        end: Behind that thing; equal to `start` if the lie stands before it.
        changes: The edits.
    """

    kind: str
    page: Page
    start: int
    end: int
    changes: tuple[Change, ...]

    @property
    def line(self) -> int:
        """Line number, from 1, of the first edit."""
        return self.page.line(self.changes[0].start)

    @property
    def told(self) -> Page:
        """The page with this lie alone."""
        return rewritten(self.page, list(self.changes))

    def __str__(self) -> str:
        first = self.changes[0]
        old, new = (_short(text) for text in (self.page.text[first.start : first.end], first.text))
        return f"{self.page.path}:{self.line}: {self.kind}: {old!r} became {new!r}, and nobody noticed"


Liar = Callable[[Page], Iterator[Lie]]


@dataclass(frozen=True)
class Told:
    """A page with several lies, each about another thing of it.

    Attributes:
        page: The page that lies.
        spans: Start and end, in that page, of what each lie is about.
    """

    page: Page
    spans: dict[Lie, tuple[int, int]]

    def names(self, lie: Lie, problems: Iterable[Problem]) -> bool:
        """Whether a problem of this page names a line that the lie is about."""
        lines = self.lines(lie)
        return any(problem.line in lines for problem in problems)

    def lines(self, lie: Lie) -> range:
        """The lines of the page that a lie is about."""
        start, end = self.spans[lie]
        return range(self.page.line(start), self.page.line(max(start, end - 1)) + 1)


def tell(lies: Collection[Lie]) -> list[Told]:
    """Spread lies over as few pages as possible: no page has two about things that begin on one line."""
    things: dict[int, list[Lie]] = {}
    for lie in lies:
        things.setdefault(lie.page.line(lie.start), []).append(lie)
    rounds = zip_longest(*(things[line] for line in sorted(things)))
    return [_told([lie for lie in group if lie is not None]) for group in rounds]


def _told(lies: list[Lie]) -> Told:
    """One page with all these lies, which are sorted by place."""
    spans, moved = {}, 0
    for lie in lies:
        grown = sum(len(change.text) - (change.end - change.start) for change in lie.changes)
        spans[lie] = (lie.start + moved, lie.end + moved + grown)
        moved += grown
    return Told(rewritten(lies[0].page, [change for lie in lies for change in lie.changes]), spans)


def _short(text: str) -> str:
    """The beginning of a text."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
