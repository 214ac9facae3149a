"""The whole call becomes one graph, whose sizes and offsets may change."""

import pytest
import torch
from torch.testing import assert_close

from manyheads import MultiHeadAttention, padding_keep

pytestmark = pytest.mark.messages  # jaxtyping does not compile


@pytest.fixture
def layer():
    torch.compiler.reset()
    yield MultiHeadAttention(8, 2)
    torch.compiler.reset()


@pytest.mark.parametrize("weights_too", [True, False])
def test_sizes_and_offsets_are_symbols(weights_too, layer):
    def run(query, memory, query_offset):
        return layer(query, memory, causal=True, query_offset=query_offset, return_weights=weights_too)[0]

    compiled = torch.compile(run, dynamic=True, fullgraph=True, backend="aot_eager")
    for length, keys, query_offset in ((3, 5, 2), (4, 4, 3), (2, 7, -1), (3, 3, 0), (6, 6, 4)):
        inputs = torch.randn(2, length, 8), torch.randn(2, keys, 8), query_offset
        assert_close(compiled(*inputs), run(*inputs))


@pytest.mark.parametrize("weights_too", [True, False])
def test_causal_without_an_offset_and_with_padding(weights_too, layer):
    def run(x, lengths):
        padded = layer(x, key_keep=padding_keep(lengths, x.shape[1]), return_weights=weights_too)[0]
        return layer(x, causal=True, return_weights=weights_too)[0], padded

    compiled = torch.compile(run, dynamic=True, fullgraph=True, backend="aot_eager")
    for length in (3, 6):
        inputs = torch.randn(2, length, 8), torch.tensor([length, 2])
        for got, wanted in zip(compiled(*inputs), run(*inputs), strict=True):
            assert_close(got, wanted)
