"""`python -m tools.site.fonts FOLDER FONT…`: write fonts cut down to the characters on stdin.

Run by the environment's Python, which has fontTools. A font that draws none of the characters is
left out.
"""

import sys
from pathlib import Path


def subset(source: Path, target: Path, characters: str) -> bool:
    """Write to `target` what `characters` need of a font; say whether it draws any of them."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options(flavor="woff2", layout_features=["*"], hinting=False)
    font = load_font(str(source), options)
    drawn = set(font.getBestCmap() or ())
    if drawn.isdisjoint(ord(character) for character in characters if not character.isspace()):
        return False
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    save_font(font, str(target), options)
    return True


def main(folder: Path, fonts: list[Path]) -> None:
    """Cut down every font into a folder."""
    characters = sys.stdin.read()
    for font in fonts:
        subset(font, folder / font.name, characters)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(font) for font in sys.argv[2:]])
