"""The masks of Keras' `MultiHeadAttention`, where 1 means attend."""

from torch import Tensor

from manyheads.interop.checks import check_keras_masks
from manyheads.interop.masks import Masks


def masks_from_keras(
    attention_mask: Tensor | None = None,
    *,
    query_mask: Tensor | None = None,
    value_mask: Tensor | None = None,
    key_mask: Tensor | None = None,
    keys: int | None = None,
) -> Masks:
    """Turn the masks of Keras' layer into ours: a query sees the keys that all of them let it see.

    Keras writes B, T for our N, L. Its `use_causal_mask=True` is our `causal=True` where L == S, and
    `query_offset=0` beside it where not.

    Args:
        attention_mask: (N, L, S) or (N, 1 or H, L, S), boolean or of 0 and 1.
        query_mask: (N, L), likewise; a query with 0 sees nothing.
        value_mask: (N, S), likewise.
        key_mask: (N, S), likewise.
        keys: S. Only a `query_mask` that stands alone needs it, because our mask names every key.

    Returns:
        `keep` of `attention_mask` and `query_mask`, `key_keep` of `value_mask` and `key_mask`; None where
        neither is given. A query that may see no key gets weights 0 here; Keras' own answer depends on
        whether its scores are asked for.

    Raises:
        ValueError: If a mask has other axes or other values than 0 and 1, two of them do not fit, or
            `keys` is needed.

    Example:
        >>> import torch
        >>> masks_from_keras(value_mask=torch.tensor([[1, 1, 0]]))["key_keep"]
        tensor([[ True,  True, False]])

    Source:
        Keras 3 API, MultiHeadAttention layer, call arguments.
    """
    given = {
        "attention_mask": attention_mask,
        "query_mask": query_mask,
        "value_mask": value_mask,
        "key_mask": key_mask,
    }
    check_keras_masks(given, keys)
    keep, queries, values, key_keep = (None if mask is None else mask == 1 for mask in given.values())
    if values is not None:
        key_keep = values if key_keep is None else values & key_keep  # (N, S)
    width = keys if key_keep is None else key_keep.shape[1]  # S, if anything but attention_mask says it
    if queries is not None and keep is not None:
        seeing = queries[:, :, None]  # (N, L, 1)
        keep = keep & (seeing if keep.dim() == 3 else seeing[:, None])  # (N, L, S) or (N, 1 or H, L, S)
    elif queries is not None and width is not None:  # it was refused otherwise
        keep = queries[:, :, None].expand(-1, -1, width)  # (N, L, S)
    return Masks(keep=keep, key_keep=key_keep, bias=None)
