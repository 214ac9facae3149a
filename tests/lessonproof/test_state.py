"""What one page does to the process, the next one does not meet."""

import os
import random
import sys

import pytest
import torch

from lessonproof.proof.state import Fresh, shifted


@pytest.fixture
def fresh():
    state = Fresh(["torch"])
    state.begin()
    yield state
    state.begin()


def printed():
    return repr(torch.tensor([1 / 3, 1e-8])), torch.get_default_dtype(), torch.is_grad_enabled()


def test_torch_is_as_before(fresh):
    before, softmax, threads = printed(), torch.nn.functional.softmax, torch.get_num_threads()
    torch.set_default_dtype(torch.float64)
    torch.set_printoptions(precision=1, sci_mode=False)
    torch.set_grad_enabled(False)
    torch.set_num_threads(threads + 1)
    torch.use_deterministic_algorithms(True)
    torch.set_default_device("meta")
    torch.nn.functional.softmax = torch.nn.functional.relu
    fresh.begin()
    assert printed() == before
    assert torch.nn.functional.softmax is softmax
    assert torch.get_num_threads() == threads
    assert not torch.are_deterministic_algorithms_enabled()
    assert torch.zeros(1).device.type == "cpu"


def test_every_seed_is_set(fresh):
    def draw():
        return torch.rand(1).item(), random.random(), sys.modules["numpy"].random.rand()

    first, second = draw(), draw()
    fresh.begin()
    assert draw() == first != second
    fresh.begin(1)
    assert not set(draw()) & set(first)


def test_folder_and_environment_are_as_before(fresh, tmp_path):
    folder = os.getcwd()
    os.chdir(tmp_path)
    os.environ["LEAK"] = "1"
    del os.environ["PATH"]
    fresh.begin()
    assert os.getcwd() == folder
    assert "LEAK" not in os.environ
    assert os.environ["PATH"]


def test_shifted_seeds_are_others(fresh):
    def draw():
        torch.manual_seed(3)
        random.seed(3)
        return torch.rand(1).item(), random.random()

    before, real = draw(), torch.manual_seed
    with shifted(1):
        assert not set(draw()) & set(before)
        random.seed("a text")
    with shifted(0):
        assert draw() == before
    assert torch.manual_seed is real
