"""What was verified and when, written from what the proof left: `<!-- verified: pages -->` becomes a table."""

import json
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from lessonproof.markdown.verified.tables import PARTS, Account
from lessonproof.page.directives import directives
from lessonproof.page.scan import scan


class Verified(Preprocessor):
    """Replaces each directive `verified` by its part of the account."""

    def __init__(self, md: Markdown, options: dict[str, Any]) -> None:
        super().__init__(md)
        self.folder, self.docs = Path(options["folder"]), Path(options["docs"])
        self.language, self.place = options["language"], options["place"]

    def run(self, lines: list[str]) -> list[str]:
        """Write the parts as Markdown, so that links to pages are checked like any other."""
        text = "\n".join(lines)
        asked = [found for found in directives(scan(text))[0] if found.word == "verified"]
        if not asked:
            return lines
        account = self._account()
        for directive in reversed(asked):
            text = text[: directive.start] + "\n".join(PARTS[directive.rest](account)) + text[directive.end :]
        return text.split("\n")

    def _account(self) -> Account:
        """Everything that is known.

        Raises:
            FileNotFoundError: The pages were not proved, or nobody has lied about them.
        """
        data = self.docs / "data"
        proof = _read(self.folder / "proof.json", "prove the pages first (make site)")
        lies = _read(data / "mutation.json", "plant some lies first (make mutate)")
        gpu = data / "gpu.json"
        last = json.loads(gpu.read_text(encoding="utf-8")) if gpu.exists() else None
        return Account(self.language, self.docs, self.place, proof, lies, last)


def _read(path: Path, way_out: str) -> dict[str, Any]:
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: {way_out}")
    return json.loads(path.read_text(encoding="utf-8"))


class VerifiedExtension(Extension):
    """Reads the proof, the account of the lies, and what a GPU proved last."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "folder": ["build", "where the proof is"],
            "docs": ["docs", "the folder that holds one folder per language, and the data"],
            "language": ["en", "language of the page"],
            "place": ["reference/verified.md", "the page, from where it links to the others"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Come first: the tables are Markdown."""
        md.preprocessors.register(Verified(md, self.getConfigs()), "lessonproof-verified", 29)


def makeExtension(**options: Any) -> VerifiedExtension:
    """Entry point of Python-Markdown."""
    return VerifiedExtension(**options)
