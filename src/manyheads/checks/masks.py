"""Masks that fit the scores, of one meaning, and the lengths that they are made of."""

from collections.abc import Sequence

import torch
from torch import Tensor


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


def check_lengths(lengths: Tensor, keys: int) -> None:
    """Refuse numbers of real tokens that are no whole numbers from 0 to S.

    Args:
        lengths: (N,), one number per sample.
        keys: S.

    Raises:
        TypeError: With the type or the dtype, and the conversion.
        ValueError: With the shape, or the smallest and the largest number.
    """
    if not isinstance(lengths, Tensor):
        raise TypeError(
            f"lengths must be a tensor, got {type(lengths).__name__}: write torch.tensor(lengths)"
        )
    if lengths.dtype is torch.bool or lengths.is_floating_point() or lengths.is_complex():
        raise TypeError(f"lengths must be integers, got {lengths.dtype}: write lengths.long()")
    if lengths.dim() != 1:
        raise ValueError(f"lengths must be (N,), got {tuple(lengths.shape)}")
    if lengths.is_meta or not lengths.numel() or torch.compiler.is_compiling():
        return  # there are no numbers to look at
    least, most = lengths.min().item(), lengths.max().item()
    if least < 0 or most > keys:
        raise ValueError(
            f"lengths must be from 0 to keys={keys}, got {least} to {most}: clamp them, or pass more keys"
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


def _check_mask_types(**masks: object) -> None:
    for name, mask in masks.items():
        if mask is None:
            continue
        if not isinstance(mask, Tensor):
            raise TypeError(f"{name} must be a tensor, got {type(mask).__name__}: write torch.tensor({name})")
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
