"""Where pages run: on the CPU, or all of them on a GPU."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DEVICES = ("cpu", "cuda")
VARIABLE = "DEVICE"


class NoDevice(Exception):
    """The device that was asked for is not there."""


def wanted() -> str:
    """The device that the caller asks for with DEVICE; the CPU if it asks for none.

    Raises:
        NoDevice: It is none that pages run on.
    """
    text = os.environ.get(VARIABLE) or DEVICES[0]
    if text not in DEVICES:
        raise NoDevice(f"{VARIABLE} must be one of {', '.join(DEVICES)}, got {text!r}")
    return text


def use(device: str) -> dict[str, str]:
    """Let tensors be made on a device from now on; what the proof says of it.

    Raises:
        NoDevice: There is no torch, or it finds no GPU.
    """
    if device == "cpu":
        return {"device": device}
    torch: Any = sys.modules.get("torch")
    if torch is None:
        raise NoDevice(f"{VARIABLE}={device} needs torch, and no page imports it")
    if not torch.cuda.is_available():
        raise NoDevice(f"{VARIABLE}={device}: torch {torch.__version__} finds no GPU here; nothing was run")
    torch.set_default_device(device)
    return {"device": device, "gpu": torch.cuda.get_device_name()}


@contextmanager
def on_cpu(reason: str | None) -> Iterator[None]:
    """Let tensors be made on the CPU for a while, if there is a reason to."""
    torch: Any = sys.modules.get("torch")
    if reason is None or torch is None or torch.get_default_device().type == "cpu":
        yield
    else:
        with torch.device("cpu"):
            yield
