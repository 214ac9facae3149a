"""`.venv`: the locked Python packages, and this folder's own `src` on the path.

A stamp inside `.venv` says for which lock, project, folder and Python it is complete; it is written last.
`src` is put on the path relative to `.venv`: a copy of the folder imports its own code, never the
original's.
"""

import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from tools.places import Places
from tools.problem import Problem
from tools.programs import step

VERSION = sys.version.split()[0]
PLATFORM = f"Python {sys.version_info[0]}.{sys.version_info[1]} for {sysconfig.get_platform()}"
PATH_FILE = "__editable__.manyheads-*.pth"
# pip has to be written anew by whoever upgrades it: its version is no concern of the lock.
FREE = re.compile(r"pip\b|__pycache__|_distutils_hack|distutils-precedence")

# Pip starts a program with its Python, or, where that path is long or has spaces, with a shell.
SHEBANG = re.compile(rb"\A#!(?:/bin/sh\n'''exec' .*\n' '''|[^\n]*python[\d.]*)\n")


@dataclass(frozen=True)
class Stamp:
    """For what an environment is complete."""

    platform: str
    root: str
    lock: str
    entries: Sequence[str]


def stamp_file(places: Places) -> Path:
    """Where the stamp lies; it goes with the environment."""
    return places.venv / "complete.json"


def read_stamp(places: Places) -> Stamp | None:
    """The stamp, or None when the environment was never finished."""
    try:
        return Stamp(**json.loads(stamp_file(places).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_stamp(places: Places, stamp: Stamp) -> None:
    """Put the stamp into the environment in one go."""
    draft = stamp_file(places).with_suffix(".draft")
    draft.write_text(json.dumps(asdict(stamp), indent=1), encoding="utf-8")
    draft.replace(stamp_file(places))


def present_stamp(places: Places) -> Stamp:
    """What the stamp of this very folder, lock, project and Python looks like now."""
    project = tomllib.loads((places.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = hashlib.sha256(places.lock.read_bytes() + json.dumps(project).encode()).hexdigest()
    entries = sorted(e for e in os.listdir(places.site_packages) if not FREE.match(e))
    return Stamp(PLATFORM, str(places.root), lock, entries)


def action(places: Places) -> tuple[Literal["build", "move", "update"], str] | None:
    """What has to be done before `.venv` can be used, and why; None when it is ready.

    Raises:
        Problem: A file stands where the environment should.
    """
    if places.venv.is_file():
        raise Problem(".venv is a file where the environment's folder should be; move it away")
    if not os.path.lexists(places.venv):
        return "build", ""
    if places.venv.is_symlink():
        return "build", "is a link to another place"
    stamp = read_stamp(places)
    if stamp is None:
        return "build", "was not finished"
    if stamp.platform != PLATFORM:
        return "build", f"was made with {stamp.platform}, this is {PLATFORM}"
    if not os.access(places.python, os.X_OK) or not places.site_packages.is_dir():
        return "build", "has lost its Python"
    now = present_stamp(places)
    if lost := sorted(set(stamp.entries) - set(now.entries)):
        return "build", f"has lost {lost[0]}" + (f" and {len(lost) - 1} more" if lost[1:] else "")
    if stamp.root != now.root:
        return "move", f"was made in {stamp.root}"
    return ("update", "was made for an older lock or project") if stamp.lock != now.lock else None


def prepare(places: Places) -> None:
    """Make `.venv` ready, by the least that is needed.

    Raises:
        Problem: It cannot be made ready, with the reason and the way out.
    """
    while found := action(places):
        what, why = found
        if what == "move":
            print(f"· .venv {why}: its programs now name this folder")
            move(places)
        elif what == "update":
            install(places)
        else:
            if why:
                print(f"· .venv {why}: making it anew")
            remove(places)
            base = getattr(sys, "_base_executable", sys.executable)  # not the environment's own
            step(
                f"virtual environment .venv with Python {VERSION}",
                base, "-m", "venv", places.venv, folder=places.root,
            )  # fmt: skip
            install(places)


def remove(places: Places) -> None:
    """Take the environment away, stamp first; of a link only the link."""
    if places.venv.is_symlink():
        places.venv.unlink()
    elif places.venv.exists():
        stamp_file(places).unlink(missing_ok=True)
        shutil.rmtree(places.venv)


def install(places: Places) -> None:
    """Install what the lock names. A failure leaves the stamp as it was, a sudden end leaves none.

    Byte code is left to the first import: compiling all of it takes as long as fetching it.
    """
    before = read_stamp(places)
    stamp_file(places).unlink(missing_ok=True)
    pip = [places.python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-compile"]
    own = ["--no-deps", "--no-build-isolation", "--editable", "."]
    try:
        step(
            "Python packages (about 300 MB, with CUDA several GB, once)",
            *pip,
            "-r",
            places.lock.name,
            folder=places.root,
        )
        step("the course's own packages", *pip, *own, folder=places.root)
    except Problem:
        if before:
            write_stamp(places, before)
        raise
    source = os.path.relpath(places.root / "src", places.site_packages)
    for file in places.site_packages.glob(PATH_FILE):  # pip wrote the whole path: a copy would follow it here
        file.write_text(source + "\n", encoding="utf-8")
    write_stamp(places, present_stamp(places))


def move(places: Places) -> None:
    """Let the environment's programs name the folder in which they now lie."""
    before = read_stamp(places)
    if before is None:
        return  # gone meanwhile: the caller looks again
    old = re.compile(
        rb"(?<![^\s\"'=!])" + re.escape(os.fsencode(Path(before.root, ".venv")))
    )  # as a whole path
    python = b"#!/bin/sh\n'''exec' \"%s\" \"$0\" \"$@\"\n' '''\n" % os.fsencode(places.python)
    for program in (*places.scripts.iterdir(), places.venv / "pyvenv.cfg"):
        if program.is_symlink() or not program.is_file():
            continue
        text = program.read_bytes()
        if old.search(text) and b"\0" not in text:
            text = SHEBANG.sub(lambda _: python, text)
            program.write_bytes(old.sub(lambda _: os.fsencode(places.venv), text))
    write_stamp(places, Stamp(before.platform, str(places.root), before.lock, before.entries))
