"""What the site's own Markdown shows is what the proof reads: on every page of the course, and on traps."""

from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
import yaml

from lessonproof.page import Page

ROOT = Path(__file__).parents[2]
PAGES = sorted(ROOT.glob("docs/zh/**/*.md")) + sorted(ROOT.glob("docs/en/**/*.md"))


class Loader(yaml.SafeLoader):
    """MkDocs' files name variables of the environment."""


Loader.add_constructor("!ENV", lambda loader, node: None)


def extensions():
    config = yaml.load((ROOT / "mkdocs.base.yml").read_text(encoding="utf-8"), Loader)
    return {
        name: options for name, options in config["markdown_extensions"].items() if "lessonproof" not in name
    }


class Shown(HTMLParser):
    """Collects highlighted blocks, proofs and headings of a rendered page."""

    def __init__(self, html):
        super().__init__()
        self.blocks, self.proofs, self.headings = [], [], []
        self._language, self._inside, self._depth = "", None, 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        classes = (named.get("class") or "").split()
        if "highlight" in classes:
            self._language = next(
                (c.removeprefix("language-") for c in classes if c.startswith("language-")), ""
            )
        if tag == "code" and self._language:
            self._inside = ""
        if "data-proof" in named:
            self.proofs.append((tag, named["data-proof"]))
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append((int(tag[1]), named.get("id")))

    def handle_data(self, data):
        if self._inside is not None:
            self._inside += data

    def handle_endtag(self, tag):
        if tag == "code" and self._inside is not None:
            self.blocks.append((self._language, self._inside))
            self._language, self._inside = "", None


def shown(text):
    body = text.split("\n---\n", 1)[1] if text.startswith("---\n") else text
    options = extensions()
    return Shown(markdown.markdown(body, extensions=list(options), extension_configs=options))


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
    found = shown(page.text)
    assert rendered(page.text) == read(page)
    assert found.proofs == [("code", number.expression) for number in page.numbers]
    assert found.headings == [(heading.level, heading.id) for heading in page.headings]


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
    "a\n```python\nx\n```\nb\n",
    "1. a\n\n    ```python\n    x\n\n    y\n    ```\n",
    "- a\n- b\n\n   ```python\n   x\n   ```\n",
    "a `` ```python `` b\n",
]


@pytest.mark.parametrize("text", TRAPS)
def test_a_trap_is_read_as_it_is_shown_or_refused(text):
    page = Page(text, "trap.md")
    python = [source for language, source in rendered(text) if language == "python"]
    assert page.problems or python == [source for language, source in read(page) if language == "python"]


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
    proofs = shown(text).proofs
    assert page.problems or proofs == [("code", number.expression) for number in page.numbers]
