"""Wrong arguments are answered with their numbers and the way out, before anything is multiplied."""

import inspect

import pytest
import torch

from manyheads import MultiHeadAttention, causal_keep, padding_keep, scaled_dot_product_attention, split_heads

pytestmark = pytest.mark.messages

N, L, S, D, H = 2, 3, 5, 8, 4
X, MEMORY = torch.zeros(N, L, D), torch.zeros(N, S, D)
MASKS = "(3, 5) or (2, 3, 5) or (2, 1, 3, 5) or (2, 4, 3, 5)"


def message(error, wrong):
    with pytest.raises(error) as caught:
        wrong()
    return str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ({"num_heads": 3}, "d_model=10 is not divisible by num_heads=3 (remainder 1); nearest: 9 or 12"),
        ({"num_heads": 11}, "d_model=10 is not divisible by num_heads=11 (remainder 10); nearest: 11"),
        ({"num_heads": 0}, "num_heads must be an int >= 1, got 0"),
        ({"num_heads": True}, "num_heads must be an int >= 1, got True"),
        ({"num_heads": 2.0}, "num_heads must be an int >= 1, got 2.0"),
        ({"d_model": 0}, "d_model must be an int >= 1, got 0"),
        ({"d_model": 8.0}, "d_model must be an int >= 1, got 8.0"),
        ({"kdim": 0}, "kdim must be an int >= 1, got 0"),
        ({"vdim": -1}, "vdim must be an int >= 1, got -1"),
        ({"dropout": 1.0}, "dropout must be in [0, 1), got 1.0"),
        ({"dropout": -0.1}, "dropout must be in [0, 1), got -0.1"),
        ({"dropout": float("nan")}, "dropout must be in [0, 1), got nan"),
        ({"dropout": None}, "dropout must be in [0, 1), got None"),
        ({"dropout": "a"}, "dropout must be in [0, 1), got 'a'"),
    ],
)
def test_construction(arguments, wanted):
    assert (
        message(ValueError, lambda: MultiHeadAttention(**{"d_model": 10, "num_heads": 2, **arguments}))
        == wanted
    )


def test_splitting():
    wanted = "width 10 is not divisible by num_heads=4 (remainder 2); nearest: 8 or 12"
    assert message(ValueError, lambda: split_heads(torch.zeros(2, 3, 10), 4)) == wanted
    assert message(ValueError, lambda: split_heads(X, 0)) == "num_heads must be an int >= 1, got 0"


