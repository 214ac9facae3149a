"""Blocks whose title names a file: run by themselves, written for the reader to take."""

from pathlib import Path

from lessonproof.files import write_whole
from lessonproof.page import Block, Page
from lessonproof.problem import Problem
from lessonproof.proof.compare import difference, same
from lessonproof.proof.run import namespace, run_block
from lessonproof.proof.state import Fresh


def run_download(block: Block, page: Page, fresh: Fresh, folder: Path) -> Problem | None:
    """Run a download by itself, as its reader will, and write its file."""
    fresh.begin()
    ran = run_block(block, page, namespace())
    if ran.problem:
        return page.problem(ran.problem.line, f"{block.download} by itself: {ran.problem.text}")
    if not same(block.shown, ran.got):
        text = f"{block.download} by itself prints:\n{difference(block.shown, ran.got)}"
        return page.problem(block.code.line, text)
    write_whole(folder / str(block.download), block.code.source)
    return None
