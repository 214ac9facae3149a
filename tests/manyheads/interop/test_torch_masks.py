"""PyTorch's masks and ours hide the same keys and add the same numbers, there and back."""

import itertools
import warnings

import pytest
import torch
from torch.testing import assert_close

from manyheads import from_torch, masks_from_torch, masks_to_torch
from manyheads.masks import combine_masks, with_padding

N, H, L, S = 2, 4, 3, 5  # all different
NEVER = float("-inf")


def hidden(*shape):
    """A boolean mask of theirs that leaves key 0 to everyone."""
    mask = torch.rand(shape) > 0.5
    mask[..., 0] = False
    return mask


def added(*shape):
    """A float mask of theirs, with -inf where a boolean one hides."""
    return torch.randn(shape).double().masked_fill(hidden(*shape), NEVER)


ATTN_MASKS = {
    "none": lambda: None,
    "bool (L, S)": lambda: hidden(L, S),
    "bool (N*H, L, S)": lambda: hidden(N * H, L, S),
    "float (L, S)": lambda: added(L, S),
    "float (N*H, L, S)": lambda: added(N * H, L, S),
}
PADDING = {"none": lambda: None, "bool": lambda: hidden(N, S), "float": lambda: added(N, S)}
EVERY = pytest.mark.parametrize(("attn_mask", "padding"), list(itertools.product(ATTN_MASKS, PADDING)))


@pytest.fixture
def theirs(torch_layer):
    return torch_layer()


@pytest.fixture
def xs():
    return tuple(torch.randn(N, n, 28).double() for n in (L, S, S))


def together(keep, key_keep, bias):
    """Everything that three masks say, as numbers (N, H, L, S) to add."""
    keep = keep if key_keep is None else with_padding(keep, key_keep)
    mask = combine_masks(torch.zeros(N, H, L, 7), torch.zeros(N, H, S, 7), keep=keep, bias=bias)
    if mask is None:
        mask = torch.zeros(())
    if mask.dtype is torch.bool:
        mask = torch.zeros(mask.shape).masked_fill(~mask, NEVER)
    return mask.double().expand(N, H, L, S)


@EVERY
@pytest.mark.filterwarnings("ignore:Support for mismatched")
def test_outputs_are_the_same(attn_mask, padding, theirs, xs):
    attn_mask, padding = ATTN_MASKS[attn_mask](), PADDING[padding]()
    wanted, wanted_weights = theirs(
        *xs, attn_mask=attn_mask, key_padding_mask=padding, average_attn_weights=False
    )
    masks = masks_from_torch(attn_mask, padding, num_heads=H, length=L)
    for weights_too in (True, False):
        output, weights = from_torch(theirs)(*xs, **masks, return_weights=weights_too)
        assert_close(output, wanted)
        assert weights is None or torch.allclose(weights, wanted_weights)


@EVERY
def test_there_and_back_means_the_same(attn_mask, padding, theirs, xs):
    masks = masks_from_torch(ATTN_MASKS[attn_mask](), PADDING[padding](), H, length=L)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # theirs warns of masks of two kinds
        back = masks_to_torch(**masks, num_heads=H)
        output, weights = theirs(*xs, **back, average_attn_weights=False)
    again = masks_from_torch(**back, num_heads=H, length=L)
    assert torch.equal(together(**again), together(**masks))
    ours = from_torch(theirs)(*xs, **masks, return_weights=True)
    assert_close(output, ours[0])
    assert_close(weights, ours[1])


@pytest.mark.parametrize("attn_mask", ATTN_MASKS)
@pytest.mark.parametrize("padding", ["none", "bool"])
def test_masks_of_one_kind_come_back_as_they_were(attn_mask, padding):
    attn_mask, padding = ATTN_MASKS[attn_mask](), PADDING[padding]()
    back = masks_to_torch(**masks_from_torch(attn_mask, padding, H), num_heads=H)
    if attn_mask is not None and attn_mask.is_floating_point() and padding is not None:
        padding = torch.zeros(N, S).double().masked_fill(padding, NEVER)
    for mask, wanted in zip(back.values(), (attn_mask, padding), strict=True):
        assert (mask is None) == (wanted is None)
        assert mask is None or (mask.dtype is wanted.dtype and torch.equal(mask, wanted))


