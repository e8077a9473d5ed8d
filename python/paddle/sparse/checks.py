"""Errors that the functions of this package share."""

from .. import _C


def is_sparse(x):
    """Whether `x` is a sparse tensor."""
    return getattr(type(x), "_is_sparse_tensor", False)


def is_tensor(x):
    """Whether `x` is a tensor, dense or sparse."""
    return isinstance(x, _C.Tensor) or is_sparse(x)


def refuse(op, argument, expected, received, kind=ValueError):
    """Raises for an argument."""
    name = {ValueError: "InvalidArgument", TypeError: "InvalidType", IndexError: "OutOfRange"}[kind]
    raise kind(
        f"({name}) {op}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received}"
    )


def check_sparse(op, x, argument="x", kinds=("SparseCooTensor", "SparseCsrTensor")):
    """Raises TypeError unless `x` is a sparse tensor."""
    name = type(x).__name__
    if name not in kinds:
        refuse(op, argument, " or ".join(kinds), name, TypeError)
