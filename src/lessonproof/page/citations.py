"""Cited numbers: `[Vaswani et al.](../reference/bibliography.md#vaswani2017){ data-claim="V2" }`, in this form alone."""

import re
from dataclasses import dataclass

from lessonproof.page.scan import Fault, Scan
from lessonproof.page.shown import Shown

CLAIMS = re.compile(r"\{ data-claim=\"(?P<claims>[\w-]+(?: [\w-]+)*)\" \}")
CLAIM = re.compile(r"\bdata-claim\b", re.I)
SOURCE = re.compile(r"(?:\.\./)*(?:[\w-]+/)*bibliography\.md#(?P<key>[\w-]+)")
FORM = '[text](../reference/bibliography.md#key){ data-claim="V2" }'


@dataclass(frozen=True)
class Citation:
    """A link to a reference that names the claims it stands for.

    Attributes:
        key: The reference.
        claims: Ids of claims.
        start: Where the link begins.
    """

    key: str
    claims: tuple[str, ...]
    start: int


def citations(scan: Scan, shown: Shown) -> tuple[list[Citation], list[Fault]]:
    """All cited claims of a page; whatever only looks like one is a fault."""
    found: list[Citation] = []
    faults: list[Fault] = []
    judged: list[tuple[int, int]] = []
    for link in shown.links:
        if m := CLAIMS.match(scan.text, link.end):
            judged.append((link.end, m.end()))
            if source := SOURCE.fullmatch(link.target):
                found.append(Citation(source["key"], tuple(m["claims"].split()), link.start))
            else:
                faults.append(Fault(link.start, f"a claim is cited by a link to its reference: {FORM}"))
    faults += [
        Fault(m.start(), f"this cites nothing; a cited number is written {FORM}")
        for m in CLAIM.finditer(scan.prose())
        if not any(start <= m.start() < end for start, end in judged)
    ]
    return found, faults
