"""Fenced blocks: which languages may stand in one, and every info string that Material renders."""

import re
from dataclasses import dataclass

from lessonproof.page.scan import Fault, Scan, Stretch

CODE = frozenset({"python", "py", "python3"})
OUTPUT = frozenset({"text", "txt", "output"})
SHOWN = frozenset({"bash", "json", "toml", "yaml", "html", "markdown"})  # shown, not run
CLASSES = frozenset(
    {"annotate", "copy", "no-copy", "select", "no-select"}
)  # Material's own, beside the language
OUTPUT_TITLES = re.compile(
    r"\W*(?:the )?(?:outputs?|results?|prints|stdout|输出|结果|运行结果|打印)\W*", re.I
)
SESSION = re.compile(r"^[ \t]*(?:>>>|In \[\d*\]:)(?:[ \t]|$)", re.M)
INFO = re.compile(
    r"[ \t]*(?:\.?(?P<language>[\w#.+-]+)(?=[ \t]|$))?"
    r"(?:[ \t]*\{(?P<braces>.*)\}|(?P<options>(?:[ \t]+[a-zA-Z]\w*=(?:\"[^\"]*\"|'[^']*'))*))[ \t]*$"
)
OPTION = re.compile(r"([a-zA-Z]\w*)=(?:\"([^\"]*)\"|'([^']*)')")
ATTRIBUTE = re.compile(r"([^ =}]+)=(?:\"([^\"]*)\"|'([^']*)'|([^ =}]+))|([.#][^ =}]+)|( +)")
LINES = r"\d+(?:-\d+)?(?: +\d+(?:-\d+)?)*"
OPTIONS = {
    "title": re.compile(r".*"),
    "hl_lines": re.compile(LINES),
    "linenums": re.compile(r"\d+(?: +\d+){0,2}"),
}


@dataclass(frozen=True)
class Fence:
    """One fenced block.

    Attributes:
        language: As Pygments would read it, lower case.
        title: The file name or heading shown above it; empty if it has none.
        source: Its text without indentation; every line ends with a line end.
        start: Where its first line begins.
        end: Where its last line ends.
        line: Line number of its first line, from 1.
        prefix: What stands before each of its lines.
        marker: Its backticks or tildes.
        lines: Which lines are marked and numbered, as its options say; empty if none.
    """

    language: str
    title: str
    source: str
    start: int
    end: int
    line: int
    prefix: str
    marker: str
    lines: str = ""

    @property
    def code_line(self) -> int:
        """Line number of its first inner line."""
        return self.line + 1

    @property
    def runs(self) -> bool:
        """Whether it is Python, which is always run."""
        return self.language in CODE

    @property
    def is_output(self) -> bool:
        """Whether it shows what the block before it prints."""
        return self.language in OUTPUT


def fences(scan: Scan) -> tuple[list[Fence], list[Fault]]:
    """All fenced blocks of a page, and those that Material or we would not take."""
    found, faults = [], []
    for stretch in scan.of("fence"):
        read = _info(stretch.info)
        if isinstance(read, str):
            faults.append(Fault(stretch.start, read))
            continue
        language, title, lines = read
        if language not in CODE | OUTPUT | SHOWN:
            known = ", ".join(sorted(CODE | OUTPUT | SHOWN))
            faults.append(
                Fault(stretch.start, f"no block is written in {language or 'no language'!r}; known: {known}")
            )
            continue
        line = scan.text.count("\n", 0, stretch.start) + 1
        source = _source(scan.text, stretch)
        if language in SHOWN:
            if OUTPUT_TITLES.fullmatch(title):
                said = f"an output is a ```text right below its block: {language!r} is shown, not compared"
                faults.append(Fault(stretch.start, said))
            if m := SESSION.search(source):
                place = scan.text.find("\n", stretch.start) + 1
                for _ in range(source.count("\n", 0, m.start())):
                    place = scan.text.find("\n", place) + 1
                faults.append(
                    Fault(place, f"a session of Python is a ```python block and its output, not {language}")
                )
        found.append(
            Fence(
                language,
                title,
                source,
                stretch.start,
                stretch.end,
                line,
                stretch.prefix or "",
                stretch.marker,
                lines,
            )
        )
    return found, faults


def _source(text: str, stretch: Stretch) -> str:
    """The inner lines without what stands before them."""
    prefix = stretch.prefix or ""
    inner = text[stretch.start : stretch.end].split("\n")[1:-1]
    return "".join((line[len(prefix) :] if line.startswith(prefix) else "") + "\n" for line in inner)


def _info(info: str) -> tuple[str, str, str] | str:
    """Language, title and marked lines of an info string, or what is wrong with it."""
    m = INFO.match(info)
    if not m:
        return f'the line ```{info} is not rendered as a block: write ```python title="…"'
    classes, options = [m["language"]] if m["language"] else [], {}
    if m["braces"] is not None:
        at = 0
        while at < len(m["braces"]):
            part = ATTRIBUTE.match(m["braces"], at)
            if not part:
                return f"the braces of ```{info} cannot be read from {m['braces'][at:]!r} on"
            at = part.end()
            if part[1]:
                options[part[1]] = part[2] or part[3] or part[4] or ""
            elif part[5] and part[5].startswith("."):
                classes.append(part[5][1:])
    for name, double, single in OPTION.findall(m["options"] or ""):
        options[name] = double or single
    for name in classes[1:]:
        if name not in CLASSES:
            return (
                f"a fence has no class .{name}: it could hide the block; known: {', '.join(sorted(CLASSES))}"
            )
    for name, value in options.items():
        if name not in OPTIONS or not OPTIONS[name].fullmatch(value):
            return f"a fence has no option {name}={value!r}; known: {', '.join(OPTIONS)}"
    lines = " ".join(f"{name} {options[name]}" for name in ("hl_lines", "linenums") if name in options)
    return (classes[0].lower() if classes else "", options.get("title", ""), lines)
