"""Put the drawings of a page where it names them, and take all other directives out of the page."""

import os
from html import escape
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from lessonproof.page.directives import Directive, directives
from lessonproof.page.scan import scan
from lessonproof.problem import command

PLACES = ("references", "glossary", "verified")  # directives that other extensions fill
LIVE = "LESSONPROOF_LIVE"  # names the page that an author is looking at; no published build sets it


class Figures(Preprocessor):
    """Replaces directives; code blocks are already put aside, code spans are left alone."""

    def __init__(self, md: Markdown, folder: Path) -> None:
        super().__init__(md)
        self.folder = folder

    def run(self, lines: list[str]) -> list[str]:
        """A figure becomes its drawing, every other directive nothing."""
        text = "\n".join(lines)
        for directive in reversed(directives(scan(text))[0]):
            if directive.word in PLACES:
                continue
            start = directive.start - len(directive.prefix)
            instead = directive.prefix + self._drawing(directive) if directive.word == "figure" else ""
            if directive.word == "figure" and "\n" not in text[directive.end : directive.end + 1]:
                instead += "\n"
            text = text[:start] + instead + text[directive.end :]
        return text.split("\n")

    def _drawing(self, figure: Directive) -> str:
        path = self.folder / "figures" / figure.figure_file
        if path.exists():
            shown = path.read_text(encoding="utf-8")
        elif page := os.environ.get(LIVE):
            name, way_out = figure.figure[0], escape(command("pytest", page))
            shown = f"<p>prove this page to draw {name}: <code>{way_out}</code></p>"
        else:
            raise FileNotFoundError(f"the drawing {path} is missing: prove the pages first (make site)")
        return self.md.htmlStash.store(f'<figure class="figure" data-search-exclude>{shown}</figure>')


class FiguresExtension(Extension):
    """Reads the folder that the proof wrote."""

    def __init__(self, **options: Any) -> None:
        self.config = {"folder": ["build", "where the proof keeps its drawings"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Come after superfences (25), which takes code away, and before HTML blocks (20)."""
        md.preprocessors.register(Figures(md, Path(self.getConfig("folder"))), "lessonproof-figures", 22)


def makeExtension(**options: Any) -> FiguresExtension:
    """Entry point of Python-Markdown."""
    return FiguresExtension(**options)
