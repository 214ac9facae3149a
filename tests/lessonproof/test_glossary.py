"""The glossary shows every term of the file once, in both languages, each under its own anchor."""

import re
import tomllib
from pathlib import Path

import markdown
import pytest

from lessonproof.markdown.glossary import groups

ROOT = Path(__file__).parents[2]
TERMS = (ROOT / "docs/data/terms.toml").read_text(encoding="utf-8")
SITE = ["attr_list", "tables"]
TOML = """# what the fields mean
# ---- first words
[mask]
zh = "掩码"
en = "mask"
ex = "掩码 `keep` 决定看什么。"
en_ex = "A mask decides."

[head]
zh = "头"
en = "head"
ex = "八个头。"
en_ex = "Eight heads."
# ---- more
[axis]
zh = "轴"
en = "axis"
ex = "轴。"
en_ex = "An axis."
"""


def render(text, data, language):
    options = {"lessonproof.markdown.glossary": {"data": str(data), "language": language}}
    names = [*SITE, "lessonproof.markdown.glossary"]
    return markdown.markdown(text, extensions=names, extension_configs=options)


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


def test_a_group_is_the_terms_below_its_line():
    assert groups(TOML) == {"first words": ["mask", "head"], "more": ["axis"]}


@pytest.mark.parametrize(
    ("language", "row"),
    [
        (
            "zh",
            '<td><strong id="mask">掩码</strong> mask</td>\n<td>掩码 <code>keep</code> 决定看什么。</td>',
        ),
        ("en", '<td><strong id="mask">mask</strong> 掩码</td>\n<td>A mask decides.</td>'),
    ],
)
def test_a_row_is_a_term_in_the_order_of_the_language(language, row, data):
    html = render("a\n\n<!-- glossary: first words -->\n\nb", data, language)
    assert row in html
    assert re.findall(r'<strong id="([\w-]+)">', html) == ["mask", "head"]
    assert html.index("<p>a</p>") < html.index("<table>") < html.index("<p>b</p>")


def test_a_word_that_both_languages_share_stands_there_once(data):
    data.write_text(TOML.replace('zh = "轴"', 'zh = "axis"'), encoding="utf-8")
    assert '<td><strong id="axis">axis</strong></td>' in render("<!-- glossary: more -->", data, "en")


def test_a_directive_in_code_is_text(data):
    assert "<table>" not in render("`<!-- glossary: more -->`", data, "en")


def test_an_unknown_group_is_refused(data):
    with pytest.raises(ValueError, match=r"terms\.toml has no group 'words': it has first words, more"):
        render("<!-- glossary: words -->", data, "en")


def test_a_term_without_its_sentence_is_refused(data):
    data.write_text(TOML.replace('en_ex = "An axis."\n', ""), encoding="utf-8")
    assert "轴。" in render("<!-- glossary: more -->", data, "zh")
    with pytest.raises(ValueError, match=r"terms\.toml: the term axis has no en_ex"):
        render("<!-- glossary: more -->", data, "en")


def test_missing_terms_are_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"the terms are not in .*none\.toml"):
        render("<!-- glossary: more -->", tmp_path / "none.toml", "en")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_every_term_once(language):
    page = (ROOT / f"docs/{language}/reference/glossary.md").read_text(encoding="utf-8")
    html = render(page, ROOT / "docs/data/terms.toml", language)
    assert re.findall(r'<strong id="([\w-]+)">', html) == list(tomllib.loads(TERMS))


def test_every_sentence_uses_its_term():
    terms = tomllib.loads(TERMS)
    assert [key for key, term in terms.items() if term["zh"] not in term["ex"]] == []
    assert [key for key, term in terms.items() if term["en"].lower() not in term["en_ex"].lower()] == []
