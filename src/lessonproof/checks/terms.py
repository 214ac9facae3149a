"""Terms: `terms.toml` says which word is used for what and which never; `filler.toml` which words say nothing."""

import re
from collections.abc import Iterator
from typing import Any

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.problem import Problem

TABLE, FILLER = "terms.toml", "filler.toml"
CHINESE = "zh"
LATIN = re.compile(r"[A-Za-z][A-Za-z' -]*")
GLOSS = re.compile(  # a word in Latin letters, not a value, a symbol or a Chinese remark
    r"（(?!(?:True|False|None)\b|[A-Z]\b|[a-z]）)(?=[A-Za-z][^（）\n\u4e00-\u9fff]*）|[a-z]{2})[^（）\n]*）"
)
FIELDS = {"zh", "en", "first", "forbid", "warn", "allow", "en_forbid", "note", "ex", "en_ex", "basis"}


class Terms:
    """The words of a course."""

    def __init__(self, terms: dict[str, dict[str, Any]], filler: dict[str, dict[str, list[str]]]) -> None:
        self.terms, self.filler = terms, filler

    def errors(self, text: str, language: str) -> Iterator[tuple[int, str]]:
        """Words that must not stand there, and where."""
        for term in self.terms.values():
            wrong, right = ("forbid", "zh") if language == CHINESE else ("en_forbid", "en")
            allow = term.get("allow", []) if language == CHINESE else []
            for word in term.get(wrong, []):
                yield from (
                    (at, f"{word!r} is not our word: write {term[right]}") for at in hits(text, word, allow)
                )
        filler = self.filler.get(language, {})
        allow = [words.lower() for words in filler.get("allow", [])]
        for word in filler.get("words", []):
            found = hits(text.lower(), word.lower(), allow)
            yield from ((at, f"{word!r} says nothing: leave it out") for at in found)
        if language == CHINESE:
            yield from self.glosses(text)

    def advice(self, text: str) -> Iterator[tuple[int, str]]:
        """Chinese words that are only sometimes wrong, and where; first forms quote some on purpose."""
        firsts = [term["first"] for term in self.terms.values()]
        for term in self.terms.values():
            allow = [*term.get("allow", []), *firsts]
            for word in term.get("warn", []):
                yield from ((at, f"{word!r}: is {term['zh']} meant?") for at in hits(text, word, allow))

    def glosses(self, text: str) -> Iterator[tuple[int, str]]:
        """First uses in another form than the term's own; the longest term before the bracket counts."""
        for m in GLOSS.finditer(text):
            before = text[: m.start()]
            known = [
                term for term in self.terms.values() if before.endswith(term["zh"]) and "（" in term["first"]
            ]
            if known:
                term = max(known, key=lambda term: len(term["zh"]))
                if not text[: m.end()].endswith(term["first"]):
                    yield m.start(), f"{term['zh']}{m[0]}: the first use is written {term['first']}"

    def faults(self) -> list[str]:
        """What is wrong with the terms themselves."""
        found: list[str] = []
        forbidden: dict[str, str] = {}
        for name, term in self.terms.items():
            missing = {"zh", "en", "first", "forbid", "note"} - term.keys()
            unknown = term.keys() - FIELDS
            found += [f"{name}: has no {field}" for field in sorted(missing)]
            found += [f"{name}: no field is called {field}" for field in sorted(unknown)]
            if missing:
                continue
            if not term["first"].startswith(term["zh"]):
                found.append(f"{name}: its first use does not begin with {term['zh']}")
            if term["zh"] not in term.get("ex", term["zh"]):
                found.append(f"{name}: its example has no {term['zh']}")
            for word in term["forbid"]:
                if word in forbidden:
                    found.append(f"{name}: {word} is forbidden by {forbidden[word]} too")
                forbidden[word] = name
        if not found:
            for name, term in self.terms.items():
                for field, language in (
                    ("zh", CHINESE),
                    ("first", CHINESE),
                    ("ex", CHINESE),
                    ("en", "en"),
                    ("en_ex", "en"),
                ):
                    said = [said for _, said in self.errors(term.get(field, ""), language)]
                    found += [f"{name}: {field} breaks the rules: {one}" for one in said]
        return found


def terms(course: Course) -> list[Problem]:
    """Words on pages that the tables forbid, and what is wrong with the table."""
    words = Terms(course.table(TABLE), course.table(FILLER))
    table = f"{course.docs.name}/{course.data.name}/{TABLE}"
    found = [Problem(table, 0, fault) for fault in words.faults()]
    for language, _, page in course.every_page():
        found += _at(page, lambda text, language=language: words.errors(text, language))
    return found


def advice(course: Course) -> list[Problem]:
    """Words that are only sometimes wrong: for authors to look at."""
    words = Terms(course.table(TABLE), {})
    pages = [page for language, _, page in course.every_page() if language == CHINESE]
    return [problem for page in pages for problem in _at(page, words.advice)]


def hits(text: str, word: str, allow: list[str]) -> Iterator[int]:
    """Where a word stands, not inside a longer Latin word and not inside what is allowed."""
    if word not in text:
        return
    excused = [span for longer in allow if word in longer for span in _spans(text, longer)]
    whole = LATIN.fullmatch(word)
    for start, end in _spans(text, word):
        inside = whole and (text[start - 1 : start].isascii() and text[start - 1 : start].isalnum())
        inside = inside or (whole and text[end : end + 1].isascii() and text[end : end + 1].isalnum())
        if not inside and not any(a <= start and end <= b for a, b in excused):
            yield start


def _spans(text: str, word: str) -> Iterator[tuple[int, int]]:
    at = text.find(word)
    while at >= 0:
        yield at, at + len(word)
        at = text.find(word, at + 1)


def _at(page: Page, found: Any) -> list[Problem]:
    """Problems of a page, each with line and column."""
    return [
        page.problem(page.line(place), f"column {page.column(place)}: {said}")
        for passage in page.words
        for at, said in found(passage.text)
        for place in (passage.place(at),)
    ]
