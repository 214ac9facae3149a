"""What the site's own Markdown shows is what the proof reads: on every page of the course, and on traps."""

from pathlib import Path

import pytest

from lessonproof.page import Page
from lessonproof.proof.census import Renderer, census

ROOT = Path(__file__).parents[2]
PAGES = sorted(ROOT.glob("docs/zh/**/*.md")) + sorted(ROOT.glob("docs/en/**/*.md"))
RENDERER = Renderer(ROOT / "mkdocs.base.yml")


def shown(text):
    return RENDERER.shown(Page(text, "trap.md"))


def read(page):
    names = {"py": "python", "python3": "python", "txt": "text", "output": "text", "sh": "bash"}
    blocks = [(names.get(fence.language, fence.language), fence.source) for fence in page.fences]
    return [(language, source.strip("\n")) for language, source in blocks]


def rendered(text):
    names = {"py": "python", "python3": "python"}
    return [(names.get(language, language), source.strip("\n")) for language, source in shown(text).blocks]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT / "docs").as_posix())
def test_a_page_is_read_as_it_is_shown(path):
    page = Page.read(path)
    found = RENDERER.shown(page)
    assert rendered(page.text) == read(page)
    assert found.proofs == [("code", number.expression) for number in page.numbers]
    assert found.headings == [(heading.level, heading.id) for heading in page.headings]
    assert census(page, found) is None


TRAPS = [
    "- a\n\n    ```python\n    x\n    ```\n",
    "a\n\n    ```python\n    x\n    ```\n",
    "- a\n\n        ```python\n        x\n        ```\n",
    "````markdown\n```python\nx\n```\n````\n",
    "<!-- note:\n```python\nx\n```\n-->\n",
    "```{python}\nx\n```\n",
    "```{.python}\nx\n```\n",
    "``` { #id .python }\nx\n```\n",
    '```{.python title="a } b"}\nx\n```\n',
    '```python title="a" hl_lines="1"\nx\n```\n',
    '```python test="a"\nx\n```\n',
    '```python hl_lines="a"\nx\n```\n',
    "```python and more\nx\n```\n",
    "```python\nx\n````\n",
    "```python\nx\n",
    "> ```python\n> x\n> ```\n",
    "> - a\n>\n>     ```python\n>     x\n>     ```\n",
    "!!! note\n    > ```python\n    > x\n    > ```\n",
    '=== "t"\n\n    ??? note\n\n        ```py\n        x\n        ```\n',
    "```py3\nx\n```\n",
    "```pycon\n>>> x\n```\n",
    "a\n```python\nx\n```\nb\n",
    "1. a\n\n    ```python\n    x\n\n    y\n    ```\n",
    "- a\n- b\n\n   ```python\n   x\n   ```\n",
    "a `` ```python `` b\n",
]


@pytest.mark.parametrize("text", TRAPS)
def test_a_trap_is_read_as_it_is_shown_or_refused(text):
    page = Page(text, "trap.md")
    assert page.problems or census(page, shown(text)) is None


NUMBERS = [
    '`1`{ data-proof="x < 2" }',
    '`1`{ data-proof="x[0] * y * z" }',
    '`1`{ data-proof="x_1 + y_1" } and `2`{ data-proof="x" }',
    '| a |\n|---|\n| `1`{ data-proof="x" } |\n',
    "`1`{ data-proof=\"f('a')\" }",
    "`1`{ data-proof='x' }",
    '``1``{ data-proof="x" }',
    '**1**{ data-proof="x" }',
    '`1`{: data-proof="x" }',
    '`1`{ .a data-proof="x" }',
    '`1`\n{ data-proof="x" }',
    '- a ` b\n- `0.99`{ data-proof="x" } c ` d\n',
    '`1` { data-proof="x" }',
]


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_read_as_it_is_shown_or_refused(text):
    page = Page(text, "trap.md")
    assert page.problems or census(page, shown(text)) is None


HONEST = '# a { #a }\n\n```python\nx = 1\n```\n\nIt is `1`{ data-proof="x" }.\n\n```py\n\ny = 2\n```\n'


def seen_as(text, instead):
    """What the census says of a page that readers see otherwise than the proof reads it."""
    return str(census(Page(text, "page.md"), shown(instead)))


def test_an_honest_page_has_as_many_as_it_shows():
    assert seen_as(HONEST, HONEST) == "None"
    assert shown(HONEST).python == ["x = 1", "y = 2"]


@pytest.mark.parametrize(
    ("read", "instead", "said"),
    [
        (
            HONEST.replace("```py\n", "```text\n"),
            HONEST,
            "page.md:11: a Python block is shown that is not run; "
            "this page shows 2 of the kind, 1 are run: 'y = 2'",
        ),
        (
            HONEST,
            HONEST.replace("```py\n", "```text\n"),
            "page.md:9: a Python block is run that no reader sees; "
            "this page shows 1 of the kind, 2 are run: 'y = 2'",
        ),
        (
            HONEST,
            HONEST.replace("x = 1\n", "x = 3\n"),
            "page.md:1: a Python block is shown that is not run; "
            "this page shows 2 of the kind, 2 are run: 'x = 3'",
        ),
        (
            HONEST,
            HONEST.replace('{ data-proof="x" }', ""),
            "page.md:7: a proof is evaluated that no reader sees; "
            "this page shows 0 of the kind, 1 are evaluated: 'x'",
        ),
        (
            HONEST.replace('{ data-proof="x" }', ""),
            HONEST.replace("`1`{", "**1**{"),
            "page.md:4: a proof is shown that is not evaluated; "
            "this page shows 1 of the kind, 0 are evaluated: 'x'",
        ),
        (
            HONEST.replace('{ data-proof="x" }', ""),
            HONEST.replace('="x"', '="x = 1"'),
            "page.md:4: a proof is shown that is not evaluated; "
            "this page shows 1 of the kind, 0 are evaluated: 'x = 1'",
        ),
    ],
)
def test_what_is_seen_and_not_read_is_named_with_its_line(read, instead, said):
    assert seen_as(read, instead) == said


@pytest.mark.parametrize(
    ("language", "python"),
    [("python3", True), ("pycon", True), ("pytb", True), ("bash", False), ("nothing", False)],
)
def test_every_python_is_counted(language, python):
    assert shown(f"```{language}\nx\n```\n").python == (["x"] if python else [])
