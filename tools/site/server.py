"""Serve a built site on this machine: the standard library's server, made strict."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tools.environment.ports import check_port

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".py": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
LONGEST_BODY = 65536


class Handler(SimpleHTTPRequestHandler):
    """Answer GET and HEAD with the files of one folder, nothing else, one request a connection."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS
    timeout = 30
    server_version, sys_version = "manyheads", ""

    def send_head(self) -> Any:
        """The stock answer, once the body is read, the site is whole and the path can be a file's."""
        length = self.headers.get("Content-Length", "0")
        if length.isascii() and length.isdigit():
            self.rfile.read(min(int(length), LONGEST_BODY))  # unread, it would cut the answer short
        folder = Path(self.directory)
        for _ in range(50):  # between the two renames of a new build
            if folder.is_dir():
                break
            time.sleep(0.01)
        try:
            inside = Path(self.translate_path(self.path)).resolve().is_relative_to(folder.resolve())
            if inside:
                return super().send_head()
        except (ValueError, OSError):  # a NUL, a name too long
            pass
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def list_directory(self, path: Any) -> None:
        """Nothing is listed: a folder without index is no page."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The site's own page for what is not there, in the language of the address."""
        page = self.missing() if code == HTTPStatus.NOT_FOUND else None
        if page is None:
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", KINDS[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def missing(self) -> Path | None:
        """What a missing page is answered with: the page of the site it would belong to, or the root's."""
        root = Path(self.directory)
        inner = (page for page in root.glob("*/404.html") if self.path.startswith(f"/{page.parent.name}/"))
        return next((page for page in (*inner, root / "404.html") if page.is_file()), None)

    def end_headers(self) -> None:
        """A browser asks again whether a file is new: the next build may follow in a moment."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the terminal quiet."""


class Server(ThreadingHTTPServer):
    """A server that says nothing of browsers which hang up."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Show real faults only."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int) -> Server:
    """A server for `folder` on 127.0.0.1, listening but not yet answering.

    Raises:
        OSError: The port is taken.
    """
    return Server(("127.0.0.1", port), partial(Handler, directory=str(folder.absolute())))


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[int]:
    """Serve `folder` in the background; gives the port, a free one for 0."""
    with server(folder, port) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        try:
            yield running.server_address[1]
        finally:
            running.shutdown()


def serve(folder: Path, port: int) -> None:
    """Serve `folder` until Ctrl-C.

    Raises:
        Problem: Somebody took the port meanwhile.
    """
    check_port(port, "serve")
    with server(folder, port) as running:
        running.serve_forever()
