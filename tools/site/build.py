"""Build both sites into one folder: Chinese at its root, English under `en/`."""

import os
import shutil
import time
from pathlib import Path
from urllib.parse import urlsplit

from tools.held import held
from tools.options import LANGUAGES
from tools.places import HERE
from tools.programs import Job, side_by_side
from tools.site import after, links

CONFIGS = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}


def addresses(address: str) -> dict[str, str]:
    """The variables that tell MkDocs where its sites will be served.

    Instant navigation works at this very address only, port included.
    """
    root = urlsplit(address).path.rstrip("/") + "/"
    return {
        "SITE_URL": address,
        "SITE_URL_EN": address.rstrip("/") + "/en/",
        "ZH_PATH": root,
        "EN_PATH": root + "en/",
        "NO_MKDOCS_2_WARNING": "1",
    }


def temporary() -> dict[str, str]:
    """Keep temporary files (jieba's dictionary, say) in the folder's own `build/`."""
    folder = HERE.build / "temporary"
    folder.mkdir(parents=True, exist_ok=True)
    return dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))


def build(folder: Path, address: str) -> None:
    """Build both languages, strictly, beside `folder`; put them there only when all is done.

    Who serves `folder` never sees half a site, and an interrupted build leaves the old one.

    Args:
        folder: Where the sites go; what it held is replaced.
        address: Where they will be served.

    Raises:
        Problem: MkDocs found a fault, something for the finished site is missing, or a link is dead.
    """
    start = time.monotonic()
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with held(folder.with_name(f".{folder.name}.lock"), "another command builds this site; waiting for it"):
        new, old = (folder.with_name(f".{folder.name}.{age}") for age in ("new", "old"))
        recover(folder, old)
        shutil.rmtree(new, ignore_errors=True)
        try:
            sites = {language: new / language for language in LANGUAGES}
            make(sites, address)
            after.finish(sites)
            sites["en"].rename(sites["zh"] / "en")
            links.check(sites["zh"], address)
            swap(sites["zh"], folder, old)
        finally:
            recover(folder, old)
            shutil.rmtree(new, ignore_errors=True)
    name = os.path.relpath(folder, HERE.root) if folder.is_relative_to(HERE.root) else folder
    print(f"· site for {address} in {name} … {time.monotonic() - start:.0f} s")


def make(sites: dict[str, Path], address: str) -> None:
    """Let MkDocs build each language into a folder of its own, both at once."""
    more = addresses(address) | temporary()
    side_by_side(
        [
            Job(
                CONFIGS[language],
                [HERE.python, "-m", "mkdocs", "build", "--strict", "-f", CONFIGS[language], "-d", site],
                more,
                frames=False,
            )
            for language, site in sites.items()
        ]
    )


def swap(new: Path, folder: Path, old: Path) -> None:
    """Put a finished site in the place of the one that is there."""
    if folder.exists():
        folder.rename(old)
    new.rename(folder)


def recover(folder: Path, old: Path) -> None:
    """Undo a swap that was cut in two, or clear up behind one that was not."""
    if old.exists() and not folder.exists():
        old.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
