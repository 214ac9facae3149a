"""The masks of a call by the names of its arguments: `layer(x, **masks)`."""

from typing import TypedDict

from torch import Tensor


class Masks(TypedDict):
    """What our layer takes; None is no mask.

    Attributes:
        keep: (L, S), (N, L, S) or (N, H, L, S), boolean; True = may attend.
        key_keep: (N, S), boolean; True = a real token.
        bias: Floating point of the same shapes as `keep`, added to the scores.
    """

    keep: Tensor | None
    key_keep: Tensor | None
    bias: Tensor | None


class TorchMasks(TypedDict):
    """What `nn.MultiheadAttention` takes; None is no mask.

    Attributes:
        attn_mask: (L, S) or (N * H, L, S); boolean with True = hidden, or floating point and added.
        key_padding_mask: (N, S); boolean with True = padding, or floating point and added.
    """

    attn_mask: Tensor | None
    key_padding_mask: Tensor | None
