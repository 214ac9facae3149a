"""Programs are run with one line each, and the faulty one is named."""

import os
import subprocess
import sys

import pytest

from tools import programs
from tools.problem import Problem
from tools.programs import Job, side_by_side, step


def python(source):
    return sys.executable, "-c", source


def test_a_step_says_one_line(capfd):
    step("a step", *python("print('noise')"))
    assert capfd.readouterr().out == "· a step … 0 s\n"


def test_a_failing_step_says_why_in_one_line(capfd):
    with pytest.raises(Problem, match=r"^a step failed: the disk is full; make room and try again$"):
        step("a step", *python("import sys; sys.exit('No space left on device')"))
    assert capfd.readouterr() == ("· a step … failed\n", "")


def test_an_unknown_failure_is_shown(capfd):
    with pytest.raises(Problem, match=r"^a step failed: see above$"):
        step("a step", *python("import sys; sys.exit('第 3 行')"))
    assert capfd.readouterr() == ("· a step … failed\n", "第 3 行\n")


def test_a_missing_program_is_named(tmp_path):
    with pytest.raises(Problem, match=r"gone cannot be run \(No such file or directory\); remove .venv"):
        step("a step", tmp_path / "gone")


def test_children_speak_utf_8_and_see_no_other_place(monkeypatch, tmp_path):
    for name in programs.FOREIGN:
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    source = "import os, sys; print(sys.flags.utf8_mode, sorted(os.environ))"
    done = subprocess.run(
        python(source), env=programs.variables(), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("1 ")
    assert [name for name in programs.FOREIGN if f"'{name}'" in done.stdout] == []


def test_several_run_at_once_and_only_the_faulty_is_heard(capfd):
    jobs = [
        Job("quiet", python("print('nothing to see')")),
        Job("loud", python("print('line 3 is wrong'); raise SystemExit(1)")),
    ]
    with pytest.raises(Problem, match=r"^loud found a fault, see above$"):
        side_by_side(jobs)
    told = capfd.readouterr().out
    assert "nothing to see" not in told
    assert "line 3 is wrong\n✗ loud … 0 s\n" in told
    assert "· quiet … 0 s\n" in told


def test_all_faulty_ones_are_named():
    jobs = [Job(name, python("raise SystemExit(2)")) for name in ("ruff format", "lint-imports", "twins")]
    with pytest.raises(Problem) as caught:
        side_by_side(jobs)
    assert {name for name in ("ruff format", "lint-imports", "twins") if name in str(caught.value)} == {
        "ruff format", "lint-imports", "twins",
    }  # fmt: skip
    assert str(caught.value).endswith(" found faults, see above")


def test_nothing_is_left_running_when_stopped(tmp_path, monkeypatch):
    def interrupt(seconds):
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            pass
        raise KeyboardInterrupt

    monkeypatch.setattr(programs.time, "sleep", interrupt)
    source = f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    with pytest.raises(KeyboardInterrupt):
        side_by_side([Job("endless", python(source))])
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
