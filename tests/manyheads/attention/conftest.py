"""A layer with random weights and biases, and inputs whose sizes are all different."""

import os

import pytest
import torch

from manyheads import from_torch

N, L, S, D = 2, 3, 5, 28  # with H = 4 and d_h = 7


@pytest.fixture(autouse=True)
def _device():
    """Where `make test DEVICE=cuda` runs these tests, to the same results."""
    device = os.environ.get("DEVICE") or "cpu"
    if device != "cpu":
        torch.set_default_device(device)
    yield
    if device != "cpu":
        torch.set_default_device(None)


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
