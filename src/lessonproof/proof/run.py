"""Run Python of a page in a namespace; an error names the page's own lines."""

import ast
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from lessonproof.page import Block, Page
from lessonproof.problem import Problem
from lessonproof.proof.capture import caught
from lessonproof.proof.compare import difference, same
from lessonproof.proof.device import on_cpu

SHOWN_FRAMES = 6


@dataclass(frozen=True)
class Ran:
    """What a block printed, its error on purpose included, or what went wrong."""

    got: str
    problem: Problem | None = None


def attempt(action: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    """What an action gives, or how it ended; SystemExit and a test runner's skip are ends too, Ctrl-C is none."""
    try:
        return action(), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, error


def namespace() -> dict[str, Any]:
    """What a page's first block begins with."""
    return {"__name__": "__main__"}


def names(scope: dict[str, Any]) -> dict[str, Any]:
    """The names that a page's code made."""
    return {name: value for name, value in scope.items() if name not in ("__name__", "__builtins__")}


class Main(ModuleType):
    """The page as the module that its classes and functions say they are from."""

    def __init__(self, scope: dict[str, Any]) -> None:
        super().__init__("__main__")
        super().__setattr__("_scope", scope)

    @property
    def __dict__(self) -> dict[str, Any]:  # what dataclasses and typing look names up in
        """The page's names."""
        return self._scope

    def __getattr__(self, name: str) -> Any:
        """A name of the page.

        Raises:
            AttributeError: The page has none such.
        """
        if name not in self._scope:
            raise AttributeError(f"module '__main__' has no attribute {name!r}")
        return self._scope[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._scope[name] = value


@contextmanager
def main(scope: dict[str, Any]) -> Iterator[None]:
    """Let a namespace be the module `__main__` for a while, as it is for a reader: pickle asks for it."""
    ours = sys.modules["__main__"]
    sys.modules["__main__"] = Main(scope)
    try:
        yield
    finally:
        sys.modules["__main__"] = ours


def execute(source: str, line: int, page: Page, scope: dict[str, Any]) -> None:
    """Run statements whose first line is this line of the page."""
    run(padded(source, line), page, scope)


def padded(source: str, line: int) -> str:
    """Statements behind so many empty lines that their first line is this line of the page."""
    return "\n" * (line - 1) + source


def run(code: str | ast.Module, page: Page, scope: dict[str, Any]) -> None:
    """Run statements that stand on the lines they have on the page; assertions always count."""
    compiled = compile(code, page.path, "exec", dont_inherit=True, optimize=0)
    with main(scope):
        exec(compiled, scope)


def evaluate(expression: str, line: int, page: Page, scope: dict[str, Any]) -> Any:
    """The value of an expression that begins on this line of the page."""
    code = compile("\n" * (line - 1) + f"({expression}\n)", page.path, "eval", dont_inherit=True, optimize=0)
    with main(scope):
        return eval(code, scope)


def explain(error: BaseException, page: Page, line: int, what: str) -> Problem:
    """An error as the page's reader meets it: the page's own frames, then where it came from."""
    said = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError):
        return page.problem(error.lineno or line, f"{what}: SyntaxError: {error.msg}")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == page.path]
    shown = own if len(own) <= SHOWN_FRAMES else [*own[: SHOWN_FRAMES - 1], own[-1]]
    lines = page.text.split("\n")
    steps = [f"  line {frame.lineno}: {lines[(frame.lineno or 1) - 1].strip()}" for frame in shown]
    if frames and own and frames[-1].filename != page.path:
        steps.append(f"  raised in {frames[-1].filename}:{frames[-1].lineno}, {frames[-1].name}")
    return page.problem((own[-1].lineno if own else None) or line, "\n".join([f"{what}: {said}", *steps]))


def run_block(block: Block, page: Page, scope: dict[str, Any]) -> Ran:
    """Run one block; an error that it announces is printed, any other is a problem."""
    expected = block.directive("raises")
    with caught() as written, on_cpu(block.directive("cpu")):
        _, raised = attempt(lambda: execute(block.code.source, block.code.code_line, page, scope))
    got = written.out.getvalue()
    if raised is not None:
        if expected is None:
            return Ran(got, explain(raised, page, block.code.code_line, "this block fails"))
        if type(raised).__name__ != expected:
            what = f"this block should raise {expected}, got {type(raised).__name__}"
            return Ran(got, explain(raised, page, block.code.code_line, what))
        message = raised.msg if isinstance(raised, SyntaxError) else str(raised)
        got += f"{expected}: {message}\n" if message else f"{expected}\n"
    elif expected is not None:
        return Ran(got, page.problem(block.code.line, f"this block should raise {expected}, and did not"))
    if written.stray:
        text = f"this block writes past print, where no output shows it:\n{written.stray.rstrip()}"
        return Ran(got, page.problem(block.code.line, text))
    if "\r" in got:
        return Ran(got, page.problem(block.code.line, "this block prints \\r, which no page can show"))
    return Ran(got)


def shows(block: Block, got: str, page: Page) -> Problem | None:
    """What is wrong with the output below a block, None if it is what the run printed."""
    output = block.output
    if output is None:
        text = f"this block prints, and no output fence follows it:\n{got}"
        return page.problem(block.code.line, text) if got else None
    if not got:
        text = f"this block prints nothing, yet an output fence follows it (line {output.code_line})"
        return page.problem(block.code.line, text)
    if same(output.source, got):
        return None
    text = f"block at line {block.code.line}, expected output at line {output.code_line}:"
    return page.problem(output.code_line, f"{text}\n{difference(output.source, got)}")
