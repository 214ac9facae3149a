"""Pages as programs in a fresh interpreter: what its readers would not get is found, whatever hid it."""

import json
import os
import subprocess
import sys
import tempfile
from textwrap import dedent
from types import SimpleNamespace

import pytest

from lessonproof.__main__ import main
from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.proof.downloads import program_file, write_program
from lessonproof.proof.whole import run_program, whole
from tests.lessonproof.prove.pages import block

pytest_plugins = ["pytester"]


def page_of(code, output="", before=""):
    shown = f"\n```text\n{output}```\n" if output else ""
    return Page(f"{before}```python\n{code}```\n{shown}", "docs/en/page.md")


def run(page, tmp_path, name="page.py"):
    write_program(page, tmp_path / name, "")
    return run_program(page, tmp_path / name)


WORDS = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"}
ORDER = subprocess.run(
    [sys.executable, "-c", f"print(*{WORDS!r})"],
    env=os.environ | {"PYTHONHASHSEED": "0"},
    capture_output=True,
    text=True,
    check=True,
).stdout.strip()
LIES = {
    "output": (6, page_of("print(1)\n", "2\n"), "as one program it prints:\n--- shown on the page*-2\n+1"),
    "no output": (0, page_of("print(1)\n"), "as one program it prints:*+1"),
    "error": (3, page_of("x = 1\n1 / 0\n"), "as one program it fails:*line 3*ZeroDivisionError: division by zero"),
    "exit": (0, page_of("raise SystemExit(3)\n"), "as one program it fails:"),
    "error stream": (0, page_of("import sys\nprint('lost', file=sys.stderr)\n"), "as one program it writes past print:\nlost"),
    "other error": (3, page_of("int(None)\n", "TypeError: 1\n", "<!-- raises: ValueError -->\n"), "as one program it fails:*TypeError"),
    "no error": (7, page_of("x = 1\n", "ValueError: 1\n", "<!-- raises: ValueError -->\n"), "as one program it prints:*-ValueError: 1"),
    "a name of the process": (6, page_of("print(type(__builtins__).__name__)\n", "dict\n"), "as one program it prints:*-dict\n+module"),
    "input": (2, page_of("input()\n"), "as one program it fails:*EOFError"),
    "a line that goes on": (6, Page(page_of("print(1, end='')\n", "1\n").text + "\n" + page_of("print(2)\n", "2\n").text, "docs/en/page.md"), "as one program it prints:*-1\n-2\n+12"),
    "a later thread": (0, page_of("import threading\nthreading.Timer(0.1, print, ['late']).start()\n"), "as one program it prints:*+late"),
    "at exit": (0, page_of("import atexit\n_ = atexit.register(print, 'x')\n"), "as one program it prints:*+x"),
    "a kept stream": (0, Page(page_of("import sys\nkept = sys.stdout\n").text + "\n" + page_of("_ = kept.write('x')\n").text, "docs/en/page.md"), "as one program it prints:*+x"),
    "a warning": (3, page_of("import warnings\nwarnings.warn('old', stacklevel=1)\n"), "as one program it writes past print:\n*:3: UserWarning: old"),
    "the order of a set": (6, page_of(f"print(*{WORDS!r})\n", f"{ORDER}\n"), f"as one program it prints:*-{ORDER}\n+"),
    "a file of this folder": (2, page_of("open('page.py')\n"), "as one program it fails:*FileNotFoundError"),
    "the folder of other programs' files": (3, page_of(f"import tempfile\nassert tempfile.gettempdir() == {tempfile.gettempdir()!r}\n"), "as one program it fails:*AssertionError"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "page", "said"), LIES.values(), ids=LIES)
def test_a_program_that_does_otherwise_is_found(line, page, said, tmp_path):
    problem = run(page, tmp_path)
    assert (problem.path, problem.line) == ("docs/en/page.md", line)
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


def test_every_page_with_code_is_run(course, tmp_path, monkeypatch):
    times = iter([SimpleNamespace(children_user=u, children_system=s) for u, s in ((1, 2), (4, 6))])
    monkeypatch.setattr("lessonproof.proof.whole.os.times", lambda: next(times))
    ran = whole(course, tmp_path / "build", "zh")
    assert (ran.pages, ran.problems) == (2, [])
    assert ran.seconds == 7


NUMBERS = '\n`1`{ data-proof="x" } `2`{ data-proof="x + 1" }\n\n'


