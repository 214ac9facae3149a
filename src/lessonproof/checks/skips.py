"""Skips: a block that does not run is an exception, named in `skips.toml` with the reason its page gives."""

from lessonproof.course import Course
from lessonproof.problem import Problem

TABLE = "skips.toml"


def skips(course: Course) -> list[Problem]:
    """Skips that the table does not name, and rows of the table that no page has."""
    allowed = {page: list(reasons) for page, reasons in course.table(TABLE).items()}
    found: list[Problem] = []
    for language, name, page in course.every_page():
        rest = allowed.get(f"{language}/{name}", [])
        for directive in page.directives:
            if directive.word != "skip":
                continue
            if directive.rest in rest:
                rest.remove(directive.rest)
            else:
                said = (
                    f"{directive.rest!r} skips a block: let it run, or name page and reason in data/{TABLE}"
                )
                found.append(page.problem(directive.line, said))
    table = f"{course.docs.name}/{course.data.name}/{TABLE}"
    found += [
        Problem(table, 0, f"{page} skips nothing because {reason!r}: delete that row")
        for page, reasons in sorted(allowed.items())
        for reason in reasons
    ]
    return found
