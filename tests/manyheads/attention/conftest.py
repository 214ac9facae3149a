"""A layer with random weights and biases, and inputs whose sizes are all different."""

import pytest
import torch

from manyheads import from_torch

N, L, S, D = 2, 3, 5, 28  # with H = 4 and d_h = 7


@pytest.fixture
def theirs(torch_layer):
    return torch_layer()


@pytest.fixture
def ours(theirs):
    return from_torch(theirs)


@pytest.fixture
def xs():
    """Query, key and value, three different tensors."""
    return tuple(torch.randn(N, n, D).double() for n in (L, S, S))


@pytest.fixture
def x():
    return torch.randn(N, S, D).double()


@pytest.fixture
def gradients():
    """Differentiate the sum of squares of an output."""
    return lambda output, *leaves: torch.autograd.grad(output.pow(2).sum(), leaves)
