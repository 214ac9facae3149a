"""Half precision, autocast, dtypes and devices: the numbers against arithmetic on paper in float64."""

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from manyheads import MultiHeadAttention, by_hand, from_torch, padding_keep, scaled_dot_product_attention
from manyheads.functional import explicit_attention

N, H, L, S, D_H, D_V = 2, 3, 4, 5, 7, 6  # all different
BOTH_PATHS = pytest.mark.parametrize("weights_too", [True, False])
HALF = pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])


def on_paper(query, key, value, keep, bias):
    """Contexts and weights of one head in float64, from the very numbers that half precision holds."""
    lists = (x.double().tolist() for x in (query, key, value))
    context, weights = by_hand.attend(*lists, keep.tolist(), bias=bias.double().tolist())
    return torch.tensor(context, dtype=torch.float64), torch.tensor(weights, dtype=torch.float64)


def half_of_an_ulp(x, dtype):
    """How far a number is from its nearest neighbor of a dtype, at most."""
    return x.abs() * torch.finfo(dtype).eps / 2 + torch.finfo(dtype).smallest_normal


@HALF
@pytest.mark.parametrize("size", [0.1, 1.0, 10.0])
def test_half_precision_weights_are_the_exact_ones_rounded_once(size, dtype):
    query, key, value = (size * torch.randn(n, width) for n, width in ((L, D_H), (S, D_H), (S, D_V)))
    query, key, value, bias = (x.to(dtype) for x in (query, key, value, torch.randn(L, S)))
    keep = torch.rand(L, S) > 0.3
    keep[1] = False  # an empty row
    wanted, wanted_weights = on_paper(query, key, value, keep, bias)
    context, weights = scaled_dot_product_attention(
        query, key, value, keep=keep, bias=bias, return_weights=True
    )
    assert context.dtype == weights.dtype == dtype
    error = (weights.double() - wanted_weights).abs()
    assert (error <= 1.01 * half_of_an_ulp(wanted_weights, dtype) + 1e-6 * size**2).all()
    largest = value.abs().max().item()
    assert_close(context.double(), wanted, rtol=0, atol=2 * torch.finfo(dtype).eps * largest)
    assert weights[1].count_nonzero() == context[1].count_nonzero() == 0


@HALF
@BOTH_PATHS
def test_a_half_precision_layer_is_near_the_exact_one(weights_too, dtype, torch_layer):
    exact = from_torch(torch_layer())
    with torch.no_grad():
        for parameter in exact.parameters():
            parameter.copy_((parameter / 4).to(dtype))  # so that both layers hold the same numbers
    x = torch.randn(N, S, 28).to(dtype)
    masks = {"key_keep": padding_keep(torch.tensor([5, 2]), S), "causal": True}
    wanted, wanted_weights = exact(x.double(), **masks, return_weights=True)
    layer = from_torch(torch_layer()).to(dtype)
    layer.load_state_dict(exact.state_dict())
    output, weights = layer(x, **masks, return_weights=weights_too)
    assert output.dtype == dtype
    assert_close(
        output.double(), wanted, rtol=0, atol=16 * torch.finfo(dtype).eps * wanted.abs().max().item()
    )
    if weights_too:
        assert weights.dtype == dtype
        assert_close(weights.double(), wanted_weights, rtol=0, atol=16 * torch.finfo(dtype).eps)


@HALF
def test_scores_and_masked_scores_are_float32(dtype):
    query, key, value = (torch.randn(N, n, D_H).to(dtype) for n in (L, S, S))
    steps = explicit_attention(query, key, value, torch.randn(L, S).to(dtype))
    assert steps.scores.dtype == steps.masked.dtype == torch.float32
    assert_close(steps.scores.double(), query.double() @ key.double().mT / D_H**0.5, rtol=0, atol=1e-5)


def test_a_bias_finer_than_the_query_is_not_rounded():
    query = key = torch.zeros(1, 2, D_H).bfloat16()
    bias = torch.tensor([[0.0, 2**-10]])  # the next number above 1 in bfloat16 is 1 + 2**-7
    steps = explicit_attention(query[:, :1], key, key, bias)
    assert torch.equal(steps.masked, bias[None])


