"""What twins show beside code: links, pictures, containers, tables, formulas."""

import pytest

from lessonproof.checks.items import tex
from lessonproof.checks.twins import differences
from lessonproof.page import Page

ZH = """# 页 { #top }

见[一](a.md#b)和[二](b.md)，再见[一](a.md#b)。$x$ 和 $y$，又是 $x$。

![图](a.svg)

[出处](bibliography.md#vaswani2017){ data-claim="V2" }

## 一 { #one }

!!! note "注"
    里面

    ??? bug "深"
        更深

=== "甲"

    词

| 甲 | 乙 |
|:--|--:|
| 第 2 行 | 三个头 |

$$
a = b
$$
"""
EN = """# Page { #top }

$y$ and $x$: see [two](b.md), [one](a.md#b), and [one again](a.md#b).

![picture](a.svg)

[source](bibliography.md#vaswani2017){ data-claim="V2" }

## One { #one }

!!! note "A note"
    inside

    ??? bug "deep"
        deeper

=== "A"

    words

| a | b |
|:---|---:|
| row 2 | three heads |

$$
a=b
$$
"""


def compared(english):
    return [str(problem) for problem in differences(Page(ZH, "zh/a.md"), Page(english, "en/a.md"))]


def test_twins_order_and_repeat_as_their_language_does():
    assert Page(ZH, "zh/a.md").problems == Page(EN, "en/a.md").problems == []
    assert compared(EN) == []


BROKEN = {
    "anchor": ("[two](b.md)", "[two](b.md#c)", ["zh/a.md:3: links differ: 'b.md' is missing in section top of en/a.md", "en/a.md:3: links differ: 'b.md#c' is missing in section top of zh/a.md"]),
    "target": ("(a.md#b), and", "(c.md#b), and", ["zh/a.md:3: links differ: 'a.md#b' is missing in section top of en/a.md", "en/a.md:3: links differ: 'c.md#b' is missing in section top of zh/a.md"]),
    "link gone": (", and [one again](a.md#b)", "", ["zh/a.md:3: links differ: 'a.md#b' is missing in section top of en/a.md"]),
    "one link more": ("words", "[words](c.md)", ["en/a.md:19: links differ: 'c.md' is missing in section one of zh/a.md"]),
    "claim": ('"V2"', '"V3"', ["zh/a.md:7: links differ: 'bibliography.md#vaswani2017 cites V2' is missing in section top of en/a.md", "en/a.md:7: links differ: 'bibliography.md#vaswani2017 cites V3' is missing in section top of zh/a.md"]),
    "picture": ("a.svg", "b.svg", ["zh/a.md:5: pictures differ: here 'a.svg', at en/a.md:5 'b.svg'"]),
    "kind of admonition": ("!!! note", "!!! tip", ["zh/a.md:11: containers differ: here '!!! note', at en/a.md:11 '!!! tip'"]),
    "fold that is no fold": ("??? bug", "!!! bug", ["zh/a.md:14: containers differ: here '??? bug, 1 deep', at en/a.md:14 '!!! bug, 1 deep'"]),
    "open fold": ("??? bug", "???+ bug", ["zh/a.md:14: containers differ: here '??? bug, 1 deep', at en/a.md:14 '???+ bug, 1 deep'"]),
    "nesting": ('    ??? bug "deep"\n        deeper', '??? bug "deep"\n    deeper', ["zh/a.md:14: containers differ: here '??? bug, 1 deep', at en/a.md:14 '??? bug'"]),
    "tab gone": ('=== "A"\n\n    words\n', "words\n", ["zh/a.md:17: containers differ: '===' is missing in en/a.md"]),
    "cells": ("| row 2 | three heads |", "| row 2 | three heads | c |", ["zh/a.md:23: table rows differ: here '2 cells', at en/a.md:23 '3 cells'"]),
    "row gone": ("| row 2 | three heads |\n", "", ["zh/a.md:23: table rows differ: '2 cells' is missing in en/a.md", "zh/a.md:23: texts of table row differ: "]),
    "alignment": ("|---:|", "|---|", ["zh/a.md:22: table rows differ: here 'columns :- -:', at en/a.md:22 'columns :- -'"]),
    "digit in a table": ("row 2", "row 3", ["zh/a.md:23: texts of table row differ"]),
    "number in words in a table": ("three heads", "4 heads", ["zh/a.md:23: texts of table row differ"]),
    "block formula": ("a=b", "a=c", ["zh/a.md:25: formulas differ: here 'a=b', at en/a.md:25 'a=c'"]),
    "formula in a line": ("$y$", "$z$", ["zh/a.md:3: formulas differ: 'y' is missing in section top of en/a.md", "en/a.md:3: formulas differ: 'z' is missing in section top of zh/a.md"]),
    "formula in another section": ("inside", "$x$", ["en/a.md:12: formulas differ: 'x' is missing in section one of zh/a.md"]),
    "order of things": ("[source](bibliography.md#vaswani2017){ data-claim=\"V2\" }\n", "", ["zh/a.md:7: links differ"]),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_twin_is_located(old, new, said):
    assert EN.count(old) >= 1
    found = compared(EN.replace(old, new, 1))
    assert len(found) == len(said), found
    for problem, wanted in zip(found, said, strict=True):
        assert problem.startswith(wanted)


def test_containers_and_formulas_keep_their_order():
    one = "# a { #a }\n\n!!! note\n    a\n\n$$\nx\n$$\n"
    two = "# a { #a }\n\n$$\nx\n$$\n\n!!! note\n    a\n"
    (problem,) = differences(Page(one, "zh/a.md"), Page(two, "en/a.md"))
    assert (
        str(problem)
        == "zh/a.md:3: order of things differs: here 'container !!! note', at en/a.md:3 'formula'"
    )


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("a = b", "a=b", True),
        (" a ", "a", True),
        (r"\alpha x", r"\alpha  x", True),
        (r"\alpha x", r"\alphax", False),
        (r"\alpha x", r"\beta x", False),
        (r"\ln 2", r"\ln2", True),
        (r"\tfrac14 (c)", r"\tfrac14(c)", True),
        ("a b", "ab", True),
        ("a_1", "a_2", False),
    ],
)
def test_blanks_of_tex(one, two, same):
    assert (tex(one) == tex(two)) is same
