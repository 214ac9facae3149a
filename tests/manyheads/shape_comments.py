"""Reads the shape comments of a module and holds them against the tensors of real runs.

A line that makes a tensor ends with its shape: `# (N, H, L, d_h)`. Several targets are separated by commas,
alternatives by `or`, also within one axis: `# (N, 1 or H, L, S), (L, S) or None`. `...` stands for any leading
axes that broadcast to those of the run.
"""

import ast
import importlib.util
import io
import itertools
import re
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType

from torch import Tensor

ALTERNATIVE = r"(?:(?:broadcasts to )?\([^()]*\)|None)"
ITEM = rf"{ALTERNATIVE}(?: or {ALTERNATIVE})*"
COMMENT = re.compile(rf"# {ITEM}(?:, {ITEM})*")
Sizes = Mapping[str, int]


@dataclass(eq=False)
class Place:
    """One value that a line makes, and what its comment says of it.

    Attributes:
        line: Where the comment is, or should be.
        name: What the value is called.
        made: Whether the line makes it; a line that only hands it on needs no comment.
        alternatives: What the comment allows; None if there is no comment.
        seen: The alternatives that a run has shown.
    """

    line: int
    name: str
    made: bool
    alternatives: list[str] | None
    seen: set[str] = field(default_factory=set)


@dataclass(eq=False)
class Statement:
    """An assignment or a return, and the values that it makes."""

    node: ast.Assign | ast.Return
    places: list[Place]

    def values(self, names: Mapping[str, object], returned: object) -> list[object]:
        """What the places hold after the statement."""
        if isinstance(self.node, ast.Assign):
            return [names[place.name] for place in self.places]
        if isinstance(self.node.value, ast.Tuple):
            return list(returned)
        if keywords(self.node):
            return [getattr(returned, place.name) for place in self.places]
        return [returned]


def keywords(node: ast.Assign | ast.Return) -> list[ast.keyword]:
    """The fields of a record that a return builds, each on a line of its own."""
    call = node.value
    if isinstance(node, ast.Assign) or not isinstance(call, ast.Call) or call.args:
        return []
    return [word for word in call.keywords if word.arg and word.lineno > node.lineno]


