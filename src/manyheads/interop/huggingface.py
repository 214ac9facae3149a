"""The `attention_mask` of Hugging Face's models, where 1 means attend."""

import torch
from torch import Tensor

from manyheads.interop.checks import check_huggingface_mask
from manyheads.interop.masks import Masks
from manyheads.masks import NEVER


def masks_from_huggingface(attention_mask: Tensor) -> Masks:
    """Turn the `attention_mask` of a tokenizer or of a model into our masks.

    Args:
        attention_mask: One of

            - (N, S), 1 = a real token, of any dtype: what a tokenizer returns;
            - (N, 1 or H, L, S), boolean or integer, 1 = may attend;
            - (N, 1 or H, L, S), floating point and added to the scores, as models pass it on: 0 where a key
              may be seen, and the smallest number of its dtype, or -inf, where not.

    Returns:
        `key_keep` for the first form, `keep` for the second, and `bias` for the third, with -inf in place of
        the smallest number, so that a hidden key has weight 0 even in a row without any other.

    Raises:
        ValueError: If the mask has other axes, if 0 and 1 are not its only values, or if an added one is
            positive somewhere, as a 0/1 mask of floats is.

    Example:
        >>> masks_from_huggingface(torch.tensor([[1, 1, 0]]))["key_keep"]
        tensor([[ True,  True, False]])

    Source:
        Hugging Face Transformers, Glossary, “attention mask”.
    """
    check_huggingface_mask(attention_mask)
    if attention_mask.dim() == 2:
        return Masks(keep=None, key_keep=attention_mask == 1, bias=None)  # (N, S)
    if not attention_mask.is_floating_point():
        return Masks(keep=attention_mask == 1, key_keep=None, bias=None)  # (N, 1 or H, L, S)
    lowest = torch.finfo(attention_mask.dtype).min
    bias = attention_mask.masked_fill(attention_mask == lowest, NEVER)  # (N, 1 or H, L, S)
    return Masks(keep=None, key_keep=None, bias=bias)
