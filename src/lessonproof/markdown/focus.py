"""A proved number can be reached with the keyboard."""

from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor


class Focus(Treeprocessor):
    """Adds tabindex to every proved number."""

    def run(self, root: Element) -> None:
        """Walk over the finished page."""
        for element in root.iter("code"):
            if element.get("data-proof"):
                element.set("tabindex", "0")


class FocusExtension(Extension):
    """Needs `attr_list`."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Come after attribute lists (8)."""
        md.treeprocessors.register(Focus(md), "lessonproof-focus", 7)


def makeExtension(**options: Any) -> FocusExtension:
    """Entry point of Python-Markdown."""
    return FocusExtension(**options)
