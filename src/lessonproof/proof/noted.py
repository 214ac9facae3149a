"""Note the values behind proved numbers while a page runs as one program, beside what it prints."""

import json
from typing import Any

from lessonproof.proof.compare import like


def note(file: str, *pairs: tuple[str, Any]) -> None:
    """Write each value in the form of what the page shows, a line each."""
    with open(file, "a", encoding="utf-8") as out:
        out.writelines(json.dumps(like(shown, value)) + "\n" for shown, value in pairs)
