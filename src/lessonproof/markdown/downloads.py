"""The file name above a block becomes the link to that file."""

import re
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor

TITLE = re.compile(
    r'(<div class="[^"]*\blanguage-(?:python|py|python3)\b[^"]*">)<span class="filename">([a-zA-Z_]\w*\.py)</span>'
)


class Downloads(Postprocessor):
    """The proof wrote the file; the build of the site puts it beside the page."""

    def run(self, text: str) -> str:
        """Link every title that is a Python file's name."""
        return TITLE.sub(r'\1<span class="filename"><a href="\2" download>\2</a></span>', text)


class DownloadsExtension(Extension):
    """Needs `pymdownx.highlight` with `pygments_lang_class: true`."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Come after the raw HTML is back in the page (30)."""
        md.postprocessors.register(Downloads(md), "lessonproof-downloads", -5)


def makeExtension(**options: Any) -> DownloadsExtension:
    """Entry point of Python-Markdown."""
    return DownloadsExtension(**options)
