"""Every message about wrong arguments, with its numbers and the way out.

Nothing here computes: all of it runs before the first matrix product, and a text is built only to be raised.
"""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

import torch
from torch import Tensor


def check_size(name: str, size: object) -> None:
    """Refuse a size that is not a whole number >= 1; True and 2.0 are none either.

    Raises:
        ValueError: With the name and the value.
    """
    if not _is_int(size) or size < 1:
        raise ValueError(f"{name} must be an int >= 1, got {size!r}")


def check_heads(name: str, width: int, num_heads: int) -> None:
    """Refuse a head count that does not divide the width.

    Args:
        name: What stands before the width in the message: `d_model=` where it is an argument, `width `.
        width: Number of features that the heads share.
        num_heads: H.

    Raises:
        ValueError: With both numbers, the remainder and the nearest widths that work.
    """
    check_size("num_heads", num_heads)
    rest = width % num_heads
    if rest:
        below = width - rest
        nearest = f"{below} or {below + num_heads}" if below else f"{num_heads}"
        raise ValueError(
            f"{name}{width} is not divisible by num_heads={num_heads} (remainder {rest}); nearest: {nearest}"
        )


def check_probability(name: str, probability: float) -> None:
    """Refuse a dropout probability outside [0, 1).

    Raises:
        ValueError: With the name and the value.
    """
    if not 0 <= probability < 1:
        raise ValueError(f"{name} must be in [0, 1), got {probability}")


