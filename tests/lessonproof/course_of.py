"""A small course in a folder, with one page a language and the data that a test gives it."""

import json
from pathlib import Path

from lessonproof.course import Course

HEAD = {
    "zh": "---\ntitle: 页\ndescription: 一页。\n---\n# 页 { #top }\n\n",
    "en": "---\ntitle: Page\ndescription: A page.\n---\n# Page { #top }\n\n",
}
FIRST = 7  # the line of a page's own text


def course_of(folder: Path, zh: str = "", en: str = "", name: str = "a.md", **data: object) -> Course:
    """Write a course and read it: `claims=[…]` becomes claims.json, a text `terms="…"` becomes terms.toml."""
    for language, text in (("zh", zh), ("en", en)):
        path = folder / "docs" / language / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if text.startswith("---") else HEAD[language] + text, encoding="utf-8")
    (folder / "docs/data").mkdir(exist_ok=True)
    for table, content in data.items():
        toml = isinstance(content, str)
        written = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=1)
        (folder / "docs/data" / f"{table}.{'toml' if toml else 'json'}").write_text(written, encoding="utf-8")
    return Course(folder / "docs", ("zh", "en"))
