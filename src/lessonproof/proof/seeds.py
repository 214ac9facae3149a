"""Other seeds than those that code sets, so that what depends on the random stream changes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Integral
from typing import Any

FUNCTIONS = (
    ("torch", "manual_seed"),
    ("torch.random", "manual_seed"),
    ("torch.cuda", "manual_seed"),
    ("torch.cuda", "manual_seed_all"),
    ("random", "seed"),
    ("numpy.random", "seed"),
    ("numpy.random", "default_rng"),
    ("numpy.random", "PCG64"),
    ("numpy.random", "PCG64DXSM"),
    ("numpy.random", "MT19937"),
    ("numpy.random", "Philox"),
    ("numpy.random", "SFC64"),
    ("numpy.random", "SeedSequence"),
)
CLASSES = (  # and the methods that take a seed
    ("torch", "Generator", ("manual_seed",)),
    ("random", "Random", ("seed",)),
    ("numpy.random", "RandomState", ("__init__", "seed")),
)
NAMES = ("seed", "a", "x", "entropy")  # what these call it


@contextmanager
def shifted(by: int) -> Iterator[None]:
    """Every seed that code sets is another one."""
    instead = [(place, name, lambda old: _shift(old, by)) for place, name in FUNCTIONS]
    instead += [
        (place, name, lambda old, methods=methods: _subclass(old, methods, by))
        for place, name, methods in CLASSES
    ]
    before = [(sys.modules[place], name, new) for place, name, new in instead if place in sys.modules]
    kept = [(module, name, getattr(module, name)) for module, name, _ in before]
    for (module, name, new), (_, _, old) in zip(before, kept, strict=True):
        setattr(module, name, new(old))
    try:
        yield
    finally:
        for module, name, old in kept:
            setattr(module, name, old)


def _moved(value: Any, by: int) -> Any:
    """A seed plus something, a text or a list with it at its end; nothing, and what is seeded itself, as it is."""
    if isinstance(value, int | float | Integral):
        return value + by
    more: dict[type, Any] = {str: str(by), bytes: bytes([by]), list: [by], tuple: (by,)}
    return value + more[type(value)] if by and type(value) in more else value


def _shift(function: Callable[..., Any], by: int, behind: int = 0) -> Callable[..., Any]:
    """A seeding function that adds to its seed, the argument behind so many others."""

    def seeded(*given: Any, **named: Any) -> Any:
        moved = [_moved(value, by) if i == behind else value for i, value in enumerate(given)]
        return function(
            *moved, **{name: _moved(value, by) if name in NAMES else value for name, value in named.items()}
        )

    return seeded


def _subclass(kind: type, methods: tuple[str, ...], by: int) -> type:
    """A class of the same name whose methods add to their seeds."""
    own: dict[str, Any] = {method: _shift(getattr(kind, method), by, behind=1) for method in methods}
    return type(kind.__name__, (kind,), own | {"__module__": kind.__module__})
