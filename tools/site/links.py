"""What built sites point at: every file, anchor and twin is there, and nothing is fetched from elsewhere."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from tools.problem import Problem

FETCHED = {
    "src",
    "srcset",
    "poster",
    "data",
    "action",
    "formaction",
    "background",
    "code",
    "archive",
    "manifest",
}
FOLLOWED = {"href", "xlink:href", "cite"}
LINK_FOLLOWED = {
    "canonical",
    "alternate",
    "next",
    "prev",
    "author",
    "license",
    "help",
}  # no browser fetches these
NAMED = {("meta", "og:url"), ("meta", "og:image")}  # addresses in `content`
CSS = re.compile(r"""@import\s+(?:url\()?\s*["']?([^"')\s;]+)|url\(\s*["']?([^"')]+)""")
INLINE = ("data:", "blob:")
ANYWHERE = ("/", "#", "http:", "https:", "mailto:", *INLINE)  # means the same on every page
ELSEWHERE = ("http", "https", "mailto")  # what a link may leave the site by
SHOWN = 20  # findings before the rest is only counted


class Reference(NamedTuple):
    """Something a page points at.

    Attributes:
        target: As it is written.
        line: Where.
        fetched: Whether a browser loads it with the page; else a reader follows it.
    """

    target: str
    line: int
    fetched: bool


class Document(HTMLParser):
    """What a page points at and what can be pointed at in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.references: list[Reference] = []
        self.ids: set[str] = set()
        self._style = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links and what is fetched."""
        named = {name: value or "" for name, value in attrs}
        self.ids |= {
            named[name] for name in ("id", "name") if named.get(name) and (name == "id" or tag == "a")
        }
        self._style = tag == "style"
        for name, value in named.items():
            if name == "srcset":
                for part in value.split(","):
                    self._note(part.strip().split(" ")[0], True)
            elif name in FETCHED:
                self._note(value, True)
            elif name in FOLLOWED:
                self._note(value, _loads(tag, named))
            elif "url(" in value:  # styles; marks and gradients of drawings
                self._note_styles(value)
        if tag == "meta" and (tag, named.get("property")) in NAMED:
            self._note(named.get("content", ""), named["property"] == "og:image")
        if tag == "meta" and named.get("http-equiv", "").lower() == "refresh":
            self._note(named.get("content", "").partition("url=")[2], False)

    def handle_data(self, data: str) -> None:
        """Look into style sheets inside the page."""
        if self._style:
            self._note_styles(data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a style sheet."""
        self._style = False

    def _note(self, target: str, fetched: bool) -> None:
        self.references.append(Reference(target.strip(), self.getpos()[0], fetched))

    def _note_styles(self, text: str) -> None:
        for found in CSS.finditer(text):
            self._note(found[1] or found[2], True)


def _loads(tag: str, named: dict[str, str]) -> bool:
    """Whether a browser loads what the `href` of this tag names."""
    if tag == "link":
        return not set(named.get("rel", "").lower().split()) <= LINK_FOLLOWED
    return tag not in ("a", "area", "q", "blockquote", "del", "ins")


@dataclass
class Sites:
    """Built sites in one folder.

    Attributes:
        folder: Where they lie.
        address: Where they are served, with the last slash.
    """

    folder: Path
    address: str
    _documents: dict[Path, Document] = field(default_factory=dict)

    @cached_property
    def pages(self) -> list[Path]:
        """All pages, whatever language."""
        return sorted(self.folder.rglob("*.html"))

    def faults(self) -> list[str]:
        """All that is dead or comes from elsewhere: where it stands, what it names, and what is wrong."""
        found: list[str] = []
        for page in self.pages:
            base = self.address + page.relative_to(self.folder).as_posix().removesuffix("index.html")
            lost = page.name == "404.html"  # shown at any address, so what is relative leads nowhere
            for target, line, fetched in self.document(page).references:
                wrong = self._wrong(base, target, fetched)
                if lost and not wrong and not target.startswith(ANYWHERE):
                    wrong = "is relative, on a page shown at any address"
                if wrong:
                    found.append(f"{page.relative_to(self.folder).as_posix()}:{line}: {target!r} {wrong}")
        for file, line, target, fetched in self._elsewhere():
            wrong = self._wrong(self.address + file, target, fetched)
            if wrong:
                found.append(f"{file}:{line}: {target!r} {wrong}")
        return found

    def document(self, page: Path) -> Document:
        """One page; read once."""
        if page not in self._documents:
            self._documents[page] = Document(page.read_text(encoding="utf-8"))
        return self._documents[page]

    def _elsewhere(self) -> Iterator[tuple[str, int, str, bool]]:
        """What style sheets, sitemaps and search indexes name: file, line, target, whether it is fetched."""
        for path in sorted(self.folder.rglob("*")):
            file = path.relative_to(self.folder).as_posix()
            if path.suffix == ".css":
                text = path.read_text(encoding="utf-8")
                for found in CSS.finditer(re.sub(r"/\*.*?\*/", _blank, text, flags=re.S)):
                    yield file, text.count("\n", 0, found.start()) + 1, found[1] or found[2], True
            elif path.name == "sitemap.xml":
                text = path.read_text(encoding="utf-8")
                for found in re.finditer(r'<loc>\s*(.*?)\s*</loc>|href="(.*?)"', text):
                    yield file, text.count("\n", 0, found.start()) + 1, found[1] or found[2], False
            elif path.name == "search_index.json":
                root = file.removesuffix("search/search_index.json")
                for entry in json.loads(path.read_text(encoding="utf-8"))["docs"]:
                    yield file, 1, f"{self.address}{root}{entry['location']}", False

    def _wrong(self, base: str, target: str, fetched: bool) -> str | None:
        """What is wrong with something a file points at, None if nothing is."""
        if target.startswith(INLINE) and fetched:
            return None
        if not target:
            return "is empty"
        try:
            address = urljoin(base, target)
            parts = urlsplit(address)
        except ValueError as error:
            return f"is no address: {error}"
        if not address.startswith(self.address):
            if fetched:
                return "comes from elsewhere"
            same = urlsplit(self.address).netloc == parts.netloc
            return "leaves the sites" if same else None if parts.scheme in ELSEWHERE else "leads nowhere"
        file = self._file(unquote(parts.path))
        if not file.is_file():
            return "is not there"
        fragment = unquote(parts.fragment)
        if fragment and file.suffix == ".html" and fragment not in self.document(file).ids:
            return f"has no such anchor in {file.relative_to(self.folder).as_posix()}"
        return None

    def _file(self, path: str) -> Path:
        """The file that a server sends for a path."""
        inside = path.removeprefix(urlsplit(self.address).path)
        return self.folder / (inside + "index.html" if not inside or inside.endswith("/") else inside)


def _blank(comment: re.Match[str]) -> str:
    """A comment of a style sheet, empty."""
    return "\n" * comment[0].count("\n")


def check(folder: Path, address: str) -> None:
    """Refuse built sites with something dead or something from elsewhere.

    Args:
        folder: Both sites.
        address: Where they will be served.

    Raises:
        Problem: Something is; the first of them are named.
    """
    found = Sites(folder, address.rstrip("/") + "/").faults()
    if found:
        more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
        print(*found[:SHOWN], *more, sep="\n")
        raise Problem(f"the built sites hold {len(found)} dead or foreign links, see above")
