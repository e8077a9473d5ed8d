"""Decompositions of low rank, by random projections (Halko et al., 2011)."""

import paddle

from .. import _C
from ..framework.refusal import refuse

_ops = _C.ops


def _check(op, x, q, niter):
    if x.ndim < 2:
        refuse(op, "x", "[..., m, n]", list(x.shape))
    m, n = x.shape[-2:]
    q = min(6, m, n) if q is None else q
    if not 0 <= q <= min(m, n):
        refuse(op, "q", f"[0, {min(m, n)}]", q)
    if niter < 0:
        refuse(op, "niter", "0 or more", niter)
    return q


def _adjoint(x):
    axes = list(range(x.ndim))
    axes[-2:] = axes[:-3:-1]
    turned = x.transpose(axes)
    return turned.conj() if x.is_complex() else turned


def svd_lowrank(x, q=None, niter=2, M=None, name=None):
    """The strongest singular values and vectors of matrices, approximately.

    Args:
        x (Tensor): [..., m, n].
        q (int, optional): how many; by default the least of 6, m and n.
        niter (int): steps that make them more exact.
        M (Tensor, optional): taken off first; it broadcasts to ``x``.

    Returns:
        tuple: U [..., m, q], S [..., q] and V [..., n, q], where ``U diag(S) V^H`` is close to ``x - M``.

    Raises:
        ValueError: ``q`` or ``niter`` is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[3.0, 0.0], [0.0, 1.0]])
        >>> paddle.linalg.svd_lowrank(x)[1].tolist()
        [3.0, 1.0]
    """
    q = _check("svd_lowrank", x, q, niter)
    x = x if M is None else x - M
    adjoint = _adjoint(x)
    start = paddle.randn([*x.shape[:-2], x.shape[-1], q], dtype=x.dtype)
    basis = paddle.linalg.qr(x.matmul(start))[0]
    for _ in range(niter):
        basis = paddle.linalg.qr(adjoint.matmul(basis))[0]
        basis = paddle.linalg.qr(x.matmul(basis))[0]
    u, s, vh = paddle.linalg.svd(_adjoint(basis).matmul(x), full_matrices=False)
    return basis.matmul(u), s, _adjoint(vh)


def pca_lowrank(x, q=None, center=True, niter=2, name=None):
    """The strongest principal components of the rows of matrices, approximately.

    Args:
        x (Tensor): [..., m, n].
        q (int, optional): how many; by default the least of 6, m and n.
        center (bool): the mean of each column is taken off first.
        niter (int): steps that make them more exact.

    Returns:
        tuple: U [..., m, q], S [..., q] and V [..., n, q]; the columns of V are the components.

    Raises:
        ValueError: ``q`` or ``niter`` is out of range.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 0.0], [-1.0, 0.0]])
        >>> paddle.linalg.pca_lowrank(x, q=1)[1].tolist()
        [1.4142]
    """
    q = _check("pca_lowrank", x, q, niter)
    mean = x.mean(-2, keepdim=True) if center else None
    return svd_lowrank(x, q, niter, mean)
