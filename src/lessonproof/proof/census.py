"""Census: the Python blocks and proofs that the site's own Markdown shows are those that the proof reads."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import markdown
import yaml
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from lessonproof.page import Page
from lessonproof.problem import Problem

OURS = "lessonproof."  # our own extensions read the proof, so they cannot come before it; none makes a block


class Loader(yaml.SafeLoader):
    """MkDocs' files name variables of the environment."""


Loader.add_constructor("!ENV", lambda loader, node: None)


@cache
def _markdown(config: Path) -> markdown.Markdown:
    """The site's Markdown; made once, since most of a short page's time would go into it."""
    found = yaml.load(config.read_text(encoding="utf-8"), Loader)["markdown_extensions"]
    options = {name: more for name, more in found.items() if not name.startswith(OURS)}
    return markdown.Markdown(extensions=list(options), extension_configs=options)


class Renderer:
    """Shows a page as the site does.

    Args:
        config: The MkDocs file with `markdown_extensions`.
    """

    def __init__(self, config: Path) -> None:
        self.config = config

    def shown(self, page: Page) -> "Shown":
        """What a page's readers see."""
        front = page.scan.of("front matter")
        return Shown(_markdown(self.config).reset().convert(page.text[front[0].end if front else 0 :]))


class Shown(HTMLParser):
    """What a rendered page holds.

    Attributes:
        blocks: Language and text of every highlighted block.
        proofs: Tag and expression of everything that carries one.
        headings: Level and id of every heading.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.blocks: list[tuple[str, str]] = []
        self.proofs: list[tuple[str, str]] = []
        self.headings: list[tuple[int, str]] = []
        self._language, self._inside = "", ""
        self._code = False
        self.feed(html)
        self.close()

    @property
    def python(self) -> list[str]:
        """The Python among the blocks, without what cannot be seen at its ends."""
        return [source.strip("\n") for language, source in self.blocks if _python(language)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where something begins."""
        named = {name: value or "" for name, value in attrs}
        classes = named.get("class", "").split()
        if "highlight" in classes:
            languages = [name.removeprefix("language-") for name in classes if name.startswith("language-")]
            self._language = languages[0] if languages else ""
        if tag == "code" and self._language:
            self._code, self._inside = True, ""
        if "data-proof" in named:
            self.proofs.append((tag, named["data-proof"]))
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append((int(tag[1]), named.get("id", "")))

    def handle_data(self, data: str) -> None:
        """Keep the text of blocks."""
        if self._code:
            self._inside += data

    def handle_endtag(self, tag: str) -> None:
        """Note where a block ends."""
        if tag == "code" and self._code:
            self.blocks.append((self._language, self._inside))
            self._code, self._language = False, ""


def _python(language: str) -> bool:
    """Whether readers take a block for Python: a session or a traceback too."""
    try:
        return "python" in get_lexer_by_name(language).name.lower()
    except ClassNotFound:
        return False


def census(page: Page, shown: Shown) -> Problem | None:
    """The first block or proof that readers see and the proof does not read, or the other way round."""
    blocks = [(block.code.source.strip("\n"), block.code.line) for block in page.blocks]
    proofs = [(number.expression, number.line) for number in page.numbers]
    return _parted(page, "Python block", "run", blocks, shown.python) or _parted(
        page, "proof", "evaluated", proofs, [expression for _, expression in shown.proofs]
    )


def _parted(page: Page, what: str, done: str, read: list[tuple[str, int]], seen: list[str]) -> Problem | None:
    """Where what is read and what is seen part."""
    same: Any = (a[0] == b for a, b in zip(read, seen, strict=False))
    at = next((i for i, equal in enumerate(same) if not equal), min(len(read), len(seen)))
    if at == len(read) == len(seen):
        return None
    counts = f"this page shows {len(seen)} of the kind, {len(read)} are {done}"
    if len(read) > len(seen):
        text, line = read[at]
        return page.problem(line, f"a {what} is {done} that no reader sees; {counts}: {_first(text)!r}")
    line = page.line(max(0, page.text.find(_first(seen[at]))))
    return page.problem(line, f"a {what} is shown that is not {done}; {counts}: {_first(seen[at])!r}")


def _first(text: str) -> str:
    return next((line.strip() for line in text.split("\n") if line.strip()), "")
