"""Catch what a block prints, and what it writes past `print`: to the error stream, to a file descriptor."""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Caught:
    """What a block wrote.

    Attributes:
        out: To `sys.stdout`, which the page shows.
        stray: Elsewhere, where no output fence can show it.
    """

    out: io.StringIO = field(default_factory=io.StringIO)
    stray: str = ""


@contextlib.contextmanager
def caught() -> Iterator[Caught]:
    """Catch everything that is written inside."""
    result, errors = Caught(), io.StringIO()
    with tempfile.TemporaryFile() as file:
        with (
            _descriptors(file.fileno()),
            contextlib.redirect_stdout(result.out),
            contextlib.redirect_stderr(errors),
        ):
            yield result
        file.seek(0)
        result.stray = errors.getvalue() + file.read().decode("utf-8", "replace")


@contextlib.contextmanager
def _descriptors(target: int) -> Iterator[None]:
    """Point the descriptors 1 and 2 at another file for a while."""
    _flush()
    kept = [os.dup(1), os.dup(2)]
    try:
        os.dup2(target, 1)
        os.dup2(target, 2)
        yield
    finally:
        _flush()
        for descriptor, saved in zip((1, 2), kept, strict=True):
            os.dup2(saved, descriptor)
            os.close(saved)


def _flush() -> None:
    """Let nothing wait in a buffer for the wrong file."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        if stream is not None and not stream.closed:
            stream.flush()
