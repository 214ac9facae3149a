"""Derivatives of every order and kind, and functions mapped over samples, on the explicit path."""

from functools import partial

import pytest
import torch
from torch.autograd import forward_ad, gradcheck, gradgradcheck
from torch.func import functional_call, grad, jacfwd, jacrev, jvp, vmap
from torch.testing import assert_close

from manyheads import causal_keep, from_torch, padding_keep, scaled_dot_product_attention

pytestmark = [
    pytest.mark.filterwarnings("ignore:There is a performance drop"),  # of the kernel, when it is mapped
    pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated"),  # says PyTorch to itself
]
N, L, S, D = 2, 3, 4, 28
NEVER = float("-inf")
MASKS = {
    "none": {},
    "keep": {"keep": torch.tensor([[True, False, True, True], [False] * 4, [True] * 4])},  # with an empty row
    "causal": {"causal": True, "query_offset": -1},  # likewise
    "scale": {"scale": 0.3},
}
EVERY_MASK = pytest.mark.parametrize("masks", MASKS.values(), ids=MASKS)


@pytest.fixture
def ours(torch_layer):
    return from_torch(torch_layer())


def inputs():
    return [torch.randn(2, n, width).double().requires_grad_() for n, width in ((L, 3), (S, 3), (S, 2))]


def attend(query, key, value, bias=None, *, weights_too=True, **masks):
    context, weights = scaled_dot_product_attention(
        query, key, value, bias=bias, **masks, return_weights=weights_too
    )
    return (context, weights) if weights_too else context


@EVERY_MASK
def test_first_derivatives(masks):
    bias = torch.randn(L, S).double().requires_grad_()
    assert gradcheck(
        partial(attend, **masks), (*inputs(), bias), check_forward_ad=True, check_batched_grad=True
    )
    assert gradcheck(partial(attend, weights_too=False, **masks), inputs())


@EVERY_MASK
def test_second_derivatives(masks):
    bias = torch.randn(L, S).double().requires_grad_()
    assert gradgradcheck(partial(attend, **masks), (*inputs(), bias))


def test_a_bias_of_minus_infinity_has_no_derivative():
    bias = torch.zeros(L, S).double().masked_fill(torch.eye(L, S).bool(), NEVER).requires_grad_()
    bias = bias.index_fill(0, torch.tensor(1), NEVER).detach().requires_grad_()  # row 1 is empty
    context, _ = scaled_dot_product_attention(*inputs(), bias=bias, return_weights=True)
    (gradient,) = torch.autograd.grad(context.pow(2).sum(), bias)
    assert gradient.isfinite().all()
    assert gradient[bias == NEVER].abs().max() == 0
    assert gradient[bias > NEVER].abs().min() > 0


def test_forward_derivatives_are_the_backward_ones(ours):
    x, direction = torch.randn(N, S, D).double(), torch.randn(N, S, D).double()
    masks = {"key_keep": padding_keep(torch.tensor([4, 2]), S), "causal": True}

    def run(x):
        return ours(x, **masks, return_weights=True)[0]

    with forward_ad.dual_level():
        tangent = forward_ad.unpack_dual(run(forward_ad.make_dual(x, direction))).tangent
    step = 1e-6
    by_difference = (run(x + step * direction) - run(x - step * direction)) / (2 * step)
    assert_close(tangent, by_difference, rtol=0, atol=1e-6 * by_difference.abs().max().item())
    assert_close(jvp(run, (x,), (direction,))[1], tangent)
    small = x[:1, :2]
    layer = partial(ours, causal=True, return_weights=True)
    assert_close(jacfwd(lambda x: layer(x)[0])(small), jacrev(lambda x: layer(x)[0])(small))


@pytest.mark.parametrize("weights_too", [True, False])
@pytest.mark.parametrize(
    "masks",
    [{}, {"causal": True}, {"key_keep": True}, {"keep": True, "bias": True, "causal": True}],
    ids=["none", "causal", "padding", "everything"],
)
def test_per_sample_gradients_are_those_of_samples_alone(masks, weights_too, ours):
    x, parameters = torch.randn(N, S, D).double(), dict(ours.named_parameters())
    given = {
        "key_keep": padding_keep(torch.tensor([4, 0]), S),  # sample 1 is all padding
        "keep": torch.rand(N, S, S) > 0.3,
        "bias": torch.randn(N, S, S).double(),
    }
    mapped = {name: given[name] for name, wanted in masks.items() if name != "causal"}

    def loss(parameters, x, masks):
        masks = {name: mask[None] for name, mask in masks.items()}
        options = {**masks, "causal": "causal" in names, "return_weights": weights_too}
        return functional_call(ours, parameters, (x[None],), options)[0].pow(2).sum()

    names = set(masks)
    got = vmap(grad(loss), in_dims=(None, 0, 0))(parameters, x, mapped)
    for n in range(N):
        wanted = grad(loss)(parameters, x[n], {name: mask[n] for name, mask in mapped.items()})
        for name, gradient in wanted.items():
            assert_close(got[name][n], gradient, rtol=0, atol=1e-9 * max(1.0, gradient.abs().max().item()))
            assert gradient.isfinite().all()


def test_inputs_and_masks_may_be_mapped(ours):
    x, keep = torch.randn(3, N, S, D).double(), torch.rand(3, S, S) > 0.3
    output, weights = vmap(lambda x, keep: ours(x, keep=keep, return_weights=True))(x, keep)
    for i in range(3):
        wanted = ours(x[i], keep=keep[i], return_weights=True)
        assert_close(output[i], wanted[0])
        assert_close(weights[i], wanted[1])


def test_mapping_makes_no_choice_by_data():
    query, key, value = (torch.randn(3, n, 2) for n in (L, S, S))
    keep = torch.stack([causal_keep(L, S), torch.zeros(L, S).bool(), torch.ones(L, S).bool()])
    context, weights = vmap(lambda q, k, v, m: attend(q, k, v, keep=m))(query, key, value, keep)
    wanted = scaled_dot_product_attention(query, key, value, keep=keep, return_weights=True)
    assert_close(context, wanted[0])
    assert_close(weights, wanted[1])
    assert weights[1].abs().max() == 0
