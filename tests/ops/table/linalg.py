"""Rows of products of matrices."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn

FLOATS = ["float32", "float64", "bfloat16", "float16"]


def matmul_ref(x, y, transpose_x=False, transpose_y=False):
    x = x.swapaxes(-1, -2) if transpose_x and x.ndim > 1 else x
    y = y.swapaxes(-1, -2) if transpose_y and y.ndim > 1 else y
    return np.matmul(x, y)


op("matmul", matmul_ref, [
    call(randn(3, 4), randn(4, 5)), call(randn(4, 3), randn(5, 4), transpose_x=True, transpose_y=True),
    call(randn(4), randn(4)), call(randn(2, 3, 4), randn(4)), call(randn(4), randn(2, 4, 3)),
    call(randn(2, 3, 4), randn(2, 4, 5)), call(randn(2, 1, 3, 4), randn(5, 4, 2)),
    call(randn(2, 4, 3), randn(5, 4), transpose_x=True, transpose_y=True), call(randn(0, 4), randn(4, 5)),
    call(randn(3, 0), randn(0, 5)), call(randn(3, 4), randn(2, 4, 5)), call(randn(1, 1), randn(1, 1))],
   errors=[((randn(3, 4), randn(3, 4)), {}, "x.shape"), ((randn(), randn(3)), {}, "a 0-D tensor has no axis to multiply over"),
           ((randn(2, 3, 4), randn(3, 4, 5)), {}, "the batch dimensions of `x` and `y` do not broadcast")], order=4, tol=10)  # fmt: skip
op("linear", lambda x, weight, bias=None: x @ weight + (0 if bias is None else bias), [
    call(randn(3, 4), randn(4, 5), randn(5)), call(randn(2, 3, 4), randn(4, 5)), call(randn(4), randn(4, 2), randn(2)),
    call(randn(0, 4), randn(4, 5), randn(5))], order=3, tol=10,
   errors=[((randn(3, 4), randn(3, 4)), {}, "weight"), ((randn(3, 4), randn(4, 5), randn(4)), {}, "bias")])  # fmt: skip
_MATRICES = [call(randn(3, 4), randn(4, 5))]
op(
    "mm",
    np.matmul,
    _MATRICES,
    dtypes=FLOATS,
    tol=10,
    errors=[((randn(3, 4), randn(3, 4)), {}, "last dimension of `x` does not match `y`")],
)
op("bmm", np.matmul, [call(randn(2, 3, 4), randn(2, 4, 5)), call(randn(0, 3, 4), randn(0, 4, 5))], tol=10,
   errors=[((randn(2, 3, 4), randn(3, 4, 5)), {}, "the batch sizes differ"), ((randn(3, 4), randn(4, 5)), {}, "`x` has the wrong rank")])  # fmt: skip
op(
    "mv",
    np.matmul,
    [call(randn(3, 4), randn(4))],
    tol=10,
    errors=[((randn(3, 4), randn(3)), {}, "last dimension of `x` does not match `y`")],
)
op("dot", lambda x, y: (x * y).sum(-1), [call(randn(4), randn(4)), call(randn(3, 4), randn(3, 4))], tol=10,
   errors=[((randn(3), randn(4)), {}, "the shapes do not suit")])  # fmt: skip
op(
    "inner",
    np.inner,
    [call(randn(4), randn(4)), call(randn(2, 4), randn(3, 4)), call(randn(), randn(2))],
    tol=10,
)
op("outer", lambda x, y: np.outer(x, y), [call(randn(3), randn(4)), call(randn(2, 2), randn(3))])


def add_product(input, x, y, beta=1.0, alpha=1.0):
    return beta * input + alpha * np.matmul(x, y)


op("addmm", add_product, [call(randn(3, 5), randn(3, 4), randn(4, 5)),
                          call(randn(5), randn(3, 4), randn(4, 5), beta=0.5, alpha=2.0)], tol=10,
   errors=[((randn(2, 2), randn(3, 4), randn(4, 5)), {}, "the shapes do not broadcast")])  # fmt: skip
op(
    "baddbmm",
    add_product,
    [call(randn(2, 3, 5), randn(2, 3, 4), randn(2, 4, 5), beta=0.5, alpha=2.0)],
    tol=10,
)
op("einsum", lambda equation, operands: np.einsum(equation, *operands), [
    call("ij,jk->ik", [randn(3, 4), randn(4, 5)]), call("bij,bjk", [randn(2, 3, 4), randn(2, 4, 5)]),
    call("ii->i", [randn(3, 3)]), call("ii", [randn(3, 3)]), call("ij->ji", [randn(2, 3)]),
    call("...ij,...jk->...ik", [randn(2, 1, 3, 4), randn(5, 4, 2)]), call("i,j,k->kij", [randn(2), randn(3), randn(4)]),
    call("bhid,bhjd->bhij", [randn(2, 2, 3, 4), randn(2, 2, 5, 4)]), call("ij->", [randn(2, 3)])],
   dtypes=["float32", "float64"], tol=10)  # fmt: skip
