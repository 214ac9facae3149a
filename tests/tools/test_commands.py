"""Every command does its work in this order: ask, prepare, prove, build, show."""

import json
import re

import pytest

from tools import commands
from tools.problem import Problem


@pytest.fixture
def done(monkeypatch, tmp_path):
    """What the commands do, by name, without doing it."""
    noted = []

    def note(module, name, says=lambda *a, **k: name, gives=None):
        def stand_in(*arguments, **more):
            noted.append(says(*arguments, **more) if says else name)
            return gives

        monkeypatch.setattr(module, name, stand_in)

    for variable in ("PORT", "SITE", "SITE_URL", "CI", "BROWSER_PATH", "DEVICE"):
        monkeypatch.delenv(variable, raising=False)
    note(commands, "prepare", lambda: "prepare")
    note(commands.gpu, "find", lambda: "gpu", gives="NVIDIA H200")
    note(commands.browser, "prepare", lambda: "browser", gives="/usr/bin/chromium")
    note(commands.ports, "check_port", lambda port, command: f"port {port}")
    note(commands.build, "build", lambda folder, address: f"build {folder.name} for {address}")
    note(commands.server, "serve", lambda folder, port: f"serve {folder.name} at {port}")
    note(commands, "show", lambda name, *command, **more: f"{name} {more}" if more else name)
    note(commands, "side_by_side", lambda jobs: " | ".join(map(said, jobs)))
    note(
        commands.author, "command", lambda language, port: f"live {language}", gives=(["mkdocs"], {"A": "1"})
    )
    monkeypatch.setattr(commands, "HERE", type(commands.HERE)(tmp_path))
    (tmp_path / "build").mkdir()
    (tmp_path / "build/proof.json").touch()
    monkeypatch.setattr(commands, "tests", lambda *reports: 412)
    monkeypatch.setattr(commands, "proof", lambda: "zh 4 pages")
    monkeypatch.setattr(commands, "programs", lambda: "3 pages as one program")
    return noted


def said(job):
    """A job's name, and the device it is told to take if it is not the CPU."""
    device = job.more.get("DEVICE", "cpu")
    return job.name if device == "cpu" else f"{job.name} ({device})"


PROOF = "the proof of the pages {'DEVICE': 'cpu'}"
TESTS = "tests of package, proof, tools | tests of sites"
CHECKS = "ruff format | ruff check | basedpyright | lint-imports | lessonproof check | navigation"
ALL_CHECKS = (
    f"lessonproof twins | {CHECKS}"  # a pair that nobody read again stops the tests, not the fast loop
)


@pytest.mark.parametrize(
    ("name", "more", "steps"),
    [
        ("check", {}, ["prepare", CHECKS]),
        ("site", {"SITE_URL": "https://x.org/c"}, ["prepare", PROOF, "build site for https://x.org/c/"]),
        (
            "serve",
            {"PORT": "81"},
            ["port 81", "prepare", PROOF, "build site for http://127.0.0.1:81/", "serve site at 81"],
        ),
        (
            "live",
            {"SITE": "en"},
            ["port 8000", "prepare", PROOF, "port 8000", "live en", "mkdocs serve {'A': '1'}"],
        ),
        ("mutate", {}, ["prepare", "the proof of the proof"]),
        ("outputs", {}, ["prepare", PROOF.replace("}", ", 'LESSONPROOF_UPDATE': '1'}"), PROOF]),
        ("site", {"DEVICE": "abacus"}, ["prepare", PROOF, "build site for http://127.0.0.1:8000/"]),
        ("test", {}, ["prepare", "browser", ALL_CHECKS, PROOF, f"{TESTS} | pages as programs"]),
        (
            "test",
            {"DEVICE": "cuda"},
            [
                "prepare",
                "gpu",
                "browser",
                ALL_CHECKS,
                PROOF.replace("cpu", "cuda"),
                f"{TESTS} | tests of parity on cuda (cuda) | pages as programs",
            ],
        ),
    ],
)
def test_the_order(done, monkeypatch, name, more, steps):
    for variable, value in more.items():
        monkeypatch.setenv(variable, value)
    commands.COMMANDS[name]()
    assert done == steps


