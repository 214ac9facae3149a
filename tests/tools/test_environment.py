"""Whatever was done to a folder's environment is noticed and mended, by the least that is needed."""

import re
import shutil
import subprocess
import sys

import pytest

from tools import environment
from tools.environment import node, python
from tools.places import Places
from tools.problem import Problem

PATH_FILE = "__editable__.manyheads-0.1.0.pth"


@pytest.fixture
def ready(places, programs, capsys):
    environment.prepare(places)
    assert programs.ran == ["venv", "pip", "--editable", "npm-cli.js"]
    programs.ran.clear()
    capsys.readouterr()
    return places


def prepared(places, programs):
    """What a run has to do; a second one right after it has nothing left."""
    environment.prepare(places)
    ran, programs.ran = programs.ran, []
    environment.prepare(places)
    assert programs.ran == []
    return ran


def test_a_ready_environment_is_left_alone(ready, programs):
    before = python.stamp_file(ready).stat().st_mtime_ns
    assert prepared(ready, programs) == []
    assert python.stamp_file(ready).stat().st_mtime_ns == before
    assert {".venv", ".venv.lock", "node_modules"} <= {p.name for p in ready.root.iterdir()}


def test_the_own_source_is_on_the_path_and_stays_so_in_a_copy(ready, tmp_path):
    copy = shutil.copytree(ready.root, tmp_path / "copy", symlinks=True)
    for root in (ready.root, copy):
        packages = Places(root).site_packages
        line = (packages / PATH_FILE).read_text().strip()
        assert (packages / line).resolve() == (root / "src").resolve()


@pytest.mark.parametrize("at", ["venv", "pip", "--editable", "npm-cli.js"])
@pytest.mark.parametrize("how", ["", "kill "])
def test_an_unfinished_run_is_made_good(places, programs, at, how):
    programs.failing = how + at
    with pytest.raises(KeyboardInterrupt if how else Problem):
        environment.prepare(places)
    programs.failing, programs.ran = None, []
    assert prepared(places, programs) == (
        ["npm-cli.js"] if at == "npm-cli.js" else ["venv", "pip", "--editable", "npm-cli.js"]
    )


@pytest.mark.parametrize("inside", [False, True])
def test_a_moved_folder_gets_its_programs_back(ready, programs, tmp_path, capsys, inside):
    """Also when the new path ends with the whole old one, as a backup's does."""
    there = tmp_path / "moved 到" / (str(ready.root)[1:] if inside else "")
    there.parent.mkdir(parents=True, exist_ok=True)
    ready.root.rename(there)
    moved = Places(there)
    assert prepared(moved, programs) == []
    assert capsys.readouterr().out == f"· .venv was made in {ready.root}: its programs now name this folder\n"
    done = subprocess.run(
        [moved.scripts / "pytest", "--version"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "['--version']\n", "")
    head = (moved.scripts / "pytest").read_text(encoding="utf-8").splitlines()[1]
    assert head == f"""'''exec' "{moved.python}" "$0" "$@\""""


@pytest.mark.parametrize("lost", ["torch", "torch-2.13.0.dist-info", PATH_FILE])
def test_a_removed_package_is_noticed(ready, programs, capsys, lost):
    place = ready.site_packages / lost
    place.unlink() if place.is_file() else place.rmdir()
    assert prepared(ready, programs) == ["venv", "pip", "--editable"]
    assert capsys.readouterr().out == f"· .venv has lost {lost}: making it anew\n"


def test_another_pip_and_more_packages_are_nobodys_concern(ready, programs):
    (ready.site_packages / "pip-23.2.1.dist-info").rename(ready.site_packages / "pip-26.1.dist-info")
    (ready.site_packages / "ipython").mkdir()
    assert prepared(ready, programs) == []


def test_a_new_lock_installs_without_starting_over(ready, programs):
    ready.lock.write_text("torch==2.13.1\n")
    assert prepared(ready, programs) == ["pip", "--editable"]


@pytest.mark.parametrize(
    ("old", "new", "ran"), [("0.1.0", "0.2.0", True), ("tool.ruff", "tool.black", False)]
)
def test_a_new_project_is_installed_and_a_new_setting_is_not(ready, programs, old, new, ran):
    file = ready.root / "pyproject.toml"
    file.write_text(file.read_text().replace(old, new))
    assert prepared(ready, programs) == (["pip", "--editable"] if ran else [])


def test_a_new_lock_without_network_keeps_the_old_environment(ready, programs):
    before = python.read_stamp(ready)
    ready.lock.write_text("torch==2.13.1\n")
    programs.failing = "pip"
    with pytest.raises(Problem):
        environment.prepare(ready)
    assert python.read_stamp(ready) == before
    programs.failing, programs.ran = None, []
    assert prepared(ready, programs) == ["pip", "--editable"]


def test_another_python_makes_it_anew(ready, programs, monkeypatch, capsys):
    monkeypatch.setattr(python, "PLATFORM", "Python 3.99 for moon")
    assert prepared(ready, programs) == ["venv", "pip", "--editable"]
    told = re.escape(f"Python {sys.version_info[0]}.{sys.version_info[1]} for ")
    assert re.search(rf"was made with {told}\S+, this is Python 3.99 for moon", capsys.readouterr().out)


@pytest.mark.parametrize("damage", ["no python", "dangling link", "link elsewhere", "foreign", "torn stamp"])
def test_what_is_no_environment_of_ours_is_replaced(ready, programs, tmp_path, damage):
    elsewhere = tmp_path / "elsewhere"
    if damage == "no python":
        ready.python.unlink()
        ready.python.symlink_to(tmp_path / "nowhere")
    elif damage == "foreign":
        python.stamp_file(ready).unlink()
    elif damage == "torn stamp":
        python.stamp_file(ready).write_text('{"platform": ')
    else:
        ready.venv.rename(elsewhere)
        ready.venv.symlink_to(elsewhere if damage == "link elsewhere" else tmp_path / "nowhere")
    assert prepared(ready, programs) == ["venv", "pip", "--editable"]
    assert not ready.venv.is_symlink()
    assert elsewhere.exists() == (damage in ("dangling link", "link elsewhere")), "only the link is ours"


def test_a_file_in_its_place_is_not_ours_to_remove(places, programs):
    places.venv.write_text("mine")
    with pytest.raises(Problem, match="is a file where the environment's folder should be; move it away"):
        environment.prepare(places)
    assert places.venv.read_text() == "mine"


@pytest.mark.parametrize("change", ["file", "folder", "lock"])
def test_front_end_packages_are_complete_or_installed(ready, programs, change):
    if change == "file":
        (ready.node_modules / "katex/package.json").unlink()
    elif change == "folder":
        shutil.rmtree(ready.node_modules)
    else:
        (ready.root / "package-lock.json").write_text("{ }")
    assert prepared(ready, programs) == ["npm-cli.js"]


def test_npm_is_the_one_that_came_from_pypi(root):
    here = Places(root)
    done = subprocess.run(
        [node.node(here), node.npm(here), "--version"], capture_output=True, text=True, check=False
    )
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", done.stdout), done.stderr


def test_npm_needs_no_home(places, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert node.cache(places) == {}
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    assert node.cache(places) == {"npm_config_cache": str(places.root / "build/npm")}
