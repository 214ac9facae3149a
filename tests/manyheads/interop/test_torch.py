"""PyTorch's layer and ours are the same function of the same numbers, there and back."""

import pytest
import torch
from torch import nn
from torch.nn.utils import parametrize
from torch.testing import assert_close

from manyheads import MultiHeadAttention, from_torch, to_torch


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


FORMS = pytest.mark.parametrize("bias", [True, False])
SIZES = pytest.mark.parametrize("sizes", [{}, {"kdim": 6}, {"vdim": 10}, {"kdim": 6, "vdim": 10}])


def state(layer):
    return dict(layer.state_dict())


@FORMS
@SIZES
def test_there_and_back_is_the_same_layer(sizes, bias, x, torch_layer):
    theirs = torch_layer(bias=bias, dropout=0.3, **sizes)
    ours = from_torch(theirs)
    back = to_torch(ours)
    assert list(state(back)) == list(state(theirs))
    assert all(torch.equal(state(back)[name], numbers) for name, numbers in state(theirs).items())
    again = from_torch(back)
    assert all(torch.equal(state(again)[name], numbers) for name, numbers in state(ours).items())
    key, value = (torch.randn(2, 3, sizes.get(name, 28)).double() for name in ("kdim", "vdim"))
    assert torch.equal(theirs(x, key, value)[0], back(x, key, value)[0])
    assert torch.equal(ours(x, key, value)[0], again(x, key, value)[0])
    same(ours, back, x, key, value)
    assert (back.kdim, back.vdim, back.num_heads, back.dropout) == (ours.kdim, ours.vdim, 4, 0.3)


@FORMS
def test_a_layer_of_ours_becomes_theirs(bias, x):
    ours = MultiHeadAttention(28, 4, bias=bias).double().eval()
    theirs = to_torch(ours)
    assert theirs.batch_first
    same(ours, theirs, x, x, x)
    assert {name for name, _ in theirs.named_parameters()} == (
        {"in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias"}
        if bias
        else {"in_proj_weight", "out_proj.weight"}
    )


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_theirs_takes_over_dropout_mode_and_dtype(training, dtype):
    theirs = to_torch(MultiHeadAttention(8, 2, dropout=0.25).to(dtype).train(training))
    assert theirs.dropout == 0.25
    assert all(module.training == training for module in theirs.modules())
    assert {parameter.dtype for parameter in theirs.parameters()} == {dtype}


def test_theirs_takes_over_the_device():
    theirs = to_torch(MultiHeadAttention(8, 2).to("meta"))
    assert {parameter.device.type for parameter in theirs.parameters()} == {"meta"}


def test_theirs_has_its_own_memory(x):
    ours = MultiHeadAttention(28, 4).double()
    theirs = to_torch(ours)
    before = theirs(x, x, x)[0]
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.normal_()
    assert torch.equal(theirs(x, x, x)[0], before)
    assert all(parameter.is_leaf and parameter.requires_grad for parameter in theirs.parameters())


def test_both_train_on_alike(x):
    ours = MultiHeadAttention(28, 4).double()
    theirs = to_torch(ours)
    ours(x)[0].pow(2).sum().backward()
    theirs(x, x, x)[0].pow(2).sum().backward()
    projections = (ours.q_proj, ours.k_proj, ours.v_proj)
    assert_close(torch.cat([p.weight.grad for p in projections]), theirs.in_proj_weight.grad)
    assert_close(ours.out_proj.bias.grad, theirs.out_proj.bias.grad)


@SIZES
def test_what_is_frozen_stays_frozen(sizes, torch_layer):
    theirs = torch_layer(**sizes)
    theirs.out_proj.weight.requires_grad_(False)
    theirs.in_proj_bias.requires_grad_(False)
    if sizes:
        theirs.k_proj_weight.requires_grad_(False)
    with torch.no_grad():
        ours = from_torch(theirs)
        back = to_torch(ours)
    wanted = {"q_proj.bias", "k_proj.bias", "v_proj.bias", "out_proj.weight"}
    wanted |= {"k_proj.weight"} if sizes else set()
    assert {name for name, p in ours.named_parameters() if not p.requires_grad} == wanted
    for (name, before), (_, after) in zip(theirs.named_parameters(), back.named_parameters(), strict=True):
        assert before.requires_grad == after.requires_grad, name
    assert all(p.is_leaf for p in (*ours.parameters(), *back.parameters()))


def test_no_random_number_is_drawn():
    theirs, ours = nn.MultiheadAttention(8, 2), MultiHeadAttention(8, 2)
    before = torch.get_rng_state()
    from_torch(theirs)
    to_torch(ours)
    assert torch.equal(torch.get_rng_state(), before)


