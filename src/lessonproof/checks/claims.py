"""What the literature says: `claims.json` and `references.json`, and the links of pages that cite them.

A claim stands in the data when it is written in every language of the course, so that both twins can cite it; where
it stands is said per reference, and a page cites it by that reference.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.page.typed import stated
from lessonproof.problem import Problem

VERIFIED = "verified"
INTERNAL = "note_internal"
LEVELS = ("A", "B")  # read in the source; on an official page or in the abstract
Row = dict[str, Any]


@dataclass(frozen=True)
class Claim:
    """What a source says.

    Attributes:
        id: As pages name it.
        statements: What it says, one text per language of the course.
        keys: References in which it stands.
        verdict: `verified`, or why it must not be stated.
    """

    id: str
    statements: tuple[str, ...]
    keys: tuple[str, ...]
    verdict: str

    @property
    def verified(self) -> bool:
        """Whether a page may cite it."""
        return self.verdict == VERIFIED


def cited(course: Course) -> list[Problem]:
    """What is wrong with the data, and with the links that cite it."""
    known, found = claims(course)
    return found + [p for _, _, page in course.every_page() for p in citing(page, known)]


def citing(page: Page, known: dict[str, Claim]) -> list[Problem]:
    """Links of a page that cite what they must not."""
    found = []
    for citation in page.citations:
        for id in citation.claims:
            claim = known.get(id)
            if claim is None:
                said = f"claims.json has no claim {id}"
            elif not claim.verified:
                said = f"claim {id} is not verified ({claim.verdict}): no page may cite it"
            elif citation.key not in claim.keys:
                said = f"claim {id} stands in {', '.join(claim.keys)}, not in {citation.key}"
            else:
                continue
            found.append(page.problem(page.line(citation.start), said))
    return found


def claims(course: Course) -> tuple[dict[str, Claim], list[Problem]]:
    """The claims of a course, and what is wrong with its data."""
    references, found = rows_of(course, "references.json", "key")
    for row, line in references:
        missing = [name for name in ("title", "url", *course.languages) if not row.get(name)]
        if missing:
            found.append(
                row_problem(course, "references.json", line, row["key"], f"has no {', '.join(missing)}")
            )
    rows, more = rows_of(course, "claims.json", "id")
    found += more
    keys = {row["key"] for row, _ in references}
    known: dict[str, Claim] = {}
    for row, line in rows:
        faults = _faults(row, keys, course.languages)
        found += [row_problem(course, "claims.json", line, row["id"], fault) for fault in faults]
        if not faults:
            statements = tuple(row[language] for language in course.languages)
            known[row["id"]] = Claim(row["id"], statements, tuple(row["where"]), row["verdict"])
    return known, found


def _faults(row: Row, keys: set[str], languages: tuple[str, ...]) -> list[str]:
    """What is wrong with one claim."""
    cautions = [f"caution_{language}" for language in languages]
    missing = [name for name in (*languages, "where", "verdict", "level") if not row.get(name)]
    missing += [name for name in cautions if not isinstance(row.get(name), str)]
    if missing:
        return [f"has no {', '.join(missing)}"]
    faults = []
    if row["level"] not in LEVELS and row["verdict"] == VERIFIED:
        faults.append(f"is of level {row['level']}: its work may be cited, no figure from it")
    if len({bool(row[name]) for name in cautions}) > 1:
        faults.append(f"has a caution in one language alone: write {' and '.join(cautions)}")
    if not isinstance(row["where"], dict):
        return [*faults, 'says where it stands as {"key": {"zh": "…", "en": "…"}}']
    for key, place in row["where"].items():
        if key not in keys:
            faults.append(f"stands in {key}, and references.json has no such key")
        if not isinstance(place, dict) or not all(place.get(language) for language in languages):
            faults.append(f"does not say in {' and '.join(languages)} where in {key} it stands")
    values = [stated([row[language]]) for language in languages]
    for language, other in zip(languages[1:], values[1:], strict=True):
        if apart := sorted(values[0] ^ other):
            faults.append(f"says {', '.join(apart)} in {languages[0]} or {language} alone")
    return faults


def rows_of(course: Course, name: str, id: str) -> tuple[list[tuple[Row, int]], list[Problem]]:
    """The rows of a JSON file, each with its line, and what no row may have."""
    path: Path = course.data / name
    if not path.exists():
        return [], []
    text = path.read_text(encoding="utf-8")
    found: list[Problem] = []
    rows: list[tuple[Row, int]] = []
    for row in json.loads(text):
        value = row.get(id, "")
        m = re.search(rf'"{id}":\s*"{re.escape(value)}"', text)
        line = text.count("\n", 0, m.start()) + 1 if m else 0
        if not value or any(value == other[id] for other, _ in rows):
            found.append(row_problem(course, name, line, value or "a row", f"needs {id} of its own"))
            continue
        if INTERNAL in row:
            found.append(
                row_problem(course, name, line, value, f"holds {INTERNAL}, which is not for readers")
            )
        rows.append((row, line))
    return rows, found


def row_problem(course: Course, name: str, line: int, id: str, said: str) -> Problem:
    """A problem of one row of a data file."""
    return Problem(f"{course.docs.name}/{course.data.name}/{name}", line, f"{id} {said}")