def statements(source: str) -> dict[int, Statement]:
    """Every line of an assignment or a return, with its statement."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            statement = Statement(node, list(places(node, comments)))
            found |= dict.fromkeys(range(node.lineno, node.end_lineno + 1), statement)
    return found


def places(node: ast.Assign | ast.Return, comments: Mapping[int, str]) -> Iterator[Place]:
    """The values of a statement, each with its part of the comment."""
    if words := keywords(node):
        for word in words:
            (said,) = alternatives(comments.get(word.end_lineno, ""), 1)
            yield Place(word.end_lineno, word.arg, makes(word.value), said)
        return
    if isinstance(node, ast.Return):
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        names, made = ["the result"] * len(parts), [makes(part) for part in parts]
    else:
        target = node.targets[0]
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        names = [part.id for part in parts if isinstance(part, ast.Name)]
        made = [makes(node.value)] * len(names)
    said = alternatives(comments.get(node.end_lineno, ""), len(names))
    yield from map(Place, itertools.repeat(node.end_lineno), names, made, said)


def makes(value: ast.expr) -> bool:
    """A name or an attribute hands on what there is; everything else makes something."""
    return not isinstance(value, ast.Name | ast.Attribute | ast.Constant)


def alternatives(comment: str, count: int) -> list[list[str] | None]:
    """What a comment says of each of `count` values; None where it says nothing."""
    if not COMMENT.fullmatch(comment):
        return [None] * count
    items = re.findall(ITEM, comment)
    if len(items) != count:
        return [[f"{len(items)} shapes for {count} values"]] * count
    return [[one for alt in re.findall(ALTERNATIVE, item) for one in expand(alt)] for item in items]


def expand(alternative: str) -> list[str]:
    """`(N, 1 or H)` is `(N, 1)` or `(N, H)`."""
    if alternative == "None":
        return [alternative]
    before, axes = alternative.rstrip(")").split("(")
    choices = [axis.split(" or ") for axis in axes.split(", ")]
    return [f"{before}({', '.join(chosen)})" for chosen in itertools.product(*choices)]


def fits(value: object, alternative: str, sizes: Sizes, batch: tuple[int, ...]) -> bool:
    """Whether a value has the shape that a comment gives."""
    if not isinstance(value, Tensor):
        return value is None and alternative == "None"
    form = re.fullmatch(r"(broadcasts to )?\((.*)\)", alternative)
    if form is None:
        return False
    axes = [axis for axis in form[2].split(", ") if axis]
    wanted = [size(axis, sizes) for axis in axes if axis != "..."]
    leading = [(1, full) for full in batch] if axes[:1] == ["..."] else []
    allowed = leading + [(1, full) if form[1] else (full,) for full in wanted]
    shortest = 0 if form[1] else len(wanted)
    pairs = zip(reversed(value.shape), reversed(allowed), strict=False)
    return shortest <= value.dim() <= len(allowed) and all(length in options for length, options in pairs)


def size(axis: str, sizes: Sizes) -> int:
    """The length of an axis: a number, a name, or a name plus one."""
    name, _, more = axis.partition("+")
    return (int(name) if name.isdigit() else sizes.get(name, -1)) + int(more or 0)


@dataclass
class Reader:
    """Follows the runs of one module and keeps what its comments say wrongly.

    Attributes:
        path: The file, as its code names it.
        batch: The leading axes that `...` broadcasts to.
    """

    path: Path
    batch: tuple[int, ...]
    faults: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.statements = statements(self.path.read_text(encoding="utf-8"))

    def module(self) -> ModuleType:
        """The file as a module of its own, apart from the one that the package imports."""
        spec = importlib.util.spec_from_file_location(f"read_{self.path.stem}", self.path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def follow(self, run: Callable[[], object], sizes: Sizes) -> None:
        """Run something and look at every value that the file makes on the way."""
        before = sys.gettrace()

        def enter(frame: FrameType, event: str, _: object) -> Callable | None:
            return self._tracer(sizes) if frame.f_code.co_filename == str(self.path) else None

        sys.settrace(enter)
        try:
            run()
        finally:
            sys.settrace(before)

    def _tracer(self, sizes: Sizes) -> Callable:
        """Follow one frame: a statement is done when a line outside of it comes, or the frame returns."""
        running: Statement | None = None

        def trace(frame: FrameType, event: str, argument: object) -> Callable:
            nonlocal running
            following = self.statements.get(frame.f_lineno) if event == "line" else None
            if event in ("line", "return") and running is not None and following is not running:
                self._look(running, running.values(frame.f_locals, argument), sizes)
            running = following if event == "line" else running
            return trace

        return trace

    def _look(self, statement: Statement, values: list[object], sizes: Sizes) -> None:
        for place, value in zip(statement.places, values, strict=True):
            shape = tuple(value.shape) if isinstance(value, Tensor) else value
            if place.alternatives is None:
                if isinstance(value, Tensor) and place.made:
                    self.faults.add((place.line, f"{place.name} {shape} has no shape comment"))
                continue
            right = [one for one in place.alternatives if fits(value, one, sizes, self.batch)]
            place.seen.update(right[:1])
            if not right:
                said = " or ".join(place.alternatives)
                self.faults.add((place.line, f"{place.name} is {shape}, the comment says {said}"))

    def problems(self) -> list[str]:
        """Everything that is wrong, by line, with what no run has shown."""
        faults = set(self.faults)
        for statement in self.statements.values():
            for place in statement.places:
                missing = [one for one in place.alternatives or () if one not in place.seen]
                if missing and not any(line == place.line for line, _ in self.faults):
                    faults.add((place.line, f"{place.name} is never {' or '.join(missing)}"))
        return [f"{self.path.name}:{line}: {text}" for line, text in sorted(faults)]
