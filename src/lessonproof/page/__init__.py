"""What a page says, read without running it."""

from lessonproof.page.blocks import Block
from lessonproof.page.citations import Citation
from lessonproof.page.directives import Directive
from lessonproof.page.fences import Fence
from lessonproof.page.headings import Heading
from lessonproof.page.numbers import ProvedNumber
from lessonproof.page.page import Page
from lessonproof.page.passages import Passage

__all__ = ["Block", "Citation", "Directive", "Fence", "Heading", "Page", "Passage", "ProvedNumber"]
