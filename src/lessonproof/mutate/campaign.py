"""Plant every lie in every page and count."""

from collections.abc import Iterator

from lessonproof.checks import CHECKS
from lessonproof.course import Course
from lessonproof.mutate import pages, prose, twins
from lessonproof.mutate.doctored import Doctored
from lessonproof.mutate.lie import Lie, tell
from lessonproof.mutate.tally import Tally
from lessonproof.mutate.trial import Untrue, noticed
from lessonproof.page import Page
from lessonproof.proof.prover import Workshop

KINDS = (*pages.KINDS, *prose.KINDS, *twins.KINDS)


def campaign(course: Course, workshop: Workshop) -> Tally:
    """Lie about everything once.

    Args:
        course: Its pages stay as they are.
        workshop: Whose state every page begins in; nothing is drawn or written in it.

    Raises:
        Untrue: A page does not hold before anybody has lied about it.
    """
    tally = Tally(KINDS)
    problems = [problem for check in (*prose.CHECKS, *twins.LIARS) for problem in CHECKS[check](course)]
    if problems:
        raise Untrue(problems)
    for language, name, page in course.every_page():
        lies = list(dict.fromkeys(lie for liar in pages.LIARS for lie in liar(page)))
        tally.add(lies, noticed(page, f"{language}/{name.removesuffix('.md')}", lies, workshop))
        _words(course, language, name, tally)
    for name in course.pages(course.languages[0]):
        _pair(course, name, tally)
    return tally


def _words(course: Course, language: str, name: str, tally: Tally) -> None:
    """Every lie in the words of one page."""
    lies = list(prose.lies(course.page(language, name), course))
    found: set[Lie] = set()
    for told in tell(lies):
        alone = Doctored(course, name, dict.fromkeys(course.languages) | {language: told.page})
        problems = [problem for check in prose.CHECKS for problem in CHECKS[check](alone)]
        found.update(lie for lie in told.spans if told.names(lie, problems))
    tally.add(lies, found)


def _pair(course: Course, name: str, tally: Tally) -> None:
    """Every way in which the pages of a pair can part, in the second language and those behind it."""
    sides: dict[str, Page | None] = {language: course.page(language, name) for language in course.languages}
    for language in course.languages[1:]:
        for check, lie in _lies(course.page(language, name)):
            doctored = Doctored(course, name, sides | {language: lie.told})
            tally.count(lie.kind, bool(_problems(doctored, check)), str(lie))
        gone = Doctored(course, name, sides | {language: None})
        told = f"{course.docs.name}/{language}/{name}: twin-page: it is gone, and nobody noticed"
        tally.count("twin-page", bool(CHECKS["twins"](gone)), told)


def _lies(page: Page) -> Iterator[tuple[str, Lie]]:
    """Every lie by difference, with the check that should notice it."""
    for check, liars in twins.LIARS.items():
        yield from ((check, lie) for liar in liars for lie in liar(page))


def _problems(course: Doctored, check: str) -> list[str]:
    """What a check holds against the one page of a course; a lock also names pages that the course has not."""
    return [str(problem) for problem in CHECKS[check](course) if problem.path.endswith(course.name_of_page)]
