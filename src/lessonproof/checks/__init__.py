"""What can be held against a course without running it: one table of checks."""

from collections.abc import Callable

from lessonproof.checks.lock import lock
from lessonproof.checks.structure import structure
from lessonproof.checks.twins import twins
from lessonproof.course import Course
from lessonproof.problem import Problem

CHECKS: dict[str, Callable[[Course], list[Problem]]] = {"structure": structure, "twins": twins, "lock": lock}
STATIC = ("structure", "twins")  # the fast loop; the lock is for what is finished

__all__ = ["CHECKS", "STATIC"]
