"""All code of a page as one program, for its readers to take and to run.

A cell (`# %%`, which editors run one by one) is a block; what it prints stands below it behind `#>`.
"""

import ast
import builtins
import re

from lessonproof.page import Block, Heading, Page, ProvedNumber
from lessonproof.proof.compare import visible

MARKS = re.compile(r"^[>\s]*#+\s*|\s*\{:?\s*#[^}]*\}\s*#*\s*$")  # around the words of a heading
NOTE = "__import__('lessonproof.proof.noted', fromlist=['note']).note"
ERROR = "an_error"  # `except … as` deletes its name, so it is none that a page would use


def program(page: Page, notice: str = "") -> str | None:
    """The blocks of a page in order, those that raise caught where they do; None if it has none.

    Args:
        page: A page without problems.
        notice: A line below the title: where the code is from and who may use it.
    """
    cells = _cells(page)
    if not cells:
        return None
    title = _words(page, page.headings[0]) if page.headings else ""
    top = "".join(f"# {line}\n" for line in (title, notice) if line)
    return "\n".join([top, *(text for _, text in cells)] if top else [text for _, text in cells])


def line_of(page: Page, written: int, lines: int) -> int:
    """The line of the page that a line of its program comes from; 0 if from none.

    Args:
        page: The page.
        written: The line of the program.
        lines: How many the program has.
    """
    start = lines + 2
    for block, text in reversed(_cells(page)):
        start -= text.count("\n") + 1
        inside = written - start - 1 - (block.directive("raises") is not None)
        if written >= start:
            return block.code.code_line + min(max(inside, 0), block.code.source.count("\n") - 1)
    return 0


def numbers_after(page: Page) -> list[list[ProvedNumber]]:
    """For each cell, the proved numbers that follow its block, before the next."""
    starts = [block.code.start for block, _ in _cells(page)]
    ends = [*starts[1:], len(page.text) + 1]
    return [
        [number for number in page.numbers if start < number.start < end]
        for start, end in zip(starts, ends, strict=True)
    ]


def with_numbers(page: Page, text: str, file: str) -> str:
    """A page's program that also notes its proved numbers in a file; every line of it stays where it is."""
    cells = [cell for _, cell in _cells(page)]
    if not text.endswith("\n".join(cells)):
        return text
    parts = [text.removesuffix("\n".join(cells))]
    for cell, numbers in zip(cells, numbers_after(page), strict=True):
        values = "".join(f", ({n.shown!r}, ({' '.join(n.expression.split(chr(10)))}))" for n in numbers)
        parts += [cell, f"{NOTE}({file!r}{values})\n" if numbers else "\n"]  # a line that was empty
    return "".join(parts)


def _cells(page: Page) -> list[tuple[Block, str]]:
    """Each block that runs and its cell."""
    cells, section = [], None
    for block in (block for block in page.blocks if block.directive("skip") is None):
        above = [heading for heading in page.headings if heading.start < block.code.start]
        new = above[-1] if above and above[-1] is not section else None
        section = above[-1] if above else None
        cells.append((block, f"# %% {_words(page, new) if new else ''}".rstrip() + "\n" + _cell(block)))
    return cells


def printed(page: Page) -> str:
    """What a page's program prints, according to the page."""
    return "".join(f"{line}\n" for _, line in printed_lines(page))


def printed_lines(page: Page) -> list[tuple[int, str]]:
    """Every line that a page's program prints, behind the line of the page that shows it."""
    outputs = [block.output for block in page.blocks if block.directive("skip") is None and block.output]
    return [
        (output.code_line + n, line) for output in outputs for n, line in enumerate(visible(output.source))
    ]


def _words(page: Page, heading: Heading) -> str:
    """A heading as it reads."""
    return MARKS.sub("", page.text.split("\n")[heading.line - 1])


def _cell(block: Block) -> str:
    """A block, what it raises caught, and what it prints."""
    raises = block.directive("raises")
    code = block.code.source.rstrip("\n") + "\n" if raises is None else _caught(block, raises)
    return code + "".join(
        f"#> {line}".rstrip() + "\n" for line in (visible(block.shown) if block.output else [])
    )


def _caught(block: Block, raises: str) -> str:
    """A block that raises, so that the program goes on."""
    known = getattr(builtins, raises, None)
    error = known if isinstance(known, type) and issubclass(known, BaseException) else Exception
    message = f"{{{ERROR}.msg}}" if issubclass(error, SyntaxError) else f"{{{ERROR}}}"
    silent = bool(block.output) and visible(block.shown)[-1] == raises
    words = f"{{type({ERROR}).__name__}}" + ("" if silent else f": {message}")
    return f'try:\n{_indented(block.code.source)}except {error.__name__} as {ERROR}:\n    print(f"{words}")\n'


def _indented(source: str) -> str:
    """Statements four columns deeper; lines inside a string stay as they are."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return f"    exec({source!r})\n"
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.Constant)]
    inside = {line for node in strings for line in range(node.lineno + 1, (node.end_lineno or 0) + 1)}
    lines = enumerate(source.rstrip("\n").split("\n"), 1)
    return "".join(("" if n in inside or not line else "    ") + line + "\n" for n, line in lines)
