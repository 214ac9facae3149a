"""What a reader sees of a page: markup taken out, one sign for a code span, a formula, a count, a picture.

The text keeps its length and its lines, so that a place in it is a place in the page.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from lessonproof.page.scan import Scan

HIDDEN, CODE, FORMULA, COUNT, PICTURE = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4"
ELEMENTS = (
    HIDDEN,
    CODE,
    FORMULA,
    PICTURE,
    "*",
    "_",
)  # what may end an element: marks of emphasis still stand
SEEN = {CODE: "`…`", FORMULA: "$…$", COUNT: "{proof:…}", PICTURE: "![…]", "\n": "↵"}
ESCAPED = 0xF700  # an escaped sign waits there until markup is gone: it is none itself
FORMULAS = re.compile(
    r"^(?P<begin>[> ]*\\begin\{(?:\w+\*?)\}.+?\\end\{\w+\*?\})[ \t]*$"
    r"|(?<!\\)\$\$(?P<display>.+?)\$\$|\\\[(?P<brackets>.+?)\\\]|\\\((?P<parentheses>.+?)\\\)"
    r"|(?<![\\$])\$(?!\s)(?P<inline>(?:\\.|[^\\$\n]|\n(?!\s*\n))+?)(?<!\s)\$",
    re.S | re.M,
)
ESCAPES = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|$<>])")
TARGET = r"(?P<target><[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+(?P<quote>[\"'])(?P<title>.*?)(?P=quote))?\s*"
PICTURES = re.compile(rf"!\[(?P<text>[^\[\]]*)\]\({TARGET}\)")
LINKS = re.compile(rf"\[(?P<text>[^\[\]]*)\]\({TARGET}\)")
NAMED = re.compile(r"\[(?P<text>[^\[\]\n]+)\]\[(?P<target>[^\[\]\n]*)\]")
DEFINITIONS = re.compile(
    r"^[ ]{0,3}\[(?P<text>[^\[\]\n]+)\]:[ \t]*(?P<target>\S+)(?:[ \t]+[\"'(](?P<title>[^\n]*)[\"')])?[ \t]*$",
    re.M,
)
TAGS = re.compile(r"</?(?P<name>[a-zA-Z][\w-]*)(?P<attributes>(?:\s[^<>]*)?)/?>|<https?://[^>\s]*>")
SPOKEN = re.compile(r"\b(?:alt|title|aria-label)\s*=\s*(?P<quote>[\"'])(?P<text>.*?)(?P=quote)", re.S)
COUNTS = re.compile(r"\{proof:[^}\n]+\}")
ATTRIBUTES = re.compile(r"\{:?[ \t]*[^}\s][^}\n]*\}")
ADDRESSES = re.compile(r"https?://[^\s<>()（），。；]+")
EMPHASIS = re.compile(r"\*+(?=\S)|(?<=\S)\*+|(?<![\w\ufdd1-\ufdd4])_+(?=\S)|(?<=\S)_+(?!\w)")
ENTITIES = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")


@dataclass(frozen=True)
class Words:
    """Words of markup that somebody reads: alt text, titles of links."""

    kind: Literal["alt text", "title"]
    text: str
    start: int


@dataclass(frozen=True)
class Link:
    """Where a link or a picture points.

    Attributes:
        target: What stands in its parentheses.
        start: Where it begins.
        end: Behind its parentheses.
    """

    target: str
    start: int
    end: int


@dataclass(frozen=True)
class Formula:
    """A formula's TeX; `display` if it stands on lines of its own."""

    tex: str
    display: bool
    start: int


@dataclass
class Shown:
    """What is seen, and what the markup said.

    Attributes:
        text: What is seen.
        tagged: The same while tags stand in it, but no code, formulas and pictures.
        attributes: Attribute lists of anything but headings, and where each stands.
    """

    text: str
    tagged: str = ""
    attributes: list[tuple[int, str]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    pictures: list[Link] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)


