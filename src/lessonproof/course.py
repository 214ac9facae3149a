"""A course: one folder of pages per language, the same pages in each."""

import tomllib
from pathlib import Path
from typing import Any

from lessonproof.page import Page


class Course:
    """The pages of a documentation folder.

    Attributes:
        docs: The folder that holds one folder per language.
        languages: Their names, the leading one first.
        data: Where the lock and the tables of the checks lie.
    """

    def __init__(self, docs: Path, languages: tuple[str, ...]) -> None:
        self.docs, self.languages = docs.resolve(), languages
        self.data = self.docs / "data"
        self._pages: dict[str, Page] = {}

    def files(self, language: str) -> list[str]:
        """Every file of a language, below its folder."""
        folder = self.docs / language
        return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())

    def links(self, language: str) -> list[str]:
        """Every symbolic link of a language: MkDocs follows it, `files` does not look behind it."""
        folder = self.docs / language
        paths = [path for path in (folder, *folder.rglob("*")) if path.is_symlink()]
        return sorted(path.relative_to(folder).as_posix() for path in paths)

    def pages(self, language: str) -> list[str]:
        """The pages of a language: `learn/scaling.md`."""
        return [file for file in self.files(language) if file.endswith(".md")]

    def name(self, path: Path) -> str | None:
        """A page's name in proofs, `zh/learn/scaling`; None if the file is no page of the course."""
        try:
            name = path.resolve().relative_to(self.docs).as_posix()
        except ValueError:
            return None
        return (
            name.removesuffix(".md")
            if name.endswith(".md") and name.split("/")[0] in self.languages
            else None
        )

    def page(self, language: str, name: str) -> Page:
        """One page; read once."""
        shown = f"{self.docs.name}/{language}/{name}"
        if shown not in self._pages:
            self._pages[shown] = Page.read(self.docs / language / name, shown)
        return self._pages[shown]

    def every_page(self) -> list[tuple[str, str, Page]]:
        """All pages, each with its language and its name below that language's folder."""
        return [
            (language, name, self.page(language, name))
            for language in self.languages
            for name in self.pages(language)
        ]

    def table(self, name: str) -> dict[str, Any]:
        """A TOML file of the data folder; empty if the course has none of that name."""
        path = self.data / name
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
