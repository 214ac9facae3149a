"""Queries that see nothing, padding that holds junk, and empty sizes."""

import pytest
import torch
from torch.testing import assert_close

from manyheads import padding_keep

N, L, S, D, H = 2, 3, 5, 28, 4  # as in conftest.py
BOTH_PATHS = pytest.mark.parametrize("weights_too", [True, False])


EMPTY = {
    "keep": {"keep": torch.ones(N, L, S).bool().index_fill(1, torch.tensor(0), False)},
    "bias": {"bias": torch.zeros(L, S).double().index_fill(0, torch.tensor(0), float("-inf"))},
    "causal": {"causal": True, "query_offset": -1},
    "key_keep": {"key_keep": padding_keep(torch.tensor([0, 0]), S)},
    "keep and key_keep": {
        "keep": torch.arange(S).expand(L, S) < torch.tensor([[2], [5], [5]]),
        "key_keep": (torch.arange(S) >= 2).expand(N, S),
    },
}


@BOTH_PATHS
@pytest.mark.parametrize("case", EMPTY)
def test_a_query_that_sees_nothing_is_zero_and_harmless(case, weights_too, ours, xs, gradients):
    leaves = [x.clone().requires_grad_() for x in xs]
    output, weights = ours(*leaves, **EMPTY[case], return_weights=weights_too)
    assert torch.equal(output[:, 0], ours.out_proj.bias.expand(N, D))
    assert weights is None or weights[:, :, 0].abs().max() == 0
    got = gradients(output[:, 1:], *leaves, *ours.parameters())
    assert got[0][:, 0].abs().max() == 0
    masks = {
        name: mask[..., 1:, :] if name in ("keep", "bias") else mask for name, mask in EMPTY[case].items()
    }  # the same batch without the empty query
    masks.update({"query_offset": 0} if case == "causal" else {})
    wanted = gradients(ours(leaves[0][:, 1:], *leaves[1:], **masks)[0], *leaves, *ours.parameters())
    largest = max(g.abs().max() for g in wanted)
    for a, b in zip(got, wanted, strict=True):
        assert_close(a, b, rtol=0, atol=1e-9 * float(largest))


@BOTH_PATHS
@pytest.mark.parametrize("junk", [float("nan"), float("inf"), float("-inf"), 1e30])
def test_padding_content_reaches_nothing(junk, weights_too, ours, xs, gradients):
    key_keep = padding_keep(torch.tensor([5, 3]), S)
    results = []
    for content in (0.0, junk):
        key, value = (x.masked_fill(~key_keep[:, :, None], content) for x in xs[1:])
        leaves = [x.clone().requires_grad_() for x in (xs[0], key, value)]
        output, _ = ours(*leaves, key_keep=key_keep, return_weights=weights_too)
        results.append((output, *gradients(output, *leaves, *ours.parameters())))
    assert all(torch.equal(clean, dirty) for clean, dirty in zip(*results, strict=True))
    assert results[1][2][~key_keep].abs().max() == 0  # padded keys get no gradient


@BOTH_PATHS
@pytest.mark.parametrize("junk", [float("nan"), float("inf"), float("-inf")])
def test_in_self_attention_padded_junk_counts_as_zero(junk, weights_too, ours, x, gradients):
    key_keep = padding_keep(torch.tensor([5, 3]), S)
    spoiled = ~key_keep[:, :, None] & (torch.rand(N, S, D) > 0.5)  # some features of padded tokens
    results = []
    for content in (0.0, junk):
        leaf = x.masked_fill(spoiled, content).requires_grad_()
        output, _ = ours(leaf, key_keep=key_keep, return_weights=weights_too)
        results.append((output, *gradients(output, *ours.parameters())))
    assert all(torch.equal(clean, dirty) for clean, dirty in zip(*results, strict=True))
    assert all(result.isfinite().all() for result in results[1])


@BOTH_PATHS
def test_finite_padding_still_asks(weights_too, ours, x):
    key_keep = padding_keep(torch.tensor([5, 3]), S)
    output, _ = ours(x, key_keep=key_keep, return_weights=weights_too)
    as_cross_attention, _ = ours(x.clone(), x, x, key_keep=key_keep, return_weights=weights_too)
    assert torch.equal(output, as_cross_attention)
    assert not torch.allclose(output[1, 3], output[1, 4])


def test_junk_in_a_real_token_is_not_hidden(ours, x):
    key_keep, spoiled = padding_keep(torch.tensor([5, 3]), S), x.clone()
    spoiled[1, 1] = float("nan")
    output, _ = ours(spoiled, key_keep=key_keep)
    assert output[1].isnan().all()
    assert output[0].isfinite().all()
    asked = ours.trace(spoiled, key_keep=key_keep).query
    assert asked[1, :, 1].isnan().all()
    assert asked[1, :, [0, 2, 3, 4]].isfinite().all()
    cross, _ = ours(spoiled, x, x, return_weights=True)  # the fused kernel gives a NaN query the context 0
    assert cross[1, 1].isnan().all()


@BOTH_PATHS
@pytest.mark.parametrize(("n", "length", "keys"), [(0, L, S), (N, 0, S), (N, L, 0)])
def test_empty_sizes(n, length, keys, weights_too, ours):
    inputs = (torch.randn(n, size, D).double() for size in (length, keys))
    output, weights = ours(*inputs, return_weights=weights_too)
    assert torch.equal(output, ours.out_proj.bias.expand(n, length, D))
    assert weights is None or weights.shape == (n, H, length, keys)
