"""READMEs under the rules of pages: blocks run, twins agree, and every command shown is run or listed."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lessonproof.checks.twins import differences
from lessonproof.page import Page
from lessonproof.page.directives import FORMS
from lessonproof.proof.census import Renderer
from lessonproof.proof.readme import Readme, commands, prove_readme
from lessonproof.proof.state import Fresh
from tools.commands import COMMANDS

ROOT = Path(__file__).parents[1]
READMES = ["README.md", "README.zh.md", "CONTRIBUTING.md"]
PYTHON = ".venv/bin/python "
LISTED = {  # shown, and not run here
    "make serve": "serves until it is stopped: tests/tools/test_server.py and test_start.py run its parts",
    "make test": "is what runs this test",
}
MADE = shutil.ignore_patterns(".venv*", "node_modules", "build", "site", ".git", ".*_cache", ".site.*")


def readme(name):
    return Readme.read(ROOT / name, name)


def prove(page):
    return prove_readme(page, Renderer(ROOT / "mkdocs.base.yml"), Fresh(("torch", "manyheads")))


@pytest.mark.parametrize("name", READMES)
def test_a_readme_is_true(name):
    assert prove(readme(name)) == []


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_a_readme_begins_with_code(name):
    assert [bool(block.output) for block in readme(name).blocks] == [True]


def twin(text):
    """The Chinese README with the links of the English one."""
    swapped = text.replace("README.md", "README.zh.md").replace("](docs/zh/", "](docs/en/")
    return Readme(swapped, "README.zh.md")


def test_both_readmes_say_the_same():
    one, two = readme("README.md"), twin(readme("README.zh.md").text)
    assert differences(one, two) == []
    assert [c.text for c in commands(one)] == [c.text for c in commands(two)]


PLANTED = {
    "code": ("num_heads=2", "num_heads=4", "code tokens differ: here '2'"),
    "output": ("[1.0, 0.0, 0.0]", "[1.0, 0.0, 0.5]", "output lines differ: here '[1.0, 0.0, 0.0]'"),
    "heading": ("## 30 ", "### 30 ", "headings differ"),
    "link": ("](LICENSE-docs)", "](LICENSE)", "links differ: 'LICENSE-docs' is missing in README.zh.md"),
    "fence": ("```text", "```json", "fences differ"),
}


@pytest.mark.parametrize(("old", "new", "said"), PLANTED.values(), ids=PLANTED)
def test_readmes_that_differ_are_told_apart(old, new, said):
    text = readme("README.zh.md").text
    assert old in text
    found = differences(readme("README.md"), twin(text.replace(old, new, 1)))
    assert any(said in str(problem) for problem in found), found


LIES = {
    "output": ("(2, 3, 8) (2, 2, 3, 3)", "(2, 3, 8) (2, 2, 3, 4)", "-(2, 3, 8) (2, 2, 3, 4)"),
    "digit": ("[1.0, 0.0, 0.0]", "[1.0, 0.0, 0.5]", "-[1.0, 0.0, 0.5]"),
    "no output": ("```text\n(2, 3, 8)", "words\n\n```json\n(2, 3, 8)", "prints, and no output fence follows"),
    "silent": ("print(tuple(output.shape), tuple(weights.shape))\nprint", "str", "this block prints nothing"),
    "error": ("num_heads=2", "num_heads=3", "this block fails: ValueError: d_model=8"),
    "random": ("weights[0, 0, 0].tolist()", "output[0, 0, 0].item()", "block at line"),
    "not run": ("```python", "```python no", "is not rendered as a block"),
}


@pytest.mark.parametrize(("old", "new", "said"), LIES.values(), ids=LIES)
def test_a_lie_in_a_readme_is_found_and_located(old, new, said):
    text = readme("README.md").text
    assert old in text
    problem, *_ = prove(Readme(text.replace(old, new, 1), "README.md"))
    assert problem.path == "README.md"
    assert 9 <= problem.line <= 22
    assert said in problem.text


def test_a_readme_that_depends_on_the_seed_is_found():
    text = "```python\nimport torch\n\ntorch.manual_seed(0)\nprint(torch.rand(1).item())\n```\n\n```text\n0.49625658988952637\n```\n"
    (problem,) = prove(Readme(text, "README.md"))
    assert str(problem).startswith("README.md:1: it depends on the random stream")


def test_a_readme_is_read_as_it_is_shown():
    text = "# a\n\n    x = 1\n\n```python\nx = 1\n```\n"
    assert [problem.line for problem in prove(Readme(text, "README.md"))] == [3]
    hidden = Readme("```python\nx = 1\n```\n", "README.md")
    vars(hidden)["_blocks"] = ([], [])
    (problem,) = prove(hidden)
    assert problem.text.startswith(
        "a Python block is shown that is not run; this page shows 1 of the kind, 0"
    )


def shown_commands():
    return list(dict.fromkeys(command.text for name in READMES for command in commands(readme(name))))


def test_commands_are_lines_of_shell_blocks():
    page = Page(
        "a\n\n```bash\nmake x  # words\n# only words\n\nmake y#1\n```\n\n```markdown\nmake z\n```\n", "a"
    )
    assert [(command.text, command.line) for command in commands(page)] == [("make x", 4), ("make y#1", 7)]


def test_every_command_is_run_or_listed():
    assert set(LISTED) <= set(shown_commands()), "listed, and no longer shown"
    unknown = [text for text in shown_commands() if text not in LISTED and not text.startswith(PYTHON)]
    assert unknown == []


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    """A copy of everything but what commands make; it shares the environment."""
    copy = tmp_path_factory.mktemp("scratch") / "copy"
    shutil.copytree(ROOT, copy, ignore=lambda at, names: MADE(at, names) if at == str(ROOT) else set())
    return copy


@pytest.mark.parametrize("text", [text for text in shown_commands() if text not in LISTED])
def test_a_command_works(scratch, text):
    python, *arguments = shlex.split(text)
    assert python == PYTHON.strip()
    environment = os.environ | {"PYTHONPATH": str(scratch / "src")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=scratch,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_that_contributing_shows_is_filled_and_true(scratch):
    shown = next(fence.source for fence in readme("CONTRIBUTING.md").fences if fence.source.startswith("---"))
    page = scratch / "docs/en/reference/example.md"
    page.write_text(shown, encoding="utf-8")
    known = {name: value for name, value in os.environ.items() if name != "CI"}
    try:
        for more in ({"LESSONPROOF_UPDATE": "1"}, {}):
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", page.relative_to(scratch)],
                cwd=scratch, env=known | {"PYTHONPATH": str(scratch / "src")} | more,
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout
        filled = shown.replace('"Output"\n', '"Output"\n[0.5, 0.5]\n').replace("`0.0`", "`1.0`")
        assert page.read_text(encoding="utf-8").rstrip("\n") == filled.rstrip("\n")
    finally:
        page.unlink()


def test_contributing_lists_every_directive():
    text = readme("CONTRIBUTING.md").text
    assert [word for word in FORMS if f"\n| `<!-- {word}" not in text] == []


def test_contributing_names_every_command_and_table():
    text = readme("CONTRIBUTING.md").text
    rows = [f"\n| `{name}` |" for name in COMMANDS]
    tables = [f"`{path.name}`" for path in (ROOT / "docs/data").glob("*.toml")]
    assert [wanted for wanted in rows + tables if wanted not in text] == []
