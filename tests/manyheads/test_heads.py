"""Splitting gives every head its own consecutive features of every token; merging undoes it."""

import pytest
import torch
from jaxtyping import TypeCheckError
from torch import nn

from manyheads import merge_heads, split_heads
from manyheads.heads import count_heads

N, L, H, D_H = 2, 3, 4, 5


@pytest.fixture
def x():
    return torch.arange(N * L * H * D_H).reshape(N, L, H * D_H).float()  # every number once


def test_a_head_owns_consecutive_features_of_every_token(x):
    heads = split_heads(x, H)
    assert heads.shape == (N, H, L, D_H)
    for h in range(H):
        assert torch.equal(heads[:, h], x[:, :, h * D_H : (h + 1) * D_H])


def test_splitting_copies_nothing(x):
    assert split_heads(x, H).data_ptr() == x.data_ptr()


def test_merging_undoes_splitting(x):
    assert torch.equal(merge_heads(split_heads(x, H)), x)


def test_merging_puts_the_heads_of_one_token_side_by_side():
    heads = torch.arange(N * H * L * D_H).reshape(N, H, L, D_H).float()
    merged = merge_heads(heads)
    assert merged.shape == (N, L, H * D_H)
    for token in range(L):
        assert torch.equal(merged[:, token], torch.cat([heads[:, h, token] for h in range(H)], -1))


def test_empty_batches_and_lengths_keep_their_axes():
    assert split_heads(torch.zeros(0, 3, 8), 2).shape == (0, 2, 3, 4)
    assert merge_heads(torch.zeros(2, 2, 0, 4)).shape == (2, 0, 8)


@pytest.mark.parametrize(
    "wrong", [lambda: split_heads(torch.zeros(3, 8), 2), lambda: merge_heads(torch.zeros(3, 8))]
)
def test_a_wrong_shape_is_caught_by_its_signature(wrong):
    with pytest.raises(TypeCheckError):
        wrong()


def test_heads_are_counted_by_the_rows_that_are_here():
    linear = nn.Linear(8, 6)
    assert count_heads(linear, 2) == 3
    linear.weight.to_local = lambda: linear.weight[:4]  # as a DTensor does, whose shape is that of all shards
    assert count_heads(linear, 2) == 2
    assert count_heads(nn.Sequential(linear), 2) is None