def test_the_summary_is_one_line(done):
    assert commands.test() == "test in 0 s: 412 tests; zh 4 pages; 3 pages as one program"


def test_a_wrong_device_stops_before_anything_is_done(done, monkeypatch):
    monkeypatch.setenv("DEVICE", "abacus")
    with pytest.raises(Problem, match="DEVICE must be one of cpu, cuda, got 'abacus'"):
        commands.test()
    assert done == []


def test_without_a_gpu_nothing_is_tested(done, monkeypatch):
    def missing():
        raise Problem("DEVICE=cuda: torch 2.13.0+cpu finds no GPU here")

    monkeypatch.setenv("DEVICE", "cuda")
    monkeypatch.setattr(commands.gpu, "find", missing)
    with pytest.raises(Problem, match="finds no GPU here"):
        commands.test()
    assert done == ["prepare"]


@pytest.mark.parametrize(("name", "module", "step"), [("serve", "server", "serve"), ("live", None, "show")])
def test_ctrl_c_ends_a_server_in_peace(done, monkeypatch, capsys, name, module, step):
    def stop(what, *rest, **more):
        if what != "the proof of the pages":
            raise KeyboardInterrupt

    monkeypatch.setattr(commands if module is None else commands.server, step, stop)
    assert commands.COMMANDS[name]() == "served 0 s"
    assert capsys.readouterr().out.endswith("\n")


def test_both_addresses_are_printed(done, capsys):
    commands.serve()
    assert re.findall(r"http://\S+", capsys.readouterr().out) == [
        "http://127.0.0.1:8000/", "http://127.0.0.1:8000/en/",
    ]  # fmt: skip


def test_a_fault_stops_what_follows(done, monkeypatch):
    def fault(*arguments, **more):
        raise Problem("the proof of the pages found a fault, see above")

    monkeypatch.setattr(commands, "show", fault)
    with pytest.raises(Problem):
        commands.test()
    assert done == ["prepare", "browser", ALL_CHECKS]


def test_a_proof_that_is_not_written_stops_what_follows(done, tmp_path):
    (tmp_path / "build/proof.json").unlink()
    with pytest.raises(Problem, match="ended before all of them were proved"):
        commands.site()
    assert done == ["prepare", PROOF]


def test_the_counts_are_those_of_the_proof(monkeypatch, tmp_path):
    monkeypatch.setattr(commands, "HERE", type(commands.HERE)(tmp_path))
    (tmp_path / "build").mkdir()
    counts = {"pages": 4, "blocks": 30, "outputs": 27, "proved": 91, "cited": 3, "figures": 6}
    counts |= {"checks": 9, "skips": 0}
    languages = {"zh": counts, "en": counts | {"blocks": 29}}
    found = {"versions": {"python": "3.11.7", "torch": "2.13.0"}, "device": "cpu", "languages": languages}
    (tmp_path / "build/proof.json").write_text(json.dumps(found))
    rest = "27 outputs, 91 proved numbers, 3 cited claims, 6 figures, 9 checks, 0 skips"
    counted = f"zh 4 pages, 30 blocks, {rest}; en 4 pages, 29 blocks, {rest}; Python 3.11.7, torch 2.13.0 on "
    assert commands.proof() == f"{counted}cpu"
    (tmp_path / "build/proof.json").write_text(json.dumps(found | {"device": "cuda", "gpu": "NVIDIA H200"}))
    assert commands.proof() == f"{counted}NVIDIA H200"
    (tmp_path / "build/whole.json").write_text('{"pages": 3, "seconds": 8.4}')
    assert commands.programs() == "3 pages as one program, 8 s of CPU time"
