"""Functions of single elements: 0 stays 0, so only what is kept is computed."""

import numbers

from .. import _C
from ..framework.refusal import refuse
from .checks import check_sparse
from .tensor import SparseCsrTensor

_ops = _C.ops


def _function(name, what, linear=False):
    """A function of sparse tensors, of the operator of that name."""
    operator = _ops[name]

    def apply(x, name=None):
        check_sparse(apply.__name__, x)
        # What stands in one place twice has to be added before, unless the function takes sums apart.
        x = x if linear else x.once()
        return x._with(operator(x._values))

    apply.__name__ = apply.__qualname__ = name
    apply.__module__ = "paddle.sparse"
    apply.__doc__ = f"""{what} of each element that is kept.

    Args:
        x (Tensor): a sparse tensor.

    Returns:
        Tensor: sparse, of the same layout.

    Raises:
        TypeError: ``x`` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [0.5], [3])
        >>> paddle.sparse.{name}(x).nnz()
        1
    """
    return apply


sin = _function("sin", "The sine")
tan = _function("tan", "The tangent")
asin = _function("asin", "The arc sine")
atan = _function("atan", "The arc tangent")
sinh = _function("sinh", "The hyperbolic sine")
tanh = _function("tanh", "The hyperbolic tangent")
asinh = _function("asinh", "The inverse hyperbolic sine")
atanh = _function("atanh", "The inverse hyperbolic tangent")
sqrt = _function("sqrt", "The square root")
square = _function("square", "The square")
log1p = _function("log1p", "log(1 + x)")
abs = _function("abs", "The absolute value")
expm1 = _function("expm1", "exp(x) - 1")
isnan = _function("isnan", "Whether it is NaN,")
neg = _function("neg", "The negative", linear=True)
deg2rad = _function("deg2rad", "Radians for degrees", linear=True)
rad2deg = _function("rad2deg", "Degrees for radians", linear=True)


def pow(x, factor, name=None):
    """Each element that is kept to a power.

    Args:
        x (Tensor): a sparse tensor.
        factor (float): the power.

    Returns:
        Tensor: sparse, of the same layout.

    Raises:
        TypeError: ``x`` is not sparse.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [3.0], [3])
        >>> paddle.sparse.pow(x, 2).to_dense().tolist()
        [0.0, 9.0, 0.0]
    """
    check_sparse("pow", x)
    if not isinstance(factor, numbers.Number):
        refuse("pow", "factor", "a number", type(factor).__name__, TypeError)
    x = x.once()
    return x._with(x._values**factor)


def cast(x, index_dtype=None, value_dtype=None, name=None):
    """Other dtypes.

    Args:
        x (Tensor): a sparse tensor.
        index_dtype (dtype|str, optional): int32 or int64: accepted, indices stay int64.
        value_dtype (dtype|str, optional): of the values.

    Returns:
        Tensor: sparse, of the same layout.

    Raises:
        TypeError: ``x`` is not sparse, or ``index_dtype`` is no integer type.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [3.0], [3])
        >>> paddle.sparse.cast(x, value_dtype="int32").dtype
        paddle.int32
    """
    check_sparse("cast", x)
    if index_dtype is not None and _C.dtype(index_dtype) not in (_C.int32, _C.int64):
        refuse("cast", "index_dtype", "int32 or int64", index_dtype, TypeError)
    return x if value_dtype is None else x.once().astype(value_dtype)


def coalesce(x, name=None):
    """Places sorted, each once, with the sums of the values.

    Args:
        x (Tensor): a sparse tensor with coordinates.

    Returns:
        Tensor

    Raises:
        TypeError: ``x`` has no coordinates.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[2, 0, 2]], [1.0, 2.0, 3.0], [3])
        >>> y = paddle.sparse.coalesce(x)
        >>> y.indices().tolist(), y.values().tolist()
        ([[0, 2]], [2.0, 4.0])
    """
    check_sparse("coalesce", x, kinds=("SparseCooTensor",))
    return x.coalesce()


def is_same_shape(x, y):
    """Whether two tensors, sparse or dense, have one shape.

    Args:
        x (Tensor): the one.
        y (Tensor): the other.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[1]], [3.0], [3])
        >>> paddle.sparse.is_same_shape(x, paddle.ones([3]))
        True
    """
    return list(x.shape) == list(y.shape)


def mask_as(x, mask, name=None):
    """The elements of a dense tensor in the places of a sparse one.

    Args:
        x (Tensor): dense.
        mask (Tensor): sparse, of the shape of ``x``; its values do not count.

    Returns:
        Tensor: sparse, of the layout of ``mask``.

    Raises:
        TypeError: ``mask`` is not sparse.
        ValueError: the shapes differ.

    Examples:
        >>> import paddle
        >>> mask = paddle.sparse.sparse_coo_tensor([[1]], [1.0], [3])
        >>> paddle.sparse.mask_as(paddle.to_tensor([5.0, 6.0, 7.0]), mask).to_dense().tolist()
        [0.0, 6.0, 0.0]
    """
    check_sparse("mask_as", mask, "mask")
    if list(x.shape) != list(mask.shape):
        refuse("mask_as", "mask", f"shape {list(x.shape)}", list(mask.shape))
    mask = mask.once()
    return mask._with(mask._part_of(x))


def is_csr(x):
    """Whether `x` is a sparse tensor in compressed rows."""
    return type(x) is SparseCsrTensor


def like(x, made):
    """`made`, with coordinates, in the layout of `x`."""
    return made.to_sparse_csr() if is_csr(x) else made


__all__ = [
    "abs", "asin", "asinh", "atan", "atanh", "cast", "coalesce", "deg2rad", "expm1", "is_same_shape", "isnan", "log1p",
    "mask_as", "neg", "pow", "rad2deg", "sin", "sinh", "sqrt", "square", "tan", "tanh",
]  # fmt: skip