def test_entry_n_h_of_a_packed_mask_is_head_h_of_sample_n():
    attn_mask = torch.zeros(N * H, L, S).bool()
    attn_mask[1 * H + 3] = True  # sample 1, head 3
    keep = masks_from_torch(attn_mask, None, H)["keep"]
    assert keep.shape == (N, H, L, S)
    assert (~keep).nonzero()[:, :2].unique(dim=0).tolist() == [[1, 3]]
    back = masks_to_torch(keep, num_heads=H)["attn_mask"]
    assert torch.equal(back, attn_mask)


@pytest.mark.parametrize("name", ["keep", "bias"])
@pytest.mark.parametrize("shape", [(L, S), (N, L, S), (N, 1, L, S), (N, H, L, S)])
def test_a_mask_of_ours_reaches_every_head_of_its_sample(name, shape, theirs, xs):
    mask = ~hidden(*shape) if name == "keep" else torch.randn(shape).double()
    given = {name: mask}
    packed = masks_to_torch(**given, num_heads=H)
    assert packed["key_padding_mask"] is None
    assert packed["attn_mask"].shape == ((L, S) if len(shape) == 2 else (N * H, L, S))
    assert_close(theirs(*xs, **packed)[0], from_torch(theirs)(*xs, **given)[0])
    back = masks_from_torch(**packed, num_heads=H)[name]
    full = mask[:, None] if mask.dim() == 3 else mask
    assert torch.equal(back, full if mask.dim() == 2 else full.expand(N, H, L, S))


@pytest.mark.parametrize("keep_shape", [(L, S), (N, L, S), (N, 1, L, S), (N, H, L, S)])
@pytest.mark.parametrize("bias_shape", [(L, S), (N, L, S), (N, 1, L, S), (N, H, L, S)])
def test_keep_and_bias_become_one_mask(keep_shape, bias_shape, theirs, xs):
    masks = {"keep": ~hidden(*keep_shape), "bias": torch.randn(bias_shape).double()}
    masks["key_keep"] = ~hidden(N, S)
    packed = masks_to_torch(**masks, num_heads=H)
    assert_close(theirs(*xs, **packed)[0], from_torch(theirs)(*xs, **masks)[0])


def test_no_mask_is_no_mask():
    assert masks_from_torch(None, None, H) == {"keep": None, "key_keep": None, "bias": None}
    assert masks_to_torch(num_heads=H) == {"attn_mask": None, "key_padding_mask": None}


