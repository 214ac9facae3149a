"""Put the drawings of a page where it names them, and take all other directives out of the page."""

from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from lessonproof.page.directives import Directive, directives
from lessonproof.page.scan import scan

PLACES = ("references", "glossary", "verified")  # directives that other extensions fill


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
        if not path.exists():
            raise FileNotFoundError(f"the drawing {path} is missing: prove the pages first (make site)")
        svg = path.read_text(encoding="utf-8")
        return self.md.htmlStash.store(f'<figure class="figure" data-search-exclude>{svg}</figure>')


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
