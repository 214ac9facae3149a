"""The masks of `nn.MultiheadAttention`, where True means hidden, and ours, where True means may attend."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from manyheads.checks import check_layer_masks, check_size
from manyheads.interop.checks import check_torch_masks
from manyheads.interop.masks import Masks, TorchMasks
from manyheads.masks import NEVER


def masks_from_torch(
    attn_mask: Tensor | None, key_padding_mask: Tensor | None, num_heads: int, *, length: int | None = None
) -> Masks:
    """Turn the masks of an `nn.MultiheadAttention` into ours.

    Boolean masks are inverted; floating point masks are added to the scores, there and here.

    Args:
        attn_mask: (L, S), or (N * H, L, S) where entry n * H + h belongs to head h of sample n.
        key_padding_mask: (N, S).
        num_heads: H of the layer.
        length: L, the number of queries. Only a floating point `key_padding_mask` without `attn_mask`
            needs it, because our bias names every query.

    Returns:
        `keep`, `key_keep` and `bias`; those that are not needed are None.

    Raises:
        TypeError: If a mask is neither boolean nor floating point.
        ValueError: If a shape does not fit, or `length` is needed.

    Example:
        >>> hidden = torch.tensor([[False, False, True]])  # (N, S), the last key is padding
        >>> masks_from_torch(None, hidden, num_heads=2)["key_keep"]
        tensor([[ True,  True, False]])
    """
    check_torch_masks(attn_mask, key_padding_mask, num_heads, length)
    mask = attn_mask
    if mask is not None and mask.dim() == 3:
        mask = mask.unflatten(0, (mask.shape[0] // num_heads, num_heads))  # (N, H, L, S)
    keep, bias = _split(mask)  # each (L, S) or (N, H, L, S) or None
    queries = length if mask is None else mask.shape[-2]  # L, if anything says it
    hidden, added = key_padding_mask, None
    if hidden is not None and hidden.is_floating_point():
        hidden, added = None, hidden[:, None]  # (N, 1, S)
    if added is not None and bias is not None:
        bias = bias + (added if bias.dim() == 2 else added[:, None])  # (N, L, S) or (N, H, L, S)
    elif added is not None and queries is not None:  # it was refused otherwise
        bias = added.expand(-1, queries, -1)  # (N, L, S)
    return Masks(keep=keep, key_keep=None if hidden is None else ~hidden, bias=bias)


def masks_to_torch(
    keep: Bool[Tensor, "..."] | None = None,
    key_keep: Bool[Tensor, "N S"] | None = None,
    bias: Float[Tensor, "..."] | None = None,
    *,
    num_heads: int,
) -> TorchMasks:
    """Turn our masks into those of an `nn.MultiheadAttention`.

    Both of its masks are floating point if one of them has to be: it deprecates a mixture.

    Args:
        keep: (L, S), (N, L, S), (N, 1, L, S) or (N, H, L, S); True = may attend.
        key_keep: (N, S); True = a real token.
        bias: Floating point of the same shapes as `keep`, added to the scores.
        num_heads: H of the layer.

    Returns:
        `attn_mask`, (L, S) or (N * H, L, S), and `key_padding_mask`, (N, S). A query that may see no key
        gets NaN there with weights, and 0 here.

    Raises:
        TypeError: If a mask has the wrong dtype.
        ValueError: If a shape does not fit.

    Example:
        >>> keep = torch.tensor([[True, False], [True, True]])
        >>> masks_to_torch(keep, num_heads=2)["attn_mask"]
        tensor([[False,  True],
                [False, False]])
    """
    check_size("num_heads", num_heads)
    check_layer_masks(_scores(keep, key_keep, bias, num_heads), keep=keep, key_keep=key_keep, bias=bias)
    keep, bias = _head_axis(keep), _head_axis(bias)  # each (L, S), (N, 1 or H, L, S) or None
    hidden = None if keep is None else ~keep  # (L, S) or (N, 1 or H, L, S)
    if bias is not None:
        mask = bias if hidden is None else bias.masked_fill(hidden, NEVER)  # (L, S) or (N, 1 or H, L, S)
    else:
        mask = hidden
    if mask is not None and mask.dim() == 4:
        mask = mask.expand(-1, num_heads, -1, -1).flatten(0, 1)  # (N * H, L, S)
    padding = None if key_keep is None else ~key_keep  # (N, S)
    if padding is not None and bias is not None:
        padding = bias.new_zeros(()).masked_fill(padding, NEVER)  # (N, S)
    return TorchMasks(attn_mask=mask, key_padding_mask=padding)


def _split(mask: Tensor | None) -> tuple[Tensor | None, Tensor | None]:
    """Keep and bias of one mask: its inverse if it is boolean, itself if it is added."""
    if mask is None:
        return None, None
    return (~mask, None) if mask.dtype is torch.bool else (None, mask)


def _head_axis(mask: Tensor | None) -> Tensor | None:
    """(N, L, S) becomes (N, 1, L, S)."""
    return mask.unsqueeze(1) if mask is not None and mask.dim() == 3 else mask


def _scores(
    keep: Tensor | None, key_keep: Tensor | None, bias: Tensor | None, num_heads: int
) -> tuple[int, int, int, int]:
    """(N, H, L, S) as the masks themselves say it; whatever contradicts that is refused afterwards."""
    shapes = [tuple(mask.shape) for mask in (keep, bias) if mask is not None]
    batches = [shape[0] for shape in shapes if len(shape) > 2]
    if key_keep is not None:
        shapes.append((1, *key_keep.shape[-1:]))
        batches += key_keep.shape[:-1]
    length, keys = (1, 1, *(shapes[0] if shapes else ()))[-2:]
    return (batches[0] if batches else 1), num_heads, length, keys
