"""The place of the queries among the keys."""

from manyheads.checks.sizes import is_int


def check_offset(query_offset: object) -> None:
    """Refuse an offset that is no whole number.

    Raises:
        TypeError: With its type; offsets per sample are a mask.
    """
    if not is_int(query_offset):
        raise TypeError(
            f"query_offset must be an int, got {type(query_offset).__name__}; "
            f"offsets that differ between samples go to keep="
        )


def check_causal(length: int, keys: int, causal: bool, query_offset: int | None) -> None:
    """Refuse a causal mask whose place is open, and an offset that would be ignored.

    Args:
        length: L.
        keys: S.
        causal: Whether query i sees the keys j <= query_offset + i alone.
        query_offset: Position of query 0 among the keys, or None.

    Raises:
        ValueError: With both lengths, or the offset.
        TypeError: If the offset is no int.
    """
    if query_offset is not None:
        check_offset(query_offset)
        if not causal:
            raise ValueError(
                f"query_offset={query_offset} shifts the causal mask alone: add causal=True or drop it"
            )
    elif causal and length != keys:
        raise ValueError(
            f"causal=True with {length} queries and {keys} keys needs query_offset= "
            f"(query i sees keys j <= query_offset + i; pass query_offset={keys - length} to align the ends)"
        )
