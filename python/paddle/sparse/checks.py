"""Errors that the functions of this package share."""

from .. import _C
from ..framework.refusal import refuse


def is_sparse(x):
    """Whether `x` is a sparse tensor."""
    return getattr(type(x), "_is_sparse_tensor", False)


def is_tensor(x):
    """Whether `x` is a tensor, dense or sparse."""
    return isinstance(x, _C.Tensor) or is_sparse(x)


def check_sparse(op, x, argument="x", kinds=("SparseCooTensor", "SparseCsrTensor")):
    """Raises TypeError unless `x` is a sparse tensor."""
    name = type(x).__name__
    if name not in kinds:
        refuse(op, argument, " or ".join(kinds), name, TypeError)
