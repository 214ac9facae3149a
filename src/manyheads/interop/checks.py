"""What other libraries' layers and masks may not hold, each with its numbers and the way out."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from manyheads.attention import MultiHeadAttention
from manyheads.checks import check_size

KERAS_AXES = {"attention_mask": "NLS", "query_mask": "NL", "value_mask": "NS", "key_mask": "NS"}
KERAS_SHAPES = {
    "attention_mask": "(N, L, S) or (N, 1 or num_heads, L, S)",
    "query_mask": "(N, L)",
    "value_mask": "(N, S)",
    "key_mask": "(N, S)",
}


def check_from_torch(theirs: object) -> None:
    """Refuse what is no layer of PyTorch, and a layer that ours cannot follow.

    Raises:
        TypeError: With the type.
        ValueError: If the layer adds keys of its own, has some of its biases, several dtypes or devices.
    """
    if not isinstance(theirs, nn.MultiheadAttention):
        raise TypeError(f"from_torch takes an nn.MultiheadAttention, got {type(theirs).__name__}")
    if theirs.bias_k is not None or theirs.add_zero_attn:
        raise ValueError(
            "add_bias_kv=True and add_zero_attn=True append keys of their own, MultiHeadAttention does not: "
            "train the layer without them"
        )
    biases = {"in_proj_bias": theirs.in_proj_bias, "out_proj.bias": theirs.out_proj.bias}
    given = [name for name, bias in biases.items() if bias is not None]
    if len(given) == 1:
        raise ValueError(
            f"MultiHeadAttention has four biases or none, theirs has {given[0]} alone: "
            f"give the other projections a bias of zeros"
        )
    _check_one_kind("MultiHeadAttention", theirs)


def check_to_torch(ours: object) -> None:
    """Refuse what is no layer of ours, and what PyTorch's has no place for.

    Raises:
        TypeError: If a layer or a projection is of another type, with that type.
        ValueError: If the projections differ in what theirs have in common, with what each has.
    """
    if not isinstance(ours, MultiHeadAttention):
        raise TypeError(f"to_torch takes a MultiHeadAttention, got {type(ours).__name__}")
    projections = {
        "q_proj": ours.q_proj,
        "k_proj": ours.k_proj,
        "v_proj": ours.v_proj,
        "out_proj": ours.out_proj,
    }
    for name, width in zip(projections, (ours.d_model, ours.kdim, ours.vdim, ours.d_model), strict=True):
        projection, wanted = projections[name], (ours.d_model, width)
        if not isinstance(projection, nn.Linear):
            raise TypeError(
                f"nn.MultiheadAttention multiplies by plain weights, {name} is {type(projection).__name__}: "
                f"merge it into an nn.Linear first"
            )
        if tuple(projection.weight.shape) != wanted:
            raise ValueError(
                f"nn.MultiheadAttention holds all heads: "
                f"the weight of {name} must be {wanted}, got {tuple(projection.weight.shape)}"
            )
    biased = [name for name, projection in projections.items() if projection.bias is not None]
    if len(biased) not in (0, len(projections)):
        raise ValueError(
            f"nn.MultiheadAttention has four biases or none, only {' and '.join(biased)} {'has' if len(biased) == 1 else 'have'} one here: "
            f"give the others a bias of zeros"
        )
    _check_one_kind("nn.MultiheadAttention", ours)
    inward = dict(list(projections.items())[:3])
    if biased:
        _check_trained_alike("bias", inward)
    if ours.kdim == ours.vdim == ours.d_model:
        _check_trained_alike("weight", inward)


@torch.enable_grad()  # a parametrized weight is computed, and says only so whether it trains
def _check_trained_alike(what: str, projections: Mapping[str, nn.Module]) -> None:
    """Refuse parameters that PyTorch's layer packs into one, where some train and some are frozen."""
    training = [name for name, projection in projections.items() if getattr(projection, what).requires_grad]
    if len(training) not in (0, len(projections)):
        verb = "trains its" if len(training) == 1 else "train their"
        raise ValueError(
            f"nn.MultiheadAttention trains in_proj_{what} as a whole or not at all, "
            f"only {' and '.join(training)} {verb} {what} here: set requires_grad alike"
        )


def _check_one_kind(holder: str, layer: nn.Module) -> None:
    kinds = {(parameter.dtype, str(parameter.device)) for parameter in layer.parameters()}
    if len(kinds) > 1:
        listed = ", ".join(sorted(f"{dtype} on {device}" for dtype, device in kinds))
        raise ValueError(f"{holder} has one dtype on one device, got {listed}: use .to() first")


def check_torch_masks(
    attn_mask: Tensor | None, key_padding_mask: Tensor | None, num_heads: int, length: int | None
) -> None:
    """Refuse masks that `nn.MultiheadAttention` would refuse, and a length that stays open.

    Args:
        attn_mask: (L, S) or (N * H, L, S), boolean or floating point; None is no mask.
        key_padding_mask: (N, S), likewise.
        num_heads: H.
        length: L, or None.

    Raises:
        TypeError: With the dtype and the conversion.
        ValueError: With the shapes, or what to pass.
    """
    check_size("num_heads", num_heads)
    for name, mask in (("attn_mask", attn_mask), ("key_padding_mask", key_padding_mask)):
        if mask is not None and mask.dtype is not torch.bool and not mask.is_floating_point():
            raise TypeError(
                f"{name} must be bool or floating point, as in nn.MultiheadAttention, got {mask.dtype}; "
                f"write {name}.bool() if 1 means hidden, {name} == 0 if 1 means a real token"
            )
    if attn_mask is not None:
        _check_attn_mask(attn_mask, num_heads, length)
    if key_padding_mask is not None:
        _check_key_padding_mask(key_padding_mask, attn_mask, num_heads, length)


