"""Checks of axis arguments that Python code shares."""


def normalize(axis, rank, op):
    """`axis`, an int in [-rank, rank), as one in [0, rank); a 0-D tensor accepts 0 and -1.

    Raises:
        TypeError: It is no int.
        IndexError: It is out of range.
    """
    if not hasattr(axis, "__index__"):
        raise TypeError(
            f"(InvalidType) {op}: an axis has the wrong type.\n  Expected: an int\n"
            f"  Received: {type(axis).__name__}"
        )
    axis, bound = axis.__index__(), max(rank, 1)
    if not -bound <= axis < bound:
        raise IndexError(
            f"(OutOfRange) {op}: axis is out of range.\n  Expected: an axis in [{-bound}, {bound}) for a tensor "
            f"of rank {rank}\n  Received: {axis}"
        )
    return axis % bound


def normalize_all(axes, rank, op):
    """The axes in [0, rank); all of them where `axes` is None.

    Raises:
        ValueError: One is given twice.
    """
    if axes is None:
        return list(range(rank))
    given = [axes] if hasattr(axes, "__index__") else list(axes)
    found = [normalize(a, rank, op) for a in given]
    if len(set(found)) != len(found):
        raise ValueError(
            f"(InvalidArgument) {op}: an axis is given twice.\n  Received: axis = {axes}"
        )
    return found if rank else []
