"""Sections that every page of a kind has, in order: `template.toml` says which."""

from fnmatch import fnmatch
from itertools import pairwise

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.problem import Problem

TABLE = "template.toml"


def sections(course: Course) -> list[Problem]:
    """Pages that lack a section of their kind or have two in another order."""
    found: list[Problem] = []
    for kind in course.table(TABLE).values():
        for _, name, page in course.every_page():
            if fnmatch(name, kind["pages"]) and name not in kind.get("except", []):
                found += of_page(page, kind["sections"])
    return found


def of_page(page: Page, wanted: list[str]) -> list[Problem]:
    """What a page lacks of the sections it should have."""
    lines = {heading.id: heading.line for heading in page.headings}
    missing = [name for name in wanted if name not in lines]
    found = [
        page.problem(0, f"no section has the id {name}: every page of its kind has one") for name in missing
    ]
    there = [name for name in wanted if name in lines]
    for before, after in pairwise(there):
        if lines[after] < lines[before]:
            found.append(
                page.problem(lines[after], f"the section {after} stands before {before}, not after it")
            )
    return found
