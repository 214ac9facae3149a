"""The words of the data, which readers see too: claims and remarks on references keep the rules of pages."""

from collections.abc import Iterator

from lessonproof.checks.claims import Row, row_problem, rows_of
from lessonproof.checks.terms import CHINESE, FILLER, TABLE, Terms
from lessonproof.checks.typography import broken
from lessonproof.course import Course
from lessonproof.problem import Problem

FILES = {"references.json": "key", "claims.json": "id"}


def remarks(course: Course) -> list[Problem]:
    """Words of the data that a page could not have."""
    words = Terms(course.table(TABLE), course.table(FILLER))
    found: list[Problem] = []
    for name, id in FILES.items():
        for row, line in rows_of(course, name, id)[0]:
            for language in course.languages:
                for text in _texts(row, language):
                    wrong = [said for _, said in words.errors(text, language)]
                    if language == CHINESE:
                        wrong += [f"{right}; here …{around}…" for _, right, around in broken(text)]
                    found += [
                        row_problem(course, name, line, row[id], f"in {language}: {said}") for said in wrong
                    ]
    return found


def _texts(row: Row, language: str) -> Iterator[str]:
    """What a row says in one language."""
    places = row["where"].values() if isinstance(row.get("where"), dict) else []
    said = [row.get(language), row.get(f"caution_{language}")]
    said += [place.get(language) for place in places if isinstance(place, dict)]
    yield from (text for text in said if isinstance(text, str))
