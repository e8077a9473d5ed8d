"""Products of matrices of which one is sparse."""

import paddle

from .. import _C
from ..framework.refusal import refuse
from .checks import check_sparse, is_tensor
from .tensor import SparseCooTensor, indices_of
from .unary import is_csr, like

_ops = _C.ops
__all__ = ["addmm", "masked_matmul", "matmul", "mv", "pca_lowrank"]


def _check_dense(op, y, argument="y"):
    if not isinstance(y, _C.Tensor):
        refuse(op, argument, "a dense Tensor", type(y).__name__, TypeError)


def matmul(x, y, name=None):
    """The product of a sparse matrix, or a batch of them, with a dense or a sparse one.

    Args:
        x (Tensor): sparse, [m, k] or [batch, m, k], float32 or float64.
        y (Tensor): [k, n] or [batch, k, n], of the dtype of ``x``.

    Returns:
        Tensor: dense where ``y`` is, else sparse in the layout of ``x``.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
        >>> paddle.sparse.matmul(x, paddle.to_tensor([[1.0], [10.0]])).tolist()
        [[20.0], [3.0]]
    """
    check_sparse("matmul", x)
    if not is_tensor(y):
        refuse("matmul", "y", "a Tensor", type(y).__name__, TypeError)
    fits = x.ndim in (2, 3) and y.ndim == x.ndim and list(x.shape[:-2]) == list(y.shape[:-2])
    if not fits or x.shape[-1] != y.shape[-2]:
        refuse("matmul", "y", f"[..., {x.shape[-1]}, n] for {list(x.shape)}", list(y.shape))
    m = x.to_sparse_csr()
    if y.is_sparse():
        return _of_sparse(x, m, y.to_sparse_csr())
    return _ops["csr_matmul"](m._crows, m._cols, m._values, y, False, x.shape[-1])


