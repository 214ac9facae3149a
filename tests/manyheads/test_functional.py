"""Both paths of the function against arithmetic on paper, and the choice between them."""

import itertools

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from manyheads import by_hand, causal_keep, scaled_dot_product_attention
from manyheads.functional import explicit_attention

N, H, L, S, D_H, D_V = 2, 3, 4, 5, 7, 6  # all different
NEVER = float("-inf")
CASES = {
    "plain": lambda: {},
    "scale": lambda: {"scale": 0.7},
    "scale 0": lambda: {"scale": 0.0},
    "keep": lambda: {"keep": torch.rand(N, H, L, S) > 0.5},
    "keep per sample": lambda: {"keep": torch.rand(N, L, S) > 0.5},
    "bias": lambda: {"bias": torch.randn(N, H, L, S).double()},
    "bias per sample": lambda: {"bias": torch.randn(N, L, S).double()},
    "bias with -inf": lambda: {"bias": torch.randn(L, S).double().masked_fill(torch.rand(L, S) > 0.5, NEVER)},
    "bias -inf alone": lambda: {"bias": torch.zeros(L, S).double().index_fill(0, torch.tensor(2), NEVER)},
    "bias of float32": lambda: {"bias": torch.randn(L, S)},
    "causal": lambda: {"causal": True, "query_offset": 0},
    "offset 1": lambda: {"causal": True, "query_offset": 1},
    "offset -2": lambda: {"causal": True, "query_offset": -2},
    "offset past the end": lambda: {"causal": True, "query_offset": 4},
    "everything": lambda: {
        "keep": torch.rand(N, 1, L, S) > 0.3,
        "bias": torch.randn(H, L, S).double()[None],
        "causal": True,
        "query_offset": 2,
        "scale": 0.3,
    },
    "keep (L, 1)": lambda: {"keep": torch.tensor([[True], [False], [True], [True]])},
    "keep (N, 1, 1, 1)": lambda: {"keep": torch.tensor([True, False]).reshape(N, 1, 1, 1)},
    "keep (S,)": lambda: {"keep": torch.tensor([True, False, True, False, True])},
    "keep ()": lambda: {"keep": torch.tensor(False)},
    "bias (L, 1)": lambda: {"bias": torch.randn(L, 1).double()},
    "bias (S,)": lambda: {"bias": torch.randn(S).double()},
    "bias ()": lambda: {"bias": torch.tensor(2.0).double()},
}


@pytest.fixture
def inputs():
    return tuple(torch.randn(N, H, n, width).double() for n, width in ((L, D_H), (S, D_H), (S, D_V)))


@pytest.fixture
def square():
    return tuple(torch.randn(N, H, S, width).double() for width in (D_H, D_H, D_V))


def on_paper(query, key, value, *, keep=None, bias=None, query_offset=None, **options):
    """Attend sample by sample and head by head, in loops over numbers."""
    shape = (*query.shape[:-1], key.shape[-2])
    keep, bias = (m[:, None] if m is not None and m.dim() == 3 else m for m in (keep, bias))
    contexts, weights = torch.zeros(*query.shape[:-1], value.shape[-1]).double(), torch.zeros(shape).double()
    for n, h in itertools.product(range(shape[0]), range(shape[1])):
        context, row = by_hand.attend(
            *(x[n, h].tolist() for x in (query, key, value)),
            None if keep is None else keep.expand(shape)[n, h].tolist(),
            bias=None if bias is None else bias.expand(shape)[n, h].tolist(),
            query_offset=query_offset or 0,
            **options,
        )
        contexts[n, h], weights[n, h] = torch.tensor(context), torch.tensor(row)
    return contexts, weights


