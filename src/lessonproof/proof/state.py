"""Global state that one page must not leave to the next: seeds, dtype, print options, patched functions."""

import os
import random
import sys
from collections.abc import Collection, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from lessonproof.proof import device

ALWAYS = ("builtins", "math", "random")


class Fresh:
    """The state a page begins in.

    Args:
        packages: What pages import; loaded once, and their functions put back before every page.
        device: Where tensors are made unless a page says otherwise.

    Attributes:
        place: What the proof says of the device, once a page began.
    """

    def __init__(self, packages: Collection[str], device: str = "cpu") -> None:
        self.packages, self.device = tuple(packages), device
        self.place: dict[str, str] = {}
        self._functions: dict[str, dict[str, Any]] = {}
        self._environment: dict[str, str] = {}
        self._folder = ""
        self._torch: dict[str, Any] = {}

    def begin(self, seed: int = 0) -> None:
        """Make everything as it was before the first page, with this seed."""
        if not self._folder:
            self._remember()
        for name, functions in self._functions.items():
            module = vars(sys.modules[name]) if name in sys.modules else {}
            module.update({key: kept for key, kept in functions.items() if module.get(key) is not kept})
            if name in ALWAYS:
                for added in [key for key in module if key[0] != "_" and key not in functions]:
                    del module[added]
        for module in self._guarded():
            self._functions.setdefault(module.__name__, _functions(module))
        os.chdir(self._folder)
        if dict(os.environ) != self._environment:
            os.environ.clear()
            os.environ.update(self._environment)
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed)
        if "torch" in sys.modules:
            self._begin_torch(sys.modules["torch"], seed)

    def _remember(self) -> None:
        for package in self.packages:
            import_module(package)
        self.place = device.use(self.device)
        self._functions = {module.__name__: _functions(module) for module in self._guarded()}
        self._environment, self._folder = dict(os.environ), os.getcwd()
        if "torch" in sys.modules:
            torch = sys.modules["torch"]
            self._torch = {
                "dtype": torch.get_default_dtype(),
                "device": torch.get_default_device(),
                "threads": torch.get_num_threads(),
            }

    def _begin_torch(self, torch: Any, seed: int) -> None:
        if torch.get_default_dtype() != self._torch.get("dtype", torch.float32):
            torch.set_default_dtype(self._torch.get("dtype", torch.float32))
        cpu = torch.device("cpu")
        known = self._torch.get("device", cpu)
        if torch.get_default_device() != known:
            # None rather than the CPU by name: a named device stays a mode that every later call goes through
            torch.set_default_device(None if known == cpu else known)
        if torch.get_num_threads() != self._torch.get("threads", torch.get_num_threads()):
            torch.set_num_threads(self._torch["threads"])
        if torch.are_deterministic_algorithms_enabled():
            torch.use_deterministic_algorithms(False)
        torch.set_grad_enabled(True)
        torch.set_printoptions(profile="default")
        torch.manual_seed(seed)

    def _guarded(self) -> Iterator[ModuleType]:
        """Loaded modules of the packages whose functions are put back."""
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in self.packages + ALWAYS and getattr(module, "__name__", "") == name:
                yield module


def _functions(module: ModuleType) -> dict[str, Any]:
    """What a page could have patched: the public functions and classes of a module; of Python's own, all."""
    everything = module.__name__ in ALWAYS
    return {
        name: value
        for name, value in vars(module).items()
        if name[0] != "_" and (everything or callable(value))
    }
