"""What looks like a block and would not run is found; what readers see is what is counted."""

import pytest

from lessonproof.page import Page
from lessonproof.proof.ledger import Ledger
from lessonproof.proof.prover import Prover
from tests.lessonproof.prove.pages import GOOD

pytest_plugins = ["pytester"]

TRAPS = {
    "in a comment": ("words\n\n<!--\n```python\nprint(1)\n```\n-->\n", "*page.md:3: no directive begins like*"),
    "in a note in a line": ("words <!-- note: a\n```python\nprint(1)\n```\n-->\n", "*page.md:1: *"),
    "indented without a container": ("words\n\n    ```python\n    print(1)\n    ```\n", "*page.md:3: this fence is indented by 4*"),
    "indented code": ("words\n\n    print(1)\n", "*page.md:3: this line is shown as code that nobody runs*"),
    "braces without a dot": ("words\n\n```{python}\nprint(1)\n```\n", "*page.md:3: *"),
    "options of another tool": ('words\n\n```python test="a"\nprint(1)\n```\n', "*page.md:3: *"),
    "a session": ("words\n\n```pycon\n>>> 1\n2\n```\n", "*page.md:3: no block is written in 'pycon'*"),
    "never closed": ("words\n\n```python\nprint(1)\n````\n", "*page.md:3: this fence never closes*"),
    "raw HTML": ('words\n\n<pre><code class="language-python">print(1)</code></pre>\n', "*page.md:3: <pre is written in Markdown*"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), TRAPS.values(), ids=TRAPS)
def test_a_block_that_would_not_run_is_found_by_page_and_line(site, text, said):
    result = site.prove(page=text)
    assert result.ret == 1
    result.stdout.fnmatch_lines([said])
    assert site.proof is None


@pytest.mark.parametrize(
    "text", ["<!-- note:\n```python\n1 / 0\n```\n-->\n", "````markdown\n```python\n1 / 0\n```\n````\n"]
)
def test_what_readers_do_not_see_as_python_is_neither_run_nor_counted(site, text):
    assert site.prove(page=GOOD + "\n" + text).ret == 0
    count = site.proof["pages"]["en/page"]
    assert (count["rendered"], count["blocks"]) == (1, 1)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (
            "-1",
            "*page.md:15: a Python block is shown that is not run; this page shows 2 of the kind, 1 are run*",
        ),
        (
            "0",
            "*page.md:4: a Python block is shown that is not run; this page shows 2 of the kind, 0 are run*",
        ),
    ],
)
def test_the_census_finds_what_the_reading_of_pages_loses(site, monkeypatch, kept, said):
    read = Page._blocks.func
    monkeypatch.setattr(Page._blocks, "func", lambda page: (read(page)[0][: int(kept)], []))
    result = site.prove(page=GOOD.replace('{ data-proof="x - 0.05" }', "") + "\n```python\ny = 1\n```\n")
    assert result.ret == 1
    result.stdout.fnmatch_lines([said])
    assert site.proof is None


def test_a_block_that_never_becomes_a_test_is_found(site, monkeypatch):
    regions, expect = Prover.regions, Ledger.expect
    monkeypatch.setattr(Prover, "regions", lambda prover, document: [*regions(prover, document)][1:])
    monkeypatch.setattr(
        Ledger, "expect", lambda ledger, page, key: key[0] != "block" and expect(ledger, page, key)
    )
    result = site.prove(page=GOOD.replace('{ data-proof="x - 0.05" }', ""))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*page.md: 1 Python blocks are shown, 0 run and 0 are skipped"])
