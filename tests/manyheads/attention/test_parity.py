"""The layer against PyTorch's and against arithmetic on paper."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from manyheads import MultiHeadAttention, by_hand, from_torch, padding_keep

N, L, S, D, H = 2, 3, 5, 28, 4  # as in conftest.py
BOTH_PATHS = pytest.mark.parametrize("weights_too", [True, False])


@BOTH_PATHS
@pytest.mark.parametrize("sizes", [{}, {"kdim": 6, "vdim": 10}])
@pytest.mark.parametrize("bias", [True, False])
def test_equals_torch(sizes, bias, weights_too, torch_layer, xs):
    layer = torch_layer(bias=bias, **sizes)
    key, value = (torch.randn(N, S, sizes.get(name, D)).double() for name in ("kdim", "vdim"))
    wanted, wanted_weights = layer(xs[0], key, value, average_attn_weights=False)
    output, weights = from_torch(layer)(xs[0], key, value, return_weights=weights_too)
    assert_close(output, wanted)
    if weights_too:
        assert_close(weights, wanted_weights)
    else:
        assert weights is None


@BOTH_PATHS
def test_self_attention_equals_torchs(weights_too, theirs, ours, x):
    wanted, wanted_weights = theirs(x, x, x, average_attn_weights=False)
    output, weights = ours(x, return_weights=weights_too)
    assert_close(output, wanted)
    assert weights is None or torch.allclose(weights, wanted_weights)


@BOTH_PATHS
def test_gradients_equal_torchs(weights_too, theirs, ours, xs, gradients):
    leaves = [x.clone().requires_grad_() for x in xs]
    wanted = gradients(theirs(*leaves)[0], *leaves, theirs.in_proj_weight, theirs.out_proj.weight)
    projections = [p.weight for p in (ours.q_proj, ours.k_proj, ours.v_proj)]
    output, _ = ours(*leaves, return_weights=weights_too)
    got = gradients(output, *leaves, *projections, ours.out_proj.weight)
    for a, b in zip((*got[:3], torch.cat(got[3:6]), got[6]), wanted, strict=True):
        assert_close(a, b)


@BOTH_PATHS
def test_equals_torch_with_masks(weights_too, theirs, ours, xs):
    keep = torch.rand(N, H, L, S) > 0.4
    keep[..., 0] = True
    key_keep = padding_keep(torch.tensor([5, 3]), S)
    wanted, wanted_weights = theirs(
        *xs, attn_mask=~keep.flatten(0, 1), key_padding_mask=~key_keep, average_attn_weights=False
    )
    output, weights = ours(*xs, keep=keep, key_keep=key_keep, return_weights=weights_too)
    assert_close(output, wanted)
    assert weights is None or torch.allclose(weights, wanted_weights)


@BOTH_PATHS
@pytest.mark.parametrize("offset", [None, -1, 1])
def test_equals_arithmetic_on_paper(offset, weights_too, ours, xs):
    keep = None if offset is None else torch.rand(L, S) > 0.3
    bias = None if offset is None else torch.randn(L, S).double()
    masks = {"keep": keep, "bias": bias, "causal": offset is not None}
    output, weights = ours(*xs, **masks, query_offset=offset, return_weights=weights_too)
    pairs = [(p.weight.tolist(), p.bias.tolist()) for p in ours.children()]
    lists = {name: mask.tolist() if isinstance(mask, torch.Tensor) else mask for name, mask in masks.items()}
    for n in range(N):
        y, rows = by_hand.multi_head(
            *(x[n].tolist() for x in xs), pairs, H, **lists, query_offset=offset or 0
        )
        assert_close(output[n], torch.tensor(y).double(), rtol=0, atol=1e-5)
        if weights_too:
            assert_close(weights[n], torch.tensor(rows).double(), rtol=0, atol=1e-6)


def test_key_and_value_may_be_left_out(ours, x, xs):
    query, memory, _ = xs
    assert torch.equal(ours(x)[0], ours(x, x, x)[0])
    assert torch.equal(ours(query, memory)[0], ours(query, memory, memory)[0])
    assert torch.equal(ours.trace(query, memory).output, ours(query, memory, return_weights=True)[0])


def test_the_heads_are_counted_by_the_width(ours, x):
    keep, bias = torch.rand(N, H, S, S) > 0.3, torch.randn(N, H, S, S).double()
    shares = []
    for share in range(2):  # two layers with two of the four heads each
        part = MultiHeadAttention(D, H).double()
        rows = slice(share * D // 2, (share + 1) * D // 2)
        for name in ("q_proj", "k_proj", "v_proj"):
            projection = getattr(part, name)
            projection.weight, projection.bias = (
                nn.Parameter(tensor[rows]) for tensor in getattr(ours, name).parameters()
            )
        part.out_proj.weight = nn.Parameter(ours.out_proj.weight[:, rows])
        local = slice(2 * share, 2 * share + 2)  # of masks that name every head
        masks = {"keep": keep[:, local], "bias": bias[:, local], "causal": True}
        shares.append(part(x, **masks, return_weights=True))
        assert_close(part(x, **masks)[0], shares[-1][0])
        assert_close(part.trace(x, **masks).weights, shares[-1][1])
    whole, weights = ours(x, keep=keep, bias=bias, causal=True, return_weights=True)
    assert_close(shares[0][0] + shares[1][0] + ours.out_proj.bias, whole)
    assert_close(torch.cat([shares[0][1], shares[1][1]], 1), weights)
