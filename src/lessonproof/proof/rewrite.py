"""Put new outputs and numbers into a page, and nothing else."""

import re
from dataclasses import dataclass
from pathlib import Path

from lessonproof.files import read, write_whole
from lessonproof.page import Fence, Page, ProvedNumber
from lessonproof.problem import Problem
from lessonproof.proof.compare import visible


@dataclass(frozen=True, order=True)
class Change:
    """New text for a part of a page."""

    start: int
    end: int
    text: str


def output_change(page: Page, fence: Fence, got: str) -> Change:
    """An output fence with new content: prefixed as it was, its marker longer than any inside."""
    lines = page.text[fence.start : fence.end].split("\n")
    mark = fence.marker[0]
    longest = max((len(run) for run in re.findall(f"{mark}+", got)), default=0)
    marker = mark * max(len(fence.marker), longest + 1 if longest >= 3 else 0)
    opening = lines[0].replace(fence.marker, marker, 1)
    closing = lines[-1].replace(fence.marker, marker, 1)
    body = [fence.prefix + line if line else fence.prefix.rstrip() for line in visible(got)]
    return Change(fence.start, fence.end, "\n".join([opening, *body, closing]))


def number_change(number: ProvedNumber, got: str) -> Change:
    """A proved number with a new value."""
    return Change(number.shown_start, number.shown_start + len(number.shown), got)


def rewritten(page: Page, changes: list[Change]) -> Page:
    """The page with all changes made."""
    text = page.text
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return Page(text, page.path)


def bones(page: Page) -> str:
    """A page without the contents of its outputs and without its proved numbers."""
    empty = [output_change(page, block.output, "") for block in page.blocks if block.output]
    empty = [Change(c.start, c.end, re.sub(r"(`{3,}|~{3,})", lambda m: m[0][:3], c.text)) for c in empty]
    return rewritten(page, empty + [number_change(number, "") for number in page.numbers]).text


def rewrite(page: Page, changes: list[Change], path: Path) -> Problem | None:
    """Write a page's new outputs and numbers, unless that would change anything else.

    Args:
        page: The page as it was read.
        changes: What its run gave.
        path: Its file.
    """
    new = rewritten(page, changes)
    if page.source.mixed:
        return page.problem(0, "nothing rewritten: line ends of several kinds; write them all alike")
    if bones(new) != bones(page) or len(new.problems) > len(page.problems):
        return page.problem(0, "nothing rewritten: an output or number would change more than itself")
    if read(path) != page.source:
        return page.problem(0, "nothing rewritten: it was saved while its blocks ran; run this again")
    write_whole(path, page.source.as_written(new.text))
    return None
