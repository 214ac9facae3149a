"""Every message about wrong arguments, with its numbers and the way out.

Nothing here computes: all of it runs before the first matrix product, and a text is built only to be raised.
"""

from manyheads.checks.causal import check_causal, check_offset
from manyheads.checks.inputs import check_inputs, check_layer_inputs
from manyheads.checks.masks import check_layer_masks, check_lengths, check_masks, refuse_renamed
from manyheads.checks.sizes import check_heads, check_probability, check_size

__all__ = [
    "check_causal",
    "check_heads",
    "check_inputs",
    "check_layer_inputs",
    "check_layer_masks",
    "check_lengths",
    "check_masks",
    "check_offset",
    "check_probability",
    "check_size",
    "refuse_renamed",
]
