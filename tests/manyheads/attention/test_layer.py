"""One call from the inside: the trace, dropout, hooks, gradients, first weights and dtypes."""

import itertools

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from manyheads import MultiHeadAttention, causal_keep, padding_keep

N, L, S, D, H = 2, 3, 5, 28, 4  # as in conftest.py
BOTH_PATHS = pytest.mark.parametrize("weights_too", [True, False])


def test_the_trace_is_the_computation(ours, xs):
    keep, bias = causal_keep(L, S, query_offset=1), torch.randn(L, S).double()
    steps = ours.trace(*xs, keep=keep, bias=bias)
    output, weights = ours(*xs, keep=keep, bias=bias, return_weights=True)
    assert torch.equal(steps.output, output)
    assert torch.equal(steps.weights, weights)
    for name, projection, x in zip(("query", "key", "value"), ours.children(), xs, strict=False):
        wanted = projection(x).reshape(N, -1, H, 7).transpose(1, 2)
        assert torch.equal(getattr(steps, name), wanted)
    assert_close(steps.scores, steps.query @ steps.key.mT / 7**0.5)
    assert_close(steps.masked, (steps.scores + bias).masked_fill(~keep, float("-inf")))
    assert_close(steps.weights, steps.masked.softmax(-1))
    assert_close(steps.context, steps.weights @ steps.value)
    assert torch.equal(steps.concat, torch.cat([steps.context[:, h] for h in range(H)], -1))
    assert torch.equal(steps.output, ours.out_proj(steps.concat))


def test_the_trace_takes_every_mask(ours, xs):
    masks = {"key_keep": padding_keep(torch.tensor([4, 2]), S), "causal": True, "query_offset": 2}
    steps = ours.trace(*xs, **masks)
    keep = (masks["key_keep"][:, None] & causal_keep(L, S, query_offset=2))[:, None].expand(N, H, L, S)
    assert torch.equal(steps.masked.isinf(), ~keep)
    assert torch.equal(steps.output, ours(*xs, **masks, return_weights=True)[0])


@pytest.mark.parametrize("training", [True, False])
def test_dropout_only_while_training(training, x, sdpa_calls, monkeypatch):
    layer, asked = MultiHeadAttention(D, H, dropout=0.25).train(training).double(), []
    monkeypatch.setattr(F, "dropout", lambda weights, p: asked.append(p) or weights)
    layer(x)
    layer(x, return_weights=True)
    layer.trace(x)
    assert sdpa_calls[0]["dropout_p"] == (0.25 if training else 0.0)
    assert asked == ([0.25, 0.25] if training else [])


def test_returned_weights_are_before_dropout(x):
    layer = MultiHeadAttention(D, H, dropout=0.5).double()
    steps = layer.trace(x)
    for weights in (steps.weights, layer(x, return_weights=True)[1]):
        assert_close(weights, layer.eval()(x, return_weights=True)[1])
    assert not torch.allclose(steps.context, steps.weights @ steps.value)


@BOTH_PATHS
def test_every_mode_agrees_without_dropout(weights_too, ours, x):
    wanted, _ = ours.eval()(x, causal=True, return_weights=weights_too)
    trained, _ = ours.train()(x, causal=True, return_weights=weights_too)
    with torch.inference_mode():
        inferred, _ = ours.eval()(x, causal=True, return_weights=weights_too)
    assert_close(trained, wanted)
    assert_close(inferred, wanted)


def test_every_projection_is_called(ours, x):
    called = []
    for name, projection in ours.named_children():
        projection.register_forward_hook(lambda *_, name=name: called.append(name))
    for run in (ours, ours.trace, lambda x: ours(x, return_weights=True)):
        run(x)
        assert called == ["q_proj", "k_proj", "v_proj", "out_proj"]
        called.clear()


def test_weights_are_attached_to_the_graph(ours, x):
    _, weights = ours(x, return_weights=True)
    query, value = torch.autograd.grad(
        weights[..., 0].sum(), (ours.q_proj.weight, ours.v_proj.weight), allow_unused=True
    )
    assert query.abs().max() > 0
    assert value is None


def test_projections_start_with_xaviers_rule_and_biases_with_zero():
    layer = MultiHeadAttention(64, 4, kdim=32, vdim=128)
    for projection, fans in zip(layer.children(), (128, 96, 192, 128), strict=True):
        bound = (6 / fans) ** 0.5
        assert 0.98 * bound < projection.weight.abs().max() <= bound
        assert projection.weight.std().item() == pytest.approx(bound / 3**0.5, rel=0.05)
        assert projection.bias.count_nonzero() == 0
    before = layer.q_proj.weight.clone()
    layer.reset_parameters()
    assert not torch.equal(layer.q_proj.weight, before)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_keeps_its_dtype(dtype, ours, x):
    layer, half = ours.to(dtype), x.to(dtype)
    output, weights = layer(half, return_weights=True)
    assert output.dtype == weights.dtype == layer(half)[0].dtype == dtype


def test_names_of_the_parameters_are_stable():
    names = itertools.product(("q_proj", "k_proj", "v_proj", "out_proj"), ("weight", "bias"))
    assert list(MultiHeadAttention(8, 2).state_dict()) == [".".join(pair) for pair in names]