@pytest.mark.parametrize("case", CASES)
def test_both_paths_equal_arithmetic_on_paper(case, inputs):
    options = CASES[case]()
    wanted, wanted_weights = on_paper(*inputs, **options)
    context, weights = scaled_dot_product_attention(*inputs, **options, return_weights=True)
    assert_close(context, wanted, rtol=0, atol=1e-6)
    assert_close(weights, wanted_weights, rtol=0, atol=1e-6)
    context, weights = scaled_dot_product_attention(*inputs, **options)
    assert weights is None
    assert_close(context, wanted, rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"query_offset": 0},
        {"query_offset": 1},
        {"query_offset": -1},
        {"keep": torch.rand(S, S, generator=torch.Generator().manual_seed(0)) > 0.5},
        {"bias": torch.arange(25.0).double().reshape(S, S) / 9},
    ],
)
@pytest.mark.parametrize("weights_too", [True, False])
def test_causal_with_as_many_queries_as_keys(options, weights_too, square):
    context, _ = scaled_dot_product_attention(*square, causal=True, **options, return_weights=weights_too)
    assert_close(context, on_paper(*square, causal=True, **options)[0], rtol=0, atol=1e-6)


@pytest.mark.parametrize("case", CASES)
def test_gradients_of_both_paths_agree(case, inputs):
    options, gradients = CASES[case](), []
    for weights_too in (True, False):
        leaves = [x.clone().requires_grad_() for x in inputs]
        context, _ = scaled_dot_product_attention(*leaves, **options, return_weights=weights_too)
        context.pow(2).sum().backward()
        gradients.append([leaf.grad for leaf in leaves])
    for ours, fused in zip(*gradients, strict=True):
        assert ours.isfinite().all()
        assert_close(ours, fused)


def test_a_bias_can_be_learned(inputs):
    gradients = []
    for weights_too in (True, False):
        bias = torch.ones(L, S).double().requires_grad_()
        keep = torch.arange(S) < 4
        context, _ = scaled_dot_product_attention(*inputs, bias=bias, keep=keep, return_weights=weights_too)
        context.pow(2).sum().backward()
        gradients.append(bias.grad)
    assert_close(*gradients)
    assert gradients[0][:, :4].abs().min() > 0
    assert gradients[0][:, 4].abs().max() == 0


def test_queries_without_batch_or_heads(inputs):
    query, key, value = (x[0, 0] for x in inputs)
    keep = torch.rand(L, S) > 0.5
    wanted, _ = by_hand.attend(query.tolist(), key.tolist(), value.tolist(), keep.tolist())
    for weights_too in (True, False):
        context, _ = scaled_dot_product_attention(query, key, value, keep=keep, return_weights=weights_too)
        assert_close(context, torch.tensor(wanted).double(), rtol=0, atol=1e-6)


CHOICES = {
    "nothing": ({}, None, False),
    "causal": ({"causal": True}, None, True),
    "causal from 0": ({"causal": True, "query_offset": 0}, torch.bool, False),
    "causal from 1": ({"causal": True, "query_offset": 1}, torch.bool, False),
    "causal past the end": ({"causal": True, "query_offset": 4}, None, False),
    "causal and keep": ({"causal": True, "keep": torch.tensor(True)}, torch.bool, False),
    "causal and bias": ({"causal": True, "bias": torch.zeros(S, S)}, torch.float64, False),
    "keep": ({"keep": torch.ones(S, S).bool()}, torch.bool, False),
    "bias": ({"bias": torch.zeros(S, S)}, torch.float64, False),
}


@pytest.mark.parametrize(("options", "dtype", "causal"), CHOICES.values(), ids=CHOICES)
def test_the_kernel_gets_one_mask_or_its_own_causal_flag(options, dtype, causal, square, sdpa_calls):
    scaled_dot_product_attention(*square, **options, scale=0.3, dropout_p=0.25)
    (call,) = sdpa_calls
    assert (None if call["mask"] is None else call["mask"].dtype) == dtype
    assert (call["causal"], call["scale"], call["dropout_p"]) == (causal, 0.3, 0.25)


def test_the_causal_flag_of_the_kernel_needs_as_many_queries_as_keys(inputs, sdpa_calls):
    scaled_dot_product_attention(*inputs, causal=True, query_offset=0)
    assert torch.equal(sdpa_calls[0]["mask"], causal_keep(L, S))