def _of_sparse(x, a, b):
    """Each element of a meets the row of b that its column names."""
    rows, columns = a.shape[-2], b.shape[-1]
    batch = a.shape[0] if a.ndim == 3 else 1
    row = a.rows()  # counted through the batch
    inner = a._cols + (row // max(rows, 1)) * b.shape[-2]
    offsets = b._crows.reshape([batch, b.shape[-2] + 1])
    counts = (offsets[:, 1:] - offsets[:, :-1]).flatten()
    begins = counts.cumsum(0) - counts
    # Pairs (element of a, element of b), in the order of a.
    met = counts.index_select(inner)
    left = _ops["repeat_interleave"](_ops["arange"](met.shape[0]), met)
    first = met.cumsum(0) - met
    within = _ops["arange"](left.shape[0]) - first.index_select(left)
    right = begins.index_select(inner.index_select(left)) + within
    values = a._values.index_select(left) * b._values.index_select(right)
    keys = row.index_select(left) * columns + b._cols.index_select(right)
    sizes = [*a.shape[:-1], columns]
    return like(x, SparseCooTensor(indices_of(keys, sizes), values, sizes).coalesce())


def mv(x, vec, name=None):
    """The product of a sparse matrix with a vector.

    Args:
        x (Tensor): sparse, [m, k], float32 or float64.
        vec (Tensor): dense, [k].

    Returns:
        Tensor: dense, [m].

    Raises:
        TypeError: ``x`` is not sparse, or ``vec`` is not dense.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
        >>> paddle.sparse.mv(x, paddle.to_tensor([1.0, 10.0])).tolist()
        [20.0, 3.0]
    """
    check_sparse("mv", x)
    _check_dense("mv", vec, "vec")
    if x.ndim != 2 or list(vec.shape) != [x.shape[1]]:
        refuse("mv", "vec", f"[{x.shape[-1]}] for a matrix {list(x.shape)}", list(vec.shape))
    return matmul(x, vec.unsqueeze(1)).squeeze(1)


def masked_matmul(x, y, mask, name=None):
    """The elements of a dense product in the places of a sparse matrix; no others are computed.

    Args:
        x (Tensor): dense, [m, k] or [batch, m, k], float32 or float64.
        y (Tensor): dense, [k, n] or [batch, k, n].
        mask (Tensor): sparse, [m, n] or [batch, m, n]; its values do not count.

    Returns:
        Tensor: sparse, in the layout of ``mask``.

    Raises:
        TypeError: ``mask`` is not sparse, or another one is.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> mask = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [1.0, 1.0], [2, 2])
        >>> x = paddle.ones([2, 3])
        >>> paddle.sparse.masked_matmul(x, x.t(), mask).values().tolist()
        [3.0, 3.0]
    """
    op = "masked_matmul"
    check_sparse(op, mask, "mask")
    _check_dense(op, x, "x")
    _check_dense(op, y)
    fits = x.ndim in (2, 3) and x.ndim == y.ndim == mask.ndim and x.shape[-1] == y.shape[-2]
    if not fits or list(mask.shape) != [*x.shape[:-1], y.shape[-1]]:
        received = f"{list(x.shape)}, {list(y.shape)}, {list(mask.shape)}"
        refuse(op, "mask", "[..., m, n] for [..., m, k] and [..., k, n]", received)
    m = mask.once().to_sparse_csr()
    axes = [1, 0] if y.ndim == 2 else [0, 2, 1]
    values = _ops["csr_entries"](m._crows, m._cols, x, y.transpose(axes))
    return m._with(values) if is_csr(mask) else m._with(values).to_sparse_coo()


def addmm(input, x, y, beta=1.0, alpha=1.0, name=None):
    """``beta * input + alpha * matmul(x, y)``.

    Args:
        input (Tensor): dense, [m, n]; or sparse where ``y`` is.
        x (Tensor): sparse, [m, k].
        y (Tensor): [k, n].
        beta (float): multiplies ``input``.
        alpha (float): multiplies the product.

    Returns:
        Tensor: dense or sparse as the product.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
        >>> paddle.sparse.addmm(paddle.ones([2, 1]), x, paddle.ones([2, 1]), 10.0, 2.0).tolist()
        [[14.0], [16.0]]
    """
    product = matmul(x, y)
    if list(input.shape) != list(product.shape):
        refuse("addmm", "input", list(product.shape), list(input.shape))
    if product.is_sparse() or input.is_sparse():
        return paddle.sparse.add(input * beta, product * alpha)
    return input * beta + product * alpha


def pca_lowrank(x, q=None, center=True, niter=2, name=None):
    """The strongest principal components of the rows of a sparse matrix (Halko et al., 2011).

    Args:
        x (Tensor): sparse, [m, n], float32 or float64.
        q (int, optional): how many; by default the least of 6, m and n.
        center (bool): the mean of each column is taken off first, without making the matrix dense.
        niter (int): steps that make the components more exact.

    Returns:
        tuple: U [m, q], S [q] and V [n, q], where ``U diag(S) V^T`` is close to the matrix.

    Raises:
        TypeError: ``x`` is not sparse.
        ValueError: ``q`` or ``niter`` is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 1], [0, 1]], [3.0, 1.0], [2, 2])
        >>> _, s, _ = paddle.sparse.pca_lowrank(x, 2, center=False)
        >>> s.tolist()
        [3.0, 1.0]
    """
    op = "pca_lowrank"
    check_sparse(op, x)
    if x.ndim != 2:
        refuse(op, "x", "a matrix", list(x.shape))
    m, n = x.shape
    q = min(6, m, n) if q is None else q
    if not 0 <= q <= min(m, n):
        refuse(op, "q", f"[0, {min(m, n)}]", q)
    if niter < 0:
        refuse(op, "niter", "0 or more", niter)
    turned = paddle.sparse.transpose(x, [1, 0])
    mean = paddle.sparse.mv(turned, _ops["full"]([m], 1.0 / m, x.dtype)) if center else None

    def times(y):  # (x - 1 mean^T) y
        out = matmul(x, y)
        return out if mean is None else out - mean.unsqueeze(0).matmul(y)

    def turned_times(y):  # (x - 1 mean^T)^T y
        out = matmul(turned, y)
        return out if mean is None else out - mean.unsqueeze(1) * y.sum(0, keepdim=True)

    basis = paddle.linalg.qr(times(paddle.randn([n, q], dtype=x.dtype)))[0]
    for _ in range(niter):
        basis = paddle.linalg.qr(turned_times(basis))[0]
        basis = paddle.linalg.qr(times(basis))[0]
    small = turned_times(basis).t()  # [q, n]
    u, s, vh = paddle.linalg.svd(small, full_matrices=False)
    return basis.matmul(u), s, vh.t()
