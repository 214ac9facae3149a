"""Python blocks with the output that follows each and the directives that stand before it."""

from dataclasses import dataclass

from lessonproof.page.directives import FORMS, Directive
from lessonproof.page.fences import Fence
from lessonproof.page.scan import Fault

Thing = Fence | Directive


@dataclass(frozen=True)
class Block:
    """A Python fence, its output fence if it has one, and the directives in front of it."""

    code: Fence
    output: Fence | None
    directives: tuple[Directive, ...]

    @property
    def end(self) -> int:
        """Behind the block and its output."""
        return self.output.end if self.output else self.code.end

    @property
    def shown(self) -> str:
        """What the page says the block prints."""
        return self.output.source if self.output else ""

    @property
    def download(self) -> str | None:
        """The file that readers can take, if the title names one."""
        return self.code.title if self.code.title.endswith(".py") else None

    def directive(self, word: str) -> str | None:
        """What this block's directive of that word says, None if it has none."""
        return next((d.rest for d in self.directives if d.word == word), None)


def blocks(text: str, fences: list[Fence], directives: list[Directive]) -> tuple[list[Block], list[Fault]]:
    """All blocks of a page; outputs and directives that belong to none are faults."""
    things: list[Thing] = sorted([*fences, *directives], key=lambda thing: thing.start)
    found: list[Block] = []
    faults: list[Fault] = []
    waiting: list[Directive] = []
    for i, thing in enumerate(things):
        before = things[i - 1] if i else None
        follows = before is not None and _adjacent(text, before, thing)
        if waiting and not (follows and _takes(thing)):
            faults += [_orphan(directive) for directive in waiting]
            waiting = []
        if isinstance(thing, Directive):
            if FORMS[thing.word].before_block:
                if any(thing.word == other.word for other in waiting):
                    faults.append(Fault(thing.start, f"this block has two {thing.word} directives"))
                waiting.append(thing)
        elif thing.runs:
            after = things[i + 1] if i + 1 < len(things) else None
            output = after if isinstance(after, Fence) and _adjacent(text, thing, after) else None
            block = Block(thing, output if output and output.is_output else None, tuple(waiting))
            if block.output and block.directive("skip") is not None:
                said = "a skipped block has no output: nobody ran it, and nothing marks what it shows"
                faults.append(Fault(block.output.start, said))
            found.append(block)
            waiting = []
        elif isinstance(before, Fence) and follows and before.runs:
            if not thing.is_output:
                faults.append(
                    Fault(thing.start, "what stands right below a block is its output: write ```text")
                )
        elif thing.is_output:
            faults.append(
                Fault(thing.start, "this output follows no block: put it right below the one that prints it")
            )
    faults += [_orphan(directive) for directive in waiting]
    return found, faults + _twice(found)


def _adjacent(text: str, one: Thing, two: Thing) -> bool:
    """Whether nothing but blank lines stands between two things of the same container."""
    return not text[one.end : two.start].strip("> \t\n") and one.prefix == two.prefix


def _takes(thing: Thing) -> bool:
    """Whether directives before a block may stand before this."""
    return FORMS[thing.word].before_block if isinstance(thing, Directive) else thing.runs


def _orphan(directive: Directive) -> Fault:
    return Fault(directive.start, f"no Python block follows this {directive.word} directive")


def _twice(found: list[Block]) -> list[Fault]:
    """Downloads whose name is taken or is no file name, or that cannot be taken whole."""
    faults, seen = [], set()
    for block in found:
        name = block.download
        if name is None:
            continue
        if not name.removesuffix(".py").isidentifier() or not name.isascii():
            faults.append(
                Fault(
                    block.code.start, f"a download has a plain file name such as example_01.py, not {name!r}"
                )
            )
        if name in seen:
            faults.append(Fault(block.code.start, f"this page has two downloads named {name}"))
        if block.directives:
            faults.append(
                Fault(block.code.start, f"{name} is run by itself, so it cannot be skipped or raise")
            )
        seen.add(name)
    return faults
