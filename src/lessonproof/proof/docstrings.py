"""Examples in docstrings: every one that a reader sees runs, whatever wraps its function, and prints what it shows."""

import ast
import doctest
import re
import traceback
from pathlib import Path
from typing import Any, NamedTuple

from lessonproof import files
from lessonproof.problem import Problem
from lessonproof.proof.capture import caught
from lessonproof.proof.compare import difference, same
from lessonproof.proof.run import attempt
from lessonproof.proof.seeds import shifted
from lessonproof.proof.state import Fresh

PROMPT = re.compile(r"^\s*(?:#\s*)?>>>", re.M)
BLANK = re.compile(r"^<BLANKLINE>$", re.M)
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Proved(NamedTuple):
    """What running the examples of a file gave: how many there are, and what is wrong with them."""

    examples: int
    problems: list[Problem]


def prove_docstrings(path: Path, shown: str, names: dict[str, Any], fresh: Fresh) -> Proved:
    """Run every example of a Python file, each docstring for itself, then again with other seeds.

    Args:
        path: The file.
        shown: Its name in messages.
        names: The module's names, which examples may use; they get a copy.
        fresh: The state each docstring begins in.
    """
    text = files.read(path).text
    found = _examples(text)
    count = sum(len(examples) for _, examples in found)
    problems: list[Problem] = []
    prompts = len(PROMPT.findall(text))
    if prompts != count:
        said = f"{prompts} lines begin with >>>, {count} are examples in docstrings: the others never run"
        problems.append(Problem(shown, 0, said))
    for line, examples in found:
        for seed in (0, 1):
            fresh.begin(seed)
            with shifted(seed):
                problem = _run(line, examples, shown, dict(names))
            if problem:
                cause = "" if seed == 0 else "with other seeds, "
                problems.append(Problem(shown, problem.line, cause + problem.text))
                break
    fresh.begin()
    return Proved(count, problems)


def _examples(text: str) -> list[tuple[int, list[doctest.Example]]]:
    """The docstrings of a file that hold examples, with the line each begins on."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and (words := ast.get_docstring(node, clean=False)):
            examples = doctest.DocTestParser().get_examples(words)
            if examples:
                found.append((node.body[0].lineno, examples))
    return sorted(found, key=lambda item: item[0])


def _run(start: int, examples: list[doctest.Example], shown: str, scope: dict[str, Any]) -> Problem | None:
    """Run the examples of one docstring in order; the first that is wrong."""
    for example in examples:
        line = start + example.lineno
        if example.options:
            return Problem(shown, line, "an example is compared as it is: it has no doctest options")
        source = "\n" * (line - 1) + example.source
        with caught() as written:
            _, raised = attempt(lambda source=source: exec(compile(source, shown, "single"), scope))
        got, want = written.out.getvalue(), BLANK.sub("", example.want)
        if raised is not None:
            got += traceback.format_exception_only(raised)[-1]
            want = example.exc_msg or want
        if written.stray:
            return Problem(shown, line, f"this example writes past print:\n{written.stray.rstrip()}")
        if not same(want, got):
            return Problem(shown, line, f"this example prints:\n{difference(want, got)}")
    return None
