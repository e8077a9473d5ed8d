"""Functions with the arguments and results that PyTorch gives them."""

from collections import namedtuple

import paddle

from .. import _C
from ..device.generator import Generator
from ..framework import named as _named
from ..framework.refusal import refuse
from ..framework.torch_names import (  # noqa: F401
    disable_torch_proxy,
    enable_torch_proxy,
    extend_torch_proxy_blocked_modules,
    use_torch_proxy_guard,
)
from . import nn

_ops = _C.ops

__all__ = [
    "equal", "max", "median", "min", "nanmedian", "nn", "seed", "slogdet", "sort", "split", "unique",
]  # fmt: skip

SortRetType = namedtuple("SortRetType", ("values", "indices"))
MinMaxRetType = namedtuple("MinMaxRetType", ("values", "indices"))
MedianRetType = namedtuple("MedianRetType", ("values", "indices"))
SlogdetResult = namedtuple("SlogdetResult", ("sign", "logabsdet"))


def _into(out, results):
    """The results, also written into the tensors of `out`."""
    if out is None:
        return results
    several = not isinstance(results, _C.Tensor)
    targets = list(out) if isinstance(out, (list, tuple)) else [out]
    fits = several == isinstance(out, (list, tuple)) and len(targets) == (
        len(results) if several else 1
    )
    if not fits or not all(isinstance(t, _C.Tensor) for t in targets):
        expected = f"{len(results)} Tensors" if several else "a Tensor"
        refuse("compat", "out", expected, type(out).__name__, TypeError)
    if not several:
        out.set_value(results)
        return out
    for target, result in zip(out, results, strict=True):
        target.set_value(result)
    return results


def equal(input, other):
    """Whether two tensors have one shape and equal elements.

    Args:
        input (Tensor): the one.
        other (Tensor): the other.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.compat.equal(paddle.ones([2]), paddle.ones([2]))
        True
    """
    if list(input.shape) != list(other.shape):
        return False
    return bool((input == other).all())


def slogdet(x, out=None):
    """Sign and logarithm of the magnitude of the determinant.

    Args:
        x (Tensor): [..., n, n].
        out (tuple, optional): two tensors that the results are written into.

    Returns:
        tuple: ``sign`` and ``logabsdet``.

    Raises:
        ValueError: the matrices are not square.

    Examples:
        >>> import paddle
        >>> paddle.compat.slogdet(paddle.eye(2) * 2.0).logabsdet.item()
        1.3863
    """
    sign, logabsdet = paddle.linalg.slogdet(x)
    return _into(out, SlogdetResult(sign, logabsdet))


def sort(input, dim=-1, descending=False, stable=False, out=None):
    """Sorted elements along an axis, and where they stood.

    Args:
        input (Tensor): of any shape.
        dim (int): the axis.
        descending (bool): from great to small.
        stable (bool): equal elements keep their order.
        out (tuple, optional): two tensors that the results are written into.

    Returns:
        tuple: ``values`` and ``indices``.

    Raises:
        IndexError: the axis is out of range.

    Examples:
        >>> import paddle
        >>> values, indices = paddle.compat.sort(paddle.to_tensor([3.0, 1.0, 2.0]))
        >>> values.tolist(), indices.tolist()
        ([1.0, 2.0, 3.0], [1, 2, 0])
    """
    indices = paddle.argsort(input, dim, descending, stable)
    values = paddle.take_along_axis(input, indices, dim) if input.ndim else input
    return _into(out, SortRetType(values, indices))


