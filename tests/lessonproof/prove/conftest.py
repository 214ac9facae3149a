"""A course of one language in a folder of its own, proved through pytest as an author meets it."""

import json
from pathlib import Path

import pytest

from lessonproof.page import Page
from lessonproof.proof.census import Renderer

CONFIG = Path(__file__).parents[3] / "mkdocs.base.yml"
Renderer(CONFIG).shown(
    Page("```python\nx\n```\n", "once.md")
)  # else every test imports the site's Markdown anew
QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # the latter takes a second to load
CONFTEST = """
from pathlib import Path
from lessonproof.proof.pytest_plugin import PageProof
PROOF = PageProof(
    Path(__file__).parent, languages=("en",), packages=("sybil",), config=Path({config!r}), notices={{"en": "MIT"}}
)
pytest_collect_file = PROOF.collector()
def pytest_sessionfinish(session):
    PROOF.finish(session)
"""


class Site:
    """A course of one language in a folder of its own."""

    def __init__(self, pytester):
        self.pytester = pytester
        self.docs = pytester.mkdir("docs")
        (self.docs / "conftest.py").write_text(CONFTEST.format(config=str(CONFIG)))
        (self.docs / "en").mkdir()

    def prove(self, *arguments, asked="docs", apart=False, **pages):
        for name, text in pages.items():
            path = self.docs / "en" / f"{name.replace('__', '/')}.md"
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text, encoding="utf-8")
        run = self.pytester.runpytest_subprocess if apart else self.pytester.runpytest_inprocess
        return run(*QUIET, asked, *arguments)

    @property
    def proof(self):
        path = self.pytester.path / "build/proof.json"
        return json.loads(path.read_text()) if path.exists() else None


@pytest.fixture
def site(pytester):
    return Site(pytester)
