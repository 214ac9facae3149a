"""Front matter: what a page says of itself above its text, as YAML."""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from lessonproof.page.scan import Fault, Scan

TAKEN = re.compile(r"[ ]{0,3}[A-Za-z0-9_-]+:(?:\s|$)")  # a first line that MkDocs takes for front matter
FENCE = re.compile(r"[ \t>-]*(?:`{3}|~{3})")


@dataclass(frozen=True)
class FrontMatter:
    """The entries of a page's front matter, and on which line each stands, from 1."""

    entries: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def front_matter(scan: Scan) -> tuple[FrontMatter, list[Fault]]:
    """Read it; what MkDocs would show as text or leave out is a fault."""
    stretches = scan.of("front matter")
    if not stretches:
        taken = TAKEN.match(scan.text)
        said = "MkDocs takes this line away: write front matter between two lines of ---, or begin otherwise"
        return FrontMatter(), [Fault(0, said)] if taken else []
    inner = scan.text[: stretches[0].end].strip("\n").split("\n")[1:-1]
    try:
        entries = yaml.safe_load("\n".join(inner))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = (mark.line if mark else 0) + 2
        problem = getattr(error, "problem", None) or "it cannot be read"
        return FrontMatter(), [Fault(_start(scan, line), f"the front matter is no YAML: {problem}")]
    if not isinstance(entries, dict):
        return FrontMatter(), [Fault(0, "front matter is a mapping: write title: and description:")]
    names = [line.partition(":")[0].strip() for line in inner]
    twice = sorted({name for name in names if name and names.count(name) > 1 and name in entries})
    faults = [Fault(0, f"the front matter says {name} twice") for name in twice]
    faults += [
        Fault(_start(scan, line), "front matter holds no block: nobody sees it and nobody runs it")
        for line, text in enumerate(inner, 2)
        if FENCE.match(text)
    ]
    lines = {name: names.index(name) + 2 for name in map(str, entries) if name in names}
    return FrontMatter({str(name): value for name, value in entries.items()}, lines), faults


def _start(scan: Scan, line: int) -> int:
    """Where a line begins."""
    return sum(len(text) + 1 for text in scan.text.split("\n")[: line - 1])
