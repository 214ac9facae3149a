"""Numbers in words, as somebody typed them: which of them claim something, and which only name something.

What claims is a decimal, a percentage, a number in scientific notation or with a word of size, an integer from 1,000
on, or a tuple of numbers. `APART` is the whole list of what only names: versions, sections, years, dates, identifiers.
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

FORMS = {0xFF0E: ".", 0xFF05: "%", 0xFF0B: "+", 0xFF0D: "-", 0x2212: "-"} | {
    0xFF10 + n: str(n) for n in range(10)
}
LARGE = 1000
SIZES = {"K": 3, "k": 3, "M": 6, "B": 9, "G": 9, "T": 12, "千": 3, "万": 4, "亿": 8, "万亿": 12}
SIZES |= {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
SEPARATORS = ",_'\u00a0\u2009\u202f"  # between thousands
NUMBER = re.compile(
    rf"(?P<sign>(?<![\w.)\]%\ufdd1-\ufdd4])[-+])?"
    rf"(?:(?P<whole>\d{{1,3}}(?:[{SEPARATORS}]\d{{3}})+(?!\d)|\d+)(?P<part>\.\d+)?|(?<![\w.])(?P<bare>\.\d+))"
    rf"(?P<exponent>[eE][-+]?\d+|\s?[×x·*]\s?10(?=[\^⁰¹²³⁴-⁹⁻])[-^⁻+\d⁰¹²³⁴-⁹{{}}]*)?"
    rf"(?P<unit>\s?[%‰]|\s(?:percent|per cent)\b|\s?(?:万亿|[万亿]|千(?![克米瓦赫兆]))"
    rf"|\s(?:thousand|million|billion|trillion)\b|[KkMBGT](?![A-Za-z\d]))?"
)
SPELLED = re.compile(r"百分之[\d.零〇一二两三四五六七八九十百千点几]+")
VALUE = r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
TUPLE = re.compile(rf"[(（\[]\s*{VALUE}\s*[,，](?:\s*{VALUE}\s*[,，])*\s*(?:{VALUE}\s*)?[)）\]]")
PARTS = r"[1-9]\d?(?:\.\d{1,2}){1,3}(?![\d.]*\s?[%‰])"
SECTION = r"[1-9]\d?(?:\.\d{1,2}){0,3}(?![\d.]*\s?[%‰])"
VERSIONED = "Python|CPython|PyTorch|torch|CUDA|Keras|TensorFlow|NumPy|MkDocs|Unicode|CC BY|CC BY-SA|Apache|[Vv]ersion|版本"
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
YEAR = r"(?:19\d\d|20\d\d|2100)"
APART = {
    "version": re.compile(rf"\b(?:{VERSIONED}) v?\d+(?:\.\d+){{0,3}}|\bv\d+(?:\.\d+)*|\d+(?:\.\d+){{2,}}"),
    "section": re.compile(
        rf"\b(?:[Ss]ections|[Cc]hapters|Tables|Figures|Equations) {PARTS}(?: (?:and|to|or) {PARTS})"
        rf"|(?:\b[Ss]ections?|\b[Cc]hapters?|\bTables?|\bFigures?|\bEquations?|\b[Ff]ootnotes?|\bAppendix|§§?) ?{SECTION}"
        rf"|第? ?{PARTS} ?(?:小节|节(?![省约点能])|章)|第 \d{{1,2}} (?:小节|节(?![省约点能])|章)"
        rf"|(?:(?<![\u4e00-\u9fff])|(?<=[见的和在是与看读]))(?:附录|表|图|式|脚注) {SECTION}"
    ),
    "year": re.compile(
        rf"{YEAR} ?年|\b(?:[Ii]n|[Ss]ince|{MONTHS}) {YEAR}(?=[,.;:)]|$)|© {YEAR}\b"
        rf"|[(（][A-Z][^()（）\d]*[,，] ?{YEAR}[a-z]?[)）]"
    ),
    "date": re.compile(rf"\b{YEAR}-\d\d-\d\d\b"),
    "identifier": re.compile(
        r"\barXiv:\d{4}\.\d{4,5}(?:v\d+)?|\b(?:doi|DOI):? ?10\.\S+|#\d+|\b(?:ISO|RFC|GB/T) \d+"
        r"|\b[A-Z][A-Za-z]+(?:-[A-Za-z]*\d[\w.]*\b)+|[A-Za-z_]\d+(?:\.\d(?!\d))?|\b\d+[A-Z][a-z]+"
    ),
}


@dataclass(frozen=True)
class Typed:
    """A number as it stands in words.

    Attributes:
        text: As written.
        at: Where it begins in the text.
        values: What it says, in a form that compares; several for a tuple, none if only words say it.
        claims: Whether it is of a kind that must be proved or cited wherever it stands.
    """

    text: str
    at: int
    values: tuple[str, ...]
    claims: bool


def typed(text: str) -> list[Typed]:
    """All numbers in words, in order, without those that only name something."""
    plain = text.translate(FORMS)
    taken = [m.span() for kind in APART.values() for m in kind.finditer(plain)]
    found: list[Typed] = []
    for kind, read in ((TUPLE, _tuple), (SPELLED, _spelled), (NUMBER, _number)):
        for m in kind.finditer(plain):
            if not any(start <= m.start() and m.end() <= end for start, end in taken):
                found.append(read(m, text[m.start() : m.end()]))
                taken.append(m.span())
    return sorted(found, key=lambda number: number.at)


def typed_code(code: str) -> Typed | None:
    """What a code span says if it is nothing but a number or a tuple of numbers."""
    plain = code.translate(FORMS).strip()
    if m := NUMBER.fullmatch(plain):
        number = _number(m, code)
        return number if number.claims else None
    try:
        value = ast.literal_eval(re.sub(r"\b(?:nan|inf)\b", "0.0", plain))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None
    if not isinstance(value, tuple | list) or not _all_numbers(value):
        return None
    return Typed(code, 0, tuple(_value(m) for m in NUMBER.finditer(plain)), True)


def stated(texts: Iterable[str]) -> set[str]:
    """Every value that some statements give."""
    return {value for text in texts for number in typed(text) for value in number.values}


class Statement:
    """The numbers that a source states, in order, and how far a passage has cited them.

    The order matters: else a number of the source could stand in the place of another one.
    """

    def __init__(self, text: str) -> None:
        self.values = [value for number in typed(text) for value in number.values]
        self.read = 0

    def goes_on_with(self, number: Typed) -> bool:
        """Whether the number comes next or later; if it does, the statement is read up to there."""
        end = self._end(number, self.read)
        self.read = end or self.read
        return bool(end)

    def says(self, number: Typed) -> bool:
        """Whether the number stands anywhere in the statement."""
        return bool(self._end(number, 0))

    def _end(self, number: Typed, start: int) -> int:
        """Behind which value the number ends, 0 if it is not there; a loss may be told without its sign."""
        if not number.values:
            return 0
        for value in number.values:
            places = range(start, len(self.values))
            start = next((i + 1 for i in places if self.values[i] in (value, f"-{value}")), 0)
            if not start:
                return 0
        return start


def _number(m: re.Match[str], text: str) -> Typed:
    whole = m["whole"] or ""
    large = not whole.isdigit() or int(whole) >= LARGE
    claims = bool(m["part"] or m["bare"] or m["exponent"] or m["unit"] or large)
    lead = len(text) - len(text.lstrip())
    return Typed(text.strip(), m.start() + lead, (_value(m),), claims)


def _tuple(m: re.Match[str], text: str) -> Typed:
    return Typed(text, m.start(), tuple(_value(n) for n in NUMBER.finditer(m[0])), True)


def _spelled(m: re.Match[str], text: str) -> Typed:
    return Typed(text, m.start(), (), True)


def _value(m: re.Match[str]) -> str:
    """A number in the one form in which equal numbers of as many decimals are equal texts."""
    digits = re.sub(f"[{SEPARATORS}]", "", m["whole"] or "0") + (m["part"] or m["bare"] or "")
    unit = (m["unit"] or "").strip()
    power = SIZES.get(unit, 0) + _power(m["exponent"] or "")
    if power:
        digits = f"{(Decimal(digits) * Decimal(10) ** power).normalize():f}"
    share = "‰" if unit == "‰" else "%" if unit and unit not in SIZES else ""
    return ("-" if m["sign"] == "-" else "") + digits + share


def _power(exponent: str) -> int:
    """The power of ten of `e-6`, `× 10⁻⁶` and `× 10^-6`."""
    plain = exponent.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    m = re.search(r"(?:[eE]|10\^?)\{?([-+]?\d+)\}?$", plain)
    return int(m[1]) if m else 0


def _all_numbers(value: object) -> bool:
    """Whether a value is a number or holds nothing but numbers."""
    if isinstance(value, tuple | list):
        return bool(value) and all(_all_numbers(part) for part in value)
    return isinstance(value, int | float) and not isinstance(value, bool)
