"""What MkDocs leaves to be done: formula styles and downloads, written into the built sites."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

from tools.places import HERE
from tools.problem import Problem
from tools.programs import variables

STYLES, STYLE = Path("assets/katex"), "katex.min.css"  # where a page looks for them
FONT_FACE = re.compile(r"@font-face\{[^}]*?url\((fonts/[^)]+\.woff2)\)[^}]*\}")


def finish(sites: dict[str, Path]) -> None:
    """Complete the built sites.

    Args:
        sites: The folder of each language.

    Raises:
        Problem: KaTeX's style sheet or fonts are missing.
    """
    characters = formula_characters(*sites.values())
    first, *others = (site / STYLES for site in sites.values())
    formula_styles(HERE.node_modules / "katex/dist", first, characters)
    for other in others:
        shutil.copytree(first, other, dirs_exist_ok=True)
    for language, site in sites.items():
        downloads = HERE.build / "downloads" / language
        if downloads.is_dir():
            shutil.copytree(downloads, site, dirs_exist_ok=True)


class FormulaText(HTMLParser):
    """Collects the characters that KaTeX's fonts draw: the text below `class="katex-html"`."""

    def __init__(self) -> None:
        super().__init__()
        self.depth, self.characters = 0, set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go down within a formula, or into one."""
        if self.depth:
            self.depth += 1
        elif "katex-html" in (dict(attrs).get("class") or "").split():
            self.depth = 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over `<path … />`, which nothing closes."""

    def handle_endtag(self, tag: str) -> None:
        """Come up again."""
        self.depth = max(0, self.depth - 1)

    def handle_data(self, data: str) -> None:
        """Keep the text of formulas."""
        if self.depth:
            self.characters.update(data)


def formula_characters(*sites: Path) -> str:
    """Every character in the formulas of some built sites, sorted."""
    found = set[str]()
    for page in (page for site in sites for page in site.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        if "katex-html" in text:
            parser = FormulaText()
            parser.feed(text)
            found |= parser.characters
    return "".join(sorted(found - {"\n"}))


def formula_styles(source: Path, target: Path, characters: str) -> None:
    """Write KaTeX's style sheet, and of its fonts what `characters` need.

    Args:
        source: The `dist` folder of KaTeX.
        target: The folder for the style sheet; the fonts go below it.
        characters: The characters that the fonts have to draw.

    Raises:
        Problem: KaTeX's files are missing, or the fonts cannot be read.
    """
    style = source / STYLE
    fonts = sorted(source.glob("fonts/*.woff2"))
    named = FONT_FACE.findall(style.read_text(encoding="utf-8")) if style.is_file() else []
    if not named or {f"fonts/{font.name}" for font in fonts} != set(named):
        raise Problem("KaTeX's styles in node_modules are damaged; remove node_modules and try again")
    shutil.rmtree(target, ignore_errors=True)
    (target / "fonts").mkdir(parents=True)
    done = subprocess.run(
        [str(part) for part in (HERE.python, "-m", "tools.site.fonts", target / "fonts", *fonts)],
        cwd=HERE.root,
        env=variables(),
        input=characters,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise Problem(f"the fonts of formulas cannot be cut down: {last[0]}; remove .venv and node_modules")

    def face(rule: re.Match[str]) -> str:
        """Only the woff2 of a font that is there: every browser that can show the site reads it."""
        kept = (target / rule[1]).is_file()
        return re.sub(r",url\([^)]+\.(woff|ttf)\) format\(\"\w+\"\)", "", rule[0]) if kept else ""

    css = FONT_FACE.sub(face, style.read_text(encoding="utf-8"))
    (target / style.name).write_text(css, encoding="utf-8")
