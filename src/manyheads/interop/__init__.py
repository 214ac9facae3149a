"""Weights to and from other people's attention layers."""

from manyheads.interop.torch import from_torch

__all__ = ["from_torch"]
