"""A browser is found, or fetched, or its absence comes with the way out."""

import sys

import pytest

from tools.environment import browser
from tools.problem import Problem


@pytest.fixture
def none(monkeypatch):
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr(browser.shutil, "which", lambda name: None)
    monkeypatch.setattr(browser, "PLACES", ())
    monkeypatch.setattr(browser, "from_playwright", lambda: None)


def program(folder, name, text):
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


def test_the_chosen_one_wins(monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", sys.executable)
    assert browser.find() == sys.executable


def test_one_that_does_not_start_is_passed_over(tmp_path, monkeypatch, none):
    stand_in = program(tmp_path, "chromium-browser", "echo install the snap >&2; exit 1")
    real = program(tmp_path, "google-chrome", "echo Google Chrome 140.0")
    found = {"chromium-browser": stand_in, "google-chrome": real}
    monkeypatch.setattr(browser.shutil, "which", found.get)
    assert browser.find() == real


def test_playwrights_own_is_the_last_resort(monkeypatch, none):
    monkeypatch.setattr(browser, "from_playwright", lambda: "/cache/chromium")
    assert browser.find() == "/cache/chromium"


@pytest.mark.parametrize("user", [0, 1000])
def test_no_browser_names_the_way_out(monkeypatch, none, user):
    tried = []

    def fail(message, *command, **more):
        tried.append(command[0] if command[0] == "apt-get" else command[2])
        raise Problem(f"{message} failed: the package index cannot be reached")

    monkeypatch.setattr(browser, "step", fail)
    monkeypatch.setattr(browser.os, "geteuid", lambda: user)
    monkeypatch.setattr(browser.shutil, "which", lambda name: name if name == "apt-get" else None)
    with pytest.raises(Problem) as caught:
        browser.prepare()
    assert tried == (["playwright", "apt-get"] if user == 0 else ["playwright"])
    assert str(caught.value).startswith("no browser for the site tests (browser by ")
    assert str(caught.value).endswith(
        "install Chromium or Chrome, or name one with BROWSER_PATH=/path/to/chrome"
    )
    assert "\n" not in str(caught.value)


def test_a_fetched_one_is_named(monkeypatch, none, capsys):
    monkeypatch.setattr(
        browser, "step", lambda *command, **more: setattr(browser, "from_playwright", lambda: "/c")
    )
    assert browser.prepare() == "/c"
    assert capsys.readouterr().out == "· browser /c\n"
