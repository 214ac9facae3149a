"""Counts that the proof made: `{proof:languages.zh.blocks}` becomes how many blocks ran."""

import json
import re
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

COUNT = r"\{proof:(?P<path>[\w./-]+)\}"


class Counts(InlineProcessor):
    """Comes after code spans, which are left alone."""

    def __init__(self, md: Markdown, proof: Path) -> None:
        super().__init__(COUNT, md)
        self.proof = proof

    # the base class names its arguments m and data
    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str, int, int]:
        """The count at this place of the proof."""
        if not self.proof.exists():
            raise FileNotFoundError(f"{self.proof} is missing: prove the pages first (make site)")
        value: Any = json.loads(self.proof.read_text(encoding="utf-8"))
        for part in m["path"].split("."):
            if not isinstance(value, dict) or part not in value:
                known = ", ".join(value) if isinstance(value, dict) else str(value)
                raise ValueError(f"{self.proof} has no {m['path']!r}: at {part!r} there is {known}")
            value = value[part]
        if isinstance(value, dict | list):
            raise ValueError(
                f"{m['path']!r} in {self.proof} is no count: go on with one of {', '.join(map(str, value))}"
            )
        return f"{value:,}" if isinstance(value, int) else str(value), m.start(0), m.end(0)


class CountsExtension(Extension):
    """Reads the proof."""

    def __init__(self, **options: Any) -> None:
        self.config = {"folder": ["build", "where the proof is"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Come after backticks (190) and escapes (180), before links (160)."""
        counts = Counts(md, Path(self.getConfig("folder")) / "proof.json")
        md.inlinePatterns.register(counts, "lessonproof-counts", 175)


def makeExtension(**options: Any) -> CountsExtension:
    """Entry point of Python-Markdown."""
    return CountsExtension(**options)
