"""Hugging Face's masks, in the layouts that its tokenizers and models write, hide the same keys here."""

import re

import pytest
import torch
from torch.testing import assert_close

from manyheads import from_torch, scaled_dot_product_attention
from manyheads.interop import masks_from_huggingface

N, H, L, S = 2, 4, 3, 5  # all different
NEVER = float("-inf")
REAL = [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]  # what a tokenizer writes for sentences of 5 and 3 tokens


@pytest.fixture
def ours(torch_layer):
    return from_torch(torch_layer())


@pytest.fixture
def xs():
    return tuple(torch.randn(N, n, 28).double() for n in (L, S, S))


def as_a_model_passes_it_on(real, dtype):
    """Expand (N, S) to the causal mask (N, 1, S, S) of a decoder: 0, or the smallest number of the dtype."""
    keys = len(real[0])
    smallest = torch.finfo(dtype).min
    rows = [
        [[0.0 if j <= i and tokens[j] else smallest for j in range(keys)] for i in range(keys)]
        for tokens in real
    ]
    return torch.tensor(rows, dtype=dtype)[:, None]


@pytest.mark.parametrize(
    "dtype", [torch.int64, torch.int32, torch.uint8, torch.bool, torch.float32, torch.bfloat16]
)
def test_what_a_tokenizer_returns(dtype):
    masks = masks_from_huggingface(torch.tensor(REAL, dtype=dtype))
    assert masks["key_keep"].tolist() == [[True] * 5, [True] * 3 + [False] * 2]
    assert masks["key_keep"].dtype is torch.bool
    assert masks["keep"] is masks["bias"] is None


def test_padding_gets_no_weight(ours, xs):
    _, weights = ours(*xs, **masks_from_huggingface(torch.tensor(REAL)), return_weights=True)
    assert weights[1, :, :, 3:].abs().max() == 0
    assert (weights[0] > 0).all()
    assert (weights[1, :, :, :3] > 0).all()


@pytest.mark.parametrize("dtype", [torch.bool, torch.int64, torch.int8])
@pytest.mark.parametrize("heads", [1, H])
def test_one_means_attend_on_four_axes(heads, dtype, ours, xs):
    keep = torch.rand(N, heads, L, S) > 0.4
    masks = masks_from_huggingface(keep.to(dtype))
    assert torch.equal(masks["keep"], keep)
    assert masks["key_keep"] is masks["bias"] is None
    assert torch.equal(ours(*xs, **masks)[0], ours(*xs, keep=keep)[0])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_the_smallest_number_of_a_dtype_is_never(dtype):
    masks = masks_from_huggingface(as_a_model_passes_it_on(REAL, dtype))
    wanted = [
        [[0.0 if j <= i and tokens[j] else NEVER for j in range(S)] for i in range(S)] for tokens in REAL
    ]
    assert masks["bias"].dtype is dtype
    assert masks["bias"][:, 0].tolist() == wanted
    assert masks["keep"] is masks["key_keep"] is None


@pytest.mark.parametrize("hidden", [NEVER, torch.finfo(torch.float32).min])
def test_an_added_mask_means_the_same_as_the_mask_it_came_from(hidden, ours):
    x = torch.randn(N, S, 28).double()
    real, causal = torch.tensor(REAL).bool(), torch.ones(S, S).tril().bool()
    mask = torch.zeros(N, 1, S, S).masked_fill(~(causal & real[:, None, None]), hidden)
    output, weights = ours(x, **masks_from_huggingface(mask), return_weights=True)
    wanted = ours(x, **masks_from_huggingface(torch.tensor(REAL)), causal=True, return_weights=True)
    assert_close(output, wanted[0])
    assert_close(weights, wanted[1])


def test_smaller_numbers_are_kept_as_they_are():
    mask = torch.tensor([[[[0.0, -0.5, -1e9, NEVER]]]])
    assert masks_from_huggingface(mask)["bias"].tolist() == [[[[0.0, -0.5, -1e9, NEVER]]]]


def test_a_row_of_smallest_numbers_alone_has_no_weights():
    left_padded = as_a_model_passes_it_on([[0, 1, 1]], torch.float32)  # query 0 sees nothing
    zeros, values = torch.zeros(1, 1, 3, 2), torch.eye(3)[None, None]
    _, as_it_is = scaled_dot_product_attention(zeros, zeros, values, bias=left_padded, return_weights=True)
    masks = masks_from_huggingface(left_padded)
    _, converted = scaled_dot_product_attention(
        zeros, zeros, values, keep=masks["keep"], bias=masks["bias"], return_weights=True
    )
    assert_close(as_it_is[0, 0, 0], torch.full((3,), 1 / 3))
    assert converted[0, 0].tolist() == [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.5]]


@pytest.mark.parametrize("mask", [torch.ones(N, S), torch.ones(N, 1, L, S).int(), torch.zeros(N, 1, L, S)])
def test_masks_without_values(mask):
    meta = [m for m in masks_from_huggingface(mask.to("meta")).values() if m is not None]
    assert [(m.shape, m.device.type) for m in meta] == [(mask.shape, "meta")]
    empty = [m for m in masks_from_huggingface(mask[:0]).values() if m is not None]
    assert [m.shape for m in empty] == [(0, *mask.shape[1:])]


REFUSED = {
    "one axis": (torch.ones(S), "attention_mask must be (N, S) or (N, 1 or num_heads, L, S), got (5,)"),
    "three axes": (torch.ones(N, L, S), "attention_mask must be (N, S) or (N, 1 or num_heads, L, S), got (2, 3, 5)"),
    "added, two axes": (torch.zeros(1, 2).index_fill(1, torch.tensor(1), -1e9), "attention_mask must hold 0 and 1 alone, 1 = may attend; got values from -1e+09 to 0"),
    "token types": (torch.tensor([[0, 1, 2]]), "attention_mask must hold 0 and 1 alone, 1 = may attend; got values from 0 to 2"),
    "ints on four axes": (torch.tensor([[[[0, -1]]]]), "attention_mask must hold 0 and 1 alone, 1 = may attend; got values from -1 to 0"),
    "0/1 floats on four axes": (torch.tensor([[[[0.0, 1.0]]]]), "a 4-D attention_mask of floats is added to the scores and holds nothing above 0, got 1; write attention_mask.bool() if 1 means may attend"),
}  # fmt: skip


@pytest.mark.messages
@pytest.mark.parametrize(("mask", "wanted"), REFUSED.values(), ids=REFUSED)
def test_masks_whose_meaning_is_open(mask, wanted):
    with pytest.raises(ValueError, match=f"^{re.escape(wanted)}$"):
        masks_from_huggingface(mask)