@pytest.mark.parametrize("inputs", [torch.float32, torch.bfloat16, torch.float16, torch.float64])
@pytest.mark.parametrize("autocast", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("masked", [True, False])
def test_autocast_gives_its_dtype_on_both_paths_and_keeps_float64(masked, autocast, inputs):
    query, key, value = (torch.randn(N, n, D_H).to(inputs) for n in (L, S, S))
    keep = torch.rand(L, S) > 0.3 if masked else None
    exact = scaled_dot_product_attention(
        *(x.double() for x in (query, key, value)), keep=keep, return_weights=True
    )
    with torch.autocast("cpu", dtype=autocast):
        fused, _ = scaled_dot_product_attention(query, key, value, keep=keep)
        context, weights = scaled_dot_product_attention(query, key, value, keep=keep, return_weights=True)
    wanted = torch.float64 if inputs is torch.float64 else autocast
    assert fused.dtype == context.dtype == weights.dtype == wanted
    tolerance = 8 * torch.finfo(wanted).eps
    assert_close(weights.double(), exact[1], rtol=0, atol=max(tolerance, 1e-6))
    assert_close(context.double(), exact[0], rtol=0, atol=8 * tolerance)
    assert_close(fused.double(), exact[0], rtol=0, atol=8 * tolerance)


def test_autocast_keeps_scores_in_float32():
    query, key, value = (torch.randn(N, n, D_H) for n in (L, S, S))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        steps = explicit_attention(query, key, value, None)
    assert steps.scores.dtype == steps.masked.dtype == torch.float32
    assert_close(steps.scores, query @ key.mT / D_H**0.5)


@BOTH_PATHS
def test_a_layer_under_autocast(weights_too):
    layer, x = MultiHeadAttention(28, 4).eval(), torch.randn(N, S, 28)
    wanted, _ = layer(x, causal=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output, weights = layer(x, causal=True, return_weights=weights_too)
    assert output.dtype == torch.bfloat16
    assert weights is None or weights.dtype == torch.bfloat16
    assert_close(output.float(), wanted, rtol=0, atol=0.03)
    output.float().sum().backward()
    assert {parameter.grad.dtype for parameter in layer.parameters()} == {torch.float32}


@BOTH_PATHS
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("device", ["cpu", "meta"])
@pytest.mark.parametrize("mask", [{}, {"keep": torch.ones(S, S).bool()}, {"bias": torch.zeros(S, S)}])
def test_dtype_and_device_of_the_query_are_kept(mask, device, dtype, weights_too):
    layer = MultiHeadAttention(28, 4).to(device, dtype)
    x = torch.zeros(N, S, 28, dtype=dtype, device=device)
    key_keep = torch.ones(N, S, dtype=torch.bool, device=device)
    masks = {name: given.to(device) for name, given in mask.items()}
    output, weights = layer(x, **masks, key_keep=key_keep, causal=True, return_weights=weights_too)
    assert (output.dtype, output.device.type, output.shape) == (dtype, device, (N, S, 28))
    if weights_too:
        assert (weights.dtype, weights.device.type, weights.shape) == (dtype, device, (N, 4, S, S))
    steps = layer.trace(x, **masks, key_keep=key_keep, causal=True)
    assert {step.device.type for step in steps} == {device}


def test_no_tensor_is_made_on_the_default_device():
    layer, x = MultiHeadAttention(28, 4), torch.randn(N, S, 28)
    wanted = layer(x, causal=True, query_offset=1, return_weights=True)
    with torch.device("meta"):  # whatever forgets its device lands there
        output, weights = layer(
            x,
            causal=True,
            query_offset=1,
            key_keep=torch.ones(N, S, device="cpu").bool(),
            return_weights=True,
        )
        fused, _ = layer(x, causal=True, query_offset=1)
    assert torch.equal(output, wanted[0])
    assert torch.equal(weights, wanted[1])
    assert_close(fused, wanted[0])


@HALF
def test_gradients_in_half_precision_are_finite_and_near(dtype):
    inputs = [torch.randn(n, width).to(dtype) for n, width in ((L, D_H), (S, D_H), (S, D_V))]
    keep = torch.ones(L, S).tril().bool()
    gradients = []
    for kind in (dtype, torch.float64):
        leaves = [x.to(kind).requires_grad_() for x in inputs]
        context, _ = scaled_dot_product_attention(*leaves, keep=keep, return_weights=True)
        gradients.append(torch.autograd.grad(context.pow(2).sum(), leaves))
    for half, exact in zip(*gradients, strict=True):
        assert half.dtype == dtype
        assert_close(
            half.double(), exact, rtol=0, atol=16 * torch.finfo(dtype).eps * exact.abs().max().item()
        )


def test_the_kernel_agrees_that_an_empty_row_is_zero():
    query, key, value = (torch.randn(1, n, D_H) for n in (L, S, S))
    keep = torch.ones(L, S).bool().index_fill(0, torch.tensor(1), False)
    assert F.scaled_dot_product_attention(query, key, value, keep)[0, 1].tolist() == [0.0] * D_H
