"""What can be held against a course without running it: one table of checks."""

from collections.abc import Callable

from lessonproof.checks.claims import cited
from lessonproof.checks.front_matter import front_matter
from lessonproof.checks.lock import lock
from lessonproof.checks.numbers import numbers
from lessonproof.checks.remarks import remarks
from lessonproof.checks.sections import sections
from lessonproof.checks.skips import skips
from lessonproof.checks.structure import structure
from lessonproof.checks.terms import advice, terms
from lessonproof.checks.twins import twins
from lessonproof.checks.typography import typography
from lessonproof.course import Course
from lessonproof.problem import Problem

CHECKS: dict[str, Callable[[Course], list[Problem]]] = {
    "structure": structure,
    "front matter": front_matter,
    "sections": sections,
    "skips": skips,
    "numbers": numbers,
    "claims": cited,
    "remarks": remarks,
    "terms": terms,
    "typography": typography,
    "twins": twins,
    "lock": lock,
}
STATIC = tuple(name for name in CHECKS if name != "lock")  # the fast loop; the lock is for what is finished

__all__ = ["CHECKS", "STATIC", "advice"]
