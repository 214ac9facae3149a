"""Weights and masks to and from other people's attention layers."""

from manyheads.interop.huggingface import masks_from_huggingface
from manyheads.interop.keras import masks_from_keras
from manyheads.interop.masks import Masks, TorchMasks
from manyheads.interop.torch import from_torch, to_torch
from manyheads.interop.torch_masks import masks_from_torch, masks_to_torch

__all__ = [
    "Masks",
    "TorchMasks",
    "from_torch",
    "masks_from_huggingface",
    "masks_from_keras",
    "masks_from_torch",
    "masks_to_torch",
    "to_torch",
]