def shown(scan: Scan) -> Shown:
    """Take the markup out of a page's prose, one kind after the other."""
    text = scan.prose(keep=["code span"])
    for span in scan.of("code span"):
        text = text[: span.start] + _sign(CODE, text[span.start : span.end]) + text[span.end :]
    found = Shown(text)

    def formula(m: re.Match[str]) -> str:
        display = bool(m["begin"] or m["display"] or m["brackets"])
        found.formulas.append(Formula(m[m.lastgroup or 0], display, m.start()))
        return _sign(FORMULA, m[0])

    def picture(m: re.Match[str]) -> str:
        found.pictures.append(Link(m["target"], m.start(), m.end()))
        keep("alt text", m, "text")
        keep("title", m, "title")
        return _sign(PICTURE, m[0])

    def link(m: re.Match[str]) -> str:
        found.links.append(Link(m["target"], m.start(), m.end()))
        if m.re is LINKS:
            keep("title", m, "title")
        behind = m.end() - m.end("text")
        return HIDDEN + m["text"] + _sign(HIDDEN, text[m.end() - behind : m.end()])

    def definition(m: re.Match[str]) -> str:
        found.links.append(Link(m["target"], m.start(), m.end("target")))
        keep("title", m, "title")
        return _sign(HIDDEN, m[0])

    def tag(m: re.Match[str]) -> str:
        for spoken in SPOKEN.finditer(m["attributes"] or ""):
            start = m.start("attributes") + spoken.start("text")
            found.words.append(Words("title", spoken["text"], start))
        return ("^" if m[0] == "<sup>" else HIDDEN) + _sign(HIDDEN, m[0])[1:]

    def attributes(m: re.Match[str]) -> str:
        if not _attached(m):
            return m[0]
        if not _line(m)[0].lstrip("> \t").startswith("#"):
            found.attributes.append((m.start(), scan.text[m.start() : m.end()]))
        return _sign(HIDDEN, m[0])

    def keep(kind: Literal["alt text", "title"], m: re.Match[str], group: str) -> None:
        if m[group] and m[group].strip():
            found.words.append(Words(kind, m[group], m.start(group)))

    instead: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
        (FORMULAS, formula),
        (ESCAPES, lambda m: HIDDEN + chr(ESCAPED + ord(m[1]))),
        (PICTURES, picture),
        (TAGS, tag),
        (LINKS, link),
        (NAMED, link),
        (DEFINITIONS, definition),
        (COUNTS, lambda m: _sign(COUNT, m[0])),
        (ATTRIBUTES, attributes),
        (ADDRESSES, lambda m: _sign(HIDDEN, m[0])),
        (EMPHASIS, lambda m: _sign(HIDDEN, m[0])),
        (ENTITIES, _entity),
    )
    for markup, replacement in instead:
        if markup is TAGS:
            found.tagged = found.text
        found.text = markup.sub(replacement, found.text)
    found.text = re.sub("[\uf700-\uf77f]", lambda m: chr(ord(m[0]) - ESCAPED), found.text)
    return found


def seen(text: str) -> str:
    """Visible text as a message shows it."""
    return "".join(SEEN.get(character, character) for character in text)


def _sign(sign: str, text: str) -> str:
    """One sign and as many hidden characters as make up the text's length; its lines stay."""
    return sign + re.sub(r"[^\n]", HIDDEN, text[1:])


def _line(m: re.Match[str]) -> tuple[str, str]:
    """What stands before and behind it on its line."""
    start, end = m.string.rfind("\n", 0, m.start()) + 1, m.string.find("\n", m.end())
    return m.string[start : m.start()], m.string[m.end() : end if end >= 0 else len(m.string)]


def _attached(m: re.Match[str]) -> bool:
    """Whether an attribute list belongs to something: what stands before it, its heading, cell, or paragraph."""
    before, behind = _line(m)
    begun = before.lstrip("> \t")
    if before.endswith(ELEMENTS):
        return True
    if "|" in before + behind and before.endswith(" ") and behind.strip()[:1] in ("", "|"):
        return bool(begun)
    if begun:
        return begun.startswith("#") and not behind.strip(" \t#")
    above = m.string[: m.start() - len(before)].removesuffix("\n").rpartition("\n")[2]
    return bool(above.strip("> \t")) and not behind.strip()


def _entity(m: re.Match[str]) -> str:
    """The character that an entity stands for."""
    character = html.unescape(m[0])
    return m[0] if len(character) != 1 else _sign(character, m[0])
