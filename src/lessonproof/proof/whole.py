"""Run the program of every page in a fresh interpreter, several at once, and compare what it prints."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.problem import Problem
from lessonproof.proof.compare import difference, same
from lessonproof.proof.downloads import program_file
from lessonproof.proof.program import printed, program

LONGEST = 300  # seconds that one page may take before it is stopped
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP")  # a reader's interpreter has none of ours


@dataclass
class Whole:
    """What running all programs of one language gave.

    Attributes:
        pages: How many were run.
        seconds: CPU time of all of them together; 0 where the system does not count it.
        problems: Those that fail or print something else than their page.
    """

    pages: int = 0
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)


def whole(course: Course, build: Path, language: str) -> Whole:
    """Run every page of a language as its readers would who took the file.

    Args:
        course: The course; its twins have the same code, so one language stands for all.
        build: Where the proof left the programs.
        language: The language to run.
    """
    pages = {name: course.page(language, name) for name in course.pages(language)}
    files = {
        name: program_file(build, f"{language}/{name.removesuffix('.md')}")
        for name, page in pages.items()
        if program(page) is not None
    }
    before = os.times()
    with ThreadPoolExecutor(os.cpu_count() or 1) as workers:
        found = workers.map(lambda name: run_program(pages[name], files[name]), files)
        problems = [problem for problem in found if problem]
    after = os.times()
    seconds = sum(
        getattr(after, kind) - getattr(before, kind) for kind in ("children_user", "children_system")
    )
    return Whole(len(files), seconds, problems)


def run_program(page: Page, file: Path) -> Problem | None:
    """Run one program in a folder of its own and compare everything that it prints with the page."""
    if not file.is_file():
        return page.problem(0, f"{file} is missing: prove the pages first")
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    environment |= {"PYTHONUTF8": "1", "OMP_NUM_THREADS": "1"}  # several pages share the processors
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [sys.executable, str(file.resolve())],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return page.problem(0, f"as one program it has not ended after {LONGEST} s")
    if done.returncode or done.stderr:
        said = "fails" if done.returncode else "writes past print"
        return page.problem(0, f"as one program it {said}:\n{done.stderr.rstrip()}")
    if not same(printed(page), done.stdout):
        return page.problem(0, f"as one program it prints:\n{difference(printed(page), done.stdout)}")
    return None
