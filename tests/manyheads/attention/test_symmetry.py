"""What must not change the output, and what must: order, other samples, later tokens, masks of other shapes."""

import pytest
import torch
from torch.testing import assert_close

from manyheads import MultiHeadAttention, causal_keep, padding_keep

N, L, S, H = 2, 3, 5, 4  # as in conftest.py
BOTH_PATHS = pytest.mark.parametrize("weights_too", [True, False])


@BOTH_PATHS
@pytest.mark.parametrize("name", ["keep", "bias"])
def test_masks_of_all_shapes_agree(name, weights_too, ours, xs):
    mask = torch.rand(N, H, L, S) > 0.4 if name == "keep" else torch.randn(N, H, L, S).double()

    def run(mask):
        return ours(*xs, **{name: mask}, return_weights=weights_too)[0]

    assert not torch.allclose(run(mask), run(mask[:, :1]))
    assert_close(run(mask[:, 1]), run(mask[:, 1:2].expand(N, H, L, S)))
    assert_close(run(mask[:, 1:2]), run(mask[:, 1:2].expand(N, H, L, S)))
    assert_close(run(mask[0, 0]), run(mask[0, 0].expand(N, H, L, S)))


@BOTH_PATHS
def test_a_mask_per_sample_is_not_one_per_head(weights_too):
    layer, x = MultiHeadAttention(8, 2).eval(), torch.randn(2, 2, 8)  # N = H = L = S: every axis could be any
    keep = torch.tensor([[[True, False], [True, True]], [[False, True], [True, True]]])
    output, _ = layer(x, keep=keep, return_weights=weights_too)
    for n in range(2):
        assert_close(output[n], layer(x[n : n + 1], keep=keep[n])[0][0])


@BOTH_PATHS
@pytest.mark.parametrize("shape", [(L, S), (N, L, S), (N, 1, L, S), (N, H, L, S)])
def test_masks_are_combined(shape, weights_too, ours, xs):
    keep, key_keep = torch.rand(shape) > 0.3, padding_keep(torch.tensor([4, 2]), S)
    bias = torch.randn(shape).double()
    keep4 = keep[:, None] if keep.dim() == 3 else keep
    together = (keep4 & key_keep[:, None, None] & causal_keep(L, S, query_offset=2)).expand(N, H, L, S)
    output, weights = ours(
        *xs, keep=keep, key_keep=key_keep, bias=bias, causal=True, query_offset=2, return_weights=weights_too
    )
    wanted, wanted_weights = ours(*xs, keep=together, bias=bias, return_weights=True)
    assert_close(output, wanted)
    if weights_too:
        assert_close(weights, wanted_weights)
        assert weights[~together].abs().max() == 0


def test_every_query_shares_out_one_whole(ours, xs):
    query, memory, _ = xs
    _, weights = ours(query, memory, return_weights=True)
    assert weights.shape == (N, H, L, S)
    assert weights.min() >= 0
    assert_close(weights.sum(-1), torch.ones(N, H, L).double())


@BOTH_PATHS
def test_tokens_have_no_order(weights_too, ours, x):
    order = torch.tensor([3, 0, 4, 1, 2])
    output, weights = ours(x, return_weights=weights_too)
    moved, moved_weights = ours(x[:, order], return_weights=weights_too)
    assert_close(moved, output[:, order])
    if weights_too:
        assert_close(moved_weights, weights[:, :, order][..., order])


@BOTH_PATHS
def test_samples_do_not_see_each_other(weights_too, ours, x):
    changed = x.clone()
    changed[1] += 1
    before, after = (ours(batch, causal=True, return_weights=weights_too)[0] for batch in (x, changed))
    assert torch.equal(before[0], after[0])
    assert (before[1] != after[1]).all()


@BOTH_PATHS
def test_causal_output_does_not_depend_on_later_tokens(weights_too, ours, x):
    changed = x.clone()
    changed[:, 3:] += 1
    before, after = (ours(batch, causal=True, return_weights=weights_too)[0] for batch in (x, changed))
    assert_close(before[:, :3], after[:, :3])
    assert (before[:, 3:] != after[:, 3:]).all()
