"""The glossary, written from the terms: one table per group, one row per term, under its key."""

import re
import tomllib
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from lessonproof.page.directives import directives
from lessonproof.page.scan import scan

GROUP = re.compile(r"# -+ (?P<name>\S.*)")  # a line of the file; the terms below it are the group
TERM = re.compile(r"\[(?P<key>[\w-]+)\]")
FIELDS = {"zh": ("zh", "en", "ex"), "en": ("en", "zh", "en_ex")}  # the word, the other language, a sentence
HEADINGS = {"zh": ("术语", "例句"), "en": ("term", "in a sentence")}


def groups(text: str) -> dict[str, list[str]]:
    """The keys of every group, in the order of the file."""
    found: dict[str, list[str]] = {}
    keys: list[str] = []
    for line in text.splitlines():
        if group := GROUP.fullmatch(line):
            keys = found.setdefault(group["name"], [])
        elif term := TERM.fullmatch(line):
            keys.append(term["key"])
    return found


class Glossary(Preprocessor):
    """Replaces the directive `<!-- glossary: GROUP -->` by the terms of the group."""

    def __init__(self, md: Markdown, data: Path, language: str) -> None:
        super().__init__(md)
        self.data, self.language = data, language

    def run(self, lines: list[str]) -> list[str]:
        """Write the rows as Markdown: sentences may hold code."""
        text = "\n".join(lines)
        for directive in reversed(directives(scan(text))[0]):
            if directive.word == "glossary":
                text = (
                    text[: directive.start] + "\n".join(self._table(directive.rest)) + text[directive.end :]
                )
        return text.split("\n")

    def _table(self, group: str) -> list[str]:
        """All terms of a group."""
        if not self.data.exists():
            raise FileNotFoundError(f"the terms are not in {self.data}")
        text = self.data.read_text(encoding="utf-8")
        terms, known = tomllib.loads(text), groups(text)
        if group not in known:
            raise ValueError(f"{self.data} has no group {group!r}: it has {', '.join(known)}")
        rows = [HEADINGS[self.language], ("---", "---")]
        for key in known[group]:
            missing = [name for name in FIELDS[self.language] if not terms[key].get(name)]
            if missing:
                raise ValueError(f"{self.data}: the term {key} has no {', '.join(missing)}")
            word, other, sentence = (str(terms[key][name]) for name in FIELDS[self.language])
            other = "" if other == word else f" {other}"
            rows.append((f"**{word}**{{ #{key} }}{other}", sentence))
        return ["| " + " | ".join(row) + " |" for row in rows]


class GlossaryExtension(Extension):
    """Reads one file of terms; the language chooses what stands first and which sentence follows."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "data": ["docs/data/terms.toml", "where the terms are"],
            "language": ["en", "language of the page"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Come first: the rows are Markdown."""
        reader = Glossary(md, Path(self.getConfig("data")), self.getConfig("language"))
        md.preprocessors.register(reader, "lessonproof-glossary", 29)


def makeExtension(**options: Any) -> GlossaryExtension:
    """Entry point of Python-Markdown."""
    return GlossaryExtension(**options)