def check_inputs(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Refuse queries, keys and values that do not fit each other.

    Args:
        query: (..., L, d_h).
        key: (..., S, d_h), the same leading axes.
        value: (..., S, d_v), the same leading axes.

    Raises:
        ValueError: With the three shapes.
    """
    inputs = {"query": query, "key": key, "value": value}
    for name, x in inputs.items():
        if x.dim() < 2:
            raise ValueError(f"{name} must be (..., length, features), got {tuple(x.shape)}")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(f"query and key need the same number of features: {_shapes(inputs)}")
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"key and value need the same length: {_shapes(inputs)}")
    if not query.shape[:-2] == key.shape[:-2] == value.shape[:-2]:
        raise ValueError(
            f"query, key and value need the same leading axes, expand them first: {_shapes(inputs)}"
        )


def check_layer_inputs(query: Tensor, key: Tensor, value: Tensor, widths: Sequence[int]) -> None:
    """Refuse inputs that do not fit the layer or each other.

    Args:
        query: (N, L, D).
        key: (N, S, kdim).
        value: (N, S, vdim).
        widths: D, kdim, vdim.

    Raises:
        ValueError: With the three shapes.
    """
    inputs = {"query": query, "key": key, "value": value}
    for name, x in inputs.items():
        if x.dim() != 3:
            way_out = "; add a batch axis with x[None]" if x.dim() == 2 else ""
            raise ValueError(f"{name} must be (batch, length, features), got {tuple(x.shape)}{way_out}")
    for (name, x), width in zip(inputs.items(), widths, strict=True):
        if x.shape[-1] != width:
            raise ValueError(
                f"{name} has {x.shape[-1]} features, this layer expects {width}: {_shapes(inputs)}"
            )
    if not query.shape[0] == key.shape[0] == value.shape[0]:
        raise ValueError(f"query, key and value need the same batch size: {_shapes(inputs)}")
    if key.shape[1] != value.shape[1]:
        raise ValueError(f"key and value need the same length: {_shapes(inputs)}")


def check_masks(scores: Sequence[int], *, keep: Tensor | None, bias: Tensor | None) -> None:
    """Refuse masks of the function that do not broadcast, or whose meaning is open.

    Args:
        scores: The shape (..., L, S) of the scores. If it has four axes, a 3-D mask is one per sample.
        keep: Boolean, True = may attend; None is no mask.
        bias: Floating point, added to the scores; None is no mask.

    Raises:
        ValueError: With the shape that a mask must broadcast to.
        TypeError: With the dtype and the conversion.
    """
    _check_mask_types(keep=keep, bias=bias)
    for name, mask in (("keep", keep), ("bias", bias)):
        if mask is None:
            continue
        per_sample = mask.dim() == 3 and len(scores) == 4
        wanted = (scores[0], *scores[2:]) if per_sample else tuple(scores)
        pairs = zip(reversed(mask.shape), reversed(wanted), strict=False)
        if mask.dim() > len(wanted) or not all(size in (1, full) for size, full in pairs):
            hint = " (a 3-D mask beside 4-D queries is one mask per sample)" if per_sample else ""
            raise ValueError(f"{name} must broadcast to {wanted}{hint}, got {tuple(mask.shape)}")


def check_layer_masks(
    scores: tuple[int, int, int, int], *, keep: Tensor | None, key_keep: Tensor | None, bias: Tensor | None
) -> None:
    """Refuse masks of the layer that have another shape, or whose meaning is open.

    Args:
        scores: The shape (N, H, L, S) of the scores.
        keep: (L, S), (N, L, S), (N, 1, L, S) or (N, H, L, S), boolean; None is no mask.
        key_keep: (N, S), boolean; None is no mask.
        bias: As `keep`, but floating point; None is no mask.

    Raises:
        ValueError: With every accepted shape.
        TypeError: With the dtype and the conversion.
    """
    _check_mask_types(keep=keep, key_keep=key_keep, bias=bias)
    n, _, length, keys = scores
    accepted = [(length, keys), (n, length, keys), (n, 1, length, keys), scores]
    for name, mask, shapes in (
        ("keep", keep, accepted),
        ("key_keep", key_keep, [(n, keys)]),
        ("bias", bias, accepted),
    ):
        if mask is None or tuple(mask.shape) in [shape for shape in shapes if len(shape) == mask.dim()]:
            continue
        listed = " or ".join(map(str, dict.fromkeys(shapes)))
        raise ValueError(f"{name} must have shape {listed}, got {tuple(mask.shape)}")


def check_offset(query_offset: object) -> None:
    """Refuse an offset that is no whole number.

    Raises:
        TypeError: With its type; offsets per sample are a mask.
    """
    if not _is_int(query_offset):
        raise TypeError(
            f"query_offset must be an int, got {type(query_offset).__name__}; "
            f"offsets that differ between samples go to keep="
        )


def check_causal(length: int, keys: int, causal: bool, query_offset: int | None) -> None:
    """Refuse a causal mask whose place is open, and an offset that would be ignored.

    Args:
        length: L.
        keys: S.
        causal: Whether query i sees the keys j <= query_offset + i alone.
        query_offset: Position of query 0 among the keys, or None.

    Raises:
        ValueError: With both lengths, or the offset.
        TypeError: If the offset is no int.
    """
    if query_offset is not None:
        check_offset(query_offset)
        if not causal:
            raise ValueError(
                f"query_offset={query_offset} shifts the causal mask alone: add causal=True or drop it"
            )
    elif causal and length != keys:
        raise ValueError(
            f"causal=True with {length} queries and {keys} keys needs query_offset= "
            f"(query i sees keys j <= query_offset + i; pass query_offset={keys - length} to align the ends)"
        )


def refuse_renamed(*, attn_mask: object, key_padding_mask: object) -> None:
    """Answer the masks of `nn.MultiheadAttention` with their conversion: they mean the opposite.

    Args:
        attn_mask: None, which means no mask there and here.
        key_padding_mask: None likewise.

    Raises:
        TypeError: With the line to write instead.
    """
    if attn_mask is not None:
        raise TypeError(
            "in attn_mask= True means hidden, here True means may attend: "
            "write keep=~attn_mask for a boolean mask, bias=attn_mask for an additive one"
        )
    if key_padding_mask is not None:
        raise TypeError(
            "in key_padding_mask= True means padding, here True means a real token: "
            "write key_keep=~key_padding_mask"
        )


def _check_mask_types(**masks: Tensor | None) -> None:
    for name, mask in masks.items():
        if mask is None:
            continue
        if name == "bias":
            if not mask.is_floating_point():
                raise TypeError(
                    f"bias must be floating point, got {mask.dtype}; a boolean mask goes to keep="
                )
        elif mask.dtype is not torch.bool:
            additive = (
                ", or pass it as bias= if it is added" if name == "keep" and mask.is_floating_point() else ""
            )
            raise TypeError(
                f"{name} must be bool with True = may attend, got {mask.dtype}; "
                f"write {name}.bool() if 1 means a real token{additive}"
            )


def _is_int(size: object) -> TypeGuard[int]:
    """True and False count nothing; a traced size counts like the int it stands for."""
    return isinstance(size, (int, torch.SymInt)) and not isinstance(size, bool)


def _shapes(inputs: Mapping[str, Tensor]) -> str:
    return ", ".join(f"{name} {tuple(x.shape)}" for name, x in inputs.items())
