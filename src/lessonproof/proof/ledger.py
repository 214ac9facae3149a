"""What was expected of every page and what finished; only a whole proof is written down."""

import json
import platform
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lessonproof.files import write_whole

COUNTS = ("blocks", "outputs", "proved", "figures", "checks", "skips", "cpu")
Key = tuple[str, int]  # what it is, and its line


@dataclass
class Ledger:
    """The account of one run.

    Attributes:
        expected: Per page, everything that has to finish.
        finished: Per page, what did.
        counts: Per page, how many of each kind.
        reasons: Skips and blocks for the CPU alone, with why.
    """

    expected: dict[str, set[Key]] = field(default_factory=lambda: defaultdict(set))
    finished: dict[str, set[Key]] = field(default_factory=lambda: defaultdict(set))
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    reasons: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def expect(self, page: str, key: Key) -> None:
        """Something of a page has to finish."""
        self.expected[page].add(key)

    def finish(self, page: str, key: Key, *kinds: str) -> None:
        """Something of a page finished; count it once."""
        if key not in self.finished[page]:
            self.finished[page].add(key)
            self.counts[page].update(kinds)

    def note(self, page: str, kind: str, line: int, reason: str) -> None:
        """Count a skip or a block for the CPU alone, and keep why."""
        self.counts[page][kind] += 1
        self.reasons[page].append({"kind": kind, "line": line, "reason": reason})

    def open(self, pages: Collection[str]) -> list[str]:
        """Pages of which something expected did not finish, or that were never read."""
        return [
            page for page in pages if not self.expected[page] or self.expected[page] != self.finished[page]
        ]

    def summary(self, pages: dict[str, list[str]], packages: Collection[str]) -> dict[str, Any]:
        """Counts per language and page, and the versions they were proved with."""
        languages = {}
        for language, names in pages.items():
            total = sum((self.counts[name] for name in names), Counter())
            languages[language] = {"pages": len(names)} | {kind: total[kind] for kind in COUNTS}
        names = [name for group in pages.values() for name in group]
        return {
            "versions": {"python": platform.python_version()} | {name: version(name) for name in packages},
            "languages": languages,
            "pages": {name: {kind: self.counts[name][kind] for kind in COUNTS} for name in names},
            "reasons": {name: self.reasons[name] for name in names if self.reasons[name]},
        }

    def write(self, path: Path, pages: dict[str, list[str]], packages: Collection[str]) -> None:
        """Write the proof down."""
        write_whole(path, json.dumps(self.summary(pages, packages), indent=1, ensure_ascii=False) + "\n")