@pytest.mark.parametrize("device", ["cpu", "meta"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_dtype_and_device_are_kept(dtype, device):
    attn_mask, padding = torch.zeros(N * H, L, S).to(device, dtype), torch.zeros(N, S).to(device, dtype)
    for masks in (
        masks_from_torch(attn_mask, padding, H),
        masks_from_torch(None, padding, H, length=L),
        masks_to_torch(bias=attn_mask[0], key_keep=padding[:1].bool(), num_heads=H),
    ):
        made = [mask for mask in masks.values() if mask is not None]
        assert {(mask.dtype, mask.device.type) for mask in made} == {(dtype, device)}


@pytest.mark.parametrize("shape", [(0, L, S), (H, 0, S), (H, L, 0)])
def test_empty_sizes(shape):
    masks = masks_from_torch(torch.zeros(shape).bool(), None, H)
    assert masks["keep"].shape == (shape[0] // H, H, *shape[1:])
    assert masks_to_torch(**masks, num_heads=H)["attn_mask"].shape == shape


def test_a_gradient_reaches_a_learned_mask():
    attn_mask, padding = torch.zeros(L, S, requires_grad=True), torch.zeros(N, S, requires_grad=True)
    masks_from_torch(attn_mask, padding, H)["bias"].sum().backward()
    assert attn_mask.grad.tolist() == [[N] * S] * L
    assert padding.grad.tolist() == [[L] * S] * N


B, F = torch.bool, torch.float32
FROM = {
    "int attn_mask": (TypeError, ((L, S), torch.int64, None, None), {}, "attn_mask must be bool or floating point, as in nn.MultiheadAttention, got torch.int64; write attn_mask.bool() if 1 means hidden, attn_mask == 0 if 1 means a real token"),
    "int padding": (TypeError, (None, None, (N, S), torch.uint8), {}, "key_padding_mask must be bool or floating point, as in nn.MultiheadAttention, got torch.uint8; write key_padding_mask.bool() if 1 means hidden, key_padding_mask == 0 if 1 means a real token"),
    "four axes": (ValueError, ((N, H, L, S), B, None, None), {}, "attn_mask must be (L, S) or (N * num_heads, L, S), got (2, 4, 3, 5)"),
    "one axis": (ValueError, ((S,), B, None, None), {}, "attn_mask must be (L, S) or (N * num_heads, L, S), got (5,)"),
    "not times heads": (ValueError, ((6, L, S), B, None, None), {}, "attn_mask must be (L, S) or (N * 4, L, S), sample by sample; got (6, 3, 5), and 6 is no multiple of 4"),
    "another length": (ValueError, ((L, S), B, None, None), {"length": 2}, "attn_mask (3, 5) has 3 queries, length=2"),
    "padding of one sample": (ValueError, (None, None, (S,), B), {}, "key_padding_mask must be (N, S), got (5,); add a batch axis with key_padding_mask[None]"),
    "padding per query": (ValueError, (None, None, (N, L, S), B), {}, "key_padding_mask must be (N, S), got (2, 3, 5)"),
    "other keys": (ValueError, ((L, S), B, (N, 4), B), {}, "key_padding_mask must be (2, 5) beside attn_mask (3, 5) and num_heads=4, got (2, 4)"),
    "another batch": (ValueError, ((8, L, S), F, (3, S), B), {}, "key_padding_mask must be (2, 5) beside attn_mask (8, 3, 5) and num_heads=4, got (3, 5)"),
    "open length": (ValueError, (None, None, (N, S), F), {}, "a floating point key_padding_mask is added to the scores of every query: pass length=L, the number of queries, beside key_padding_mask (2, 5)"),
    "no heads": (ValueError, (None, None, None, None), {"num_heads": 0}, "num_heads must be an int >= 1, got 0"),
}  # fmt: skip


@pytest.mark.messages
@pytest.mark.parametrize(("error", "masks", "options", "wanted"), FROM.values(), ids=FROM)
def test_masks_that_theirs_would_refuse(error, masks, options, wanted):
    shape, dtype, padding, padding_dtype = masks
    attn_mask = None if shape is None else torch.zeros(shape, dtype=dtype)
    key_padding_mask = None if padding is None else torch.zeros(padding, dtype=padding_dtype)
    with pytest.raises(error) as caught:
        masks_from_torch(attn_mask, key_padding_mask, **{"num_heads": H, **options})
    assert str(caught.value) == wanted


ACCEPTED = "(3, 5) or (2, 3, 5) or (2, 1, 3, 5) or (2, 4, 3, 5)"
TO = {
    "float keep": (TypeError, {"keep": torch.zeros(L, S)}, "keep must be bool with True = may attend, got torch.float32; write keep.bool() if 1 means a real token, or pass it as bias= if it is added"),
    "bool bias": (TypeError, {"bias": torch.zeros(L, S).bool()}, "bias must be floating point, got torch.bool; a boolean mask goes to keep="),
    "keep of two heads": (ValueError, {"keep": torch.zeros(N, 2, L, S).bool()}, f"keep must have shape {ACCEPTED}, got (2, 2, 3, 5)"),
    "bias of other keys": (ValueError, {"keep": torch.zeros(N, L, S).bool(), "bias": torch.zeros(L, 4)}, f"bias must have shape {ACCEPTED}, got (3, 4)"),
    "padding of another batch": (ValueError, {"keep": torch.zeros(N, L, S).bool(), "key_keep": torch.zeros(3, S).bool()}, "key_keep must have shape (2, 5), got (3, 5)"),
    "padding of other keys": (ValueError, {"keep": torch.zeros(L, S).bool(), "key_keep": torch.zeros(N, 4).bool()}, "key_keep must have shape (2, 5), got (2, 4)"),
    "padding of one sample": (ValueError, {"key_keep": torch.zeros(S).bool()}, "key_keep must have shape (1, 5), got (5,)"),
    "no heads": (ValueError, {"num_heads": True}, "num_heads must be an int >= 1, got True"),
}  # fmt: skip


@pytest.mark.messages
@pytest.mark.parametrize(("error", "masks", "wanted"), TO.values(), ids=TO)
def test_masks_that_ours_would_refuse(error, masks, wanted):
    with pytest.raises(error) as caught:
        masks_to_torch(**{"num_heads": H, **masks})
    assert str(caught.value) == wanted
