import pytest
import torch

from manyheads import plot

WORDS = {"title": "t", "description": "d"}
SPLIT = {"captions": ("whole", "right", "wrong"), "heads": ("h0", "h1"), **WORDS}


def test_a_strip_shows_the_shapes_of_the_tensors(read, example):
    steps = [
        ("Q", example.query, "N H L d_h"),
        ("weights", example.weights, "N H L S"),
        ("y", example.output, "N L D"),
    ]
    figure = plot.shape_strip(steps, **WORDS)
    assert figure.numbers == [2, 2, 3, 4, 2, 2, 3, 3, 2, 3, 8]
    drawn = read(figure)
    assert drawn.texts("large") == list("22342233238")
    assert drawn.texts("name") == ["Q", "weights", "y"]
    assert [t for t in drawn.texts("quiet") if t != "→"] == [*"NHL", "dh", *"NHLS", *"NLD"]


def test_an_arrow_follows_every_box_but_the_last(read):
    steps = [(name, torch.zeros(2), "L") for name in "abc"]
    arrows = [
        "→" in ["".join(t.itertext()) for t in svg.iter("text")]
        for svg in read(plot.shape_strip(steps, **WORDS)).drawings()
    ]
    assert arrows == [True, True, False]


def test_axes_are_counted():
    with pytest.raises(ValueError, match=r"x: \(2, 3, 8\) has 3 axes, 'N L' names 2"):
        plot.shape_strip([("x", torch.zeros(2, 3, 8), "N L")], **WORDS)


def test_the_right_split_gives_each_head_every_token_and_the_wrong_one_does_not(read):
    figure = plot.split(3, 8, 2, tokens=["a", "b", "c"], **SPLIT)
    drawn = read(figure)
    assert drawn.texts("name") == ["whole", "✓ right", "✗ wrong"]
    assert [t for t in drawn.texts("quiet") if t in "abc"] == [*"abc", *"abcabc", *"aabbcc"]
    hues = [hue for hue, _ in drawn.rects("on")][::4]
    assert hues[:6] == ["h0"] * 3 + ["h1"] * 3
    assert hues[6:12] == ["h0"] * 3 + ["h1"] * 3
    assert hues[12:] == ["h0", "h1"] * 3
    shown, wanted = drawn.count(figure.numbers)
    assert shown == wanted == dict.fromkeys("01234567", 9)


def test_the_numbers_are_those_of_the_two_reshapes():
    numbers = torch.tensor(plot.split(3, 8, 2, tokens=["a", "b", "c"], **SPLIT).numbers).view(3, 24)
    x = torch.arange(8.0).expand(1, 3, 8).contiguous()
    assert torch.equal(numbers[0], x.flatten())
    assert torch.equal(numbers[1], x.view(1, 3, 2, 4).transpose(1, 2).flatten())
    assert torch.equal(numbers[2], x.view(1, 2, 3, 4).flatten())


def test_sizes_of_a_split_are_checked():
    with pytest.raises(ValueError, match="3 rows need 3 tokens, got 2"):
        plot.split(3, 8, 2, tokens=["a", "b"], **SPLIT)
    with pytest.raises(ValueError, match="4 heads need 4 names, got 2"):
        plot.split(3, 8, 4, tokens=["a", "b", "c"], **SPLIT)
    with pytest.raises(ValueError, match="width 7 is not divisible by num_heads=2"):
        plot.split(3, 7, 2, tokens=["a", "b", "c"], **SPLIT)


def test_nothing_is_refused():
    with pytest.raises(ValueError, match="the number of steps must be an int >= 1, got 0"):
        plot.shape_strip([], **WORDS)
    for sizes, wanted in (((0, 8, 2), "length"), ((3, 0, 2), "width"), ((3, 8, 0), "num_heads")):
        with pytest.raises(ValueError, match=f"{wanted} must be an int >= 1, got 0"):
            plot.split(*sizes, tokens=["a", "b", "c"], **SPLIT)
