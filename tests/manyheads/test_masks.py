"""Masks say True = may attend; combined, they let through what all of them let through."""

import pytest
import torch

from manyheads import causal_keep, padding_keep
from manyheads.masks import combine_masks, with_null_key, with_padding

N, H, L, S = 2, 3, 4, 5
NEVER = float("-inf")


@pytest.fixture
def query_and_key():
    return torch.zeros(N, H, L, 7), torch.zeros(N, H, S, 7)


@pytest.mark.parametrize("query_offset", [-5, -2, 0, 1, 3, 4, 9])
def test_causal_keep_shows_what_is_not_later(query_offset):
    keep = causal_keep(L, S, query_offset=query_offset)
    assert keep.tolist() == [[j <= query_offset + i for j in range(S)] for i in range(L)]


@pytest.mark.parametrize("far", [10**30, 2**63, S + 1])
def test_a_far_offset_shows_all_or_nothing(far, query_and_key):
    assert causal_keep(L, S, query_offset=far).all()
    assert not causal_keep(L, S, query_offset=-far).any()
    hidden = combine_masks(*query_and_key, causal=True, query_offset=-far)
    assert hidden.shape == (L, S)
    assert not hidden.any()
    assert combine_masks(*query_and_key, causal=True, query_offset=far) is None


def test_causal_keep_is_square_by_default():
    assert causal_keep(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


def test_masks_live_where_they_are_asked_to(query_and_key):
    meta = torch.device("meta")
    assert causal_keep(3, device=meta).device == meta
    assert padding_keep(torch.tensor([3, 0], device=meta), keys=5).device == meta
    elsewhere = (x.to(meta) for x in query_and_key)
    assert combine_masks(*elsewhere, causal=True).device == meta


def test_padding_keep_counts_real_tokens():
    keep = padding_keep(torch.tensor([3, 0, 5]), keys=5)
    assert keep.tolist() == [[True] * 3 + [False] * 2, [False] * 5, [True] * 5]


def test_padding_keep_takes_every_integer_and_no_samples():
    for dtype in (torch.uint8, torch.int32, torch.int64):
        assert padding_keep(torch.tensor([1, 2], dtype=dtype), 2).tolist() == [[True, False], [True, True]]
    assert padding_keep(torch.zeros(0).long(), 3).shape == (0, 3)


def test_padding_joins_a_mask_of_any_shape():
    key_keep = padding_keep(torch.tensor([5, 2]), S)
    keep = torch.rand(N, H, L, S) > 0.3
    pad = key_keep[:, None, None].expand(N, H, L, S)
    cases = {None: pad, keep[0, 0]: pad & keep[0, 0], keep[:, 1]: pad & keep[:, 1:2], keep: pad & keep}
    for given, wanted in cases.items():
        assert torch.equal(with_padding(given, key_keep).expand(N, H, L, S), wanted)


def test_nothing_to_combine_is_no_mask(query_and_key):
    assert combine_masks(*query_and_key) is None


def test_keep_and_causal_are_both_needed(query_and_key):
    keep = torch.rand(N, H, L, S) > 0.3
    mask = combine_masks(*query_and_key, keep=keep, causal=True, query_offset=1)
    assert torch.equal(mask, keep & causal_keep(L, S, query_offset=1))


def test_bias_is_never_where_nothing_is_kept(query_and_key):
    bias, keep = torch.randn(N, 1, L, S), torch.rand(H, 1, S) > 0.3
    keep4 = keep[None]  # (1, H, 1, S)
    mask = combine_masks(*query_and_key, bias=bias, keep=keep4, causal=True)
    seen = (keep4 & causal_keep(L, S)).expand(N, H, L, S)
    assert torch.equal(mask, torch.where(seen, bias.expand(N, H, L, S), NEVER))
    assert torch.equal(combine_masks(*query_and_key, bias=bias), bias)


@pytest.mark.parametrize("name", ["keep", "bias"])
def test_a_three_axis_mask_is_per_sample_beside_heads_alone(name, query_and_key):
    mask = torch.rand(N, L, S) > 0.5 if name == "keep" else torch.randn(N, L, S)
    assert torch.equal(combine_masks(*query_and_key, **{name: mask}), mask[:, None])
    without_heads = (x[:, 0] for x in query_and_key)
    assert torch.equal(combine_masks(*without_heads, **{name: mask}), mask)


@pytest.mark.parametrize("shape", [(), (S,), (1,), (L, 1), (1, S), (N, 1, 1, 1), (1, H, L, 1)])
def test_a_small_mask_is_expanded_to_every_query_and_key(shape, query_and_key):
    keep = torch.rand(shape) > 0.5
    mask = combine_masks(*query_and_key, keep=keep)
    assert mask.shape == (*shape[:-2], L, S)
    assert torch.equal(mask.expand(N, H, L, S), keep.expand(N, H, L, S))


@pytest.mark.parametrize("query_offset", [-1, 0, 2, 3, 4, 7])
@pytest.mark.parametrize("length", [1, L])
def test_causal_builds_no_mask_when_every_query_sees_every_key(length, query_offset):
    mask = combine_masks(torch.zeros(length, 7), torch.zeros(S, 7), causal=True, query_offset=query_offset)
    if query_offset >= S - 1:
        assert mask is None
    else:
        assert torch.equal(mask, causal_keep(length, S, query_offset=query_offset))


def test_the_null_key_is_open_to_empty_rows_alone():
    keep = torch.tensor([[True, False], [False, False], [True, True]])
    wanted = torch.tensor([[0, NEVER, NEVER], [NEVER, NEVER, 0], [0, 0, NEVER]])
    assert torch.equal(with_null_key(keep, torch.float32), wanted)
    bias = torch.tensor([[2.0, NEVER], [NEVER, NEVER], [-3.0, 0.5]])
    wanted = torch.tensor([[2.0, NEVER, NEVER], [NEVER, NEVER, 0], [-3.0, 0.5, NEVER]])
    assert torch.equal(with_null_key(bias, torch.float64), wanted.double())
