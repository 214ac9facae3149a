"""A lock that one process holds and that ends with it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def take(descriptor: int, wait: bool) -> bool:
        """Lock the first byte of an open file; say whether that worked."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return wait and take(descriptor, wait)  # LK_LOCK gives up after ten seconds
        return True

else:
    import fcntl

    def take(descriptor: int, wait: bool) -> bool:
        """Lock an open file; say whether that worked."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


@contextmanager
def held(path: Path, waiting: str) -> Iterator[None]:
    """Hold the lock file `path`; say the line `waiting` when another process has it.

    The file stays: whoever removed it would let a second process in. Children started with
    `close_fds=False` share the lock, so that it lasts until the last of them has ended.
    """
    with path.open("a") as file:
        os.set_inheritable(file.fileno(), True)
        if not take(file.fileno(), wait=False):
            print(f"· {waiting}")
            take(file.fileno(), wait=True)
        yield
