"""`python -m lessonproof mutate`: plant, count, say what survived, write the account down."""

import sys
from collections.abc import Collection

from lessonproof.course import Course
from lessonproof.mutate.campaign import campaign
from lessonproof.mutate.tally import Tally, read
from lessonproof.mutate.trial import Untrue
from lessonproof.proof.census import Renderer
from lessonproof.proof.ledger import Ledger
from lessonproof.proof.prover import Workshop
from lessonproof.proof.state import Fresh

FILE = "mutation.json"


def mutate(course: Course, packages: Collection[str]) -> int:
    """Lie about every page of a course.

    Args:
        course: Its pages stay as they are; the account goes to its data.
        packages: What the pages import.

    Returns:
        0 if every lie was noticed, else 1.
    """
    root = course.docs.parent
    workshop = Workshop(Ledger(), Fresh(packages), root / "build", Renderer(root / "mkdocs.base.yml"))
    try:
        tally = campaign(course, workshop)
    except Untrue as untrue:
        print(
            "the pages do not hold before anybody lies about them:",
            *untrue.problems,
            sep="\n",
            file=sys.stderr,
        )
        return 1
    print(tally.table())
    print(
        *tally.survivors,
        sep="\n" if tally.survivors else "",
        end="\n" if tally.survivors else "",
        file=sys.stderr,
    )
    lost = tally.lost(read(course.data / FILE))
    if lost:
        print(f"planted before and not now: {', '.join(lost)}; {_way_out(course)}", file=sys.stderr)
        return 1
    tally.write(course.data / FILE, packages)
    return 0 if whole(tally) else 1


def whole(tally: Tally) -> bool:
    """Whether lies were planted, and every one of them was noticed."""
    return tally.planted.total() > 0 and tally.planted == tally.caught


def _way_out(course: Course) -> str:
    return f"if the pages no longer have what they lie about, delete {course.data / FILE} and run again"
