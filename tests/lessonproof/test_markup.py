"""Markup that could hide what was proved, or feign that something was."""

import pytest

from lessonproof.page import Page


def problems(text):
    return [(problem.line, problem.text) for problem in Page(text, "page.md").problems]


REFUSED = {
    "hidden": ("a\n\n<div hidden markdown>\n\nb\n\n</div>\n", 3, "<div hidden markdown> could hide what it holds"),
    "hidden behind a class": ('<div class="small" hidden markdown>\n</div>\n', 1, "could hide what it holds"),
    "aria-hidden": ('<div markdown aria-hidden="true">\n</div>\n', 1, "could hide what it holds"),
    "style": ('a <b style="display:none">1</b>\n', 1, '<b style="display:none"> could hide'),
    "unknown class": ('<div class="actions md-hidden" markdown>\n</div>\n', 1, "known classes: actions"),
    "no Markdown inside": ("<div>\n`1`{ data-proof=\"x\" }\n</div>\n", 1, "could hide what it holds"),
    "tag over two lines": ("<div\nhidden markdown>\n</div>\n", 1, "could hide what it holds"),
    "tag in a tag": ('<div class="<" hidden markdown>\n</div>\n', 1, "could hide what it holds"),
    "a tag with an end of its own": ("<div.a hidden>x</div.a>\n", 1, "<div.a is written in Markdown"),
    "table": ("<table><tr><td>1</td></tr></table>\n", 1, "<table is written in Markdown"),
    "figure": ("<figure markdown>\n</figure>\n", 1, "<figure is written in Markdown"),
    "sample": ("a <samp>1</samp>\n", 1, "<samp is written in Markdown"),
    "keys": ("a <KBD>1</KBD>\n", 1, "<KBD is written in Markdown"),
    "teletype": ("a <tt>1</tt>\n", 1, "<tt is written in Markdown"),
    "output": ("a <output>1</output>\n", 1, "<output is written in Markdown"),
    "declaration": ("<!DOCTYPE x>\n", 1, "<! is written in Markdown"),
    "word": ("**a**{ hidden }\n", 1, "{ hidden } could hide what it stands at"),
    "attribute": ("[a](b.md){ hidden=hidden }\n", 1, "{ hidden=hidden } could hide"),
    "id": ("[a](b.md){ #a style=x }\n", 1, "{ #a style=x } could hide"),
    "class": ("a\n{ .nothing }\n", 2, "known classes: actions, aha"),
    "class and word": ("a\n{ .small hidden }\n", 2, "could hide"),
    "item": ("- a\n{ hidden }\n", 2, "could hide"),
    "cell": ("| a |\n|---|\n| x { hidden } |\n", 3, "could hide"),
    "last cell": ("a | b\n--|--\nx | y { hidden }\n", 3, "could hide"),
    "behind a proof": ('`1`{ data-proof="x" }\n{ hidden }\n', 2, "could hide"),
    "fence": ("```{ .python .md-hidden }\nx\n```\n", 1, "a fence has no class .md-hidden"),
    "admonition": ("!!! hidden\n    a\n", 1, "no admonition is called hidden"),
    "alt text": ('![`1`{ data-proof="x" }](a.svg)\n', 1, "1 stands in the alt text"),
    "formula": ('a\n\n$$\n`1`{ data-proof="x" }\n$$\n', 4, "1 stands in the formula"),
    "environment": ('\\begin{align}\n`1`{ data-proof="x" }\n\\end{align}\n', 2, "1 stands in the formula"),
    "title of output": ('a\n\n```yaml title="Output"\n1\n```\n', 3, "'yaml' is shown, not compared"),
    "Chinese title of output": ('```bash title="输出"\n1\n```\n', 1, "'bash' is shown, not compared"),
    "session": ("```bash\na\n>>> 1 + 1\n3\n```\n", 3, "a session of Python is a ```python block"),
    "session in a list": ("- a\n\n    ```json\n    In [1]: x\n    ```\n", 4, "a session of Python"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), REFUSED.values(), ids=REFUSED)
def test_what_could_hide_or_feign_is_refused(text, line, said):
    found = problems(text)
    assert any(at == line and said in message for at, message in found), found


@pytest.mark.parametrize(
    "text",
    [
        '<div class="actions" markdown>\n[a](b.md){ .md-button .md-button--primary }\n</div>\n',
        "<div markdown>\na\n</div>\n",
        "x<sup>2</sup>, H<sub>2</sub>O<br>and<br/>b <b>c</b>\n",
        "a <b and c <d, 1 < 2 > 0\n",
        "see <https://a.example/b?c=<> and <a.b@c.example>\n",
        "`<div hidden>` and $a <b> c$ and \\<div hidden>\n",
        "```html\n<div hidden>\n```\n",
        "a\n{ .aha }\n",
        "the set {a, b}\n\n{a, b}\n\nthe set {x=0.5} is\n",
        "**a** {proof:versions.torch} and `b`{ .small }\n",
        "$x$ in $\\{a\\}$, $W_{o}$\n",
        "| {a} b | c {d} e |\n|---|---|\n",
        "!!! note inline end\n    a\n",
        '```bash title="Build"\nmake > x\necho >> y\n```\n',
        "```{ .python .annotate }\nx = 1\n```\n",
        "a\n\n$$\nx\n$$\n\n\\begin{align}\na\n\\end{align}\n",
        "![a `b` c](d.svg)\n",
    ],
)
def test_honest_markup(text):
    assert problems(text) == []
