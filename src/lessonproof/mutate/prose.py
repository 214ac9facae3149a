"""Lies in words: a number that nobody proved, a figure that its source does not state, a claim that nobody knows."""

import re
from collections.abc import Iterator

from lessonproof.checks.claims import Claim, claims
from lessonproof.checks.numbers import typed_in
from lessonproof.course import Course
from lessonproof.mutate.lie import Lie
from lessonproof.page import Page, Passage
from lessonproof.proof.rewrite import Change

CHECKS = ("numbers", "claims")  # those that should notice
KINDS = ("typed-number", "cited-digit", "cited-claim")
TYPED = ("0.731", "12,345", "3e-7", "45.6%", "`(2, 9)`")


def lies(page: Page, course: Course) -> Iterator[Lie]:
    """Every lie in the words of a page."""
    known, _ = claims(course)
    for passage in page.layout.passages:
        if passage.kind == "paragraph" and re.search(r"\w", passage.text):  # a displayed formula has no words
            for number in TYPED:
                yield _in(passage, "typed-number", page, Change(passage.end, passage.end, f" {number}."))
    for citation in page.citations:
        for passage in page.layout.passages:
            if passage.start == passage.within and passage.start <= citation.start < passage.end:
                yield from _cited(page, passage, [known[id] for id in citation.claims])
        at = page.text.index('data-claim="', citation.start) + len('data-claim="')
        yield Lie("cited-claim", page, citation.start, at, (Change(at, at, "X"),))


def _cited(page: Page, passage: Passage, stated: list[Claim]) -> Iterator[Lie]:
    """Each digit of each figure that a passage takes from its source is one that the source does not have."""
    said = " ".join(text for claim in stated for text in claim.statements)
    for number, start in typed_in(page, passage, {number.start for number in page.numbers}):
        if not number.claims:
            continue
        at = page.text.index(number.text, start)
        for i, digit in enumerate(number.text):
            others = [str((int(digit) + more) % 10) for more in range(1, 10)] if digit.isdecimal() else []
            texts = [f"{number.text[:i]}{other}{number.text[i + 1 :]}" for other in others]
            for text in [text for text in texts if text not in said][:1]:
                yield _in(passage, "cited-digit", page, Change(at, at + len(number.text), text))


def _in(passage: Passage, kind: str, page: Page, change: Change) -> Lie:
    return Lie(kind, page, passage.start, passage.end, (change,))
