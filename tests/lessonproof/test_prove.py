"""Each kind of failure, on pages of its own, through pytest as an author meets it."""

import json
import math
import os
from pathlib import Path

import pytest

from lessonproof.page import Page
from lessonproof.proof.census import Renderer

pytest_plugins = ["pytester"]

CONFIG = Path(__file__).parents[2] / "mkdocs.base.yml"
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

    def prove(self, *arguments, **pages):
        for name, text in pages.items():
            path = self.docs / "en" / f"{name.replace('__', '/')}.md"
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text, encoding="utf-8")
        return self.pytester.runpytest_inprocess(*QUIET, "docs", *arguments)

    @property
    def proof(self):
        path = self.pytester.path / "build/proof.json"
        return json.loads(path.read_text()) if path.exists() else None


@pytest.fixture
def site(pytester):
    return Site(pytester)


GOOD = """# Page { #top }

```python
x = 0.25
print(x, "a")
```

```text title="Output"
0.25 a
```

It is `0.2`{ data-proof="x - 0.05" }.
"""


def test_a_true_page_passes_and_is_counted(site):
    skipped = (
        GOOD + "\n<!-- cpu: kernel -->\n```python\n```\n\n<!-- skip: two GPUs -->\n```python\n1 / 0\n```\n"
    )
    site.prove(page=skipped + "\n<!-- check\nassert x\n-->\n").assert_outcomes(passed=5)
    count = {
        "rendered": 3,
        "blocks": 2,
        "outputs": 1,
        "proved": 1,
        "figures": 0,
        "checks": 1,
        "skips": 1,
        "cpu": 1,
    }
    assert site.proof["pages"] == {"en/page": count}
    assert site.proof["languages"] == {"en": {"pages": 1} | count}
    assert site.proof["versions"].keys() == {"python", "sybil"}
    assert site.proof["device"] == "cpu"
    assert not (site.docs / "data/gpu.json").exists()
    assert site.proof["reasons"] == {
        "en/page": [
            {"kind": "cpu", "line": 15, "reason": "kernel"},
            {"kind": "skips", "line": 19, "reason": "two GPUs"},
        ]
    }


def block(code, output=None, before=""):
    shown = f"\n```text\n{output}```\n" if output is not None else ""
    return f"{before}```python\n{code}```\n{shown}\n"


def raises(error, code, message):
    return block(code, f"{message}\n", f"<!-- raises: {error} -->\n")


