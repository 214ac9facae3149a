"""What a caller may ask through environment variables; an empty one counts as unset."""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from tools.problem import Problem

LANGUAGES = ("zh", "en")
DEVICES = ("cpu", "cuda")


def asked(name: str) -> str | None:
    """The value of an environment variable, if it has one."""
    return os.environ.get(name) or None


def again(command: str, **more: object) -> str:
    """How a command is typed once more with other variables: by make if make was how it was called."""
    if "MAKELEVEL" in os.environ:
        return " ".join(["make", command, *(f"{name}={value}" for name, value in more.items())])
    if os.name == "nt":
        return "; ".join(
            [*(f"$env:{name} = '{value}'" for name, value in more.items()), f"py -m tools {command}"]
        )
    return " ".join([*(f"{name}={value}" for name, value in more.items()), f"python3 -m tools {command}"])


def port() -> int:
    """The port to serve at: PORT, else 8000.

    Raises:
        Problem: PORT is no number from 1 to 65535 in the digits 0 to 9.
    """
    text = asked("PORT") or "8000"
    if not re.fullmatch("[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise Problem(f"PORT must be a number from 1 to 65535, got {text!r}")
    return int(text)


def local_address() -> str:
    """The address of this machine's own server."""
    return f"http://127.0.0.1:{port()}/"


def site_address() -> str:
    """The address a site is built for: SITE_URL, else the local one.

    Raises:
        Problem: SITE_URL is no complete address, or carries more than a host and a path.
    """
    text = asked("SITE_URL")
    if text is None:
        return local_address()
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:  # a port that is no number, an unfinished [IPv6] host
        whole = False
    if not whole or not re.fullmatch(r"[!-~]+", text) or re.search(r"[?#@\\\"'<>]", text):
        raise Problem(f"SITE_URL must look like https://example.org/course/, got {text!r}")
    return text.rstrip("/") + "/"


def language() -> str:
    """The language that `live` shows: SITE, else zh.

    Raises:
        Problem: SITE names no language of this course.
    """
    text = asked("SITE") or LANGUAGES[0]
    if text not in LANGUAGES:
        raise Problem(f"SITE must be one of {', '.join(LANGUAGES)}, got {text!r}")
    return text


def device() -> str:
    """Where `test` runs the pages and the parity tests: DEVICE, else cpu.

    Raises:
        Problem: DEVICE is none that they run on.
    """
    text = asked("DEVICE") or DEVICES[0]
    if text not in DEVICES:
        raise Problem(f"DEVICE must be one of {', '.join(DEVICES)}, got {text!r}")
    return text


def refuse_ci(what: str) -> None:
    """Stop a command that only an author may run.

    Raises:
        Problem: CI is set.
    """
    if (asked("CI") or "false").lower() not in ("0", "false", "no"):
        raise Problem(f"{what} by an author, never by CI; unset CI if you are one")


def browser() -> str | None:
    """The browser that the caller chose with BROWSER_PATH.

    Raises:
        Problem: BROWSER_PATH is no program.
    """
    text = asked("BROWSER_PATH")
    if text and not (Path(text).is_file() and os.access(text, os.X_OK)):
        raise Problem(f"BROWSER_PATH must be a program, got {text!r}")
    return text