def _check_attn_mask(attn_mask: Tensor, num_heads: int, length: int | None) -> None:
    shape = tuple(attn_mask.shape)
    if len(shape) not in (2, 3):
        raise ValueError(f"attn_mask must be (L, S) or (N * num_heads, L, S), got {shape}")
    if len(shape) == 3 and shape[0] % num_heads:
        raise ValueError(
            f"attn_mask must be (L, S) or (N * {num_heads}, L, S), sample by sample; "
            f"got {shape}, and {shape[0]} is no multiple of {num_heads}"
        )
    if length is not None and length != shape[-2]:
        raise ValueError(f"attn_mask {shape} has {shape[-2]} queries, length={length}")


def _check_key_padding_mask(
    key_padding_mask: Tensor, attn_mask: Tensor | None, num_heads: int, length: int | None
) -> None:
    shape = tuple(key_padding_mask.shape)
    if len(shape) != 2:
        way_out = "; add a batch axis with key_padding_mask[None]" if len(shape) == 1 else ""
        raise ValueError(f"key_padding_mask must be (N, S), got {shape}{way_out}")
    if attn_mask is not None:
        n, keys = attn_mask.shape[0] // num_heads if attn_mask.dim() == 3 else shape[0], attn_mask.shape[-1]
        if shape != (n, keys):
            raise ValueError(
                f"key_padding_mask must be {(n, keys)} beside attn_mask {tuple(attn_mask.shape)} "
                f"and num_heads={num_heads}, got {shape}"
            )
    elif key_padding_mask.is_floating_point() and length is None:
        raise ValueError(
            f"a floating point key_padding_mask is added to the scores of every query: "
            f"pass length=L, the number of queries, beside key_padding_mask {shape}"
        )


def check_huggingface_mask(attention_mask: Tensor) -> None:
    """Refuse a mask whose meaning is open.

    Args:
        attention_mask: (N, S) of 0 and 1, or (N, 1 or H, L, S): of 0 and 1, or floating point and added.

    Raises:
        ValueError: With the shape, or the values.
    """
    if attention_mask.dim() not in (2, 4):
        shape = tuple(attention_mask.shape)
        raise ValueError(f"attention_mask must be (N, S) or (N, 1 or num_heads, L, S), got {shape}")
    if attention_mask.dim() == 2 or not attention_mask.is_floating_point():
        _check_zeros_and_ones("attention_mask", attention_mask)
    elif _has_values(attention_mask) and bool((attention_mask > 0).any()):
        raise ValueError(
            f"a 4-D attention_mask of floats is added to the scores and holds nothing above 0, "
            f"got {attention_mask.max().item():g}; write attention_mask.bool() if 1 means may attend"
        )


def check_keras_masks(masks: Mapping[str, Tensor | None], keys: int | None) -> None:
    """Refuse masks whose axes, sizes or values do not fit, and a number of keys that stays open.

    Args:
        masks: `attention_mask`, (N, L, S) or (N, 1 or H, L, S); `query_mask`, (N, L); `value_mask` and
            `key_mask`, (N, S); None where there is none.
        keys: S, or None.

    Raises:
        ValueError: With the shapes, the values, or what to pass.
    """
    sizes: dict[str, tuple[str, int]] = {} if keys is None else {"S": (f"keys={keys}", keys)}
    for name, mask in masks.items():
        if mask is None:
            continue
        axes, written = KERAS_AXES[name], KERAS_SHAPES[name]
        shape = tuple(mask.shape)
        if len(shape) != len(axes) and not (name == "attention_mask" and len(shape) == 4):
            raise ValueError(f"{name} must be {written}, got {shape}")
        _check_zeros_and_ones(name, mask)
        for axis, size in zip(axes, (shape[0], *shape[1 - len(axes) :]), strict=True):
            before, known = sizes.setdefault(axis, (f"{name} {shape}", size))
            if size != known:
                raise ValueError(f"{axis} is {known} in {before} and {size} in {name} {shape}")
    if masks["query_mask"] is not None and "S" not in sizes:
        shape = tuple(masks["query_mask"].shape)
        raise ValueError(f"query_mask {shape} alone says nothing of the keys: pass keys=S beside it")


def _has_values(mask: Tensor) -> bool:
    return mask.numel() > 0 and not mask.is_meta


def _check_zeros_and_ones(name: str, mask: Tensor) -> None:
    if mask.dtype is torch.bool or not _has_values(mask):
        return
    if not bool(((mask == 0) | (mask == 1)).all()):
        smallest, largest = mask.min().item(), mask.max().item()
        raise ValueError(
            f"{name} must hold 0 and 1 alone, 1 = may attend; got values from {smallest:g} to {largest:g}"
        )
