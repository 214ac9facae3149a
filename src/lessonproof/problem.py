"""The one shape of every finding: where it is and what is wrong."""

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Problem:
    """Something that must not stay as it is.

    Attributes:
        path: The file, as the reader of the message would open it.
        line: Its line, from 1; 0 when the whole file is meant.
        text: What is wrong, and the way out.
    """

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.text}"


def command(*words: str) -> str:
    """How a command of this Python is typed in the folder where it runs, as a way out says it."""
    python, here = Path(sys.executable), Path.cwd()
    name = str(python.relative_to(here)) if python.is_relative_to(here) else "python"
    return " ".join([name, "-m", *words])
