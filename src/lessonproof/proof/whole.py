"""Run the program of every page in a fresh interpreter, several at once, and compare what it prints."""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.problem import Problem
from lessonproof.proof.compare import difference, same, visible
from lessonproof.proof.downloads import program_file
from lessonproof.proof.program import line_of, numbers_after, printed, printed_lines, program, with_numbers

LONGEST = 300  # seconds that one page may take before it is stopped
LAST_SEED = 2**32 - 1  # of PYTHONHASHSEED
FOREIGN = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONSTARTUP",
    "PYTHONOPTIMIZE",
    "PYTHONWARNINGS",
)  # a reader's interpreter has none of ours


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
    """Run one program in a folder of its own; compare all it prints, and its proved numbers, with the page."""
    if not file.is_file():
        return page.problem(0, f"{file} is missing: prove the pages first")
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    environment |= {"PYTHONUTF8": "1", "OMP_NUM_THREADS": "1"}  # several pages share the processors
    environment["PYTHONHASHSEED"] = str(hash_seed())
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as beside:
        copy, values = Path(beside) / file.name, Path(beside) / "values"
        copy.write_text(with_numbers(page, file.read_text(encoding="utf-8"), str(values)), encoding="utf-8")
        environment |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)
        try:
            done = subprocess.run(
                [sys.executable, str(copy)],
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
        noted = values.read_text(encoding="utf-8") if values.exists() else ""
    if done.returncode or done.stderr:
        said = "fails" if done.returncode else "writes past print"
        line = _raised(page, file, str(copy), done.stderr)
        return page.problem(line, f"as one program it {said}:\n{done.stderr.rstrip()}")
    if not same(printed(page), done.stdout):
        line = _parted(page, done.stdout)
        return page.problem(line, f"as one program it prints:\n{difference(printed(page), done.stdout)}")
    return _wrong_number(page, [json.loads(line) for line in noted.splitlines()])


def _wrong_number(page: Page, noted: list[str]) -> Problem | None:
    """The first proved number that is another one in the program."""
    numbers = [number for after in numbers_after(page) for number in after]
    for number, got in zip(numbers, noted, strict=False):
        if number.shown != got:
            said = f"the page shows {number.shown}, as one program {number.expression} = {got}"
            return page.problem(number.line, said)
    if len(noted) < len(numbers):
        said = "the program ends before this number, or is that of another page: prove the pages again"
        return page.problem(numbers[len(noted)].line, said)
    return None


def hash_seed() -> int:
    """A seed of Python's hashes that is not ours: the order of a set is no output."""
    ours = os.environ.get("PYTHONHASHSEED", "")
    return int(ours) + 1 if ours.isdecimal() and int(ours) < LAST_SEED else 1


def _raised(page: Page, file: Path, copy: str, said: str) -> int:
    """The line of the page that an error or a warning is about; 0 if it is about none."""
    found = re.findall(rf"{re.escape(copy)}(?:\", line |:)(\d+)", said)
    return line_of(page, int(found[-1]), file.read_text(encoding="utf-8").count("\n")) if found else 0


def _parted(page: Page, printed: str) -> int:
    """The line of the page that shows the first line which was not printed so; 0 if it shows too few."""
    got = visible(printed)
    for n, (line, shown) in enumerate(printed_lines(page)):
        if n >= len(got) or got[n] != shown:
            return line
    return 0