def test_a_query_that_sees_every_key_needs_no_mask(inputs, sdpa_calls):
    query = inputs[0][:, :, :1]
    for offset in (S - 1, S - 2):
        scaled_dot_product_attention(query, *inputs[1:], causal=True, query_offset=offset)
    assert sdpa_calls[0]["mask"] is None
    assert sdpa_calls[1]["mask"].tolist() == [[True] * (S - 1) + [False]]


def test_weights_never_come_from_the_kernel(inputs, sdpa_calls):
    scaled_dot_product_attention(*inputs, return_weights=True)
    assert sdpa_calls == []


@pytest.mark.parametrize("weights_too", [True, False])
def test_dropout_is_on_the_probabilities_and_scales_the_rest(weights_too):
    query, key, value = torch.randn(N, H, L, D_H), torch.randn(N, H, S, D_H), torch.eye(S).expand(N, H, S, S)
    _, weights = scaled_dot_product_attention(query, key, value, return_weights=True)
    kept, returned = scaled_dot_product_attention(
        query, key, value, dropout_p=0.25, return_weights=weights_too
    )  # the values are the identity: the context is what is left of the weights
    dropped = kept == 0
    assert 0.05 < dropped.float().mean() < 0.5
    assert_close(kept[~dropped], weights[~dropped] / 0.75)
    assert returned is None or torch.equal(returned, weights)


def test_a_probability_of_0_draws_nothing(inputs, monkeypatch):
    monkeypatch.setattr(F, "dropout", lambda *_: pytest.fail("no dropout was asked for"))
    scaled_dot_product_attention(*inputs, return_weights=True)


def test_masked_scores_are_shown_without_the_null_key(inputs):
    keep = causal_keep(L, S)
    steps = explicit_attention(*inputs, keep, scale=0.5)
    assert_close(steps.scores, inputs[0] @ inputs[1].mT / 2)
    assert torch.equal(steps.masked, steps.scores.masked_fill(~keep, NEVER))


def test_scores_that_half_precision_cannot_hold():
    query, key = torch.full((1, 1, 2), 300.0).half(), torch.tensor([[[300.0, 300.0], [0.0, 0.0]]]).half()
    value = torch.tensor([[[1.0], [5.0]]]).half()  # the score 180,000 / sqrt(2) is beyond float16
    for options in ({}, {"bias": torch.zeros(1, 2)}):
        context, weights = scaled_dot_product_attention(query, key, value, return_weights=True, **options)
        assert weights.tolist() == [[[1.0, 0.0]]]
        assert context.tolist() == [[[1.0]]]
        assert context.dtype == weights.dtype == torch.float16


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_both_paths_give_the_same_dtype_under_autocast(dtype, inputs):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        fused, _ = scaled_dot_product_attention(*(x.to(dtype) for x in inputs))
        context, weights = scaled_dot_product_attention(*(x.to(dtype) for x in inputs), return_weights=True)
    assert fused.dtype == context.dtype == weights.dtype
    assert_close(context, fused, rtol=0, atol=0.02)


def test_autocast_scores_and_normalizes_in_float32():
    query, key, value = (torch.randn(N, n, D_H) for n in (L, S, S))
    wanted = scaled_dot_product_attention(query, key, value, return_weights=True)[1]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        weights = scaled_dot_product_attention(query, key, value, return_weights=True)[1]
    assert torch.equal(weights, wanted.bfloat16())  # rounded once, at the end


def test_a_device_without_autocast(inputs):
    context, weights = scaled_dot_product_attention(*(x.to("meta") for x in inputs), return_weights=True)
    assert context.shape == (N, H, L, D_V)
    assert weights.shape == (N, H, L, S)


@pytest.mark.parametrize("weights_too", [True, False])
@pytest.mark.parametrize(("length", "keys"), [(0, S), (L, 0)])
def test_nothing_to_ask_or_to_see(length, keys, weights_too):
    sizes = ((length, D_H), (keys, D_H), (keys, D_V))
    context, _ = scaled_dot_product_attention(
        *(torch.randn(N, n, width) for n, width in sizes), return_weights=weights_too
    )
    assert torch.equal(context, torch.zeros(N, length, D_V))
