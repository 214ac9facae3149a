"""What readers can take: blocks whose title names a file, run by themselves, and the page's whole program."""

from pathlib import Path, PurePosixPath

from lessonproof.files import write_whole
from lessonproof.page import Block, Page
from lessonproof.problem import Problem
from lessonproof.proof.compare import difference, same
from lessonproof.proof.program import program
from lessonproof.proof.run import namespace, run_block
from lessonproof.proof.state import Fresh


def folder_of(build: Path, name: str) -> Path:
    """Where the downloads of the page `zh/learn/scaling` go: the folder that the site shows it in."""
    place = PurePosixPath(name)
    return build / "downloads" / (place.parent if place.name == "index" else place)


def program_file(build: Path, name: str) -> Path:
    """The file of a page's program, called like the page."""
    return folder_of(build, name) / f"{PurePosixPath(name).name}.py"


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


def write_program(page: Page, file: Path, notice: str) -> Problem | None:
    """Write a page's program, unless a block takes its name or it is none that Python reads."""
    text = program(page, notice)
    if text is None:
        return None
    for block in page.blocks:
        if block.download == file.name:
            return page.problem(
                block.code.line,
                f"the program of the whole page is called {file.name}: name this block otherwise",
            )
    try:
        compile(text, file.name, "exec", dont_inherit=True)
    except SyntaxError as error:
        return page.problem(0, f"as one program it is no Python, line {error.lineno}: {error.msg}")
    write_whole(file, text)
    return None
