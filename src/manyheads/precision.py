"""Which dtype a computation has, and what fits into it."""

from contextlib import AbstractContextManager, nullcontext

import torch
from jaxtyping import Float
from torch import Tensor

HALF = (torch.float16, torch.bfloat16)


def result_dtype(x: Tensor) -> torch.dtype:
    """Choose what the fused kernel would return for x: its dtype, or autocast's, which spares float64."""
    device = x.device.type
    if x.dtype is torch.float64 or not torch.amp.is_autocast_available(device):
        return x.dtype
    return torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else x.dtype


def no_autocast(device: str) -> AbstractContextManager[object]:
    """Switch autocast off where there is one; a device like `meta` has none."""
    available = torch.amp.is_autocast_available(device)
    return torch.autocast(device, enabled=False) if available else nullcontext()


def within_range(bias: Float[Tensor, "..."], dtype: torch.dtype) -> Float[Tensor, "..."]:
    """Move finite numbers that a dtype would round to infinity to its ends; infinite ones stay.

    Else a cast would turn a finite bias into "never". The dtype of the bias itself stays.

    Example:
        >>> within_range(torch.tensor([-1e5, float("-inf")]), torch.float16)
        tensor([-65504.,    -inf])
    """
    end = torch.finfo(dtype).max
    if torch.finfo(bias.dtype).max <= end:
        return bias
    return torch.where(bias.isinf(), bias, bias.clamp(-end, end))  # (...)
