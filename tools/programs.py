"""Run other programs: quietly as a step, openly, or several at once."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from tools import failures
from tools.places import HERE
from tools.problem import Problem

# What would make a child import or install something of another place than this folder.
FOREIGN = {"PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"}
FRAMES = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)+", re.M)


def variables(**more: str) -> dict[str, str]:
    """The environment variables of a child: UTF-8 whatever the locale, nothing of another place."""
    return {k: v for k, v in os.environ.items() if k not in FOREIGN} | {"PYTHONUTF8": "1"} | more


def step(message: str, *command: str | Path, folder: Path = HERE.root, **more: str) -> None:
    """Run a program silently and say one line about it.

    The program inherits the lock that the caller holds: should it outlive us, the lock does too.

    Raises:
        Problem: The program is missing or fails; the reason is read from its output.
    """
    print(f"· {message} … ", end="", flush=True)
    start = time.monotonic()
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=folder,
            env=variables(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            close_fds=False,
            check=False,
        )
    except OSError as error:
        print("failed")
        raise Problem(
            f"{error.filename} cannot be run ({error.strerror}); remove .venv and try again"
        ) from error
    if done.returncode:
        print("failed")
        reason = failures.way_out(done.stdout)
        if reason is None:
            print(*done.stdout.splitlines()[-12:], sep="\n", file=sys.stderr)
        raise Problem(f"{message} failed: {reason or 'see above'}")
    print(f"{time.monotonic() - start:.0f} s")


def show(name: str, *command: str | Path, **more: str) -> None:
    """Run a program of the environment with its output shown.

    Raises:
        Problem: The program found a fault.
    """
    done = subprocess.run([str(part) for part in command], cwd=HERE.root, env=variables(**more), check=False)
    if done.returncode:
        raise Problem(f"{name} found a fault, see above")


@dataclass(eq=False)
class Job:
    """A program that runs beside others.

    Attributes:
        name: What it looks at, as a failure calls it.
        command: The program and its arguments.
        more: Further environment variables.
        frames: Whether a traceback in its output is shown with the lines of code it went through.
    """

    name: str
    command: Sequence[str | Path]
    more: dict[str, str] = field(default_factory=dict)
    frames: bool = True


def side_by_side(jobs: Sequence[Job], folder: Path = HERE.root) -> None:
    """Run programs at once; one line for each as it ends, its output only when it fails.

    Raises:
        Problem: At least one found a fault; all of them are named.
    """
    start, faulty = time.monotonic(), list[str]()
    running = dict[Job, tuple[subprocess.Popen[bytes], IO[bytes]]]()
    try:
        for job in jobs:
            output = tempfile.TemporaryFile()
            process = subprocess.Popen(
                [str(part) for part in job.command],
                cwd=folder,
                env=variables(**job.more),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                close_fds=False,
            )
            running[job] = process, output
        while running:
            for job, (process, output) in list(running.items()):
                if process.poll() is None:
                    continue
                del running[job]
                if process.returncode:
                    faulty.append(job.name)
                    output.seek(0)
                    told = output.read().decode("utf-8", "replace").rstrip()
                    print(told if job.frames else FRAMES.sub("", told))
                output.close()
                print(f"{'✗' if process.returncode else '·'} {job.name} … {time.monotonic() - start:.0f} s")
            time.sleep(0.02)
    finally:
        for process, output in running.values():
            process.kill()
            process.wait()
            output.close()
    if faulty:
        found = "found a fault" if len(faulty) == 1 else "found faults"
        raise Problem(f"{', '.join(faulty)} {found}, see above")
