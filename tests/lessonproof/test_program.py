"""A page as one program: what it says, what it does, and that it is what its readers take."""

import subprocess
import sys

import pytest

from lessonproof.page import Page
from lessonproof.proof.downloads import program_file, write_program
from lessonproof.proof.program import line_of, printed, program
from lessonproof.proof.whole import run_program

PAGE = '''---
title: A page
---
# 一页 { #top }

```python
x = 2

print(x, "a")
print()
print("b")
```

```text title="Output"
2 a

b
```

## Errors, on purpose { #errors }

<!-- raises: ValueError -->
```python
words = """two
lines"""
# why
if x:

    raise ValueError(words)
```

```text
ValueError: two
lines
```

!!! note

    <!-- raises: Strange -->
    ```python
    class Strange(Exception):
        pass


    raise Strange
    ```

    ```text
    Strange
    ```

<!-- skip: two GPUs -->
```python
1 / 0
```

### Syntax { #syntax }

<!-- raises: SyntaxError -->
```python
print("never"
```

```text
SyntaxError: '(' was never closed
```

<!-- raises: KeyError -->
```python
{}["a"]
```

```text
KeyError: 'a'
```
'''
PROGRAM = '''\
# 一页
# MIT

# %% 一页
x = 2

print(x, "a")
print()
print("b")
#> 2 a
#>
#> b

# %% Errors, on purpose
try:
    words = """two
lines"""
    # why
    if x:

        raise ValueError(words)
except ValueError as an_error:
    print(f"{type(an_error).__name__}: {an_error}")
#> ValueError: two
#> lines

# %%
try:
    class Strange(Exception):
        pass


    raise Strange
except Exception as an_error:
    print(f"{type(an_error).__name__}")
#> Strange

# %% Syntax
try:
    exec('print("never"\\n')
except SyntaxError as an_error:
    print(f"{type(an_error).__name__}: {an_error.msg}")
#> SyntaxError: '(' was never closed

# %%
try:
    {}["a"]
except KeyError as an_error:
    print(f"{type(an_error).__name__}: {an_error}")
#> KeyError: 'a'
'''


def test_a_program_reads_like_its_page():
    page = Page(PAGE, "page.md")
    assert page.problems == []
    assert program(page, "MIT") == PROGRAM
    assert program(page).startswith("# 一页\n\n# %%")


def test_a_program_prints_what_its_page_shows():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert (
        done.stdout
        == printed(Page(PAGE, "page.md"))
        == ("2 a\n\nb\nValueError: two\nlines\nStrange\nSyntaxError: '(' was never closed\nKeyError: 'a'\n")
    )


@pytest.mark.parametrize(
    "text", ["words\n", "<!-- skip: no -->\n```python\nx = 1\n```\n", "```text\nx\n```\n"]
)
def test_a_page_that_runs_nothing_has_no_program(text, tmp_path):
    assert program(Page(text, "page.md")) is None
    assert write_program(Page(text, "page.md"), tmp_path / "page.py", "MIT") is None
    assert list(tmp_path.iterdir()) == []


def page_of(code, output="", before=""):
    shown = f"\n```text\n{output}```\n" if output else ""
    return Page(f"{before}```python\n{code}```\n{shown}", "docs/en/page.md")


def test_a_page_without_headings_has_a_program():
    assert program(page_of("x = 1\n")) == "# %%\nx = 1\n"


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (page_of("x = 1\n").text.replace("```python", '```python title="page.py"'), ":1: the program of the whole page is called page.py: name this block otherwise"),
        (page_of("x = 1\n").text + "\n" + page_of("from __future__ import annotations\n").text, ": as one program it is no Python, line 5: from __future__ imports must occur at the beginning of the file"),
    ],
)  # fmt: skip
def test_what_is_no_program_is_refused(page, said, tmp_path):
    assert str(write_program(Page(page, "page.md"), tmp_path / "page.py", "")) == f"page.md{said}"
    assert not (tmp_path / "page.py").exists()


def test_a_program_is_called_like_its_page(tmp_path):
    for name, file in {
        "zh/index": "zh/index.py",
        "zh/a/b": "zh/a/b/b.py",
        "zh/a/index": "zh/a/index.py",
    }.items():
        assert program_file(tmp_path, name) == tmp_path / "downloads" / file


def test_a_true_program_passes(tmp_path):
    page = Page(PAGE, "page.md")
    write_program(page, tmp_path / "page.py", "")
    assert run_program(page, tmp_path / "page.py") is None


@pytest.mark.parametrize("notice", ["", "MIT"])
def test_a_line_of_a_program_is_one_of_its_page(notice):
    page = Page(PAGE, "page.md")
    text, lines = program(page, notice).split("\n"), PAGE.split("\n")
    for code in (
        "x = 2",
        'print("b")',
        "# why",
        "if x:",
        "class Strange(Exception):",
        "raise Strange",
        '{}["a"]',
    ):
        (written,) = [n for n, line in enumerate(text, 1) if line.strip() == code]
        assert lines[line_of(page, written, len(text) - 1) - 1].strip() == code
    assert line_of(page, 1, len(text) - 1) == 0
