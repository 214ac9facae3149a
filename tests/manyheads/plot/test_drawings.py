"""What holds for every drawing, whatever it shows, and for the colors it is shown in."""

import re
from pathlib import Path

import pytest
import torch

from manyheads import plot
from manyheads.plot.svg import text_width

ASSETS = Path(__file__).parents[3] / "docs" / "theme" / "assets"
LABEL = "a<b> & c"
WORDS = {"title": 'one "title"', "description": LABEL}
TOKENS = ["我", LABEL, "cats"]
HEADS = (LABEL, "head 1")


def figures(trace):
    eye = torch.eye(8)
    vector = trace.concat[0, 1]
    return {
        "heat_maps": plot.heat_maps(
            trace.weights[0], HEADS, rows=LABEL, columns="k", tokens=TOKENS, outline=1, **WORDS
        ),
        "one_query": plot.one_query(
            trace.scores[0, 0, 1],
            trace.weights[0, 0, 1],
            trace.value[0, 0],
            ["a", "<b>", "c"],
            headers=("k", "<b>", "w", "v"),
            total=LABEL,
            match=plot.Match(trace.query[0, 0, 1], trace.key[0, 0], LABEL, "p"),
            **WORDS,
        ),
        "matrices": plot.matrices(
            [eye, eye],
            [LABEL, "W_O"],
            bands=["rows", "columns"],
            num_heads=2,
            heads=HEADS,
            columns=[(8, LABEL)],
            **WORDS,
        ),
        "split": plot.split(
            3, 8, 2, tokens=["a", "<b>", "c"], captions=(LABEL, "b", "c"), heads=HEADS, **WORDS
        ),
        "shape_strip": plot.shape_strip([(LABEL, trace.query, "N H L d_h"), ("b", vector, "D")], **WORDS),
        "strips": plot.strips(
            [plot.Row(LABEL, vector, split=2), plot.Row("b", vector)], heads=HEADS, **WORDS
        ),
    }


@pytest.fixture(params=["heat_maps", "one_query", "matrices", "split", "shape_strip", "strips"])
def figure(request, example):
    return figures(example)[request.param]


def test_every_public_drawing_is_looked_at(example):
    makers = set(plot.__all__) - {"Figure", "Match", "Row", "fraction"}
    assert set(figures(example)) == makers


def test_a_drawing_fits_a_phone_at_natural_size(figure, read):
    for svg in read(figure).drawings():
        width, height = svg.get("width", ""), svg.get("height", "")
        assert svg.get("viewBox") == f"0 0 {width} {height}"
        assert 0 < int(width) <= 336


def test_a_drawing_is_one_picture_with_a_name(figure, read):
    box = read(figure).box
    assert box.get("role") == "img"
    assert box.get("aria-label") == 'one "title". a<b> & c'


def test_words_are_escaped(figure, read):
    assert "<b>" not in figure.svg
    assert any("<b>" in words for words in read(figure).texts())


def test_nothing_collides_or_carries_its_own_style(figure):
    assert not re.search(r"\s(id|style|fill|stroke|href|onload)=", figure.svg)
    assert "\n" not in figure.svg


def test_words_stand_inside_their_drawing(figure, read):
    for svg in read(figure).drawings():
        for label in svg.iter("text"):
            kinds, words = label.get("class", "").split(), "".join(label.itertext())
            size = 11 if "small" in kinds else 12 if {"quiet", "entry"} & set(kinds) else 13
            x, y, width = float(label.get("x", 0)), float(label.get("y", 0)), text_width(words, size)
            left = x - width * (0 if "start" in kinds else 1 if "end" in kinds else 0.5)
            assert left > -1, words
            assert left + width < float(svg.get("width", 0)) + 1, words
            assert size - 3 <= y <= float(svg.get("height", 0)), words


def test_the_same_tensors_give_the_same_drawing(example):
    assert figures(example) == figures(example)


@pytest.mark.parametrize(
    ("title", "name"), [("Shapes", "Shapes. d"), ("七个形状", "七个形状。 d"), ("哪里错了？", "哪里错了？ d")]
)
def test_a_name_has_the_full_stop_of_its_language(title, name):
    figure = plot.shape_strip([("x", torch.zeros(2), "L")], title=title, description="d")
    assert f'aria-label="{name}"' in figure.svg


@pytest.mark.parametrize(
    ("words", "least", "most"), [("头 0", 24, 30), ("weighted sum", 80, 110), ("WW", 24, 27), ("", 0, 0)]
)
def test_widths_are_estimated_on_the_safe_side(words, least, most):
    assert least <= text_width(words) <= most


# Colors: read from the style sheets, because a drawing only names them.


def colors(scheme):
    block = (ASSETS / "palette.css").read_text(encoding="utf-8").split(f'="{scheme}"] {{')[1].split("}")[0]
    return {name: rgb(value) for name, value in re.findall(r"--([\w-]+): (#\w{3,6});", block)}


def rgb(value):
    digits = value[1:] if len(value) == 7 else "".join(2 * d for d in value[1:])
    return [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]


def luminance(color):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(color, ground, part):
    return [part * c + (1 - part) * g for c, g in zip(color, ground, strict=True)]


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("name", ["head-0", "head-1", "head-2", "head-3", "quiet"])
def test_ink_is_read_on_every_shade_and_names_on_paper(scheme, name):
    sheet = (ASSETS / "drawings.css").read_text(encoding="utf-8")
    full = int(re.findall(rf'="{scheme}"\] {{ --full: (\d+)%', sheet)[0]) / 100
    palette = colors(scheme)
    shades = [mixed(palette[name], palette["paper"], full * part / 20) for part in range(21)]
    assert min(contrast(palette["ink"], shade) for shade in shades) >= 4.5
    assert contrast(palette[name], palette["paper"]) >= 4.5
    assert contrast(palette["quiet"], palette["wash"]) >= 4.5


def test_no_text_is_smaller_than_11_px():
    sheet = (ASSETS / "drawings.css").read_text(encoding="utf-8")
    sizes = [int(size) for size in re.findall(r"font(?:-size)?: (\d+)px", sheet)]
    assert min(sizes) == 11
    assert max(sizes) == 15


def test_every_class_is_styled(example):
    sheet = (ASSETS / "drawings.css").read_text(encoding="utf-8")
    used = {
        kind
        for figure in figures(example).values()
        for kinds in re.findall(r'class="([^"]+)"', figure.svg)
        for kind in kinds.split()
    }
    assert {kind for kind in used if f".{kind}" not in sheet} == set()
