"""A page as one program: what it says, what it does, and that it is what its readers take."""

import json
import subprocess
import sys
from textwrap import dedent

import pytest

from lessonproof.__main__ import main
from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.proof.downloads import program_file, write_program
from lessonproof.proof.program import printed, program
from lessonproof.proof.whole import run_program, whole

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


def run(page, tmp_path, name="page.py"):
    write_program(page, tmp_path / name, "")
    return run_program(page, tmp_path / name)


def test_a_true_program_passes(tmp_path):
    assert run(Page(PAGE, "page.md"), tmp_path) is None


LIES = {
    "output": (page_of("print(1)\n", "2\n"), "as one program it prints:\n--- shown on the page*-2\n+1"),
    "no output": (page_of("print(1)\n"), "as one program it prints:*+1"),
    "error": (page_of("x = 1\n1 / 0\n"), "as one program it fails:*line 3*ZeroDivisionError: division by zero"),
    "exit": (page_of("raise SystemExit(3)\n"), "as one program it fails:"),
    "error stream": (page_of("import sys\nprint('lost', file=sys.stderr)\n"), "as one program it writes past print:\nlost"),
    "other error": (page_of("int(None)\n", "TypeError: 1\n", "<!-- raises: ValueError -->\n"), "as one program it fails:*TypeError"),
    "no error": (page_of("x = 1\n", "ValueError: 1\n", "<!-- raises: ValueError -->\n"), "as one program it prints:*-ValueError: 1"),
    "a name of the process": (page_of("print(type(__builtins__).__name__)\n", "dict\n"), "as one program it prints:*-dict\n+module"),
    "input": (page_of("input()\n"), "as one program it fails:*EOFError"),
    "a line that goes on": (Page(page_of("print(1, end='')\n", "1\n").text + "\n" + page_of("print(2)\n", "2\n").text, "docs/en/page.md"), "as one program it prints:*-1\n-2\n+12"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "said"), LIES.values(), ids=LIES)
def test_a_program_that_does_otherwise_is_found(page, said, tmp_path):
    problem = run(page, tmp_path)
    assert (problem.path, problem.line) == ("docs/en/page.md", 0)
    at = 0
    for part in said.split("*"):
        at = problem.text.index(part, at)
    assert at == 0 or problem.text.startswith(said.split("*")[0])


def test_a_program_that_hides_a_module_fails_as_it_would_for_its_readers(tmp_path):
    page = page_of("import random\nprint(random.Random.__name__)\n", "Random\n")
    assert run(page, tmp_path) is None
    assert "AttributeError" in run(page, tmp_path, "random.py").text


def test_a_program_knows_nothing_of_this_folder(tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/nearby.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "elsewhere"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.txt").write_text("")
    assert "No module named 'nearby'" in run(page_of("import nearby\n"), tmp_path).text
    assert "FileNotFoundError" in run(page_of("open('data.txt')\n"), tmp_path).text


def test_a_program_that_does_not_end_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("lessonproof.proof.whole.LONGEST", 0.2)
    problem = run(page_of("while True:\n    pass\n"), tmp_path)
    assert problem.text == "as one program it has not ended after 0.2 s"


@pytest.fixture
def course(tmp_path, monkeypatch):
    for language in ("zh", "en"):
        (tmp_path / "docs" / language / "learn").mkdir(parents=True)
        (tmp_path / "docs" / language / "words.md").write_text("# Words { #top }\n")
        for name, number in (("one", 1), ("learn/two", 2)):
            text = f"# {name} {{ #top }}\n\n```python\nprint({number})\n```\n\n```text\n{number}\n```\n"
            (tmp_path / "docs" / language / f"{name}.md").write_text(text)
    monkeypatch.chdir(tmp_path)
    course = Course(tmp_path / "docs", ("zh", "en"))
    for name in ("one.md", "learn/two.md"):
        write_program(course.page("zh", name), program_file(tmp_path / "build", f"zh/{name[:-3]}"), "")
    return course


def test_every_page_with_code_is_run(course, tmp_path):
    ran = whole(course, tmp_path / "build", "zh")
    assert (ran.pages, ran.problems) == (2, [])
    assert 0.01 < ran.seconds < 60


def test_a_missing_program_is_found(course, tmp_path):
    (tmp_path / "build/downloads/zh/one/one.py").unlink()
    (problem,) = whole(course, tmp_path / "build", "zh").problems
    assert problem.path == "docs/zh/one.md"
    assert problem.text.endswith("one/one.py is missing: prove the pages first")


def test_what_is_run_is_the_file_that_readers_take(course, tmp_path, capsys):
    assert main(["whole"]) == 0
    assert json.loads((tmp_path / "build/whole.json").read_text())["pages"] == 2
    assert capsys.readouterr().out.startswith("2 pages as programs, ")
    (tmp_path / "build/downloads/zh/learn/two/two.py").write_text("print(3)\n")
    assert main(["whole"]) == 1
    assert capsys.readouterr().err == dedent("""\
        docs/zh/learn/two.md: as one program it prints:
        --- shown on the page
        +++ printed by the run
        @@ -1 +1 @@
        -2
        +3
        """)
