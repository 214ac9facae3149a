"""What was planted and what was noticed, kind by kind: a table to read, a file for the site."""

import json
import platform
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lessonproof.files import write_whole
from lessonproof.mutate.lie import Lie


@dataclass
class Tally:
    """The account of all lies.

    Attributes:
        kinds: Every kind there is, in the order of the table.
        planted: How many of each.
        caught: How many of them were noticed.
        survivors: The others.
    """

    kinds: tuple[str, ...]
    planted: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    survivors: list[str] = field(default_factory=list)

    def add(self, lies: Collection[Lie], noticed: Collection[Lie]) -> None:
        """Count lies and which of them were noticed."""
        for lie in lies:
            self.count(lie.kind, lie in noticed, str(lie))

    def count(self, kind: str, noticed: bool, told: str) -> None:
        """Count one lie.

        Raises:
            ValueError: No kind of that name is in the table.
        """
        if kind not in self.kinds:
            raise ValueError(f"{kind} is no kind of lie; known: {', '.join(self.kinds)}")
        self.planted[kind] += 1
        if noticed:
            self.caught[kind] += 1
        else:
            self.survivors.append(told)

    def table(self) -> str:
        """A line per kind, and one for all."""
        wide = max(len(kind) for kind in self.kinds)
        rows = [f"{kind:{wide}}  {self._of(self.caught[kind], self.planted[kind])}" for kind in self.kinds]
        return "\n".join([*rows, f"{'all':{wide}}  {self._of(self.caught.total(), self.planted.total())}"])

    @staticmethod
    def _of(caught: int, planted: int) -> str:
        return f"{caught:5} of {planted}" if planted else "0 planted: the pages have nothing of the kind"

    def lost(self, before: dict[str, Any]) -> list[str]:
        """Kinds that an earlier account planted and this one does not."""
        known = before.get("kinds", {})
        return [kind for kind in self.kinds if known.get(kind, {}).get("planted") and not self.planted[kind]]

    def summary(self, packages: Collection[str]) -> dict[str, Any]:
        """The account with the versions it was taken on."""
        return {
            "versions": {"python": platform.python_version()} | {name: version(name) for name in packages},
            "kinds": {
                kind: {"planted": self.planted[kind], "caught": self.caught[kind]} for kind in self.kinds
            },
        }

    def write(self, path: Path, packages: Collection[str]) -> None:
        """Write the account down."""
        write_whole(path, json.dumps(self.summary(packages), indent=1) + "\n")


def read(path: Path) -> dict[str, Any]:
    """An account that was written down; empty if there is none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