LAYER = {
    "rank 2": (ValueError, (X[0],), {}, "query must be (batch, length, features), got (3, 8); add a batch axis with x[None]"),
    "rank 4": (ValueError, (X[None],), {}, "query must be (batch, length, features), got (1, 2, 3, 8)"),
    "rank of key": (ValueError, (X, X[0]), {}, "key must be (batch, length, features), got (3, 8); add a batch axis with x[None]"),
    "query features": (ValueError, (X[..., 1:],), {}, "query has 7 features, this layer expects 8: query (2, 3, 7), key (2, 3, 7), value (2, 3, 7)"),
    "value features": (ValueError, (X, MEMORY, MEMORY[..., :6]), {}, "value has 6 features, this layer expects 8: query (2, 3, 8), key (2, 5, 8), value (2, 5, 6)"),
    "batch of key": (ValueError, (X, MEMORY[:1]), {}, "query, key and value need the same batch size: query (2, 3, 8), key (1, 5, 8), value (1, 5, 8)"),
    "batch of value": (ValueError, (X, MEMORY, MEMORY[:1]), {}, "query, key and value need the same batch size: query (2, 3, 8), key (2, 5, 8), value (1, 5, 8)"),
    "lengths": (ValueError, (X, MEMORY, X), {}, "key and value need the same length: query (2, 3, 8), key (2, 5, 8), value (2, 3, 8)"),
    "int keep": (TypeError, (X,), {"keep": torch.ones(3, 3).long()}, "keep must be bool with True = may attend, got torch.int64; write keep.bool() if 1 means a real token"),
    "float keep": (TypeError, (X,), {"keep": torch.ones(3, 3)}, "keep must be bool with True = may attend, got torch.float32; write keep.bool() if 1 means a real token, or pass it as bias= if it is added"),
    "float key_keep": (TypeError, (X,), {"key_keep": torch.ones(2, 3)}, "key_keep must be bool with True = may attend, got torch.float32; write key_keep.bool() if 1 means a real token"),
    "list keep": (TypeError, (X,), {"keep": [[True]]}, "keep must be a tensor, got list: write torch.tensor(keep)"),
    "list bias": (TypeError, (X,), {"bias": [[0.5]]}, "bias must be a tensor, got list: write torch.tensor(bias)"),
    "list key_keep": (TypeError, (X,), {"key_keep": [[True]]}, "key_keep must be a tensor, got list: write torch.tensor(key_keep)"),
    "dtypes": (TypeError, (X, MEMORY.half()), {}, "query, key and value need the same dtype, cast them first: query torch.float32, key torch.float16, value torch.float16"),
    "bool bias": (TypeError, (X,), {"bias": torch.ones(3, 3).bool()}, "bias must be floating point, got torch.bool; a boolean mask goes to keep="),
    "keep (L,)": (ValueError, (X, MEMORY), {"keep": torch.ones(3).bool()}, f"keep must have shape {MASKS}, got (3,)"),
    "keep (S, L)": (ValueError, (X, MEMORY), {"keep": torch.ones(5, 3).bool()}, f"keep must have shape {MASKS}, got (5, 3)"),
    "keep (N*H, L, S)": (ValueError, (X, MEMORY), {"keep": torch.ones(8, 3, 5).bool()}, f"keep must have shape {MASKS}, got (8, 3, 5)"),
    "bias (N, 2, L, S)": (ValueError, (X, MEMORY), {"bias": torch.ones(2, 2, 3, 5)}, f"bias must have shape {MASKS}, got (2, 2, 3, 5)"),
    "key_keep (S, N)": (ValueError, (X, MEMORY), {"key_keep": torch.ones(5, 2).bool()}, "key_keep must have shape (2, 5), got (5, 2)"),
    "key_keep (S,)": (ValueError, (X, MEMORY), {"key_keep": torch.ones(5).bool()}, "key_keep must have shape (2, 5), got (5,)"),
    "causal": (ValueError, (X, MEMORY), {"causal": True}, "causal=True with 3 queries and 5 keys needs query_offset= (query i sees keys j <= query_offset + i; pass query_offset=2 to align the ends)"),
    "offset alone": (ValueError, (X,), {"query_offset": 0}, "query_offset=0 shifts the causal mask alone: add causal=True or drop it"),
    "float offset": (TypeError, (X,), {"causal": True, "query_offset": 1.0}, "query_offset must be an int, got float; offsets that differ between samples go to keep="),
    "bool offset": (TypeError, (X,), {"causal": True, "query_offset": True}, "query_offset must be an int, got bool; offsets that differ between samples go to keep="),
    "tensor offset": (TypeError, (X,), {"causal": True, "query_offset": torch.tensor([1, 2])}, "query_offset must be an int, got Tensor; offsets that differ between samples go to keep="),
    "attn_mask": (TypeError, (X,), {"attn_mask": torch.ones(3, 3).bool()}, "in attn_mask= True means hidden, here True means may attend: write keep=~attn_mask for a boolean mask, bias=attn_mask for an additive one"),
    "key_padding_mask": (TypeError, (X,), {"key_padding_mask": torch.ones(2, 3).bool()}, "in key_padding_mask= True means padding, here True means a real token: write key_keep=~key_padding_mask"),
}  # fmt: skip


@pytest.mark.parametrize("how", ["forward", "trace"])
@pytest.mark.parametrize(("error", "inputs", "options", "wanted"), LAYER.values(), ids=LAYER)
def test_layer(error, inputs, options, wanted, how):
    layer = MultiHeadAttention(D, H)
    for projection in layer.children():
        projection.register_forward_pre_hook(lambda *_: pytest.fail("a projection came before the check"))
    call = layer if how == "forward" else layer.trace
    assert message(error, lambda: call(*inputs, **options)) == wanted


def test_masks_of_a_share_name_its_heads():
    layer = MultiHeadAttention(D, H)
    for projection in (layer.q_proj, layer.k_proj, layer.v_proj):
        projection.weight = torch.nn.Parameter(projection.weight[:4])  # two of the four heads
        projection.register_forward_pre_hook(lambda *_: pytest.fail("a projection came before the check"))
    wanted = f"keep must have shape {MASKS.replace('4', '2')}, got (2, 4, 3, 5)"
    assert message(ValueError, lambda: layer(X, MEMORY, keep=torch.ones(N, H, L, S).bool())) == wanted


