"""Sizes and probabilities that an argument may have."""

from numbers import Real
from typing import TypeGuard

import torch


def check_size(name: str, size: object) -> None:
    """Refuse a size that is not a whole number >= 1; True and 2.0 are none either.

    Raises:
        ValueError: With the name and the value.
    """
    if not is_int(size) or size < 1:
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


def check_probability(name: str, probability: object) -> None:
    """Refuse a dropout probability that is no number in [0, 1).

    Raises:
        ValueError: With the name and the value.
    """
    if not isinstance(probability, Real) or not 0 <= float(probability) < 1:
        raise ValueError(f"{name} must be in [0, 1), got {probability!r}")


def is_int(size: object) -> TypeGuard[int]:
    """True and False count nothing; a traced size counts like the int it stands for."""
    return isinstance(size, (int, torch.SymInt)) and not isinstance(size, bool)