LIES = {
    "output": (
        GOOD.replace("0.25 a", "0.26 a"),
        ["*page.md line=3*", "*en/page.md:9: block at line 3, expected output at line 9:", "-0.26 a", "+0.25 a"],
    ),
    "number": (GOOD.replace("`0.2`", "`0.3`"), ["*page.md:12: the page shows 0.3, the run gives x - 0.05 = 0.2"]),
    "number of another form": (GOOD.replace("`0.2`", "`0.20000`").replace("x -", "10001 * x / 10001 + 1e-5 -"), ["*the page shows 0.20000, the run gives*= 0.20001"]),
    "words before the output": (GOOD.replace("```text", "words\n\n```text"), ["*page.md:3: this block prints, and no*"]),
    "silent block": (block("x = 1\n", "1\n"), ["*:1: this block prints nothing, yet an output fence follows it (line 6)"]),
    "silent block, empty output": (block("x = 1\n", ""), ["*prints nothing, yet an output fence*"]),
    "missing output": (block("print(1)\n"), ["*:1: this block prints, and no output fence follows it:", "1"]),
    "leading blank": (block("print(1)\n", " 1\n"), ["*expected output*"]),
    "blank line at the end": (block("print(1)\n", "1\n\n"), ["*expected output*"]),
    "error expected": (block("x = 1\n", before="<!-- raises: ValueError -->\n"), ["*:2: *should raise ValueError, and did not*"]),
    "other error": (
        block("int(None)\n", before="<!-- raises: ValueError -->\n"),
        ["*:3: this block should raise ValueError, got TypeError: TypeError: int() argument*"],
    ),
    "parent of the error": (raises("LookupError", "{}[1]\n", "LookupError: 1"), ["*should raise LookupError, got KeyError*"]),
    "message of the error": (raises("KeyError", "{}[1]\n", "KeyError: 2"), ["-KeyError: 2", "+KeyError: 1"]),
    "error": (block("x = 1\n1 / 0\n"), ["*page.md:3: this block fails: ZeroDivisionError: division by zero", "*line 3: 1 / 0"]),
    "error in a function": (
        "words\n\n" + block("def f():\n    return 1 / 0\n\n\nf()\n"),
        ["*page.md:5: this block fails: ZeroDivisionError*", "*line 8: f()", "*line 5: return 1 / 0"],
    ),
    "error in a library": (
        block("import json\njson.loads('{')\n"),
        ["*page.md:3: this block fails: json.decoder.JSONDecodeError*", "*line 3: json.loads('{')", "*raised in *decoder.py:*"],
    ),
    "exit": (block("raise SystemExit(0)\n"), ["*this block fails: SystemExit: 0"]),
    "skip of pytest": (block("import pytest\npytest.skip('no')\n"), ["*this block fails: Skipped: no"]),
    "error stream": (block("import sys\nprint('lost', file=sys.stderr)\n"), ["*:1: this block writes past print*", "lost"]),
    "descriptor": (block("import os\n_ = os.write(1, b'lost')\n"), ["*writes past print*", "lost"]),
    "second descriptor": (block("import os\n_ = os.write(2, b'lost')\n"), ["*writes past print*", "lost"]),
    "first stream": (block("import sys\nprint('lost', file=sys.__stdout__)\n"), ["*writes past print*", "lost"]),
    "another process": (block("import os\n_ = os.system('echo lost')\n"), ["*writes past print*", "lost"]),
    "carriage return": (block("print('a\\rb')\n", "b\n"), ["*no page can show*"]),
    "false check": ("<!-- check\nx = 1\nassert x == 2\n-->\n", ["*page.md:3: this check fails: AssertionError", "*line 3: assert x == 2"]),
    "check that exits": ("<!-- check\nassert len('')\nraise SystemExit\n-->\n", ["*this check fails*"]),
    "name of a check in a block": (
        "<!-- check\nsecret = 1\nassert secret\n-->\n\n" + block("y = secret\n"),
        ["*page.md:7: this block fails: NameError: name 'secret'*"],
    ),
    "name of a check in a proof": (
        block("x = 1\n") + "<!-- check\nsecret = 1\nassert x\n-->\n\n" + '`1`{ data-proof="secret" }\n',
        ["*page.md:10: secret fails: NameError: secret: no block above makes these names*"],
    ),
    "name of a later block": ('`1`{ data-proof="x" }\n\n' + block("x = 1\n"), ["*page.md:1: x fails: NameError*"]),
    "name of Python": (block("x = 1\n") + '`3`{ data-proof="len(\'abc\')" }\n', ["*len: no block above makes these names*"]),
    "error in a proof": (
        block("x = 0\n") + '\n`1`{ data-proof="1 / x" }\n',
        ["*page.md:6: 1 / x fails: ZeroDivisionError: division by zero"],
    ),
    "text as a number": (block("x = '7'\n") + '`7`{ data-proof="x" }\n', ["*a number is proved by a number"]),
    "proof that changes itself": (
        block("v = []\n") + '`1`{ data-proof="len(v.append(0) or v)" }\n',
        ["*1, and evaluated again 2: an expression must not change anything"],
    ),
    "check that changes a value": (
        block("v = [1]\n") + "<!-- check\nv.append(2)\nassert v\n-->\n\n" + block("print(v)\n", "[1, 2]\n"),
        ["*page.md:10: a check, a figure or a proved number of this page changes*", "-[[]1, 2]", "+[[]1]"],
    ),
    "check that changes a proved value": (
        block("v = [1]\n") + "<!-- check\nv.append(2)\nassert v\n-->\n\n" + '`2`{ data-proof="len(v)" }\n',
        ["*page.md:10: a check, a figure*", "the page shows 2, the run gives len(v) = 1"],
    ),
    "proof that changes a value": (
        block("d = {}\n") + '`{}`{ data-proof="d.update(a=9) or d" }\n\n'.replace("{}`{", "{'a': 9}`{", 1) + block("print(d)\n", "{'a': 9}\n"),
        ["*page.md:7: a check, a figure or a proved number*"],
    ),
    "proof that changes a proof": (
        block("d = dict(a=1)\n") + '`9`{ data-proof="d.update(a=9) or d[\'a\']" } `9`{ data-proof="d[\'a\']" }\n',
        ["*a check, a figure or a proved number*"],
    ),
    "check that patches": (
        "<!-- check\nimport math\nmath.sqrt = abs\nassert math\n-->\n\n" + block("import math\nprint(math.sqrt(4))\n", "4\n"),
        ["*a check, a figure*"],
    ),
    "random number": (
        block("import random\nrandom.seed(0)\nprint(random.randrange(10**9))\n", "906691059\n"),
        ["*page.md:1: it depends on the random stream*", "-906691059"],
    ),
    "skip in a proof": (block("import pytest\n") + '`1`{ data-proof="pytest.skip()" }\n', ["*pytest.skip() fails: Skipped*"]),
    "exit in a figure": (block("import sys\n") + "<!-- figure: a = sys.exit() -->\n", ["*this figure fails: SystemExit*"]),
    "broken figure": (block("x = 0\n") + "\n<!-- figure: a =\n1 / x -->\n", ["*page.md:7: this figure fails: ZeroDivisionError*"]),
    "figure of nothing": (block("x = 0\n") + "<!-- figure: a = x -->\n", ["*:5: a figure gives .svg, a drawing; this gives int"]),
    "misread page": ("a\n\n<!-- skip the intro -->\n" + block("x = 1\n"), ["*page.md:3: a skip is written*"]),
    "download that needs the page": (
        block("x = 1\n") + block('print(x)\n', "1\n").replace("```python", '```python title="a.py"'),
        ["*page.md:6: a.py by itself: this block fails: NameError*"],
    ),
    "download that prints otherwise": (
        block("x = 1\n") + block("print('x' in globals())\n", "True\n").replace("```python", '```python title="a.py"'),
        ["*page.md:5: a.py by itself prints:", "-True", "+False"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "lines"), LIES.values(), ids=LIES)
def test_a_lie_is_found_and_located(site, text, lines):
    result = site.prove(page=text)
    assert result.ret == 1
    result.stdout.fnmatch_lines(lines)
    assert site.proof is None
    assert len(result.outlines) < 60


def test_what_is_no_page_of_the_course_is_left_alone(site):
    (site.docs / "notes.md").write_text(GOOD.replace("0.25 a", "7"))
    site.prove(page=GOOD).assert_outcomes(passed=3)


def test_one_lie_is_told_once(site):
    site.prove(page=GOOD.replace("0.25 a", "0.26 a")).assert_outcomes(failed=1, passed=2)


TRUE = {
    "error without message": raises("AssertionError", "assert ()\n", "AssertionError"),
    "output, then an error": raises("ValueError", "print(1)\nint('a')\n", "1\nValueError: invalid literal for int() with base 10: 'a'"),
    "exit on purpose": raises("SystemExit", "raise SystemExit(2)\n", "SystemExit: 2"),
    "no Python on purpose": raises("SyntaxError", "x =\n", "SyntaxError: invalid syntax"),
    "main": block("if __name__ == '__main__':\n    print('run')\n", "run\n"),
    "page names win": block("x = 1\n") + "<!-- check\nx = 2\nassert x == 2\n-->\n\n" + '`1`{ data-proof="x" }\n',
    "page names stay new": block("x = 1\n") + "<!-- check\nassert x == 1\n-->\n\n" + block("x = 2\n") + "<!-- check\nassert x == 2\n-->\n",
    "checks share names": "<!-- check\ny = 2\nassert y\n-->\n\n<!-- check\nassert y == 2\n-->\n",
    "blocks share names": block("x = 1\n") + block("print(x)\n", "1\n"),
    "no last line end": block("print(1, end='')\n", "1\n"),
    "in a quote": "> ```python\n> print(1)\n>\n> print()\n> ```\n>\n> ```text\n> 1\n>\n> ```\n",
    "backticks": "```python\nprint('```')\n```\n\n````text\n```\n````\n",
}  # fmt: skip


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_what_is_true_passes(site, text):
    assert site.prove(page=text).ret == 0
    assert site.proof is not None


@pytest.mark.parametrize(
    "leak",
    [
        "import math\nmath.sqrt = abs\n",
        "import builtins\nbuiltins.sum = abs\n",
        "import os\nos.environ['LEAK'] = '1'\n",
        "import os\nos.chdir('..')\n",
        "import random\nrandom.seed(5)\n",
        "x = 1\n",
    ],
)
def test_a_page_leaves_nothing_to_the_next(site, leak):
    seen = block(
        "import math, os, random\nprint(math.sqrt(4), sum([1]), os.environ.get('LEAK'), 'x' in globals())\n"
        "print(os.path.exists('docs'), random.random() in (0.8444218515250481, 0.13436424411240122))\n",
        "2.0 1 None False\nTrue True\n",
    )
    assert site.prove(a=block(leak), b=seen).ret == 0
    folder = os.getcwd()
    assert site.prove(b=block(leak)).ret == 0
    assert (math.sqrt(4), sum([1]), os.environ.get("LEAK"), os.getcwd()) == (2, 1, None, folder)


def test_only_a_whole_run_writes_the_proof(site):
    lie = GOOD.replace("`0.2`", "`0.3`")
    result = site.prove("-k", "line:3", page=lie)
    result.assert_outcomes(passed=1, deselected=2)
    assert site.proof is None
    site.prove(page=GOOD, deep__a__b=GOOD)
    assert site.proof["languages"]["en"]["pages"] == 2
    (site.pytester.path / "build/proof.json").unlink()
    assert site.pytester.runpytest_inprocess(*QUIET, "docs/en/page.md").ret == 0
    assert site.proof is None


def test_a_download_is_written_and_an_old_one_goes(site):
    text = block("print(1)\n", "1\n").replace("```python", '```python title="first.py"')
    assert site.prove(page=text, index=text, learn__index=text).ret == 0
    build = site.pytester.path / "build/downloads/en"
    names = sorted(path.relative_to(build).as_posix() for path in build.rglob("*.py"))
    assert names == [
        "first.py", "index.py", "learn/first.py", "learn/index.py", "page/first.py", "page/page.py"
    ]  # fmt: skip
    assert (build / "page/first.py").read_text() == "print(1)\n"
    assert site.prove(page=text.replace("first.py", "second.py")).ret == 0
    assert not (build / "page/first.py").exists()
    assert (build / "page/second.py").exists()


FIGURE = (
    block("class Figure:\n    svg = '<svg/>'\n    numbers = [1]\n\n\nx = Figure\n")
    + "<!-- figure: a = x() -->\n"
)


def test_a_figure_is_drawn_for_the_build(site):
    assert site.prove(page=FIGURE).ret == 0
    (path,) = (site.pytester.path / "build/figures").iterdir()
    assert path.read_text() == "<svg/>"
    assert path.name.startswith("a-")
    assert site.proof["languages"]["en"]["figures"] == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<svg/>", "drawing", "gives .svg"),
        ("[1]", "(1,)", "gives .numbers"),
        ("[1]", "['1']", "gives .numbers"),
    ],
)
def test_a_figure_has_a_drawing_and_numbers(site, old, new, said):
    result = site.prove(page=FIGURE.replace(old, new))
    assert result.ret == 1
    assert said in result.stdout.str()


def test_one_name_is_one_drawing(site):
    result = site.prove(one=FIGURE, two=FIGURE.replace("<svg/>", "<svg></svg>"))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*two.md:*: two figures a-*.svg differ*"])


def test_outputs_and_numbers_are_rewritten_in_place(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    site.prove(page=GOOD.replace("0.25 a", "7").replace("`0.2`", "`0.9`")).assert_outcomes(passed=3)
    assert (site.docs / "en/page.md").read_text() == GOOD
    assert site.proof is None


def test_what_cannot_be_rewritten_stays_a_failure(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    text = block("x = 1\n", "1\n") + block("print(1)\n") + '\n`7`{ data-proof="y" }\n'
    site.prove(page=text).assert_outcomes(failed=3, passed=1)
    assert (site.docs / "en/page.md").read_text() == text


def test_windows_lines_are_kept(site, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_UPDATE", "1")
    path = site.docs / "en/page.md"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("0.25 a", "7").replace("\n", "\r\n").encode())
    assert site.prove().ret == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
