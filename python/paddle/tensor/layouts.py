"""What dense tensors have of sparse ones: they become one, and say that they are none."""

from .. import _C


def is_sparse_coo(self):
    """Whether this is a sparse tensor with coordinates: those are another class, which answers True.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_sparse_coo()
        False
    """
    return False


def is_sparse_csr(self):
    """Whether this is a sparse tensor in compressed rows: those are another class, which answers True.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).is_sparse_csr()
        False
    """
    return False


def to_dense(self):
    """This tensor, which is dense.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).to_dense().tolist()
        [1.0]
    """
    return self


def to_sparse_coo(self, sparse_dim):
    """The elements that are not 0, with coordinates.

    Args:
        sparse_dim (int): How many of the first axes have indices; elements along the others are kept together.

    Returns:
        Tensor: Sparse.

    Raises:
        ValueError: There are not so many axes.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse_coo(2).indices().tolist()
        [[0, 1], [1, 0]]
    """
    from ..sparse.tensor import dense_to_coo

    return dense_to_coo(self, sparse_dim)


def to_sparse_csr(self):
    """The elements that are not 0, in compressed rows.

    Returns:
        Tensor: Sparse.

    Raises:
        ValueError: There are not 2 or 3 axes.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse_csr().crows().tolist()
        [0, 1, 2]
    """
    from ..sparse.tensor import dense_to_coo

    if self.ndim not in (2, 3):
        raise ValueError(
            "(InvalidArgument) to_sparse_csr: argument `x` has the wrong rank.\n"
            f"  Expected: 2 or 3 axes\n  Received: {self.ndim}"
        )
    return dense_to_coo(self, self.ndim).to_sparse_csr()


def _only_sparse(name):
    def call(self, *args):
        raise TypeError(
            f"(InvalidType) {name}: the tensor is dense.\n"
            "  Expected: a sparse tensor\n  Received: a dense one\n"
            "  Hint: x.to_sparse_coo() makes a sparse one."
        )

    call.__name__ = name
    call.__doc__ = f"""What a sparse tensor tells of itself; of a dense one it raises.

    Args:
        args: None.

    Raises:
        TypeError: The tensor is dense.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1])
        >>> hasattr(x, "{name}"), x.is_sparse()
        (True, False)
    """
    return call


_C.extend_tensor({
    **{f.__name__: f for f in (is_sparse_coo, is_sparse_csr, to_dense, to_sparse_coo, to_sparse_csr)},
    **{name: _only_sparse(name) for name in (
        "coalesce", "cols", "crows", "dense_dim", "indices", "is_coalesced", "nnz", "sparse_dim", "values")},
})  # fmt: skip
