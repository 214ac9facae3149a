"""HTML comments that speak to the proof or to the site: one table says which there are."""

import re
from dataclasses import dataclass

from lessonproof.files import digest
from lessonproof.page.scan import Fault, Scan, Stretch

WORD = re.compile(r"\s*(?P<word>[\w-]+)(?P<colon>:?)(?P<rest>.*)\Z", re.S)
FIGURE = re.compile(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)\s*=(?!=)\s*(?P<expression>\S.*)", re.S)


@dataclass(frozen=True)
class Form:
    """How a directive is written."""

    example: str
    rest: re.Pattern[str]  # what follows its word and colon, without blanks around it
    colon: bool = True
    before_block: bool = False  # speaks of the Python block that follows


TEXT = re.compile(r"\S.*", re.S)
LINE = re.compile(r"\S[^\n]*")
FORMS = {
    "raises": Form("<!-- raises: ValueError -->", re.compile(r"[A-Za-z_]\w*"), before_block=True),
    "skip": Form("<!-- skip: needs two GPUs -->", LINE, before_block=True),
    "cpu": Form("<!-- cpu: the kernel exists on CPU only -->", LINE, before_block=True),
    "check": Form("<!-- check, then assertions on lines of their own, then -->", TEXT, colon=False),
    "figure": Form("<!-- figure: name = expression -->", FIGURE),
    "note": Form("<!-- note: a remark -->", TEXT),
    "references": Form("<!-- references -->", re.compile(r""), colon=False),
    "glossary": Form("<!-- glossary: masks -->", LINE),
    "verified": Form("<!-- verified: pages -->", re.compile(r"pages|versions|skips|lies")),
}


@dataclass(frozen=True)
class Directive:
    """A comment with a known word.

    Attributes:
        word: A key of `FORMS`.
        rest: What follows; a check's lines without their indentation.
        start: Where the comment begins.
        end: Behind the comment.
        line: Line number of its first line, from 1.
        prefix: What stands before it on its line.
    """

    word: str
    rest: str
    start: int
    end: int
    line: int
    prefix: str = ""

    @property
    def figure(self) -> tuple[str, str]:
        """Name and expression of a figure."""
        m = FIGURE.fullmatch(self.rest)
        if self.word != "figure" or not m:
            raise ValueError(f"{self.word}: {self.rest!r} is no figure; write {FORMS['figure'].example}")
        return m["name"], m["expression"]

    @property
    def figure_file(self) -> str:
        """File name of a figure's drawing: its name and a digest of its expression."""
        name, expression = self.figure
        return f"{name}-{digest(' '.join(expression.split()), 10)}.svg"


def directives(scan: Scan) -> tuple[list[Directive], list[Fault]]:
    """All directives of a page; every comment is one, and what is none is a fault."""
    found, faults = [], []
    for stretch in scan.of("comment"):
        directive = _directive(scan.text, stretch)
        if isinstance(directive, str):
            faults.append(Fault(stretch.start, directive))
        else:
            found.append(directive)
    return found, faults


def _directive(text: str, stretch: Stretch) -> Directive | str:
    """What a comment says, or what is wrong with it."""
    m = WORD.match(stretch.info)
    if not m or m["word"] not in FORMS:
        said = stretch.info.strip().split("\n")[0][:40]
        return f"no directive begins like {said!r}; known: {', '.join(FORMS)}"
    form = FORMS[m["word"]]
    if bool(m["colon"]) != form.colon:
        return f"a {m['word']} is written {form.example}"
    if stretch.prefix is None or text[stretch.end :].split("\n", 1)[0].strip():
        return "a directive stands alone: nothing before it or behind it on its lines"
    rest = m["rest"]
    if m["word"] == "check":
        lines = rest.split("\n")
        if lines[0].strip() or lines[-1].strip("> \t"):
            return f"a check is written {form.example}"
        body = _dedent(lines[1:-1], stretch.prefix)
        if isinstance(body, str):
            return body
        rest = "".join(line + "\n" for line in body)
        if not rest.strip():
            return "this check is empty"
    elif not form.rest.fullmatch(rest.strip()):
        return f"a {m['word']} is written {form.example}, not {rest.strip()[:40]!r}"
    else:
        rest = rest.strip()
    line = text.count("\n", 0, stretch.start) + 1
    return Directive(m["word"], rest, stretch.start, stretch.end, line, stretch.prefix)


def _dedent(lines: list[str], prefix: str) -> list[str] | str:
    """Lines without what stands before the comment."""
    body = []
    for line in lines:
        if line.startswith(prefix):
            body.append(line[len(prefix) :])
        elif not line.strip("> \t"):
            body.append("")
        else:
            return f"every line of this check begins with {prefix!r}, as its first one does; {line.strip()!r} does not"
    return body
