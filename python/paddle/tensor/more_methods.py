"""Methods of tensors under names that programs written for other frameworks use, and functions that Paddle binds."""

from .. import _C
from . import inquiry, join, logic, manipulation

_ops = _C.ops


def resize_(self, shape, fill_zero=False, name=None):
    """Gives the tensor another shape: the elements stay in row-major order, and where there are more they are 0.

    Args:
        shape (list[int]): The new sizes.
        fill_zero (bool): Accepted; what is new is 0 in any case.

    Returns:
        Tensor: Itself.

    Raises:
        RuntimeError: The tensor wants a gradient.
        TypeError: `fill_zero` is no bool.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([1, 2, 3]).resize_([2, 2]).tolist()
        [[1, 2], [3, 0]]
    """
    if not self.stop_gradient:
        raise RuntimeError("(PreconditionNotMet) resize_: the tensor wants a gradient.")
    if not isinstance(fill_zero, bool):
        raise TypeError(
            "(InvalidType) resize_: argument `fill_zero` has the wrong type.\n"
            f"  Expected: a bool\n  Received: {type(fill_zero).__name__}\n"
            "  Hint: sizes are a list: x.resize_([2, 2])."
        )
    flat, target = self.flatten(), _ops["zeros"](shape, self.dtype)
    count = min(flat.size, target.size)
    filled = target.flatten()
    filled[:count] = flat[:count]
    self._set_data(filled.reshape(target.shape))
    return self


def t_(self, name=None):
    """Exchanges the two axes of a matrix in place; a vector or a number stays as it is.

    Returns:
        Tensor: Itself.

    Raises:
        ValueError: There are more than two axes.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).t_().shape
        paddle.Size([3, 2])
    """
    if self.ndim > 2:
        raise ValueError(
            f"(InvalidArgument) t_: there are too many axes.\n  Expected: at most 2\n  Received: {self.ndim}"
        )
    return _ops["transpose_"](self, [1, 0]) if self.ndim == 2 else self


def scatter_add_(self, dim, index, src):
    """scatter_add() in place: `src` is added along an axis at the places that `index` names.

    Args:
        dim (int): The axis that `index` runs over.
        index (Tensor): int32 or int64, of the rank of this tensor.
        src (Tensor): One value for each index. An index that comes twice adds twice.

    Returns:
        Tensor: Itself.

    Raises:
        IndexError: An index is out of range.

    Examples:
        >>> import paddle
        >>> index = paddle.to_tensor([0, 0, 2])
        >>> paddle.zeros([3]).scatter_add_(0, index, paddle.to_tensor([1.0, 2.0, 5.0])).tolist()
        [3.0, 0.0, 5.0]
    """
    src = manipulation._part_of(src, index, "scatter_add_")
    return _ops["put_along_axis_"](self, index, src, dim, "add", True, False)


def split_with_sizes(self, split_sizes, dim=0):
    """Parts of the given sizes along an axis: views.

    Args:
        split_sizes (list[int]): They add up to the size of the axis.
        dim (int): The axis.

    Returns:
        list[Tensor]

    Raises:
        ValueError: The sizes do not add up.

    Examples:
        >>> import paddle
        >>> [part.tolist() for part in paddle.to_tensor([1, 2, 3]).split_with_sizes([1, 2])]
        [[1], [2, 3]]
    """
    size = self.shape[dim]
    if sum(split_sizes) != size:
        raise ValueError(
            "(InvalidArgument) split_with_sizes: argument `split_sizes` is wrong.\n"
            f"  Expected: sizes that add up to {size}\n  Received: {list(split_sizes)}"
        )
    return join.split(self, list(split_sizes), dim)


def get_device(self):
    """The number of the GPU that the tensor is on.

    Returns:
        int: -1 on CPU.

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).get_device()
        -1
    """
    kind, _, number = self._place.partition(":")
    return -1 if kind == "cpu" else int(number or 0)


def is_selected_rows(self):
    """Whether this holds only some rows of a table: never.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_selected_rows()
        False
    """
    return False


def is_sparse_coo(self):
    """Whether this is a sparse tensor of coordinates. There are none in this version.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).is_sparse_coo()
        False
    """
    return False


def is_sparse_csr(self):
    """Whether this is a sparse tensor of compressed rows. There are none in this version.

    Examples:
        >>> import paddle
        >>> paddle.ones([2]).is_sparse_csr()
        False
    """
    return False


def _is_cuda(self):
    """Whether the tensor is on a GPU.

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_cuda
        False
    """
    return self._place.startswith("gpu")


def _layout(self):
    """How programs expect images to be laid out: always NCHW.

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).layout
        'NCHW'
    """
    return "NCHW"


def _grad_(self):
    """The gradient, as `grad`.

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).grad_ is None
        True
    """
    return self.grad


_BOUND = (
    inquiry.broadcast_shape, inquiry.broadcast_shapes, join.atleast_1d, join.atleast_2d, join.atleast_3d,
    logic.is_tensor, logic.rank, manipulation.block_diag, manipulation.shard_index,
)  # fmt: skip
_STATIC = ("add_n", "broadcast_tensors", "concat", "multiplex", "stack")  # Tensor.stack([x, y])
_OF_PACKAGES = {
    "linalg": (
        "cholesky_inverse",
        "cond",
        "lstsq",
        "multi_dot",
        "pca_lowrank",
        "pinv",
        "svd_lowrank",
    ),
    "signal": ("istft", "stft"),
}


def _later(package, name):
    """A method that finds its function in a package when it is called: packages load on first use."""

    def method(self, *args, **kwargs):
        import paddle

        return getattr(getattr(paddle, package), name)(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"""paddle.{package}.{name} of this tensor.

    Args:
        *args: As those of paddle.{package}.{name}, without the first.
        **kwargs: Likewise.

    Returns:
        Tensor|tuple[Tensor]

    Examples:
        >>> import paddle
        >>> callable(paddle.eye(2).{name})
        True
    """
    return method


_C.extend_tensor(
    {
        **{f.__name__: f for f in _BOUND},
        **{
            f.__name__: f
            for f in (
                get_device,
                is_selected_rows,
                is_sparse_coo,
                is_sparse_csr,
                resize_,
                scatter_add_,
                split_with_sizes,
                t_,
            )
        },
        **{
            name: _later(package, name)
            for package, names in _OF_PACKAGES.items()
            for name in names
            if not hasattr(_C.Tensor, name)
        },
        **{name: _ops[name] for name in _STATIC},
        "grad_": property(_grad_),
        "is_cuda": property(_is_cuda),
        "layout": property(_layout),
    }
)
