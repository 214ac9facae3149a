"""One page as it is proved: every block, check, figure and number in the order of the page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sybil import Document, Example, Region

from lessonproof.page import Block, Directive, Page, ProvedNumber
from lessonproof.problem import Problem
from lessonproof.proof.alone import run_alone
from lessonproof.proof.assertions import MARK, Assertions, asserted
from lessonproof.proof.census import Renderer, census
from lessonproof.proof.downloads import folder_of, program_file, run_download, write_program
from lessonproof.proof.figures import draw
from lessonproof.proof.ledger import Ledger
from lessonproof.proof.numbers import prove, value_like
from lessonproof.proof.rewrite import Change, number_change, output_change
from lessonproof.proof.run import attempt, explain, names, padded, run, run_block, shows
from lessonproof.proof.state import Fresh


@dataclass
class Workshop:
    """What all pages of a run share.

    Attributes:
        ledger: The account of what finished.
        fresh: The state every page begins in.
        build: The folder for drawings and downloads.
        renderer: Shows a page as the site does.
        notices: Per language, the line below the title of a page's program.
        update: Whether outputs and numbers are rewritten instead of compared.
        kinds: The types that figures may be; any if empty.
    """

    ledger: Ledger
    fresh: Fresh
    build: Path
    renderer: Renderer
    notices: dict[str, str] = field(default_factory=dict)
    update: bool = False
    kinds: tuple[type, ...] = ()
    drawn: dict[Path, str] = field(default_factory=dict)
    downloads: set[Path] = field(default_factory=set)
    changes: dict[str, tuple[Page, list[Change]]] = field(default_factory=dict)


Step = Callable[[Any, dict[str, Any]], Problem | None]


class Prover:
    """Hands one page to Sybil, region by region."""

    def __init__(self, page: Page, name: str, workshop: Workshop) -> None:
        self.page, self.name, self.workshop = page, name, workshop
        self.hidden: dict[str, Any] = {}  # names of checks: blocks and proved numbers never see them
        self.assertions = Assertions()
        self.changes: list[Change] = []
        self.failed = False
        workshop.changes[name] = (page, self.changes)

    def regions(self, document: Document) -> Iterator[Region]:
        """All regions of the page; Sybil runs them in the order of the page, the whole of it last."""
        ledger = self.workshop.ledger
        for block in self.page.blocks:
            for word, kind in (("skip", "skips"), ("cpu", "cpu")):
                reason = block.directive(word)
                if reason is not None:
                    ledger.note(self.name, kind, block.code.line, reason)
            if block.directive("skip") is None:
                kinds = ["blocks", "outputs"] if block.output else ["blocks"]
                yield self._region(block.code.start, block.end, block, self.block, *kinds)
        for directive in self.page.directives:
            if directive.word == "check":
                count = ["checks"] * len(
                    asserted(directive.rest)
                )  # one that prepares a figure checks nothing
                yield self._region(directive.start, directive.end, directive, self.check, *count)
            elif directive.word == "figure":
                yield self._region(directive.start, directive.end, directive, self.figure, "figures")
        for number in self.page.numbers:
            yield self._region(number.start, number.end, number, self.number, "proved")
        cited = ["cited"] * sum(len(citation.claims) for citation in self.page.citations)
        yield self._region(document.end, document.end, self.page, self.whole, *cited)

    def _region(self, start: int, end: int, parsed: Any, step: Step, *kinds: str) -> Region:
        """A region that reports to the ledger."""
        key = (step.__name__, start)
        self.workshop.ledger.expect(self.name, key)

        def evaluator(example: Example) -> str | None:
            problem = step(parsed, example.namespace)
            if problem is not None:
                self.failed = True
                example.line = problem.line or example.line  # where pytest says it failed
                return str(problem)
            self.workshop.ledger.finish(self.name, key, *kinds)
            return None

        return Region(start, end, parsed, evaluator)

    def block(self, block: Block, scope: dict[str, Any]) -> Problem | None:
        """Run one block and compare what it prints with the output below it."""
        ran = run_block(block, self.page, scope)
        problem = ran.problem or shows(block, ran.got, self.page)
        if problem and not ran.problem and block.output and ran.got and self.workshop.update:
            self.changes.append(output_change(self.page, block.output, ran.got))
            return None
        return problem

    def check(self, directive: Directive, scope: dict[str, Any]) -> Problem | None:
        """Run hidden assertions; they see the page's names, the page's blocks do not see theirs."""
        seen = self.hidden | scope
        source = padded(directive.rest, directive.line + 1)
        _, error = attempt(lambda: run(self.assertions.marked(source, seen), self.page, seen))
        if error:
            return explain(error, self.page, directive.line, "this check fails")
        # where both have a name, the page's wins above
        self.hidden |= {name: value for name, value in names(seen).items() if name != MARK}
        return None

    def figure(self, directive: Directive, scope: dict[str, Any]) -> Problem | None:
        """Evaluate a figure and keep its drawing for the build."""
        shop, seen = self.workshop, self.hidden | scope
        folder = shop.build / "figures"
        problem, error = attempt(lambda: draw(directive, self.page, seen, folder, shop.drawn, shop.kinds))
        return explain(error, self.page, directive.line, "this figure fails") if error else problem

    def number(self, number: ProvedNumber, scope: dict[str, Any]) -> Problem | None:
        """Evaluate the expression behind a number and compare."""
        problem = prove(number, self.page, scope)
        if problem is None or not self.workshop.update:
            return problem
        got, error = attempt(lambda: value_like(number, self.page, scope))
        if error:
            return problem
        self.changes.append(number_change(number, got))
        return None

    def whole(self, page: Page, scope: dict[str, Any]) -> Problem | None:
        """The page as it stands: nothing misread, its blocks true without the hidden parts, its downloads whole."""
        if page.problems:
            first, *more = page.problems
            return Problem(first.path, first.line, "\n".join([first.text, *map(str, more)]))
        self.workshop.fresh.begin()  # a page may have patched what the census is made with
        problem = self._census(page)
        if problem or self.workshop.update or self.failed:
            return problem
        for line in self.assertions.missed:
            return page.problem(line, "this assertion never runs: it checks nothing")
        return run_alone(page, self.workshop.fresh) or self._downloads(page)

    def _census(self, page: Page) -> Problem | None:
        """Count what readers see."""
        shown = self.workshop.renderer.shown(page)
        text = self.workshop.ledger.census(self.name, len(shown.python))
        return census(page, shown) or (page.problem(0, text) if text else None)

    def _downloads(self, page: Page) -> Problem | None:
        """Run every download of the page and write it, the page's program too."""
        folder = folder_of(self.workshop.build, self.name)
        for block in page.blocks:
            if block.download:
                problem = run_download(block, page, self.workshop.fresh, folder)
                if problem:
                    return problem
                self.workshop.downloads.add(folder / block.download)
        file = program_file(self.workshop.build, self.name)
        self.workshop.downloads.add(file)
        return write_program(page, file, self.workshop.notices.get(self.name.split("/")[0], ""))
