"""What one page does to the process, the next one does not meet."""

import os
import random

import numpy.random
import pytest
import torch

from lessonproof.proof.seeds import shifted
from lessonproof.proof.state import Fresh


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
    assert torch.overrides._get_current_function_mode_stack() == []  # a device by name would stay there


def test_every_seed_is_set(fresh):
    def draw():
        return torch.rand(1).item(), random.random(), numpy.random.rand()

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


DRAWS = {
    "torch": lambda: (torch.manual_seed(3), torch.rand(1).item()),
    "torch by name": lambda: (torch.random.manual_seed(seed=3), torch.rand(1).item()),
    "torch generator": lambda: torch.rand(1, generator=torch.Generator().manual_seed(3)).item(),
    "random": lambda: (random.seed(3), random.random()),
    "random by name": lambda: (random.seed(a=3), random.random()),
    "random generator": lambda: random.Random(3).random(),
    "numpy": lambda: (numpy.random.seed(3), numpy.random.rand()),
    "numpy generator": lambda: numpy.random.default_rng(3).random(),
    "numpy generator by name": lambda: numpy.random.default_rng(seed=3).random(),
    "numpy bits": lambda: numpy.random.Generator(numpy.random.PCG64(3)).random(),
    "numpy list": lambda: numpy.random.default_rng([3, 4]).random(),
    "numpy integer": lambda: numpy.random.default_rng(numpy.int64(3)).random(),
    "numpy twister": lambda: numpy.random.Generator(numpy.random.MT19937(3)).random(),
    "numpy philox": lambda: numpy.random.Generator(numpy.random.Philox(seed=3)).random(),
    "numpy sfc": lambda: numpy.random.Generator(numpy.random.SFC64(3)).random(),
    "numpy pcg": lambda: numpy.random.Generator(numpy.random.PCG64DXSM(3)).random(),
    "numpy sequence": lambda: numpy.random.default_rng(numpy.random.SeedSequence(3)).random(),
    "numpy sequence by name": lambda: numpy.random.default_rng(numpy.random.SeedSequence(entropy=3)).random(),
    "random text": lambda: random.Random("three").random(),
    "random bytes": lambda: random.Random(b"three").random(),
    "random float": lambda: (random.seed(0.5), random.random()),
    "numpy old generator": lambda: numpy.random.RandomState(3).rand(),
    "numpy old generator by name": lambda: numpy.random.RandomState(seed=3).rand(),
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_shifted_seeds_are_others(fresh, draw):
    def drawn():
        return str(draw()).replace(str(torch.default_generator), "")

    before = drawn()
    assert drawn() == before
    with shifted(1):
        assert drawn() != before
    with shifted(0):
        assert drawn() == before
    assert drawn() == before


def test_what_seeds_is_put_back(fresh):
    def seeding():
        return [torch.manual_seed, random.Random, numpy.random.RandomState]

    def fail():
        random.seed("a text")
        assert isinstance(random.Random(0), random.Random)
        assert random.Random.__name__ == "Random"
        assert not set(seeding()) & set(kept)
        raise ZeroDivisionError

    kept = seeding()
    with pytest.raises(ZeroDivisionError), shifted(1):
        fail()
    assert seeding() == kept
