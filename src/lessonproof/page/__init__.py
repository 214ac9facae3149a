"""What a page says, read without running it."""

from lessonproof.page.blocks import Block
from lessonproof.page.directives import Directive
from lessonproof.page.fences import Fence
from lessonproof.page.headings import Heading
from lessonproof.page.numbers import ProvedNumber
from lessonproof.page.page import Page

__all__ = ["Block", "Directive", "Fence", "Heading", "Page", "ProvedNumber"]
