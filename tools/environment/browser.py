"""The browser of the site tests: one that is here, else one fetched."""

import os
import shutil
import subprocess
from pathlib import Path

from tools import options
from tools.places import HERE, WINDOWS
from tools.problem import Problem
from tools.programs import step, variables

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)
WAY_OUT = "install Chromium or Chrome, or name one with BROWSER_PATH=/path/to/chrome"
# Chromium comes with playwright only after `playwright install`; this says where it would be.
ASK_PLAYWRIGHT = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as p: print(p.chromium.executable_path)"
)


def find() -> str | None:
    """The browser that BROWSER_PATH names, else one of this machine, else playwright's own.

    Raises:
        Problem: BROWSER_PATH names no program.
    """
    if chosen := options.browser():
        return chosen
    candidates = [found for name in NAMES if (found := shutil.which(name))]
    candidates += [place for place in PLACES if Path(place).is_file()]
    return next((c for c in candidates if version(c)), None) or from_playwright()


def version(browser: str) -> str | None:
    """What a browser says it is; None for one that does not start, such as a snap's stand-in."""
    if WINDOWS:
        return "Chrome"  # would open a window
    try:
        done = subprocess.run([browser, "--version"], capture_output=True, text=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if not done.returncode else None


def from_playwright() -> str | None:
    """The Chromium that playwright fetched earlier."""
    if not HERE.python.exists():
        return None
    command = [HERE.python, "-c", ASK_PLAYWRIGHT]
    done = subprocess.run(command, env=variables(), capture_output=True, encoding="utf-8", check=False)
    place = done.stdout.strip()
    return place if not done.returncode and Path(place).is_file() else None


def prepare() -> str:
    """Find a browser or fetch one, say which, and return its path.

    Raises:
        Problem: None is here and none can be had.
    """
    browser = find() or fetch()
    print(f"· browser {browser}")
    return browser


def fetch() -> str:
    """Fetch Chromium with playwright, else, for root on Debian, with apt-get.

    Raises:
        Problem: Neither worked.
    """
    try:
        step(
            "browser by playwright (about 150 MB, once)",
            HERE.python,
            "-m",
            "playwright",
            "install",
            "chromium",
        )
    except Problem as problem:
        if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
            raise Problem(f"no browser for the site tests ({problem}); {WAY_OUT}") from problem
        apt = ["apt-get", "install", "-y", "chromium", "fonts-noto-cjk"]  # without the font, empty boxes
        try:
            step("browser by apt-get", *apt, DEBIAN_FRONTEND="noninteractive")
        except Problem as second:
            raise Problem(f"no browser for the site tests ({second}); {WAY_OUT}") from second
    if browser := find():
        return browser
    raise Problem(f"no browser for the site tests; {WAY_OUT}")
