"""Keras' masks, in the layouts that its layer documents, hide the same keys here."""

import itertools
import re

import pytest
import torch

from manyheads import from_torch
from manyheads.interop import masks_from_keras
from manyheads.masks import with_padding

N, H, L, S = 2, 4, 3, 5  # all different
NAMES = ("attention_mask", "query_mask", "value_mask", "key_mask")
SHAPES = dict(zip(NAMES, ((N, L, S), (N, L), (N, S), (N, S)), strict=True))
SOME = [names for count in range(1, 5) for names in itertools.combinations(NAMES, count)]


def seen(n, h, i, j, *, attention_mask=None, query_mask=None, value_mask=None, key_mask=None):
    """Whether query i may see key j, number by number, as Keras combines its masks."""
    return all(
        (
            attention_mask is None or attention_mask[n][h][i][j] == 1,
            query_mask is None or query_mask[n][i] == 1,
            value_mask is None or value_mask[n][j] == 1,
            key_mask is None or key_mask[n][j] == 1,
        )
    )


def together(keep, key_keep):
    keep = keep if key_keep is None else with_padding(keep, key_keep)
    return (keep[:, None] if keep.dim() == 3 else keep).expand(N, H, L, S)


def by_number(masks):
    masks = dict(masks)
    if (mask := masks.get("attention_mask")) is not None:
        masks["attention_mask"] = (mask[:, None] if mask.dim() == 3 else mask).expand(N, H, L, S)
    lists = {name: mask.tolist() for name, mask in masks.items()}
    places = itertools.product(range(N), range(H), range(L), range(S))
    return torch.tensor([seen(*place, **lists) for place in places]).reshape(N, H, L, S)


@pytest.mark.parametrize("dtype", [torch.bool, torch.int64, torch.float32])
@pytest.mark.parametrize("names", SOME, ids=" and ".join)
def test_a_query_sees_what_every_mask_lets_through(names, dtype):
    masks = {name: (torch.rand(SHAPES[name]) > 0.4).to(dtype) for name in names}
    ours = masks_from_keras(**masks, keys=S if names == ("query_mask",) else None)
    assert ours["bias"] is None
    assert torch.equal(together(ours["keep"], ours["key_keep"]), by_number(masks))


@pytest.mark.parametrize("heads", [1, H])
@pytest.mark.parametrize("names", [(), ("query_mask",), ("query_mask", "key_mask")], ids=" and ".join)
def test_a_mask_with_a_head_axis(names, heads):
    masks = {name: torch.rand(SHAPES[name]) > 0.4 for name in names}
    masks["attention_mask"] = torch.rand(N, heads, L, S) > 0.4
    ours = masks_from_keras(**masks)
    assert torch.equal(together(ours["keep"], ours["key_keep"]), by_number(masks))


def test_the_layer_takes_them(torch_layer):
    ours = from_torch(torch_layer())
    xs = tuple(torch.randn(N, n, 28).double() for n in (L, S, S))
    masks = {name: (torch.rand(shape) > 0.4).int() for name, shape in SHAPES.items()}
    _, weights = ours(*xs, **masks_from_keras(**masks), return_weights=True)
    assert torch.equal(weights > 0, by_number(masks))


def test_masks_that_are_not_given_stay_none():
    assert masks_from_keras() == {"keep": None, "key_keep": None, "bias": None}
    assert masks_from_keras(value_mask=torch.ones(N, S))["keep"] is None
    assert masks_from_keras(torch.ones(N, L, S))["key_keep"] is None


def test_masks_without_values():
    masks = {name: torch.ones(shape, device="meta") for name, shape in SHAPES.items()}
    made = masks_from_keras(**masks)
    assert (made["keep"].shape, made["keep"].device.type) == ((N, L, S), "meta")
    assert (made["key_keep"].shape, made["key_keep"].device.type) == ((N, S), "meta")
    empty = masks_from_keras(torch.ones(0, L, S), query_mask=torch.ones(0, L), key_mask=torch.ones(0, S))
    assert (empty["keep"].shape, empty["key_keep"].shape) == ((0, L, S), (0, S))


def ones(**shapes):
    return {name: torch.ones(shape) for name, shape in shapes.items()}


REFUSED = {
    "two axes": (ones(attention_mask=(L, S)), "attention_mask must be (N, L, S) or (N, 1 or num_heads, L, S), got (3, 5)"),
    "five axes": (ones(attention_mask=(1, N, H, L, S)), "attention_mask must be (N, L, S) or (N, 1 or num_heads, L, S), got (1, 2, 4, 3, 5)"),
    "axes of query_mask": (ones(query_mask=(N, L, 1)), "query_mask must be (N, L), got (2, 3, 1)"),
    "axes of value_mask": (ones(value_mask=(N, 1, 1, S)), "value_mask must be (N, S), got (2, 1, 1, 5)"),
    "axes of key_mask": (ones(key_mask=(S,)), "key_mask must be (N, S), got (5,)"),
    "batches": (ones(value_mask=(N, S), key_mask=(3, S)), "N is 2 in value_mask (2, 5) and 3 in key_mask (3, 5)"),
    "queries": (ones(attention_mask=(N, 1, L, S), query_mask=(N, 4)), "L is 3 in attention_mask (2, 1, 3, 5) and 4 in query_mask (2, 4)"),
    "keys": (ones(attention_mask=(N, L, S), key_mask=(N, 4)), "S is 5 in attention_mask (2, 3, 5) and 4 in key_mask (2, 4)"),
    "keys=": ({"keys": 4, **ones(value_mask=(N, S))}, "S is 4 in keys=4 and 5 in value_mask (2, 5)"),
    "open keys": (ones(query_mask=(N, L)), "query_mask (2, 3) alone says nothing of the keys: pass keys=S beside it"),
    "values": ({"value_mask": torch.tensor([[0.0, -1e9]])}, "value_mask must hold 0 and 1 alone, 1 = may attend; got values from -1e+09 to 0"),
}  # fmt: skip


@pytest.mark.messages
@pytest.mark.parametrize(("masks", "wanted"), REFUSED.values(), ids=REFUSED)
def test_masks_that_do_not_fit(masks, wanted):
    with pytest.raises(ValueError, match=f"^{re.escape(wanted)}$"):
        masks_from_keras(**masks)
