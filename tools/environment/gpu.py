"""A GPU that the environment's torch can use."""

import subprocess

from tools.places import HERE, Places
from tools.problem import Problem
from tools.programs import variables

ASK = "import torch; print(torch.__version__, torch.cuda.is_available() and torch.cuda.get_device_name())"


def find(places: Places = HERE) -> str:
    """The name of the GPU that torch takes.

    Raises:
        Problem: There is none, or this torch cannot use it.
    """
    done = subprocess.run(
        [str(places.python), "-c", ASK],
        env=variables(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    version, _, name = done.stdout.strip().partition(" ")
    if done.returncode or not version:
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise Problem(f"DEVICE=cuda: torch cannot be asked for a GPU: {last[0]}")
    if name == "False":
        way_out = "run it where there is one, with a torch built for CUDA, or without DEVICE"
        raise Problem(f"DEVICE=cuda: torch {version} finds no GPU here; {way_out}")
    return name
