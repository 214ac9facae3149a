"""Typed numbers: each is proved or cited, or it is of a kind that only names something."""

from lessonproof.checks.claims import Claim, claims
from lessonproof.course import Course
from lessonproof.page import Page, Passage
from lessonproof.page.shown import CODE
from lessonproof.page.typed import Statement, Typed, typed, typed_code
from lessonproof.problem import Problem

TITLES = {"title": "a title", "alt text": "an alt text"}  # no proof can stand there
WAY_OUT = 'prove it, `{}`{{ data-proof="…" }}, or cite a claim that states it'


def numbers(course: Course) -> list[Problem]:
    """Numbers that nobody proved and nobody cited."""
    known = claims(course)[0]
    return [problem for _, _, page in course.every_page() for problem in typed_numbers(page, known)]


def typed_numbers(page: Page, known: dict[str, Claim]) -> list[Problem]:
    """The typed numbers of one page that neither a proof nor a claim stands behind."""
    proved = {number.start for number in page.numbers}
    claimed = _claimed(page)
    read: dict[int, list[Statement]] = {}  # by paragraph, item or row: how far each statement has been cited
    found: list[Problem] = []
    for passage in page.passages:
        if passage.kind == "heading":
            continue
        cited = claimed.get(passage.within, [])
        sources = read.setdefault(
            passage.within,
            [Statement(known[id].statements[0]) for id in cited if id in known and known[id].verified],
        )
        for number, place in typed_in(page, passage, proved):
            if any(source.goes_on_with(number) for source in sources) or not (number.claims or cited):
                continue
            early = any(source.says(number) for source in sources)
            found.append(page.problem(page.line(place), _said(number, passage, cited, early)))
    description = page.front_matter.entries.get("description")
    for number in typed(description) if isinstance(description, str) else []:
        if number.claims:
            line = page.front_matter.lines.get("description", 1)
            said = (
                f"{number.text} is typed in the description, where nothing can prove it: leave it to the text"
            )
            found.append(page.problem(line, said))
    return found


def typed_in(page: Page, passage: Passage, proved: set[int]) -> list[tuple[Typed, int]]:
    """The numbers of a passage, in words and in code spans of their own, and where each stands."""
    found = [(number, passage.place(number.at)) for number in typed(passage.text)]
    spans = {span.start: span for span in page.scan.of("code span")}
    for at, sign in enumerate(passage.text):
        span = spans.get(passage.place(at)) if sign == CODE else None
        if span and span.start not in proved and (number := typed_code(span.info)):
            found.append((number, span.start))
    return sorted(found, key=lambda pair: pair[1])


def _claimed(page: Page) -> dict[int, list[str]]:
    """Which claims each paragraph, item or row cites, by where it begins."""
    found: dict[int, list[str]] = {}
    for citation in page.citations:
        for passage in page.layout.passages:
            if passage.start == passage.within and passage.start <= citation.start < passage.end:
                found.setdefault(passage.start, []).extend(citation.claims)
    return found


def _said(number: Typed, passage: Passage, cited: list[str], early: bool) -> str:
    if early:
        return (
            f"{number.text} stands in {', '.join(cited)} before what this {passage.kind} has cited already: "
            "give the numbers of a statement in its order"
        )
    if cited:
        return f"{number.text} stands in no statement of {', '.join(cited)}, which this {passage.kind} cites"
    if passage.kind in TITLES:
        return f"{number.text} is typed in {TITLES[passage.kind]}, where nothing can prove it: say it in the text"
    return f"{number.text} is typed: {WAY_OUT.format(number.text)}"
