"""A bias beyond the range of a dtype, and dtypes that differ: both paths say the same."""

import pytest
import torch
from torch.testing import assert_close

from manyheads import MultiHeadAttention, scaled_dot_product_attention
from manyheads.precision import within_range

N, L, S, D_H, D_V = 2, 4, 5, 7, 6  # all different
NEVER = float("-inf")
BOTH_PATHS = pytest.mark.parametrize("weights_too", [True, False])
HALF = pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
FAR = [torch.finfo(torch.float32).min, -1e5, 1e5]


@HALF
@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("autocast", [False, True])
def test_a_finite_bias_beyond_half_precision_stays_finite_on_both_paths(autocast, far, dtype):
    inputs = [torch.randn(N, n, width) for n, width in ((L, D_H), (S, D_H), (S, D_V))]
    inputs = inputs if autocast else [x.to(dtype) for x in inputs]
    bias = torch.full((L, S), far)
    bias[1, 2], bias[2, :3], bias[3] = NEVER, 0.0, NEVER
    with torch.autocast("cpu", dtype=dtype, enabled=autocast):
        fused, _ = scaled_dot_product_attention(*inputs, bias=bias)
        context, weights = scaled_dot_product_attention(*inputs, bias=bias, return_weights=True)
    assert fused.dtype == context.dtype == dtype
    assert_close(fused, context, rtol=0, atol=8 * torch.finfo(dtype).eps)
    assert_close(
        weights.sum(-1).float(), torch.ones(N, L).index_fill(1, torch.tensor(3), 0), rtol=0, atol=0.02
    )
    assert weights[:, 1, 2].count_nonzero() == fused[:, 3].count_nonzero() == 0
    assert (weights[:, 1] > 0).sum() == N * (S - 1)


def test_a_bias_is_moved_into_the_range_and_infinity_is_not():
    bias = torch.tensor([-1e5, 1e5, NEVER, -NEVER, 0.1, 65504.0])
    wanted = torch.tensor([-65504.0, 65504.0, NEVER, -NEVER, 0.1, 65504.0])
    assert torch.equal(within_range(bias, torch.float16), wanted)
    assert within_range(torch.tensor(float("nan")), torch.float16).isnan()
    for narrow, wide in ((torch.float16, torch.bfloat16), (torch.float32, torch.float64)):
        small = bias.to(narrow)
        assert within_range(small, wide) is small
        assert within_range(small, narrow) is small
    huge = torch.tensor([-1e300, 1e300], dtype=torch.float64)
    assert within_range(huge, torch.float32).float().isfinite().all()


def test_a_far_bias_in_double_precision_is_finite_in_a_float_layer():
    layer, x = MultiHeadAttention(28, 4), torch.randn(N, S, 28)
    bias = torch.full((S, S), -1e300, dtype=torch.float64)
    fused, (output, weights) = layer(x, bias=bias)[0], layer(x, bias=bias, return_weights=True)
    assert_close(fused, output)
    assert_close(weights, torch.full_like(weights, 1 / S))  # beside such a number no score counts
    assert_close(layer.trace(x, bias=bias).weights, weights)


DTYPES = {"query": torch.float16, "key": torch.float32, "value": torch.float64}


@pytest.mark.messages
@BOTH_PATHS
def test_dtypes_that_differ_are_refused_on_both_paths(weights_too):
    inputs = [torch.zeros(N, n, 28, dtype=dtype) for n, dtype in zip((L, S, S), DTYPES.values(), strict=True)]
    wanted = (
        "query, key and value need the same dtype, cast them first: "
        "query torch.float16, key torch.float32, value torch.float64"
    )
    layer = MultiHeadAttention(28, 4)
    for call in (scaled_dot_product_attention, layer):
        with pytest.raises(TypeError) as caught:
            call(*inputs, return_weights=weights_too)
        assert str(caught.value) == wanted
        with torch.autocast("cpu", dtype=torch.bfloat16), pytest.raises(TypeError, match="same dtype"):
            call(*inputs, return_weights=weights_too)  # which leaves float64 alone
    layer.k_proj.double()
    hook = layer.k_proj.register_forward_pre_hook(lambda _, args: (args[0].double(),))
    with pytest.raises(TypeError, match=r"query torch\.float32, key torch\.float64, value torch\.float32"):
        layer.trace(torch.zeros(N, S, 28))
    hook.remove()


@BOTH_PATHS
def test_autocast_evens_out_dtypes(weights_too):
    query, key, value = (torch.randn(N, n, D_H) for n in (L, S, S))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        wanted, _ = scaled_dot_product_attention(query, key, value, return_weights=weights_too)
        mixed, _ = scaled_dot_product_attention(
            query.bfloat16(), key, value.bfloat16(), return_weights=weights_too
        )
    assert mixed.dtype == torch.bfloat16
    assert_close(mixed, wanted, rtol=0, atol=0.02)
