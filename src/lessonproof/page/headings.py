"""Headings: each has an explicit ASCII id, as the page's twin has it."""

import re
from dataclasses import dataclass

from lessonproof.page.scan import Fault, Scan

HEADING = re.compile(
    r"^(?:[> \t]|[-*+][ \t]+|\d+\.[ \t]+)*(?P<marks>#{1,6})(?P<text>[^#\n].*?)"
    r"(?:[ ]\{:?[ ]*#(?P<id>[^ }]+)(?P<more>[^}\n]*)\})?[ \t]*#*[ \t]*$",
    re.M,
)
UNDERLINED = re.compile(r"^[> \t]*(?![=-]+[ \t]*$)[^\s#>][^\n]*\n[> \t]*(?:=+|-+)[ \t]*$", re.M)
ID = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class Heading:
    """A heading: how deep, and the id it is linked by."""

    level: int
    id: str
    start: int
    line: int

    def __str__(self) -> str:
        return f"{'#' * self.level} {self.id}"


def headings(scan: Scan) -> tuple[list[Heading], list[Fault]]:
    """All headings of a page, and what is wrong with them or stands in for one."""
    prose = scan.prose(keep=["code span"])
    faults = [
        Fault(
            m.start(), "this line makes the one above a heading; write # instead, or put a blank line between"
        )
        for m in UNDERLINED.finditer(prose)
    ]
    found: list[Heading] = []
    for m in HEADING.finditer(prose):
        start, text = m.start("marks"), m["text"].strip()
        level, name = len(m["marks"]), m["id"] or ""
        if not ID.fullmatch(name):
            faults.append(Fault(start, f"heading {text!r} needs an ASCII id, e.g. {{ #masks }}"))
            continue
        if (m["more"] or "").strip():
            faults.append(Fault(start, f"heading {text!r} has an id and nothing else: {{ #{name} }}"))
        if any(name == other.id for other in found):
            faults.append(Fault(start, f"a second heading has the id {name}"))
        if level == 1 and any(other.level == 1 for other in found):
            faults.append(Fault(start, "a page has one heading of level 1"))
        if found and level > found[-1].level + 1:
            faults.append(Fault(start, f"level {level} follows level {found[-1].level}: a level is left out"))
        found.append(Heading(level, name, start, scan.text.count("\n", 0, start) + 1))
    return found, faults
