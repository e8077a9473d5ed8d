"""Rows of products of matrices in compressed rows."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, randn

FLOATS = ["float32", "float64"]
CROWS, COLS = array([0, 2, 3, 3, 5], "int64"), array([1, 3, 2, 0, 4], "int64")  # [4, 5]
TWO = array([0, 1, 3, 0, 2, 3], "int64")  # a batch of two [2, 5] with 3 entries each
TWO_COLS = array([4, 0, 1, 2, 3, 0], "int64")


def dense(crows, cols, values, batch, columns):
    rows = len(crows) // batch - 1
    out = np.zeros((batch, rows, columns))
    first = 0
    for b in range(batch):
        offsets = crows[b * (rows + 1) :][: rows + 1]
        for r in range(rows):
            for e in range(first + offsets[r], first + offsets[r + 1]):
                out[b, r, cols[e]] += values[e]
        first += offsets[-1]
    return out


def csr_matmul_ref(crows, cols, values, y, transpose, columns):
    batch = y.shape[0] if y.ndim == 3 else 1
    m = dense(crows, cols, values, batch, columns)
    out = (m.swapaxes(1, 2) if transpose else m) @ y
    return out if y.ndim == 3 else out[0]


op("csr_matmul", csr_matmul_ref,
   [call(CROWS, COLS, randn(5), randn(5, 3), False, 5), call(CROWS, COLS, randn(5), randn(4, 40), True, 5),
    call(TWO, TWO_COLS, randn(6), randn(2, 5, 3), False, 5), call(TWO, TWO_COLS, randn(6), randn(2, 2, 3), True, 5),
    call(array([0, 0], "int64"), array([], "int64"), randn(0), randn(5, 3), False, 5)],
   dtypes=FLOATS, skip={"decomposition": "it has none"},
   errors=[((CROWS, COLS, randn(5), randn(4, 3), False, 5), {}, "the operands do not match"),
           ((CROWS, array([1, 3, 2, 0, 5], "int64"), randn(5), randn(5, 3), False, 5), {}, "a value of `cols` is out of range"),
           ((array([0, 2, 1, 3, 5], "int64"), COLS, randn(5), randn(5, 3), False, 5), {}, "`crows` is wrong"),
           ((array([0, 2, 3, 3, 9], "int64"), COLS, randn(5), randn(5, 3), False, 5), {}, "`crows` is wrong"),
           ((CROWS, COLS, randn(5), randn(5), False, 5), {}, "the wrong rank"),
           ((array([0, 2], "int32"), COLS, randn(5), randn(5, 3), False, 5), {}, "must be int64")])  # fmt: skip


def csr_entries_ref(crows, cols, x, y):
    batch = x.shape[0] if x.ndim == 3 else 1
    product = (x @ y.swapaxes(-1, -2)).reshape(batch, -1, y.shape[-2])
    rows, out = len(crows) // batch - 1, []
    for b in range(batch):
        offsets = crows[b * (rows + 1) :][: rows + 1]
        at = np.repeat(np.arange(rows), np.diff(offsets))
        out.append(product[b, at, cols[len(np.concatenate(out)) if out else 0 :][: len(at)]])
    return np.concatenate(out)


op("csr_entries", csr_entries_ref,
   [call(CROWS, COLS, randn(4, 3), randn(5, 3)), call(CROWS, COLS, randn(4, 40), randn(5, 40)),
    call(TWO, TWO_COLS, randn(2, 2, 3), randn(2, 5, 3))],
   dtypes=FLOATS, skip={"decomposition": "it has none"},
   errors=[((CROWS, COLS, randn(4, 3), randn(5, 2)), {}, "the operands do not match"),
           ((CROWS, COLS, randn(4, 3), randn(4, 3)), {}, "a value of `cols` is out of range")])  # fmt: skip
