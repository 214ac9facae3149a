"""Hidden checks and figures, read without running them: does a check assert, is a figure an expression?"""

import ast

from lessonproof.page.directives import Directive
from lessonproof.page.scan import Fault


def hidden(directives: list[Directive]) -> list[Fault]:
    """What is wrong with the checks and figures of a page."""
    faults: list[Fault] = []
    for i, directive in enumerate(directives):
        if directive.word == "check":
            faults += _check(directive, directives[i + 1 :])
        elif directive.word == "figure":
            try:
                ast.parse(f"({directive.figure[1]}\n)", mode="eval")
            except (SyntaxError, ValueError) as error:
                faults.append(Fault(directive.start, f"this figure is no expression: {error.args[0]}"))
    return faults


def _check(check: Directive, after: list[Directive]) -> list[Fault]:
    """A check asserts something about the page, or prepares a figure that follows."""
    try:
        tree = ast.parse(check.rest)
    except (SyntaxError, ValueError) as error:
        where = f" (its line {error.lineno})" if isinstance(error, SyntaxError) else ""
        return [Fault(check.start, f"this check is no Python{where}: {error.args[0]}")]
    asserts = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    empty = [node.lineno for node in asserts if _says_nothing(node.test)]
    if empty:
        return [Fault(check.start, f"line {check.line + line} of the page asserts nothing") for line in empty]
    if asserts or names_bound(tree) & _names_drawn(after):
        return []
    return [Fault(check.start, "this check asserts nothing, and no figure below uses what it prepares")]


def _says_nothing(test: ast.expr) -> bool:
    """Whether an assertion holds whatever the page computes: a constant, a tuple, no name at all, or one of these."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        return any(map(_says_nothing, test.values))
    return isinstance(test, ast.Tuple | ast.Lambda) or not any(
        isinstance(node, ast.Name) for node in ast.walk(test)
    )


def names_bound(tree: ast.AST) -> set[str]:
    """Names that code binds, by any means."""
    bound = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
    return bound


def _names_drawn(after: list[Directive]) -> set[str]:
    """Names that the figures below use, directly or through the checks between."""
    used: set[str] = set()
    for directive in reversed(after):
        source = f"({directive.figure[1]}\n)" if directive.word == "figure" else directive.rest
        if directive.word not in ("figure", "check"):
            continue
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if directive.word == "figure" or names_bound(tree) & used:
            used |= names
    return used
