"""Formulas keep every character their fonts need, and downloads lie where their links point."""

import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from tools.places import HERE
from tools.problem import Problem
from tools.site import after

KATEX = HERE.node_modules / "katex/dist"


def page(formula):
    return (
        '<p>prose XYZ <span class="arithmatex"><span class="katex"><span class="katex-mathml">'
        "<math><mi>M</mi></math></span>"
        f'<span class="katex-html" aria-hidden="true">{formula}</span></span></span> QRS</p>'
    )


def test_the_characters_are_those_of_formulas_alone(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        page("<span class='x y'>a</span><svg><path d='M0'/></svg>&#8868;<br/>b")
    )
    (tmp_path / "a/index.html").write_text(page('<span class="mord">√</span>1') + page("c"), encoding="utf-8")
    (tmp_path / "prose.html").write_text("<p>katex zzz</p>")
    assert after.formula_characters(tmp_path) == "1abc√⊤"


@pytest.fixture(scope="module")
def styles(tmp_path_factory):
    folder = tmp_path_factory.mktemp("styles")
    after.formula_styles(KATEX, folder, "√⊤Qαd14()")
    return folder


def drawn(font):
    return {chr(code) for code in TTFont(BytesIO(font.read_bytes())).getBestCmap()}


def test_fonts_keep_what_formulas_show_and_little_else(styles):
    for name, characters in {"Main-Regular": "√⊤Q14()", "Math-Italic": "Qαd", "Size1-Regular": "()√"}.items():
        kept = drawn(styles / f"fonts/KaTeX_{name}.woff2")
        assert set(characters) <= kept
        assert kept <= set("√⊤Qαd14() \xa0")
    whole = sum(font.stat().st_size for font in KATEX.glob("fonts/*.woff2"))
    assert sum(font.stat().st_size for font in styles.glob("fonts/*.woff2")) < whole / 4


def test_a_kept_glyph_is_the_very_glyph(styles):
    for name, character in (("Main-Regular", "Q"), ("Math-Italic", "α")):
        fonts = [TTFont(BytesIO((f / f"fonts/KaTeX_{name}.woff2").read_bytes())) for f in (KATEX, styles)]
        before, now = (
            font["glyf"][font.getBestCmap()[ord(character)]].getCoordinates(font["glyf"]) for font in fonts
        )
        assert before[0] == now[0]
        assert (
            fonts[0]["hmtx"][fonts[0].getBestCmap()[ord(character)]][0]
            == (fonts[1]["hmtx"][fonts[1].getBestCmap()[ord(character)]][0])
        )


def test_the_style_sheet_names_exactly_the_fonts_that_are_there(styles):
    css = (styles / "katex.min.css").read_text(encoding="utf-8")
    named = re.findall(r"url\(([^)]+)\)", css)
    assert sorted(named) == sorted(f"fonts/{font.name}" for font in styles.glob("fonts/*"))
    rules = (KATEX / "katex.min.css").read_text(encoding="utf-8").split("@font-face{")[-1].split("}", 1)[1]
    assert css.endswith(rules), "the rules of formulas are untouched"


def test_a_site_without_formulas_has_no_fonts(tmp_path):
    after.formula_styles(KATEX, tmp_path / "katex", "")
    assert not list((tmp_path / "katex/fonts").iterdir())
    assert "@font-face" not in (tmp_path / "katex/katex.min.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("missing", ["everything", "style", "a font", "the fonts"])
def test_damaged_styles_are_a_fault(tmp_path, missing):
    source = tmp_path / "dist"
    if missing != "everything":
        (source / "fonts").mkdir(parents=True)
        if missing != "style":
            (source / "katex.min.css").write_text((KATEX / "katex.min.css").read_text())
        if missing != "the fonts":
            for font in list(KATEX.glob("fonts/*.woff2"))[missing == "a font" :]:
                (source / "fonts" / font.name).write_bytes(font.read_bytes())
    told = r"^KaTeX's styles in node_modules are damaged; remove node_modules and try again$"
    with pytest.raises(Problem, match=told):
        after.formula_styles(source, tmp_path / "out", "a")


def test_a_font_that_is_none_is_a_fault(tmp_path):
    (tmp_path / "dist/fonts").mkdir(parents=True)
    (tmp_path / "dist/fonts/A.woff2").write_bytes(b"no font")
    (tmp_path / "dist/katex.min.css").write_text("@font-face{src:url(fonts/A.woff2)}")
    with pytest.raises(Problem, match=r"^the fonts of formulas cannot be cut down: .*Not a .* font"):
        after.formula_styles(tmp_path / "dist", tmp_path / "out", "a")


def test_both_sites_get_the_same_styles_and_their_own_downloads(tmp_path, monkeypatch):
    here = type(HERE)(tmp_path)
    (tmp_path / "node_modules").symlink_to(HERE.node_modules)
    (tmp_path / "tools").symlink_to(HERE.root / "tools")
    (tmp_path / ".venv").symlink_to(HERE.venv)
    monkeypatch.setattr(after, "HERE", here)
    sites = {language: tmp_path / "sites" / language for language in ("zh", "en")}
    for language, site in sites.items():
        (site / "learn/lesson").mkdir(parents=True)
        (site / "learn/lesson/index.html").write_text(page("a" if language == "zh" else "b"))
        lesson = here.build / "downloads" / language / "learn/lesson"
        lesson.mkdir(parents=True)
        (lesson / "example_01.py").write_text(f"# {language}")
    after.finish(sites)
    for language, site in sites.items():
        assert (site / "learn/lesson/example_01.py").read_text() == f"# {language}"
        assert drawn(site / "assets/katex/fonts/KaTeX_Math-Italic.woff2") >= {"a", "b"}
