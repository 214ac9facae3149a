"""Every page stands in the navigation of its site, and every entry of it is a page.

MkDocs says so too, but only when it builds. This reads the configurations as text: without a reader of YAML.
"""

import re
import sys
from pathlib import Path

from tools.places import HERE
from tools.site.build import CONFIGS

NAV = re.compile(r"^nav:.*\n(?P<entries>(?:[ \t#-].*\n?|\n)*)", re.M)
REMARK = re.compile(r"(?:^|\s)#.*")
ENTRY = re.compile(r"[^\s:,{}\[\]\"']+\.md\b")


def faults(root: Path) -> list[str]:
    """Pages in no navigation, and entries of a navigation that are no page; a line each.

    Args:
        root: The folder of the configurations and of `docs`.
    """
    found: list[str] = []
    for language, config in CONFIGS.items():
        nav = NAV.search((root / config).read_text(encoding="utf-8"))
        named = set(ENTRY.findall(REMARK.sub("", nav["entries"]) if nav else ""))
        folder = root / "docs" / language
        pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
        found += [
            f"docs/{language}/{page} is in no nav: add it to {config}" for page in sorted(pages - named)
        ]
        found += [f"{config}: docs/{language} has no page {page}" for page in sorted(named - pages)]
    return found


if __name__ == "__main__":
    sys.exit("\n".join(faults(HERE.root)) or None)