Q, K, V = torch.zeros(2, 4, 3, 7), torch.zeros(2, 4, 5, 7), torch.zeros(2, 4, 5, 6)
SHAPES = "query (2, 4, 3, 7), key (2, 4, 5, 7), value (2, 4, 5, 6)"
FUNCTION = {
    "rank": (ValueError, (Q[0, 0, 0], K, V), {}, "query must be (..., length, features), got (7,)"),
    "features": (ValueError, (Q[..., 1:], K, V), {}, "query and key need the same number of features: query (2, 4, 3, 6), key (2, 4, 5, 7), value (2, 4, 5, 6)"),
    "no features": (ValueError, (Q[..., :0], K[..., :0], V), {}, "query and key need at least one feature: query (2, 4, 3, 0), key (2, 4, 5, 0), value (2, 4, 5, 6)"),
    "lengths": (ValueError, (Q, K, V[:, :, 1:]), {}, "key and value need the same length: query (2, 4, 3, 7), key (2, 4, 5, 7), value (2, 4, 4, 6)"),
    "heads of key": (ValueError, (Q, K[:, :1], V[:, :1]), {}, "query, key and value need the same leading axes, expand them first: query (2, 4, 3, 7), key (2, 1, 5, 7), value (2, 1, 5, 6)"),
    "batch of value": (ValueError, (Q, K, V[:1]), {}, "query, key and value need the same leading axes, expand them first: query (2, 4, 3, 7), key (2, 4, 5, 7), value (1, 4, 5, 6)"),
    "dropout": (ValueError, (Q, K, V), {"dropout_p": 1.0}, "dropout_p must be in [0, 1), got 1.0"),
    "no dropout": (ValueError, (Q, K, V), {"dropout_p": None}, "dropout_p must be in [0, 1), got None"),
    "list keep": (TypeError, (Q, K, V), {"keep": [[True]]}, "keep must be a tensor, got list: write torch.tensor(keep)"),
    "int keep": (TypeError, (Q, K, V), {"keep": torch.ones(3, 5).int()}, "keep must be bool with True = may attend, got torch.int32; write keep.bool() if 1 means a real token"),
    "int bias": (TypeError, (Q, K, V), {"bias": torch.ones(3, 5).int()}, "bias must be floating point, got torch.int32; a boolean mask goes to keep="),
    "keep": (ValueError, (Q, K, V), {"keep": torch.ones(5, 3).bool()}, "keep must broadcast to (2, 4, 3, 5), got (5, 3)"),
    "per head": (ValueError, (Q, K, V), {"bias": torch.ones(4, 3, 5)}, "bias must broadcast to (2, 3, 5) (a 3-D mask beside 4-D queries is one mask per sample), got (4, 3, 5)"),
    "too many axes": (ValueError, (Q[0], K[0], V[0]), {"keep": torch.ones(1, 1, 3, 5).bool()}, "keep must broadcast to (4, 3, 5), got (1, 1, 3, 5)"),
    "causal": (ValueError, (Q, K, V), {"causal": True}, "causal=True with 3 queries and 5 keys needs query_offset= (query i sees keys j <= query_offset + i; pass query_offset=2 to align the ends)"),
    "offset alone": (ValueError, (Q, K, V), {"query_offset": 2}, "query_offset=2 shifts the causal mask alone: add causal=True or drop it"),
    "float offset": (TypeError, (Q, K, V), {"causal": True, "query_offset": 0.5}, "query_offset must be an int, got float; offsets that differ between samples go to keep="),
}  # fmt: skip


@pytest.mark.parametrize("weights_too", [True, False])
@pytest.mark.parametrize(("error", "inputs", "options", "wanted"), FUNCTION.values(), ids=FUNCTION)
def test_function(error, inputs, options, wanted, weights_too):
    def call():
        scaled_dot_product_attention(*inputs, **options, return_weights=weights_too)

    assert message(error, call) == wanted


def test_masks():
    wanted = "query_offset must be an int, got float; offsets that differ between samples go to keep="
    assert message(TypeError, lambda: causal_keep(3, query_offset=0.5)) == wanted


@pytest.mark.parametrize(
    ("error", "lengths", "wanted"),
    [
        (TypeError, [3, 2], "lengths must be a tensor, got list: write torch.tensor(lengths)"),
        (TypeError, torch.tensor([1.5]), "lengths must be integers, got torch.float32: write lengths.long()"),
        (TypeError, torch.tensor([True]), "lengths must be integers, got torch.bool: write lengths.long()"),
        (ValueError, torch.tensor(3), "lengths must be (N,), got ()"),
        (ValueError, torch.tensor([[3]]), "lengths must be (N,), got (1, 1)"),
        (
            ValueError,
            torch.tensor([5, 2]),
            "lengths must be from 0 to keys=3, got 2 to 5: clamp them, or pass more keys",
        ),
        (
            ValueError,
            torch.tensor([1, -1]),
            "lengths must be from 0 to keys=3, got -1 to 1: clamp them, or pass more keys",
        ),
    ],
)
def test_lengths(error, lengths, wanted):
    assert message(error, lambda: padding_keep(lengths, 3)) == wanted


@pytest.mark.parametrize("how", ["__call__", "trace"])
def test_an_unknown_name_is_pythons_own_error(how):
    call = getattr(MultiHeadAttention(D, H), how)
    assert "unexpected keyword argument 'kee'" in message(TypeError, lambda: call(X, kee=None))


@pytest.mark.parametrize("how", ["forward", "trace"])
def test_a_type_checker_sees_every_name(how):
    parameters = inspect.signature(getattr(MultiHeadAttention, how)).parameters
    assert all(parameter.kind is not parameter.VAR_KEYWORD for parameter in parameters.values())
    assert parameters["attn_mask"].annotation is parameters["key_padding_mask"].annotation is None


def test_no_mask_means_the_same_under_every_name():
    layer, x = MultiHeadAttention(D, H), torch.randn(N, L, D)
    assert torch.equal(layer(x, attn_mask=None, key_padding_mask=None)[0], layer(x)[0])
    assert torch.equal(layer.trace(x, attn_mask=None, key_padding_mask=None).output, layer.trace(x).output)