def test_the_default_device_does_not_matter(x, torch_layer):
    theirs = torch_layer()
    with torch.device("meta"):
        ours = from_torch(theirs)
        back = to_torch(ours)
    assert {p.device.type for p in (*ours.parameters(), *back.parameters())} == {"cpu"}
    same(ours, theirs, x, x, x)
    same(ours, back, x, x, x)


class Doubled(nn.Module):
    def forward(self, weight):
        return 2 * weight


def test_a_parametrized_weight_is_copied_as_it_is_used(x):
    ours = MultiHeadAttention(28, 4).double()
    parametrize.register_parametrization(ours.v_proj, "weight", Doubled())
    with torch.no_grad():  # where a computed weight does not say that it trains
        theirs = to_torch(ours)
    same(ours, theirs, x, x, x)
    assert theirs.in_proj_weight.requires_grad


def share(layer):
    for name in ("q_proj", "k_proj", "v_proj"):
        projection = getattr(layer, name)
        projection.weight = nn.Parameter(projection.weight[:4])


def merged(layer):
    layer.v_proj = nn.Sequential(layer.v_proj)


def partly_biased(layer):
    layer.k_proj.bias = layer.out_proj.bias = None


def once_biased(layer):
    layer.q_proj.bias = layer.k_proj.bias = layer.v_proj.bias = None


def partly_frozen(layer):
    layer.q_proj.weight.requires_grad_(False)


def mostly_frozen(layer):
    layer.q_proj.bias.requires_grad_(False)
    layer.v_proj.bias.requires_grad_(False)


REFUSED = {
    "a share of the heads": (share, ValueError, "nn.MultiheadAttention holds all heads: the weight of q_proj must be (8, 8), got (4, 8)"),
    "an adapter": (merged, TypeError, "nn.MultiheadAttention multiplies by plain weights, v_proj is Sequential: merge it into an nn.Linear first"),
    "some biases": (partly_biased, ValueError, "nn.MultiheadAttention has four biases or none, only q_proj and v_proj have one here: give the others a bias of zeros"),
    "one bias": (once_biased, ValueError, "nn.MultiheadAttention has four biases or none, only out_proj has one here: give the others a bias of zeros"),
    "frozen weights": (partly_frozen, ValueError, "nn.MultiheadAttention trains in_proj_weight as a whole or not at all, only k_proj and v_proj train their weight here: set requires_grad alike"),
    "frozen biases": (mostly_frozen, ValueError, "nn.MultiheadAttention trains in_proj_bias as a whole or not at all, only k_proj trains its bias here: set requires_grad alike"),
    "two dtypes": (lambda layer: layer.out_proj.double(), ValueError, "nn.MultiheadAttention has one dtype on one device, got torch.float32 on cpu, torch.float64 on cpu: use .to() first"),
    "two devices": (lambda layer: layer.q_proj.to("meta"), ValueError, "nn.MultiheadAttention has one dtype on one device, got torch.float32 on cpu, torch.float32 on meta: use .to() first"),
}  # fmt: skip


@pytest.mark.messages
@pytest.mark.parametrize(("change", "error", "wanted"), REFUSED.values(), ids=REFUSED)
def test_what_theirs_has_no_place_for_is_refused(change, error, wanted):
    layer = MultiHeadAttention(8, 2)
    change(layer)
    with pytest.raises(error) as caught:
        to_torch(layer)
    assert str(caught.value) == wanted


def biased_at_the_end(theirs):
    theirs.in_proj_bias = None


def biased_before_the_end(theirs):
    theirs.out_proj.bias = None


PARTS = {
    "one bias": (biased_at_the_end, "MultiHeadAttention has four biases or none, theirs has out_proj.bias alone: give the other projections a bias of zeros"),
    "three biases": (biased_before_the_end, "MultiHeadAttention has four biases or none, theirs has in_proj_bias alone: give the other projections a bias of zeros"),
    "two dtypes": (lambda theirs: theirs.out_proj.double(), "MultiHeadAttention has one dtype on one device, got torch.float32 on cpu, torch.float64 on cpu: use .to() first"),
}  # fmt: skip


@pytest.mark.messages
@pytest.mark.parametrize(("change", "wanted"), PARTS.values(), ids=PARTS)
def test_what_ours_would_do_otherwise_is_refused(change, wanted):
    theirs = nn.MultiheadAttention(8, 2)
    change(theirs)
    with pytest.raises(ValueError, match=r"alone|one dtype") as caught:
        from_torch(theirs)
    assert str(caught.value) == wanted


@pytest.mark.messages
def test_theirs_is_not_made_of_theirs():
    with pytest.raises(TypeError, match="to_torch takes a MultiHeadAttention, got MultiheadAttention"):
        to_torch(nn.MultiheadAttention(8, 2))