def split(tensor, split_size_or_sections, dim=0):
    """Parts along an axis: of a size each, the last one smaller, or of given sizes.

    Args:
        tensor (Tensor): of any shape.
        split_size_or_sections (int|list[int]): the size of the parts, or all sizes.
        dim (int): the axis.

    Returns:
        tuple: views.

    Raises:
        ValueError: a size is negative, or they do not add up.
        IndexError: the axis is out of range.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.compat.split(paddle.arange(5), 2)]
        [[0, 1], [2, 3], [4]]
    """
    size, sections = tensor.shape[dim], split_size_or_sections
    if isinstance(sections, (list, tuple)):
        sections = [int(n) for n in sections]
        if any(n < 0 for n in sections) or sum(sections) != size:
            refuse("split", "split_size_or_sections", f"sizes that add up to {size}", sections)
    else:
        each = int(sections)
        if each <= 0:
            refuse("split", "split_size_or_sections", "1 or more", each)
        sections = [each] * (size // each) + ([size % each] if size % each or not size else [])
    return tuple(paddle.split(tensor, sections, dim))


def _greatest(op, input, args, kwargs, out):
    """max and min: of all elements, along an axis, or of two tensors."""
    names = ("dim", "keepdim")
    if args and isinstance(args[0], _C.Tensor):
        names = ("other",)
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or set(given) & set(kwargs):
        refuse(op, "args", "(dim, keepdim) or (other)", f"{len(args)} arguments", TypeError)
    given.update(kwargs)
    if not set(given) <= {"dim", "keepdim"} and set(given) != {"other"}:
        refuse(op, "kwargs", "dim and keepdim, or other", sorted(given), TypeError)
    if "other" in given:
        pick = paddle.maximum if op == "max" else paddle.minimum
        return _into(out, pick(input, given["other"]))
    dim = given.get("dim")
    if dim is None:
        return _into(out, getattr(paddle, op)(input))
    if not isinstance(dim, int):
        refuse(op, "dim", "an int", type(dim).__name__, TypeError)
    if not input.ndim:
        return _into(out, MinMaxRetType(input, paddle.zeros([], "int64")))
    indices = getattr(paddle, f"arg{op}")(input, dim, keepdim=True)
    values = paddle.take_along_axis(input, indices, dim)
    if not given.get("keepdim", False):
        values, indices = values.squeeze(dim), indices.squeeze(dim)
    return _into(out, MinMaxRetType(values, indices))


def max(input, *args, out=None, **kwargs):
    """The greatest element; along an axis with its place; or the greater ones of two tensors.

    Args:
        input (Tensor): of any shape.
        args: ``dim`` and ``keepdim``, or ``other``.
        out (Tensor|tuple, optional): what the results are written into.
        kwargs: the same by name.

    Returns:
        Tensor|tuple: with ``dim`` a pair ``values`` and ``indices``.

    Raises:
        TypeError: there are other arguments.

    Examples:
        >>> import paddle
        >>> paddle.compat.max(paddle.to_tensor([[3.0, 1.0]]), dim=1).indices.tolist()
        [0]
    """
    return _greatest("max", input, args, kwargs, out)


def min(input, *args, out=None, **kwargs):
    """The least element; along an axis with its place; or the smaller ones of two tensors.

    Args:
        input (Tensor): of any shape.
        args: ``dim`` and ``keepdim``, or ``other``.
        out (Tensor|tuple, optional): what the results are written into.
        kwargs: the same by name.

    Returns:
        Tensor|tuple: with ``dim`` a pair ``values`` and ``indices``.

    Raises:
        TypeError: there are other arguments.

    Examples:
        >>> import paddle
        >>> paddle.compat.min(paddle.to_tensor([[3.0, 1.0]]), dim=1).indices.tolist()
        [1]
    """
    return _greatest("min", input, args, kwargs, out)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The elements that differ, sorted.

    Args:
        input (Tensor): of any shape.
        sorted (bool): accepted; they are.
        return_inverse (bool): also the place of each element of ``input`` among them.
        return_counts (bool): also how often each occurs.
        dim (int, optional): compare parts along this axis.

    Returns:
        Tensor|tuple

    Examples:
        >>> import paddle
        >>> paddle.compat.unique(paddle.to_tensor([2, 1, 2])).tolist()
        [1, 2]
    """
    return paddle.unique(
        input, return_inverse=return_inverse, return_counts=return_counts, axis=dim
    )


def median(input, dim=None, keepdim=False, *, out=None):
    """The lower median: of all elements, or along an axis with its place.

    Args:
        input (Tensor): of any shape.
        dim (int, optional): the axis.
        keepdim (bool): it stays with size 1.
        out (Tensor|tuple, optional): what the results are written into.

    Returns:
        Tensor|tuple: with ``dim`` a pair ``values`` and ``indices``.

    Examples:
        >>> import paddle
        >>> paddle.compat.median(paddle.to_tensor([4.0, 1.0, 3.0, 2.0])).item()
        2.0
    """
    return _middle(paddle.median, input, dim, keepdim, out)


def nanmedian(input, dim=None, keepdim=False, *, out=None):
    """The lower median of what is not NaN: of all elements, or along an axis with its place.

    Args:
        input (Tensor): of any shape.
        dim (int, optional): the axis.
        keepdim (bool): it stays with size 1.
        out (Tensor|tuple, optional): what the results are written into.

    Returns:
        Tensor|tuple: with ``dim`` a pair ``values`` and ``indices``.

    Examples:
        >>> import paddle
        >>> paddle.compat.nanmedian(paddle.to_tensor([4.0, float("nan"), 3.0])).item()
        3.0
    """
    return _middle(paddle.nanmedian, input, dim, keepdim, out)


def _middle(function, input, dim, keepdim, out):
    if dim is None:
        return _into(out, function(input, keepdim=keepdim, mode="min"))
    return _into(out, MedianRetType(*function(input, axis=dim, keepdim=keepdim, mode="min")))


def seed():
    """Begins random numbers of a seed that the system chooses, and gives it.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.compat.seed() == paddle.Generator().initial_seed()
        True
    """
    return Generator().seed()


_named.install(globals(), __name__, like_operators=True)
