"""`twins.lock`: which prose of each page was read beside its twin. One line a page, a hash of each side.

Code, outputs and numbers are compared anyway; the hash is of the prose, with the words of figures and the comments
and docstrings of code. One side changing alone is noticed until somebody has read both and records that pair.
"""

import re
from pathlib import Path

from lessonproof.checks.code import words
from lessonproof.checks.twins import differences
from lessonproof.course import Course
from lessonproof.files import digest, write_whole
from lessonproof.page import Block, Page
from lessonproof.problem import Problem, command

ROW = re.compile(r"(?P<page>\S.*?\.md)(?P<hashes>( [0-9a-f]{16})+)")
HEADER = "# page, then a hash of the prose in each language: python -m lessonproof twins --record PAGE"


def lock_file(course: Course) -> Path:
    """Where the lock lies."""
    return course.data / "twins.lock"


def prose(page: Page) -> str:
    """What a translator reads: the page without code, outputs, checks and proved values."""
    cut = [(block.code.start, block.end, _said(block)) for block in page.blocks]
    cut += [
        (d.start, d.end, d.rest if d.word == "figure" else d.word)
        for d in page.directives
        if d.word != "note"
    ]
    cut += [(d.start, d.end, "") for d in page.directives if d.word == "note"]
    cut += [(n.start, n.end, "number") for n in page.numbers]
    parts, at = [], 0
    for start, end, instead in sorted(cut):
        if start >= at:
            parts += [page.text[at:start], instead]
            at = end
    lines = "".join([*parts, page.text[at:]]).split("\n")
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _said(block: Block) -> str:
    """What a block says to a reader: the titles above code and output, comments and docstrings."""
    titles = [fence.title for fence in (block.code, block.output) if fence]
    return "\n".join(titles + words(block.code.source))


def known(course: Course) -> dict[str, list[str]]:
    """The pairs on record: page to hashes in the order of the course's languages."""
    path = lock_file(course)
    if not path.exists():
        return {}
    rows = (ROW.fullmatch(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {row["page"]: row["hashes"].split() for row in rows if row}


def lock(course: Course) -> list[Problem]:
    """Pages of which a side changed since the pair was read, and records of pages that are gone."""
    found, record = [], known(course)
    shared = [name for name in course.pages(course.languages[0]) if _paired(course, name)]
    for name in shared:
        now, before = _hashes(course, name), record.get(name)
        if now == before:
            continue
        sides = zip(course.languages, now, before or [""] * len(now), strict=False)
        changed = " and ".join(language for language, new, old in sides if new != old) or "the languages"
        said = f"{changed} changed since the pair was read" if before else "never recorded"
        text = f"{said}: read both sides, then run {command('lessonproof', 'twins', '--record', name)}"
        found.append(Problem(f"{course.docs.name}/{course.languages[0]}/{name}", 0, text))
    found += [
        Problem(str(lock_file(course)), 0, f"{name} is no page any more: delete its line")
        for name in sorted(record.keys() - set(shared))
    ]
    return found


def record(course: Course, name: str) -> list[Problem]:
    """Remember one pair as read; nothing is written while its sides differ."""
    if not _paired(course, name):
        pages = ", ".join(course.pages(course.languages[0]))
        return [
            Problem(name, 0, f"no page of that name in {' and '.join(course.languages)}; there are {pages}")
        ]
    pages = [course.page(language, name) for language in course.languages]
    found = [problem for page in pages for problem in page.problems]
    found += [problem for page in pages[1:] for problem in differences(pages[0], page)]
    if not found:
        rows = {page: row for page, row in known(course).items() if _paired(course, page)}
        rows[name] = _hashes(course, name)
        lines = [HEADER, *(" ".join([page, *rows[page]]) for page in sorted(rows))]
        write_whole(lock_file(course), "\n".join(lines) + "\n")
    return found


def _paired(course: Course, name: str) -> bool:
    return all(name in course.pages(language) for language in course.languages)


def _hashes(course: Course, name: str) -> list[str]:
    return [digest(prose(course.page(language, name))) for language in course.languages]
