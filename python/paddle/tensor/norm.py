"""Norms of vectors and matrices."""

from .. import _C
from .axes import normalize_all

__all__ = ["dist", "norm"]

_p_norm = _C.ops["p_norm"]


def norm(x, p=None, axis=None, keepdim=False, out=None, dtype=None, name=None):
    """The p-norm (sum of |x|^p)^(1/p) of vectors, or a norm of matrices.

    Args:
        x (Tensor): Floats or complex numbers.
        p (float|str, optional): The order, 2 where None; inf: the largest modulus, 0: the count of what is not 0.
            "fro", "nuc", or a number with two axes: see matrix_norm().
        axis (int|list[int], optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        out (Tensor, optional): Takes the result.
        dtype (dtype|str, optional): `x` is converted to it first.

    Returns:
        Tensor: Real, without the reduced axes.

    Raises:
        ValueError: `p` is unknown, or "nuc" comes without two axes.

    Examples:
        >>> import paddle
        >>> paddle.norm(paddle.to_tensor([3.0, 4.0])).item()
        5.0
        >>> paddle.norm(paddle.to_tensor([[3.0, 4.0], [1.0, 1.0]]), p=1, axis=1).tolist()
        [7.0, 2.0]
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
    axes = normalize_all(axis, x.ndim, "norm")
    if len(axes) != 2:
        raise ValueError(f"(InvalidArgument) norm: nuc needs two axes.\n  Received: axis = {axis}")
    rest = [a for a in range(x.ndim) if a not in axes]
    values = _C.ops["svdvals"](x.transpose([*rest, *axes])).sum(-1)
    return (
        values.reshape([1 if a in axes else x.shape[a] for a in range(x.ndim)])
        if keepdim
        else values
    )


def dist(x, y, p=2, name=None):
    """The p-norm of ``x - y`` over all elements.

    Args:
        x (Tensor): Floats or complex numbers.
        y (Tensor): Broadcast against `x`.
        p (float): The order, 0 or more, or inf.

    Returns:
        Tensor: 0-D.

    Examples:
        >>> import paddle
        >>> paddle.dist(paddle.to_tensor([3.0, 4.0]), paddle.zeros([2])).item()
        5.0
    """
    return _p_norm(x - y, p)


def vector_norm(x, p=2.0, axis=None, keepdim=False, name=None, *, dtype=None, out=None):
    """The p-norm of the elements along axes.

    Args:
        x (Tensor): Floats or complex numbers.
        p (float): The order; inf, -inf: the largest, smallest modulus; 0: the count of what is not 0.
        axis (int|list[int], optional): All where None.
        keepdim (bool): Keep the reduced axes with size 1.
        dtype (dtype|str, optional): `x` is converted to it first.
        out (Tensor, optional): Takes the result.

    Returns:
        Tensor: Real, without the reduced axes.

    Examples:
        >>> import paddle
        >>> paddle.linalg.vector_norm(paddle.to_tensor([3.0, 4.0])).item()
        5.0
    """
    result = _p_norm(x if dtype is None else x.astype(dtype), float(p), axis, keepdim)
    return result if out is None else _C.ops["assign"](result, out=out)


def matrix_norm(x, p="fro", axis=(-2, -1), keepdim=False, name=None, *, dtype=None, out=None):
    """The norm of the matrices that two axes span.

    Args:
        x (Tensor): Floats or complex numbers, of rank 2 or more.
        p (float|str): "fro": root of the sum of squares; "nuc": sum of the singular values; 1, -1: the largest,
            smallest sum of a column; inf, -inf: of a row; 2, -2: the largest, smallest singular value.
        axis (list[int]): Rows and columns.
        keepdim (bool): Keep the two axes with size 1.
        dtype (dtype|str, optional): `x` is converted to it first.
        out (Tensor, optional): Takes the result.

    Returns:
        Tensor: Real, without the two axes.

    Raises:
        ValueError: `p` is unknown, or there are not two axes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, -2.0], [3.0, 4.0]])
        >>> paddle.linalg.matrix_norm(x, 1).item(), paddle.linalg.matrix_norm(x, float("inf")).item()
        (6.0, 7.0)
    """
    if len(axis) != 2:
        raise ValueError(
            f"(InvalidArgument) matrix_norm: needs two axes.\n  Received: axis = {axis}"
        )
    if isinstance(p, str):
        return norm(x, p, list(axis), keepdim, out, dtype)
    if dtype is not None:
        x = x.astype(dtype)
    rows, columns = normalize_all(axis, x.ndim, "matrix_norm")
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


_C.extend_tensor({"dist": dist, "norm": norm})
