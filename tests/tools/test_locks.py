"""The locks are complete, hold nothing else, name no address, and fit the oldest Python."""

import json
import re
import tomllib
from importlib.metadata import distribution

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from setuptools import find_packages

OLDEST = "3.11.0"
# What PyTorch's builds for NVIDIA cards bring along; the lock takes whatever fits the card.
CUDA = re.compile(r"nvidia-|cuda-|triton")


def pins(root):
    lines = (root / "constraints.txt").read_text().splitlines()
    pairs = (line.split("==") for line in lines)
    return {canonicalize_name(name): version for name, version in pairs}


def asked(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(text) for text in [*project["dependencies"], *(t for extra in extras for t in extra)]]


def needed(requirements):
    """Every package that some requirements lead to on this machine, by canonical name."""
    found, waiting = set(), [(requirement, "") for requirement in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if (requirement.marker and not requirement.marker.evaluate({"extra": extra})) or CUDA.match(name):
            continue
        key = (name, tuple(sorted(requirement.extras)))
        if key in found:
            continue
        found.add(key)
        for text in distribution(name).requires or []:
            waiting += [(Requirement(text), extra) for extra in ("", *requirement.extras)]
    return {name for name, _ in found}


def test_the_lock_is_exactly_what_the_project_leads_to(root):
    assert sorted(pins(root)) == sorted(needed(asked(root)) | {"colorama", "tzdata"})  # both on Windows


def test_the_lock_fits_what_the_project_asks(root):
    locked = pins(root)
    for requirement in asked(root):
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement


def test_the_environment_is_the_lock(root):
    """But for the build of PyTorch: 2.13.0 is 2.13.0+cpu where only that is to be had."""
    installed = {name: distribution(name).version.split("+")[0] for name in pins(root)}
    assert installed == pins(root)


def test_the_oldest_python_can_install_the_lock(root):
    for name in pins(root):
        wanted = distribution(name).metadata["Requires-Python"] or ""
        assert SpecifierSet(wanted).contains(OLDEST), f"{name} needs Python {wanted}"


def test_the_lock_is_sorted_and_plain(root):
    lines = (root / "constraints.txt").read_text().splitlines()
    assert lines == sorted(lines, key=lambda line: line.split("==")[0].lower())
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_npm_names_no_address_and_runs_no_scripts(root):
    npm = (root / ".npmrc").read_text().split()
    assert npm == ["omit-lockfile-registry-resolved=true", "ignore-scripts=true", "fund=false", "audit=false"]
    text = (root / "package-lock.json").read_text()
    assert '"resolved"' not in text
    for name, package in json.loads(text)["packages"].items():
        assert not name or package["integrity"].startswith("sha512-"), name


def test_npm_packages_are_exact(root):
    package = json.loads((root / "package.json").read_text())
    for kind in ("dependencies", "devDependencies", "optionalDependencies"):
        for name, version in package.get(kind, {}).items():
            assert re.fullmatch(r"\d+\.\d+\.\d+", version), name


def test_ignored_folders_of_the_root_are_of_the_root_alone(root):
    """A bare `site/` would also hide `tests/site`."""
    folders = [line for line in (root / ".gitignore").read_text().splitlines() if not line.startswith("/")]
    assert folders == [
        "__pycache__/",
        ".pytest_cache/",
        ".ruff_cache/",
        ".import_linter_cache/",
        "*.egg-info/",
    ]


def test_a_wheel_holds_the_package_alone(root):
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    chosen = settings["packages"]["find"]
    packages = {
        name.partition(".")[0] for name in find_packages(root / chosen["where"][0], include=chosen["include"])
    }
    assert packages == {"manyheads"}
