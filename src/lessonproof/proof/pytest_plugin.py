"""Let pytest prove pages: collect them, run them, write `build/proof.json` when all of them finished."""

import json
import os
import pkgutil
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from sybil import Document, Region, Sybil

from lessonproof.course import Course
from lessonproof.files import write_whole
from lessonproof.page import Page
from lessonproof.proof import device
from lessonproof.proof.census import Renderer
from lessonproof.proof.ledger import Ledger
from lessonproof.proof.prover import Prover, Workshop
from lessonproof.proof.rewrite import rewrite
from lessonproof.proof.run import namespace
from lessonproof.proof.state import Fresh

UPDATE = "LESSONPROOF_UPDATE"
PROOF = "proof.json"


class PageProof:
    """Proves all pages of a course.

    Args:
        docs: The folder that holds one folder per language.
        languages: Their names.
        packages: What the pages import: loaded before the first page, put back before every page, and
            named with their versions in the proof.
        build: Where the proof, drawings and downloads go; `build` beside `docs` if not given.
        config: The MkDocs file that names the site's Markdown extensions; `mkdocs.base.yml` beside `docs`
            if not given.
        notices: Per language, the line below the title of a page's program.
        drawings: The types that figures may be, as `package.module:Type`; any if not given.
    """

    def __init__(
        self,
        docs: Path,
        languages: Collection[str],
        packages: Collection[str] = (),
        build: Path | None = None,
        config: Path | None = None,
        notices: dict[str, str] | None = None,
        drawings: Collection[str] = (),
    ) -> None:
        self.course = Course(docs, tuple(languages))
        self.packages, self.drawings = tuple(packages), tuple(drawings)
        update = os.environ.get(UPDATE, "") not in ("", "0")
        self.workshop = Workshop(
            Ledger(),
            Fresh(packages),
            build or docs.parent / "build",
            Renderer(config or docs.parent / "mkdocs.base.yml"),
            notices or {},
            update,
        )

    def collector(self) -> Callable[[Path, pytest.Collector], Any]:
        """The `pytest_collect_file` hook of a conftest beside the pages."""
        sybil = Sybil(
            [self._regions], pattern="*.md", setup=self._begin, teardown=self._end, encoding="utf-8-sig"
        )
        collect = sybil.pytest()
        sybil.path = self.course.docs

        def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Any:
            if not self.course.name(file_path):
                return None
            return collect(file_path, parent) if self._find_device(parent.session) else None

        return pytest_collect_file

    def _find_device(self, session: pytest.Session) -> bool:
        """Whether the device that was asked for is there; if not, one line says so and nothing runs."""
        fresh = self.workshop.fresh
        try:
            fresh.device = device.wanted()
            if fresh.device != "cpu" and not fresh.place:
                fresh.begin()
        except device.NoDevice as error:
            session.shouldfail = str(error)
            return False
        return True

    def _regions(self, document: Document) -> Iterator[Region]:
        path = Path(document.path)
        page = Page.read(path, os.path.relpath(path))
        return Prover(page, str(self.course.name(path)), self.workshop).regions(document)

    def _begin(self, scope: dict[str, Any]) -> None:
        workshop = self.workshop
        workshop.fresh.begin()
        if not workshop.kinds:
            workshop.kinds = tuple(pkgutil.resolve_name(name) for name in self.drawings)
        if all(workshop.ledger.expected.get(name) for group in self._names().values() for name in group):
            (workshop.build / PROOF).unlink(missing_ok=True)  # a run that ends early leaves no old proof
        scope.update(namespace())

    def _end(self, scope: dict[str, Any]) -> None:
        self.workshop.fresh.begin()

    def _names(self) -> dict[str, list[str]]:
        """The names of all pages, by language."""
        return {
            language: [f"{language}/{page.removesuffix('.md')}" for page in self.course.pages(language)]
            for language in self.course.languages
        }

    def finish(self, session: pytest.Session) -> None:
        """Rewrite outputs if asked; write the proof if everything of every page finished."""
        workshop, names = self.workshop, self._names()
        if workshop.update:
            self._rewrite(session)
        elif not workshop.ledger.open([name for group in names.values() for name in group]):
            for folder, kept in (("figures", set(workshop.drawn)), ("downloads", workshop.downloads)):
                _clear(workshop.build / folder, kept)
            self._write(workshop.ledger.summary(names, self.packages, workshop.fresh.place))

    def _write(self, proof: dict[str, Any]) -> None:
        """Write the proof down; what a GPU proved is also kept with the pages, for machines that have none."""
        write_whole(self.workshop.build / PROOF, _json(proof))
        if "gpu" in proof:
            kept = {name: proof[name] for name in ("device", "gpu", "versions", "languages")}
            kept["date"] = time.strftime("%Y-%m-%d", time.gmtime())
            write_whole(self.course.data / "gpu.json", _json(kept))

    def _rewrite(self, session: pytest.Session) -> None:
        """Write what changed, page by page."""
        say = session.config.get_terminal_writer().line
        say()
        for name, (page, changes) in self.workshop.changes.items():
            if changes and self.workshop.ledger.open([name]):
                say(f"{page.path}: nothing rewritten, since not all of it holds or ran")
            elif changes:
                problem = rewrite(page, changes, self.course.docs / f"{name}.md")
                say(f"{problem or f'{page.path}: {len(changes)} outputs or numbers rewritten'}")
                session.exitstatus = 1 if problem else session.exitstatus


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _clear(folder: Path, kept: set[Path]) -> None:
    """Remove drawings and downloads of pages as they no longer are."""
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
