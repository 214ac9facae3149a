"""Ports of this machine."""

import os
import socket

from tools import options
from tools.problem import Problem


def bind(port: int) -> int:
    """Take a port for a moment, 0 for any; return its number.

    Raises:
        OSError: Somebody listens there, or it is not for us.
    """
    with socket.socket() as s:
        if os.name != "nt":  # there the option would let two listen
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind(("127.0.0.1", port))
        return s.getsockname()[1]


def free_port() -> int:
    """A port that nobody listens on."""
    return bind(0)


def check_port(port: int, command: str) -> None:
    """Refuse a port that cannot be served.

    Raises:
        Problem: The port is busy or reserved; a free one is named.
    """
    try:
        bind(port)
    except OSError as error:
        why = "is reserved" if isinstance(error, PermissionError) else "is busy"
        site = {"SITE": options.asked("SITE")} if command == "live" and options.asked("SITE") else {}
        other = options.again(command, **site, PORT=free_near(port))
        raise Problem(f"port {port} {why}; take another one: {other}") from error


def free_near(port: int) -> int:
    """The next free port after a busy one."""
    for candidate in range(max(port, 1023) + 1, min(max(port, 1023) + 100, 65536)):
        try:
            return bind(candidate)
        except OSError:
            continue
    return free_port()
