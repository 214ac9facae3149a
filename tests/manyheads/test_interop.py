"""PyTorch's layer and ours are the same function of the same numbers."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from manyheads import from_torch


@pytest.fixture
def x():
    return torch.randn(2, 5, 28).double()


def same(ours, theirs, *inputs):
    wanted, wanted_weights = theirs(*inputs, average_attn_weights=False)
    output, weights = ours(*inputs, return_weights=True)
    assert_close(output, wanted)
    assert_close(weights, wanted_weights)


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("sizes", [{}, {"kdim": 6}, {"vdim": 10}, {"kdim": 6, "vdim": 10}])
def test_every_form_of_storage(sizes, bias, x, torch_layer):
    theirs = torch_layer(bias=bias, **sizes)
    ours = from_torch(theirs)
    key, value = (torch.randn(2, 3, sizes.get(name, 28)).double() for name in ("kdim", "vdim"))
    same(ours, theirs, x, key, value)
    assert (ours.kdim, ours.vdim) == (theirs.kdim, theirs.vdim)
    assert all((p.bias is not None) == bias for p in ours.children())
    assert sum(p.numel() for p in ours.parameters()) == sum(p.numel() for p in theirs.parameters())


def test_the_axis_of_the_batch_is_no_part_of_the_weights(x, torch_layer):
    theirs = torch_layer(batch_first=False)
    turned = x.transpose(0, 1)
    assert_close(from_torch(theirs)(x)[0], theirs(turned, turned, turned)[0].transpose(0, 1))


@pytest.mark.parametrize("training", [True, False])
def test_dropout_mode_and_dtype_are_taken_over(training, torch_layer):
    ours = from_torch(torch_layer(dropout=0.3, dtype=torch.bfloat16).train(training))
    assert ours.dropout == 0.3
    assert all(module.training == training for module in ours.modules())
    assert {parameter.dtype for parameter in ours.parameters()} == {torch.bfloat16}
    assert ours.num_heads == 4


def test_the_device_is_taken_over():
    assert from_torch(nn.MultiheadAttention(8, 2, device="meta")).q_proj.weight.device.type == "meta"


def test_the_copy_has_its_own_memory(x, torch_layer):
    theirs = torch_layer()
    ours = from_torch(theirs)
    before = ours(x)[0]
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.zero_()
    assert torch.equal(ours(x)[0], before)
    assert all(parameter.is_leaf and parameter.requires_grad for parameter in ours.parameters())


@pytest.mark.messages
@pytest.mark.parametrize("option", ["add_bias_kv", "add_zero_attn"])
def test_layers_with_keys_of_their_own_are_refused(option):
    wanted = "add_bias_kv=True and add_zero_attn=True append keys of their own, MultiHeadAttention does not"
    with pytest.raises(ValueError, match=wanted):
        from_torch(nn.MultiheadAttention(8, 2, **{option: True}))


@pytest.mark.messages
def test_other_layers_are_refused():
    with pytest.raises(TypeError, match=r"from_torch takes an nn\.MultiheadAttention, got Linear"):
        from_torch(nn.Linear(8, 8))
