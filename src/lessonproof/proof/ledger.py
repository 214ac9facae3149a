"""What was expected of every page and what finished; only a whole proof is written down."""

import platform
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

COUNTS = ("rendered", "blocks", "outputs", "proved", "cited", "figures", "checks", "skips", "cpu")
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

    def census(self, page: str, rendered: int) -> str | None:
        """Count the Python blocks that readers see; what is wrong if not all of them run or are skipped."""
        run = sum(step == "block" for step, _ in self.expected[page])
        skipped = self.counts[page]["skips"]
        self.counts[page]["rendered"] = rendered
        if run + skipped == rendered:
            return None
        return f"{rendered} Python blocks are shown, {run} run and {skipped} are skipped"

    def open(self, pages: Collection[str]) -> list[str]:
        """Pages of which something expected did not finish, or that were never read."""
        return [
            page for page in pages if not self.expected[page] or self.expected[page] != self.finished[page]
        ]

    def summary(
        self, pages: dict[str, list[str]], packages: Collection[str], place: dict[str, str]
    ) -> dict[str, Any]:
        """Counts per language and page, and the versions and the device they were proved with."""
        languages = {}
        for language, names in pages.items():
            total = sum((self.counts[name] for name in names), Counter())
            languages[language] = {"pages": len(names)} | {kind: total[kind] for kind in COUNTS}
        names = [name for group in pages.values() for name in group]
        return {
            "versions": {"python": platform.python_version()} | {name: version(name) for name in packages},
            **place,
            "languages": languages,
            "pages": {name: {kind: self.counts[name][kind] for kind in COUNTS} for name in names},
            "reasons": {name: self.reasons[name] for name in names if self.reasons[name]},
        }
