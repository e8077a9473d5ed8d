"""Norms of vectors and matrices."""

from .. import _C

__all__ = ["dist", "norm"]

_p_norm = _C.ops["p_norm"]


def norm(x, p=None, axis=None, keepdim=False, out=None, dtype=None, name=None):
    """The p-norm of `x` over the given axes, or over all.

    Args:
        x (Tensor): Floats or complex numbers.
        p (float|str, optional): The order, 2 where None. With two axes a norm of matrices: see matrix_norm().
        axis (int|list, optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        dtype (str, optional): `x` is converted to it first.
    """
    if dtype is not None:
        x = x.astype(dtype)
    two = isinstance(axis, (list, tuple)) and len(axis) == 2
    if p == "fro":
        result = _p_norm(x, 2.0, axis, keepdim)
    elif p == "nuc":
        result = _nuclear(x, axis, keepdim)
    elif isinstance(p, str):
        raise ValueError(
            f"(InvalidArgument) norm: unknown `p`.\n  Expected: a number, fro or nuc\n  Received: {p}"
        )
    elif two:
        result = matrix_norm(x, 2.0 if p is None else p, axis, keepdim)
    else:
        result = _p_norm(x, 2.0 if p is None else p, axis, keepdim)
    return result if out is None else _C.ops["assign"](result, out=out)


def _nuclear(x, axis, keepdim):
    axes = list(range(x.ndim)) if axis is None else list(axis)
    if len(axes) != 2:
        raise ValueError(f"(InvalidArgument) norm: nuc needs two axes.\n  Received: axis = {axis}")
    axes = [a % x.ndim for a in axes]
    rest = [a for a in range(x.ndim) if a not in axes]
    values = _C.ops["svdvals"](x.transpose([*rest, *axes])).sum(-1)
    return (
        values.reshape([1 if a in axes else x.shape[a] for a in range(x.ndim)])
        if keepdim
        else values
    )


def dist(x, y, p=2, name=None):
    """The p-norm of ``x - y``, broadcast against each other, over all elements."""
    return _p_norm(x - y, p)


def vector_norm(x, p=2.0, axis=None, keepdim=False, name=None, *, dtype=None, out=None):
    """The p-norm of the elements along the given axes, or of all."""
    result = _p_norm(x if dtype is None else x.astype(dtype), float(p), axis, keepdim)
    return result if out is None else _C.ops["assign"](result, out=out)


def matrix_norm(x, p="fro", axis=(-2, -1), keepdim=False, name=None, *, dtype=None, out=None):
    """The norm of the matrices along two axes.

    Args:
        x (Tensor): Floats or complex numbers.
        p (float|str): "fro", "nuc"; 1, -1: the largest, smallest sum of a column; inf, -inf: of a row; 2, -2: the
            largest, smallest singular value.
        axis (list): Rows and columns.
        keepdim (bool): Keep the reduced axes with size 1.
        dtype (str, optional): `x` is converted to it first.
    """
    if len(axis) != 2:
        raise ValueError(
            f"(InvalidArgument) matrix_norm: needs two axes.\n  Received: axis = {axis}"
        )
    if isinstance(p, str):
        return norm(x, p, list(axis), keepdim, out, dtype)
    if dtype is not None:
        x = x.astype(dtype)
    rows, columns = (a % x.ndim for a in axis)
    rest = [a for a in range(x.ndim) if a not in (rows, columns)]
    matrices = x.transpose([*rest, rows, columns])
    if abs(p) == 2:
        sizes = _C.ops["svdvals"](matrices)
    elif abs(p) in (1, float("inf")):
        sizes = matrices.abs().sum(-2 if abs(p) == 1 else -1)
    else:
        raise ValueError(f"(InvalidArgument) matrix_norm: unknown `p`.\n  Received: {p}")
    result = sizes.amax(-1) if p > 0 else sizes.amin(-1)
    if keepdim:
        result = result.reshape([1 if a in (rows, columns) else x.shape[a] for a in range(x.ndim)])
    return result if out is None else _C.ops["assign"](result, out=out)
