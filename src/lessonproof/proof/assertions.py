"""Which assertions of a page's checks run: one that never does checks nothing."""

import ast
from typing import Any

MARK = "__reached__"


def asserted(source: str) -> list[int]:
    """The lines of the assertions among statements; none if they are no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert)]


class Assertions:
    """The assertions of one page.

    Attributes:
        written: Their lines.
        reached: The lines of those that ran.
    """

    def __init__(self) -> None:
        self.written: set[int] = set()
        self.reached: set[int] = set()

    def marked(self, source: str, scope: dict[str, Any]) -> ast.Module:
        """Statements that note in a namespace which of their assertions run.

        Raises:
            SyntaxError: They are no Python.
        """
        tree = ast.parse(source)
        self.written.update(asserted(source))
        scope[MARK] = self.reached.add
        return ast.fix_missing_locations(_Marks().visit(tree))

    @property
    def missed(self) -> list[int]:
        """The lines of assertions that never ran."""
        return sorted(self.written - self.reached)


class _Marks(ast.NodeTransformer):
    """Put a note before every assertion."""

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(node.lineno)], [])
        return [ast.copy_location(ast.Expr(call), node), node]
