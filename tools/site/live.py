"""MkDocs' own server for authors, with the files that a finished site gets after its build.

`make live` is the one place with a MkDocs hook (this file): it shows, it never publishes.
"""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from tools.places import HERE
from tools.site.after import STYLE, STYLES
from tools.site.build import CONFIGS, addresses, temporary

EXTRA = "live"
SHOWN = "LESSONPROOF_LIVE"  # the page being shown: a drawing it still lacks is a placeholder, not a fault


def prepare(language: str) -> Path:
    """Write the configuration of the author's server and the files it adds; return the former.

    Args:
        language: The language to show.
    """
    extra = HERE.build / EXTRA
    shutil.rmtree(extra, ignore_errors=True)
    katex = HERE.node_modules / "katex/dist"
    shutil.copytree(katex / "fonts", extra / STYLES / "fonts")
    shutil.copy(katex / STYLE, extra / STYLES)
    downloads = HERE.build / "downloads" / language
    if downloads.is_dir():
        shutil.copytree(downloads, extra, dirs_exist_ok=True)
    (HERE.build / "figures").mkdir(exist_ok=True)  # what MkDocs watches must be there
    config = HERE.build / f"{EXTRA}.yml"
    config.write_text(
        json.dumps(  # JSON is YAML; MkDocs takes its paths from the folder of the file
            {
                "INHERIT": f"../{CONFIGS[language]}",
                "docs_dir": f"../docs/{language}",
                "theme": {"custom_dir": "../docs/theme"},
                "hooks": ["../tools/site/live.py"],
                "watch": ["../src", "../docs/theme", "figures"],
            }
        ),
        encoding="utf-8",
    )
    return config


def command(language: str, port: int) -> tuple[list[str | Path], dict[str, str]]:
    """The author's server for a language at a port, and its variables."""
    config = prepare(language)
    more = addresses(f"http://127.0.0.1:{port}/") | temporary()
    mkdocs = [HERE.python, "-m", "mkdocs", "serve", "--livereload", "-f", config, "-a", f"127.0.0.1:{port}"]
    return mkdocs, more


def on_files(files: Any, config: Any) -> Any:
    """MkDocs' hook: add the files that `prepare` laid ready."""
    from mkdocs.structure.files import File

    extra = HERE.build / EXTRA
    for path in extra.rglob("*"):
        if path.is_file():
            name = path.relative_to(extra).as_posix()
            files.append(File(name, str(extra), config.site_dir, use_directory_urls=False))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> None:
    """MkDocs' hook: tell the extensions which page they read."""
    os.environ[SHOWN] = Path(page.file.abs_src_path).relative_to(HERE.root).as_posix()
