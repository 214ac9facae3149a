"""Chinese typography: spaces between scripts, full-width marks, quotes, ranges, units, one line a paragraph.

The rules read what is seen, so they hold inside admonitions, tabs, lists, tables, titles and drawings alike.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.page.shown import CODE, COUNT, FORMULA, seen
from lessonproof.problem import Problem

CHINESE = "zh"
HAN = "[\u3400-\u4dbf\u4e00-\u9fff〇]"
LATIN = "[A-Za-z0-9]"
THING = f"[{CODE}{FORMULA}{COUNT}]"
MARKS = "，。；：？！、）”》’"  # close or part
UNITS = "ms|us|μs|ns|GB|MB|KB|TB|GiB|MiB|KiB|Hz|GHz|MHz|TFLOPS|FLOPs|px|W"


class Rule(NamedTuple):
    """What is wrong, and how it is written."""

    wrong: re.Pattern[str]
    right: str


RULES = [
    Rule(re.compile(f"{HAN}{LATIN}|[A-Za-z0-9%]{HAN}"), "a space between 中文 and Latin letters or digits"),
    Rule(re.compile(f"{HAN}{THING}|{THING}{HAN}"), "a space between 中文 and code, a formula or a count"),
    Rule(
        re.compile(
            f"{HAN}[,;:!?]|(?:{THING}|[A-Za-z0-9%)\\]])[,;:!?][ ]?{HAN}|(?<![A-Za-z0-9%)])[,;!?]{HAN}"
        ),
        "full-width marks in Chinese: ，；：！？",
    ),
    Rule(
        re.compile(rf"{HAN}\.(?=\s|$)|(?<=[A-Za-z0-9)%{CODE}{FORMULA}])(?<!al)\.$"),
        "a Chinese sentence ends with 。",
    ),
    Rule(
        re.compile(rf"{HAN}[ ]?\(|\){HAN}|\([^()\n]*{HAN}[^()\n]*\)"),
        "full-width brackets （） in Chinese; a shape is code",
    ),
    Rule(
        re.compile(rf"[ \t][{MARKS}]|[（“《‘][ \t]|[{MARKS}（“《‘][ \t]+(?=[^\s|])"),
        "no space beside a full-width mark",
    ),
    Rule(re.compile(r"\d[ ]?[~〜][ ]?\d"), "a range is written 3～5"),
    Rule(re.compile(rf"(?<![\d.-])\d+[-–—]\d+[ ]?{HAN}"), "a range is written 3～5"),
    Rule(re.compile("[「」『』]"), "quotes are “” and ‘’"),
    Rule(re.compile(f"{HAN}[\"']|[\"']{HAN}"), "quotes are “” and ‘’"),
    Rule(re.compile(r"。。+|\.\.\.|(?<!…)…(?!…)|…{3,}"), "an ellipsis is ……"),
    Rule(re.compile(f"{HAN}[ ]?--?[ ]?{HAN}|(?<!—)—(?!—)|—{{3,}}|{HAN}[ ]?–[ ]?{HAN}"), "a dash is ——"),
    Rule(re.compile(rf"\d(?:{UNITS})(?![A-Za-z])"), "a space between number and unit"),
    Rule(re.compile(r"\d[ ]+[%‰]"), "no space before %"),
    Rule(re.compile("[０-９Ａ-Ｚａ-ｚ％]"), "half-width letters and digits"),
    Rule(re.compile("您"), "the reader is 你"),
    Rule(
        re.compile(r"[(（][A-Z0-9][a-z_]?\s?[,，]\s?[A-Z0-9](?:[^()（）\n]*)[)）]"),
        "a shape is code or a formula: `(N, L, D)`",
    ),
    Rule(re.compile(r"\n"), "a paragraph is one line: a break shows as a space"),
]
BOLD = re.compile(r"\*\*(?P<inside>[^*\n]+?)\*\*")
OUTSIDE = "brackets, quotes and marks stand outside bold"
SHAPE = re.compile(
    r"\([\w-]+(?:, [\w-]+)+,?\)", re.A
)  # drawings hold no code: shapes stand there as they are
HAS_HAN = re.compile(HAN)
LINK_ALONE = re.compile(r"[^\n]*\[[^\[\]\n]*\]\([^()\s]*\)(?:\{[^}\n]*\})?[ \t]*\n")  # a title or a button


def typography(course: Course) -> list[Problem]:
    """What is written otherwise than Chinese is set here."""
    return [
        problem
        for language, _, page in course.every_page()
        if language == CHINESE
        for problem in of_page(page)
    ]


def of_page(page: Page) -> list[Problem]:
    """One Chinese page."""
    prose = page.scan.prose(keep=["code span"])
    found = [
        (passage.place(at), right, around)
        for passage in page.words
        for at, right, around in broken(passage.text, passage.kind == "drawn")
        if passage.text[at] != "\n" or not _heads(page, passage.place(at))
    ]
    found += [(m.start(), OUTSIDE, m[0]) for m in BOLD.finditer(prose) if _sticks(m, prose)]
    return [
        page.problem(page.line(place), f"column {page.column(place)}: {right}; here …{seen(around)}…")
        for place, right, around in sorted(found)
    ]


def broken(text: str, drawn: bool = False) -> Iterator[tuple[int, str, str]]:
    """Where visible words break which rule, and what stands around."""
    read = SHAPE.sub(lambda m: CODE * len(m[0]), text) if drawn else text
    for rule in RULES if HAS_HAN.search(text) else []:
        for m in rule.wrong.finditer(read):
            yield m.start(), rule.right, text[max(0, m.start() - 4) : m.end() + 4].strip()


def _heads(page: Page, place: int) -> bool:
    """Whether the line that ends there is a link alone, a title of what follows or a button."""
    line = page.text.rfind("\n", 0, place) + 1
    return bool(LINK_ALONE.fullmatch(page.text, line, place + 1))


def _sticks(bold: re.Match[str], text: str) -> bool:
    """Whether bold ends or begins with a mark where a word stands next to it: some Markdown shows asterisks there."""
    before, after = text[bold.start() - 1 : bold.start()], text[bold.end() : bold.end() + 1]
    ends = bold["inside"][-1] in MARKS and re.match(r"\w", after)
    begins = bold["inside"][0] in "（“《‘" and re.match(r"\w", before)
    return bool(ends or begins)
