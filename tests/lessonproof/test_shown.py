import pytest

from lessonproof.page import Page
from lessonproof.page.shown import CODE, COUNT, FORMULA, PICTURE, seen

SIGNS = {"c": CODE, "f": FORMULA, "n": COUNT, "p": PICTURE}


def words(text):
    """Kind and visible words of each passage; ⟨c⟩ for code, ⟨f⟩ for a formula and so on."""
    found = []
    for passage in Page(text, "page.md").layout.passages:
        shown = passage.text
        for letter, sign in SIGNS.items():
            shown = shown.replace(sign, f"⟨{letter}⟩")
        found.append((passage.kind, shown))
    return found


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**头**（head）的*轴*和 _序_", "头（head）的轴和 序"),
        ("a `x`{ data-proof=\"y\" } b", "a ⟨c⟩ b"),
        ("a ``x ` y`` b", "a ⟨c⟩ b"),
        ("a $x$ and \\(y\\) b", "a ⟨f⟩ and ⟨f⟩ b"),
        ("$\\frac{1}{2}$, \\$5", "⟨f⟩, $5"),
        ("见[掩码](a.md#b \"t\")一节", "见掩码一节"),
        ("[`a[0]`](x.md) b", "⟨c⟩ b"),
        ("[a](x_(y).md) b", "a b"),
        ("[a](<x y.md>) b", "a b"),
        ("[a][b] c", "a c"),
        ("![alt](a.svg) b", "⟨p⟩ b"),
        ("{proof:languages.zh.blocks} b", "⟨n⟩ b"),
        ("0&#46;5 a&nbsp;b &unknown; c", "0.5 a\u00a0b &unknown; c"),
        ("x<sup>2</sup> <b title=\"t\">b</b>", "x^2 b"),
        ("see https://a.example/0.5 and <https://b.example>", "see  and "),
        ("\\*0.5\\*", "*0.5*"),
        ("snake_case 2 * 3", "snake_case 2 * 3"),
        ("words\n{ .small }", "words"),
        ("**a**{ .small } b", "a b"),
        ("words { .small }", "words { .small }"),
        ("the set {x=0.5} is", "the set {x=0.5} is"),
        ("{x=0.5} is", "{x=0.5} is"),
    ],
)  # fmt: skip
def test_a_reader_sees_no_markup(text, shown):
    assert words(text + "\n")[0] == ("paragraph", shown.rstrip())


LAYOUT = """---
title: t
---
# One { #one }

first line
second line
{ .small }

- item
- [ ] open

    its paragraph

1. step

> quoted
> on

!!! note "A title"
    inside

    ??? bug "`x` **b**"
        deeper

=== "Tab"

    words

| a | b |
|:--|--:|
| 1 | `|` |

c | d
--|--
e | f

$$
x
$$

<div class="a" markdown>
in html
</div>

```python
# no words
```

[id]: x.md "t"
"""


def test_every_kind_of_passage():
    assert words(LAYOUT) == [
        ("heading", "One"),
        ("paragraph", "first line\nsecond line"),
        ("item", "item"),
        ("item", "[ ] open"),
        ("paragraph", "its paragraph"),
        ("item", "step"),
        ("paragraph", "quoted\non"),
        ("title", "A title"),
        ("paragraph", "inside"),
        ("title", "⟨c⟩ b"),
        ("paragraph", "deeper"),
        ("title", "Tab"),
        ("paragraph", "words"),
        ("row", "| a | b |"),
        ("row", "| 1 | ⟨c⟩ |"),
        ("row", "c | d"),
        ("row", "e | f"),
        ("paragraph", "⟨f⟩"),
        ("paragraph", "in html"),
        ("title", "t"),
    ]


def test_containers_and_rows():
    layout = Page(LAYOUT, "page.md").layout
    assert [str(c) for c in layout.containers] == ["!!! note", "??? bug, 1 deep", "==="]
    assert [(row.cells, row.columns) for row in layout.rows] == [
        (2, ""), (2, ":- -:"), (2, ""), (2, ""), (2, "- -"), (2, "")
    ]  # fmt: skip


def test_each_character_knows_its_place():
    page = Page(LAYOUT, "page.md")
    visible = [(passage, i) for passage in page.layout.passages for i in range(len(passage.text))]
    assert len(visible) == 130
    for passage, i in visible:
        character = passage.text[i]
        if character not in SIGNS.values():
            assert page.text[passage.place(i)] == character, (passage, i)


def test_line_and_column():
    page = Page("# a { #a }\n\n    b **c** d\n", "page.md")
    passage = page.layout.passages[1]
    place = passage.place(passage.text.index("d"))
    assert (page.line(place), page.column(place)) == (3, 13)


def test_words_of_markup_belong_to_their_paragraph():
    page = Page('a\n\nb ![alt 1](x.svg "t 2") <b title="t 3">c</b>\n', "page.md")
    assert [(p.kind, p.text, p.within) for p in page.layout.passages if p.kind in ("alt text", "title")] == [
        ("alt text", "alt 1", 3), ("title", "t 2", 3), ("title", "t 3", 3)
    ]  # fmt: skip


def test_titles_of_fences_and_texts_of_drawings_are_words():
    text = '---\ntitle: T\ndescription: D.\n---\n\n<!-- figure: a = draw(x, ["one"], f"no", " ", title=\'two "2"\') -->\n\n'
    text += '```python title="a.py"\nx\n```\n\n```python title="Three"\nx\n```\n'
    page = Page(text, "page.md")
    assert [(p.kind, p.text) for p in page.words] == [
        ("title", "T"), ("title", "D."), ("drawn", "one"), ("drawn", 'two "2"'), ("title", "Three")
    ]  # fmt: skip
    for passage in page.words:
        assert page.text.startswith(passage.text, passage.place(0))


def test_signs_are_shown_in_messages():
    assert seen(f"a{CODE}{FORMULA}{COUNT}{PICTURE}\nb") == "a`…`$…${proof:…}![…]↵b"
