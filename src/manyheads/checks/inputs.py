"""Queries, keys and values that fit each other."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from manyheads.precision import result_dtype


def check_inputs(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Refuse queries, keys and values that do not fit each other.

    Args:
        query: (..., L, d_h).
        key: (..., S, d_h), the same leading axes.
        value: (..., S, d_v), the same leading axes.

    Raises:
        ValueError: With the three shapes.
        TypeError: With the three dtypes.
    """
    inputs = {"query": query, "key": key, "value": value}
    for name, x in inputs.items():
        if x.dim() < 2:
            raise ValueError(f"{name} must be (..., length, features), got {tuple(x.shape)}")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(f"query and key need the same number of features: {_shapes(inputs)}")
    if query.shape[-1] == 0:
        raise ValueError(f"query and key need at least one feature: {_shapes(inputs)}")
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"key and value need the same length: {_shapes(inputs)}")
    if not query.shape[:-2] == key.shape[:-2] == value.shape[:-2]:
        raise ValueError(
            f"query, key and value need the same leading axes, expand them first: {_shapes(inputs)}"
        )
    _check_dtypes(inputs)


def check_layer_inputs(query: Tensor, key: Tensor, value: Tensor, widths: Sequence[int]) -> None:
    """Refuse inputs that do not fit the layer or each other.

    Args:
        query: (N, L, D).
        key: (N, S, kdim).
        value: (N, S, vdim).
        widths: D, kdim, vdim.

    Raises:
        ValueError: With the three shapes.
        TypeError: With the three dtypes.
    """
    inputs = {"query": query, "key": key, "value": value}
    for name, x in inputs.items():
        if x.dim() != 3:
            way_out = "; add a batch axis with x[None]" if x.dim() == 2 else ""
            raise ValueError(f"{name} must be (batch, length, features), got {tuple(x.shape)}{way_out}")
    for (name, x), width in zip(inputs.items(), widths, strict=True):
        if x.shape[-1] != width:
            raise ValueError(
                f"{name} has {x.shape[-1]} features, this layer expects {width}: {_shapes(inputs)}"
            )
    if not query.shape[0] == key.shape[0] == value.shape[0]:
        raise ValueError(f"query, key and value need the same batch size: {_shapes(inputs)}")
    if key.shape[1] != value.shape[1]:
        raise ValueError(f"key and value need the same length: {_shapes(inputs)}")
    _check_dtypes(inputs)


def _check_dtypes(inputs: Mapping[str, Tensor]) -> None:
    """Refuse inputs that differ in dtype, unless autocast makes them alike."""
    query, key, value = inputs.values()
    if query.dtype == key.dtype == value.dtype:
        return
    if len({result_dtype(x) for x in inputs.values()}) > 1:
        listed = ", ".join(f"{name} {x.dtype}" for name, x in inputs.items())
        raise TypeError(f"query, key and value need the same dtype, cast them first: {listed}")


def _shapes(inputs: Mapping[str, Tensor]) -> str:
    return ", ".join(f"{name} {tuple(x.shape)}" for name, x in inputs.items())
