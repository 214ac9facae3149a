"""A GPU is there, or one line says why not."""

import re
import subprocess
import sys

import pytest

from tools.environment import gpu
from tools.places import HERE
from tools.problem import Problem


@pytest.fixture
def torch(places, tmp_path, monkeypatch):
    """An environment whose torch is a few lines."""
    places.scripts.mkdir(parents=True)

    def install(code):
        (tmp_path / "torch.py").write_text(code)
        places.python.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}" exec "{sys.executable}" "$@"\n')
        places.python.chmod(0o755)
        return places

    return install


CLASS = "class cuda:\n    is_available = lambda: {}\n    get_device_name = lambda: 'NVIDIA H200'\n__version__ = '2.13.0+cu'\n"


def test_the_gpu_is_named(torch):
    assert gpu.find(torch(CLASS.format(True))) == "NVIDIA H200"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (CLASS.format(False), "DEVICE=cuda: torch 2.13.0+cu finds no GPU here; run it where there is one"),
        ("raise ImportError('libcudart.so is missing')\n", "ImportError: libcudart.so is missing"),
        ("import os\nos._exit(3)\n", "it says nothing"),
    ],
)
def test_without_one_a_line_says_so(torch, code, said):
    with pytest.raises(Problem) as found:
        gpu.find(torch(code))
    assert said in str(found.value)
    assert "\n" not in str(found.value)


def test_the_real_torch_answers():
    """With a version, then with the GPU's name or False: on a machine without a GPU as on one with."""
    done = subprocess.run([HERE.python, "-c", gpu.ASK], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\d+\.\d+\.\d+\S* \S.*\n", done.stdout)
