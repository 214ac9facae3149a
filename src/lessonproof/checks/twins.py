"""Hold the languages of a course together: same pages, headings, code, outputs, numbers, links and formulas."""

from collections import Counter

from lessonproof.checks.items import Item, gathered, items
from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.problem import Problem


def twins(course: Course) -> list[Problem]:
    """Everything in which the second language differs from the first, with both places."""
    found: list[Problem] = []
    for i, first in enumerate(course.languages):
        for second in course.languages[i + 1 :]:
            names = {language: set(course.pages(language)) for language in (first, second)}
            for language, other in ((first, second), (second, first)):
                found += [
                    Problem(f"{course.docs.name}/{language}/{name}", 0, f"has no twin: write {other}/{name}")
                    for name in sorted(names[language] - names[other])
                ]
            for name in sorted(names[first] & names[second]):
                found += differences(course.page(first, name), course.page(second, name))
    return found


def differences(one: Page, two: Page) -> list[Problem]:
    """The first difference of each kind; if there is none, the first in the order of things."""
    ones, twos = items(one), items(two)
    kinds = list(dict.fromkeys(item.kind for item in [*ones, *twos]))
    found = []
    for kind in kinds:
        found += _first(
            _plural(kind), one, [i for i in ones if i.kind == kind], two, [i for i in twos if i.kind == kind]
        )
    found += _apart(one, gathered(one), two, gathered(two))
    if found:
        return found
    orders = [[Item("order", item.mark, item.line) for item in side if item.mark] for side in (ones, twos)]
    return _first("order of things", one, orders[0], two, orders[1])


def _first(what: str, one: Page, ones: list[Item], two: Page, twos: list[Item]) -> list[Problem]:
    """The first place where two lists part."""
    verb = "differs" if what.startswith("order") else "differ"
    for a, b in zip(ones, twos, strict=False):
        if not a.alike(a.text, b.text):
            return [one.problem(a.line, f"{what} {verb}: here {a}, at {two.path}:{b.line} {b}")]
    if len(ones) == len(twos):
        return []
    page, other, rest = (one, two, ones) if len(ones) > len(twos) else (two, one, twos)
    extra = rest[min(len(ones), len(twos))]
    return [page.problem(extra.line, f"{what} {verb}: {extra} is missing in {other.path}")]


def _apart(one: Page, ones: list[Item], two: Page, twos: list[Item]) -> list[Problem]:
    """The first thing of each kind that a section of one page has and the same section of the other has not."""
    found = []
    for kind in ("link", "formula"):
        sides = [[item for item in side if item.kind == kind] for side in (ones, twos)]
        for page, other, here, there in ((one, two, *sides), (two, one, *reversed(sides))):
            counts = Counter((item.section, item.text) for item in there)
            if kind == "formula":  # a language may say it more often
                counts = Counter({key: len(here) for key in counts})
            for item in here:
                counts[item.section, item.text] -= 1
                if counts[item.section, item.text] < 0:
                    where = f"section {item.section} of {other.path}" if item.section else other.path
                    found.append(page.problem(item.line, f"{kind}s differ: {item} is missing in {where}"))
                    break
    return found


def _plural(kind: str) -> str:
    first, _, rest = kind.partition(" of ")
    return f"{first}s of {rest}" if rest else f"{kind}s"
