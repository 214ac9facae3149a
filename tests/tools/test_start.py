"""What was asked is judged before anything is prepared; every answer is one line."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tools import commands, options
from tools.environment import ports
from tools.problem import Problem

NAMES = "serve, test, site, live, outputs, check, mutate"


def run(folder, *arguments, **more):
    """Run a command with nothing asked but `more`."""
    asked = ("PORT", "SITE", "SITE_URL", "CI", "BROWSER_PATH", "DEVICE", "MAKELEVEL")
    known = {name: value for name, value in os.environ.items() if name not in asked}
    return subprocess.run(
        [sys.executable, "-m", "tools", *arguments],
        cwd=folder, env=known | more, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.fixture
def bare(tmp_path, root):
    """A checkout in which nothing is prepared, and nothing can be: it holds the tools alone."""
    shutil.copytree(root / "tools", tmp_path / "a b 中文/tools", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "a b 中文"


@pytest.mark.parametrize(
    ("arguments", "more", "told"),
    [
        (["bake"], {}, f"✗ one command, please: {NAMES}\n"),
        (["site", "serve"], {}, f"✗ one command, please: {NAMES}\n"),
        (["serve"], {"PORT": "http"}, "✗ PORT must be a number from 1 to 65535, got 'http'\n"),
        (["test"], {"DEVICE": "mps"}, "✗ DEVICE must be one of cpu, cuda, got 'mps'\n"),
        (["site"], {"PORT": "0"}, "✗ PORT must be a number from 1 to 65535, got '0'\n"),
        (["live"], {"PORT": "99999"}, "✗ PORT must be a number from 1 to 65535, got '99999'\n"),
        (["serve"], {"PORT": "８０００"}, "✗ PORT must be a number from 1 to 65535, got '８０００'\n"),
        (["live"], {"SITE": "fr"}, "✗ SITE must be one of zh, en, got 'fr'\n"),
        (["site"], {"SITE_URL": "x.org"}, "✗ SITE_URL must look like https://example.org/course/, got 'x.org'\n"),
        (["outputs"], {"CI": "1"}, "✗ outputs are rewritten by an author, never by CI; unset CI if you are one\n"),
        (["test"], {"BROWSER_PATH": "/none"}, "✗ BROWSER_PATH must be a program, got '/none'\n"),
    ],
)  # fmt: skip
def test_a_wrong_call_gets_one_line_and_prepares_nothing(bare, arguments, more, told):
    done = run(bare, *arguments, **more)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)
    assert [entry.name for entry in bare.iterdir()] == ["tools"]


@pytest.mark.parametrize("arguments", [[], ["help"]])
def test_without_a_command_all_are_listed(bare, arguments):
    done = run(bare, *arguments)
    first, *rows = done.stdout.splitlines()
    assert (done.returncode, done.stderr, first.endswith("CONTRIBUTING.md says more:")) == (0, "", True)
    assert ", ".join(row.split()[0] for row in rows) == NAMES
    assert rows[0] == "  serve    Prove and build both sites, then serve them until Ctrl-C."
    assert all(row.endswith(".") and len(row) <= 110 for row in rows)
    assert [entry.name for entry in bare.iterdir()] == ["tools"]


TYPED = {
    "make serve": ("serve", {"MAKELEVEL": "1"}, "make serve PORT={}"),
    "make live": ("live", {"MAKELEVEL": "1", "SITE": "en"}, "make live SITE=en PORT={}"),
    "serve": ("serve", {"SITE": "en"}, "PORT={} python3 -m tools serve"),
    "live": ("live", {"SITE": "en"}, "SITE=en PORT={} python3 -m tools live"),
}


@pytest.mark.parametrize(("command", "more", "other"), TYPED.values(), ids=TYPED)
def test_a_busy_port_names_a_free_one(bare, command, more, other):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()
        port = s.getsockname()[1]
        done = run(bare, command, PORT=str(port), **more)
    assert (done.returncode, done.stdout, [entry.name for entry in bare.iterdir()]) == (1, "", ["tools"])
    told = re.escape(f"✗ port {port} is busy; take another one: {other}\n").replace(r"\{\}", r"(\d+)")
    free = re.fullmatch(told, done.stderr)
    assert ports.bind(int(free[1])) != port


def test_near_the_last_port_a_free_one_is_found():
    assert 1024 <= ports.free_near(65535) <= 65535


def test_a_signless_terminal_gets_a_question_mark(bare):
    done = run(bare, "bake", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, f"? one command, please: {NAMES}\n")


def test_an_old_python_gets_one_line(root):
    old = "import runpy, sys; sys.version_info = (3, 9, 1); runpy.run_module('tools', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", old], cwd=root, capture_output=True, text=True, check=False)
    told = "manyheads needs Python 3.11 or newer, this is 3.9; try: make PYTHON=python3.11\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)


def test_what_an_old_python_reads_is_old(root):
    """Python 2 reads these two files whole before it runs the first line of either."""
    for name in ("__init__.py", "__main__.py"):
        text = (root / "tools" / name).read_bytes()
        assert text.isascii()
        assert b'f"' not in text
        assert b"async " not in text
        assert b"->" not in text


def test_make_offers_every_command(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert ["help", *commands.COMMANDS] == makefile.split(".PHONY: ")[1].split("\n")[0].split()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://example.org", "https://example.org/"),
        ("https://example.org:8443/course//", "https://example.org:8443/course/"),
        ("", "http://127.0.0.1:8123/"),
    ],
)
def test_an_address_ends_with_one_slash(monkeypatch, text, address):
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("SITE_URL", text)
    assert options.site_address() == address


@pytest.mark.parametrize(
    "text",
    ["ftp://x.org/", "https://", "https://x.org:99999/", "https://x.org:http/", "https://x.org/?a=1", "https://[1/",
     "https://x.org/#a", "https://x.org/a b", "https://me@x.org/", "https://x.org/头", "https://x.org/\r\na: b"],
)  # fmt: skip
def test_an_address_that_cannot_be_published_is_refused(monkeypatch, text):
    monkeypatch.setenv("SITE_URL", text)
    with pytest.raises(Problem, match="SITE_URL must look like"):
        options.site_address()


@pytest.mark.parametrize(("value", "refused"), [("true", True), ("1", True), ("", False), ("false", False)])
def test_ci_is_what_says_so(monkeypatch, value, refused):
    monkeypatch.setenv("CI", value)
    if refused:
        with pytest.raises(Problem, match="never by CI"):
            options.refuse_ci("outputs are rewritten")
    else:
        options.refuse_ci("outputs are rewritten")


def answer(monkeypatch, capsys, command):
    """The exit code of a command that does what `command` does, and what it says."""
    monkeypatch.setitem(commands.COMMANDS, "check", command)
    before = signal.getsignal(signal.SIGTERM)
    try:
        return commands.main(["check"]), capsys.readouterr()
    finally:
        signal.signal(signal.SIGTERM, before)


def fails(error):
    def command():
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (Problem("a fault, see above"), 1, "✗ a fault, see above\n"),
        (KeyboardInterrupt(), 130, "\n✗ stopped\n"),
        (PermissionError(13, "Permission denied", "/a/build/x"), 1, "✗ /a/build/x cannot be written: Permission denied\n"),
        (OSError(28, "No space left on device"), 1, "✗ a file cannot be written: No space left on device\n"),
    ],
)  # fmt: skip
def test_every_end_is_one_line(monkeypatch, capsys, error, code, told):
    result, output = answer(monkeypatch, capsys, fails(error))
    assert (result, output.out, output.err) == (code, "", told)


def test_a_bug_of_ours_is_not_hidden(monkeypatch, capsys):
    with pytest.raises(FileExistsError):
        answer(monkeypatch, capsys, fails(FileExistsError(17, "File exists")))


def test_success_says_how_long(monkeypatch, capsys):
    assert answer(monkeypatch, capsys, lambda: None) == (0, ("✓ check in 0 s\n", ""))
    assert answer(monkeypatch, capsys, lambda: "served 3 s") == (0, ("✓ served 3 s\n", ""))


@pytest.mark.parametrize("name", ["", "build", "site", ".venv", "node_modules"])
def test_a_folder_that_cannot_be_written_is_named_first(monkeypatch, capsys, name):
    locked = commands.HERE.root / name
    monkeypatch.setattr(Path, "exists", lambda self: True)
    monkeypatch.setattr(commands.os, "access", lambda path, mode: Path(path) != locked)
    result, output = answer(monkeypatch, capsys, fails(AssertionError("began to work")))
    assert (result, output.out) == (1, "")
    assert output.err == f"✗ {locked} cannot be written; work in a copy of your own, or become its owner\n"


def test_the_summary_counts_what_passed(tmp_path, monkeypatch):
    report = tmp_path / "tests.xml"
    report.write_text('<testsuites><testsuite tests="9" errors="1" failures="2" skipped="1"/></testsuites>')
    assert commands.tests(report, report) == 10
