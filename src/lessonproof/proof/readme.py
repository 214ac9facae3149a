"""READMEs: their blocks run under the rules of pages, and every line they show as a command is known."""

import re
from functools import cached_property
from typing import NamedTuple

from lessonproof.page import Heading, Page
from lessonproof.page.scan import Fault
from lessonproof.problem import Problem
from lessonproof.proof.alone import run_alone
from lessonproof.proof.census import Renderer, census
from lessonproof.proof.run import namespace, run_block, shows
from lessonproof.proof.state import Fresh

HEADING = re.compile(r"^(?P<marks>#{1,6})[ ]+\S", re.M)
REMARK = re.compile(r"(?:^|\s+)#.*$")


class Readme(Page):
    """A page outside the course, as code hosts show it: its headings have no ids of their own."""

    @cached_property
    def _headings(self) -> tuple[list[Heading], list[Fault]]:
        found = HEADING.finditer(self.scan.prose(keep=["code span"]))
        return [Heading(len(m["marks"]), "", m.start(), self.line(m.start())) for m in found], []


class Command(NamedTuple):
    """A line that readers are told to type.

    Attributes:
        text: The line without its remark.
        line: Where it stands.
    """

    text: str
    line: int


def commands(page: Page) -> list[Command]:
    """Every line of every shell block."""
    return [
        Command(text, fence.code_line + n)
        for fence in page.fences
        if fence.language == "bash"
        for n, line in enumerate(fence.source.split("\n"))
        if (text := REMARK.sub("", line).strip())
    ]


def prove_readme(page: Readme, renderer: Renderer, fresh: Fresh) -> list[Problem]:
    """Everything that is wrong with a README: as it is read, as it is shown, and as it runs."""
    wrong = census(page, renderer.shown(page))
    found = [*page.problems, *([wrong] if wrong else [])]
    if found:
        return found
    fresh.begin()
    scope = namespace()
    for block in page.blocks:
        if block.directive("skip") is None:
            ran = run_block(block, page, scope)
            problem = ran.problem or shows(block, ran.got, page)
            if problem:
                return [problem]
    problem = run_alone(page, fresh)
    fresh.begin()
    return [problem] if problem else []
