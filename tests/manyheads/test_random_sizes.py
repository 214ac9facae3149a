"""Any sizes, empty ones too, and any masks: both paths, paper and PyTorch's layer agree."""

import itertools

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.testing import assert_close

from manyheads import (
    MultiHeadAttention,
    by_hand,
    masks_from_torch,
    masks_to_torch,
    scaled_dot_product_attention,
    to_torch,
)

FEW = settings(max_examples=40, deadline=None, derandomize=True, database=None)
SIZE = st.integers(1, 4)
EMPTY_TOO = st.integers(0, 4)
SHAPES = st.sampled_from(["", "LS", "NLS", "N1LS", "NHLS"])  # "" is no mask


def mask(axes, sizes, kind, generator):
    """A mask with some of the axes N, H, L and S, or None."""
    if not axes:
        return None
    shape = [sizes.get(axis, 1) for axis in axes]
    numbers = torch.randn(shape, generator=generator, dtype=torch.float64)
    keep = torch.rand(shape, generator=generator) > 0.4
    return keep if kind == "keep" else numbers.masked_fill(~keep, float("-inf"))


def tensors(generator, *shapes):
    return [torch.randn(shape, generator=generator, dtype=torch.float64) for shape in shapes]


@FEW
@given(
    sizes=st.fixed_dictionaries({"N": SIZE, "H": SIZE, "L": SIZE, "S": SIZE}),
    width=SIZE,
    value_width=SIZE,
    keep=SHAPES,
    bias=SHAPES,
    offset=st.none() | st.integers(-4, 4),
    seed=st.integers(0, 2**31),
)
def test_both_paths_equal_arithmetic_on_paper(sizes, width, value_width, keep, bias, offset, seed):
    generator = torch.Generator().manual_seed(seed)
    n, h, length, keys = (sizes[axis] for axis in "NHLS")
    query, key, value = tensors(
        generator, (n, h, length, width), (n, h, keys, width), (n, h, keys, value_width)
    )
    masks = {"keep": mask(keep, sizes, "keep", generator), "bias": mask(bias, sizes, "bias", generator)}
    options = {"causal": offset is not None, "query_offset": offset}
    context, weights = scaled_dot_product_attention(
        query, key, value, **masks, **options, return_weights=True
    )
    fused, _ = scaled_dot_product_attention(query, key, value, **masks, **options)
    full = {
        name: None if m is None else (m[:, None] if m.dim() == 3 else m).expand(n, h, length, keys)
        for name, m in masks.items()
    }
    for i, j in itertools.product(range(n), range(h)):
        lists = {name: None if m is None else m[i, j].tolist() for name, m in full.items()}
        wanted, wanted_weights = by_hand.attend(
            *(x[i, j].tolist() for x in (query, key, value)),
            **lists,
            causal=offset is not None,
            query_offset=offset or 0,
        )
        for got in (context, fused):
            assert_close(got[i, j], torch.tensor(wanted, dtype=torch.float64), rtol=0, atol=1e-9)
        assert_close(weights[i, j], torch.tensor(wanted_weights, dtype=torch.float64), rtol=0, atol=1e-9)


@FEW
@given(
    sizes=st.fixed_dictionaries({"N": EMPTY_TOO, "L": EMPTY_TOO, "S": EMPTY_TOO}),
    heads=SIZE,
    width=SIZE,
    keep=SHAPES,
    bias=SHAPES,
    padded=st.booleans(),
    seed=st.integers(0, 2**31),
)
def test_the_layer_is_torchs_on_every_row_that_sees_a_key(sizes, heads, width, keep, bias, padded, seed):
    generator = torch.Generator().manual_seed(seed)
    n, length, keys = (sizes[axis] for axis in "NLS")
    d_model = heads * width
    layer = MultiHeadAttention(d_model, heads).double().eval()
    theirs = to_torch(layer)
    xs = tensors(generator, (n, length, d_model), (n, keys, d_model), (n, keys, d_model))
    all_sizes = {**sizes, "H": heads}
    masks = {
        "keep": mask(keep, all_sizes, "keep", generator),
        "bias": mask(bias, all_sizes, "bias", generator),
        "key_keep": torch.rand(n, keys, generator=generator) > 0.3 if padded else None,
    }
    output, weights = layer(*xs, **masks, return_weights=True)
    assert output.shape == (n, length, d_model)
    assert weights.shape == (n, heads, length, keys)
    assert_close(layer(*xs, **masks)[0], output, rtol=0, atol=1e-9)
    packed = masks_to_torch(**masks, num_heads=heads)
    again = layer(*xs, **masks_from_torch(**packed, num_heads=heads, length=length))[0]
    assert_close(again, output, rtol=0, atol=1e-9)
    if 0 in sizes.values():
        assert torch.equal(output, layer.out_proj.bias.expand(n, length, d_model))
        return
    wanted, wanted_weights = theirs(*xs, **packed, average_attn_weights=False)
    sees = weights.sum(-1) > 0.5  # (N, H, L): the others are NaN there
    assert_close(weights[sees], wanted_weights[sees], rtol=0, atol=1e-9)
    assert weights[~sees].count_nonzero() == 0
    whole = sees.all(1)  # (N, L)
    assert_close(output[whole], wanted[whole], rtol=0, atol=1e-9)
    assert wanted[~whole].isnan().all()


@FEW
@given(
    n=SIZE,
    heads=SIZE,
    length=SIZE,
    keys=SIZE,
    packed=st.booleans(),
    float_mask=st.none() | st.booleans(),
    float_padding=st.none() | st.booleans(),
    seed=st.integers(0, 2**31),
)
def test_torchs_masks_come_back(n, heads, length, keys, packed, float_mask, float_padding, seed):
    generator = torch.Generator().manual_seed(seed)

    def theirs(is_float, *shape):
        hidden = torch.rand(shape, generator=generator) > 0.6
        return (
            None
            if is_float is None
            else hidden.float().masked_fill(hidden, float("-inf"))
            if is_float
            else hidden
        )

    attn_mask = theirs(float_mask, *((n * heads, length, keys) if packed else (length, keys)))
    padding = theirs(float_padding, n, keys)
    masks = masks_from_torch(attn_mask, padding, heads, length=length)
    layer = MultiHeadAttention(heads, heads).eval()
    xs = [x.float() for x in tensors(generator, (n, length, heads), (n, keys, heads), (n, keys, heads))]
    back = masks_from_torch(**masks_to_torch(**masks, num_heads=heads), num_heads=heads, length=length)
    for weights_too in (True, False):
        first, second = (layer(*xs, **m, return_weights=weights_too)[0] for m in (masks, back))
        assert torch.equal(first, second)
