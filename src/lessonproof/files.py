"""Read a text with what its bytes say beside it, write a whole file or nothing, and digest text."""

import os
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

BOM = "\ufeff"


@dataclass(frozen=True)
class Text:
    r"""A file's text with `\n` line ends; `as_written` gives the file's own form back."""

    text: str
    newline: str = "\n"
    bom: bool = False
    mixed: bool = False  # more than one kind of line end: cannot be written back

    def as_written(self, text: str) -> str:
        """Another text in the form of this file."""
        return (BOM if self.bom else "") + text.replace("\n", self.newline)


def read(path: Path) -> Text:
    """Read a UTF-8 file.

    Raises:
        ValueError: It is not UTF-8.
    """
    try:
        raw = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8: byte {error.start} cannot be read") from error
    text = raw.removeprefix(BOM)
    windows, others = text.count("\r\n"), text.count("\r") + text.count("\n")
    mixed = (windows > 0 and others > 2 * windows) or "\r" in text.replace("\r\n", "")
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return Text(plain, "\r\n" if windows and not mixed else "\n", raw.startswith(BOM), mixed)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the whole new one; its mode and links stay."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def digest(text: str, length: int = 16) -> str:
    """A short name for exactly this text."""
    return sha256(text.encode()).hexdigest()[:length]
