"""Proved numbers: `` `0.25`{ data-proof="weights[0, 0, 0, 1]" } `` in prose, tables and lists, in this form alone."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessonproof.page.scan import Fault, Scan

PROOF = re.compile(r"\{ data-proof=\"(?P<expression>[^\"\n]+)\" \}")
ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*(?![#.]|[ \t]|proof:)")
OTHERS = re.compile(r"\b(?!data-claim\b)data[-_]?(?:p\w*f\b|[\w-]+\s*=)", re.I)  # on bold, on links, in HTML
FORM = '`0.25`{ data-proof="expression" }'


@dataclass(frozen=True)
class ProvedNumber:
    """A number in the prose and the expression that gives it.

    Attributes:
        shown: What the page shows.
        expression: What gives it.
        start: Where the code span begins.
        end: Behind the attribute list.
        line: Line number, from 1.
    """

    shown: str
    expression: str
    start: int
    end: int
    line: int

    @property
    def shown_start(self) -> int:
        """Where the number itself begins: behind one backtick."""
        return self.start + 1


def proved_numbers(scan: Scan) -> tuple[list[ProvedNumber], list[Fault]]:
    """All proved numbers of a page; whatever only looks like one is a fault."""
    found: list[ProvedNumber] = []
    faults: list[Fault] = []
    judged: list[tuple[int, int]] = []
    for span in scan.of("code span"):
        if m := PROOF.match(scan.text, span.end):
            line = scan.text.count("\n", 0, span.start) + 1
            number = ProvedNumber(span.info, m["expression"].strip(), span.start, m.end(), line)
            if wrong := _wrong(number, span.marker):
                faults.append(Fault(span.start, wrong))
            else:
                found.append(number)
            judged.append((span.start, m.end()))
        elif ATTRIBUTES.match(scan.text, span.end):
            faults.append(
                Fault(span.start, f"attributes of a code span are those of a proved number: {FORM}")
            )
            line_end = scan.text.find("\n", span.end)
            judged.append((span.start, line_end if line_end >= 0 else len(scan.text)))
    faults += [
        Fault(other.start(), f"this is not evaluated; a proved number is written {FORM}")
        for other in OTHERS.finditer(scan.prose())
        if not any(start <= other.start() < end for start, end in judged)
    ]
    return found, faults


def names_used(expression: str) -> set[str]:
    """Names that an expression takes from outside itself."""
    return set(_outside(ast.parse(f"({expression})", mode="eval").body, frozenset()))


def _outside(node: ast.AST, bound: frozenset[str]) -> Iterator[str]:
    """Names that a node uses and nothing around it binds: a loop or a lambda binds its own within itself alone."""
    if isinstance(node, ast.Name):
        if node.id not in bound:
            yield node.id
        return
    parts = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Lambda):
        yield from _outside(node.args, bound)
        bound |= {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
        parts = [node.body]
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        yield from _outside(node.generators[0].iter, bound)
        targets = [part for loop in node.generators for part in ast.walk(loop.target)]
        bound |= {
            part.id for part in targets if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        first = node.generators[0]
        parts = [part for part in parts if part is not first]
        parts += [first.target, *first.ifs]
    for part in parts:
        yield from _outside(part, bound)


def _wrong(number: ProvedNumber, marker: str) -> str | None:
    """What is wrong with a proved number, without running it."""
    if marker != "`":
        return f"one backtick on each side: {FORM}"
    if not number.shown or number.shown != number.shown.strip():
        return f"no blanks around the number: {FORM}"
    if (
        "}" in number.expression
        or "{" in number.expression
        or "\\" in number.expression
        or "&" in number.expression
    ):
        return "braces, backslashes and & do not survive in an attribute: give the value a name in a block"
    try:
        tree = ast.parse(f"({number.expression})", mode="eval")
        compile(tree, "expression", "eval")
    except (SyntaxError, ValueError) as error:
        return f"{number.expression!r} is no expression: {error.args[0]}"
    if any(isinstance(node, ast.NamedExpr) for node in ast.walk(tree)):
        return "an expression does not bind names"
    if not names_used(number.expression):
        return f"{number.expression!r} proves nothing: an expression uses a name of the page"
    return None