def test_proved_numbers_hold_in_the_program(tmp_path):
    again = page_of("x = 7\nprint(x)\n", "7\n").text + '\n`7`{ data-proof="x" }\n'
    text = page_of("x = 1\nprint(x)\n", "1\n").text + NUMBERS + again
    assert run(Page(text, "page.md"), tmp_path) is None
    problem = run(Page(text.replace("`2`", "`3`"), "page.md"), tmp_path)
    assert str(problem) == "page.md:10: the page shows 3, as one program x + 1 = 2"
    (tmp_path / "page.py").write_text("print(1)\nprint(7)\n")
    problem = run_program(Page(text, "page.md"), tmp_path / "page.py")
    assert str(problem).startswith(
        "page.md:10: the program ends before this number, or is that of another page"
    )


def test_a_program_that_ends_before_a_number_is_found(tmp_path):
    page = page_of("x = 1\nprint(x)\nraise SystemExit\n", "1\n").text + NUMBERS
    assert run(Page(page, "page.md"), tmp_path).text.startswith("the program ends before this number")


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
        docs/zh/learn/two.md:8: as one program it prints:
        --- shown on the page
        +++ printed by the run
        @@ -1 +1 @@
        -2
        +3
        """)


def hidden(check, code, output):
    return f"<!-- check\n{check}x = 1\nassert x\n-->\n\n" + block(code, output)


TORCH = "import torch\nprint(torch.tensor([1.0, 2.0]).sum())\n"
PLANTS = {
    "a method": (hidden("import torch\ntorch.Tensor.sum = lambda *a, **k: torch.tensor(42.0)\n", TORCH, "tensor(42.)\n"), 14),
    "b meets it": (block(TORCH, "tensor(42.)\n"), 7),
    "a builtin": (hidden("import builtins\nbuiltins.extra = 7\n", "print(extra)\n", "7\n"), 9),
    "a name in a module": (hidden("import math\nmath.extra = 7\n", "import math\nprint(math.extra)\n", "7\n"), 10),
    "a value of a module": (hidden("import math\nmath.pi = 3\n", "import math\nprint(math.pi)\n", "3\n"), 14),
    "a value of another module": (hidden("import string\nstring.digits = '1'\n", "import string\nprint(string.digits)\n", "1\n"), 14),
    "a table": (hidden("import keyword\nkeyword.kwlist.remove('if')\n", "import keyword\nprint('if' in keyword.kwlist)\n", "False\n"), 14),
    "print options": (hidden("import numpy\nnumpy.set_printoptions(precision=2)\n", "import numpy\nprint(numpy.array([0.1234]))\n", "[0.12]\n"), 14),
    "another function": (hidden("import textwrap\ntextwrap.dedent = str.upper\n", "import textwrap\nprint(textwrap.dedent('a'))\n", "A\n"), 14),
    "a number": (hidden("import math\nmath.extra = 1\nimport string\nstring.digits = '1'\n", "import string\nx = 1\nprint(x)\n", "1\n") + '`1`{ data-proof="x" } `1`{ data-proof="len(string.digits)" }\n', 20),
    "a file": (hidden("open('planted.txt', 'w').write('x')\n", "print(open('planted.txt').read())\n", "x\n"), 8),
    "a file among those of programs": (hidden("import tempfile\nopen(tempfile.gettempdir() + '/p', 'w').write('x')\n", "import tempfile\nprint(open(tempfile.gettempdir() + '/p').read())\n", "x\n"), 10),
}  # fmt: skip


def test_what_a_check_plants_is_found_by_page_and_line(site, monkeypatch):
    """In a process of its own, since the plants stay in it; what the proof itself finds counts as well."""
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    files = {name.replace(" ", "-"): text for name, (text, _) in PLANTS.items()}
    told = site.prove(apart=True, **files).stdout.str()
    course = Course(site.docs, ("en",))
    for name in files:
        file = program_file(site.pytester.path / "build", f"en/{name}")
        if not file.exists():
            assert f"docs/en/{name}.md:" in told
            write_program(course.page("en", f"{name}.md"), file, "")
    found = {
        problem.path.split("/")[-1]: problem.line
        for problem in whole(course, site.pytester.path / "build", "en").problems
    }
    assert found == {f"{name.replace(' ', '-')}.md": line for name, (_, line) in PLANTS.items()}
