"""Large calls of each row, with one thread and with four, against the reference."""

import itertools

import numpy as np
import paddle
import pytest

from tests.ops import calls, large
from tests.ops.op_table import ROWS, rows
from tests.ops.values import leaves

THREADS = (1, 4)
# BLAS, LAPACK and oneDNN choose their order of summation by the number of threads, as logsumexp
# does; everything else gives the same bits.
LIBRARIES = set(
    """addmm baddbmm bmm dot einsum inner linear matmul mm multi_dot mv outer matrix_power inverse
    conv1d conv2d conv3d conv1d_transpose conv2d_transpose conv3d_transpose cholesky cholesky_solve
    det eig eigh eigvals eigvalsh qr slogdet solve svd svdvals triangular_solve logsumexp""".split()
)
LAYOUTS = (calls.transposed, calls.contiguous, calls.spread)  # one call each in the quick tier


def tensor_rows(suite):
    return rows(suite, lambda row: any(leaves((c.args, c.kwargs)) for c in row.calls))


@pytest.fixture(autouse=True)
def _threads():
    before = paddle.get_num_threads()
    yield
    paddle.set_num_threads(before)


def norm(array):
    """The largest finite magnitude: what the error of a long sum is relative to."""
    magnitudes = np.abs(np.asarray(array, "complex128"))
    return magnitudes[np.isfinite(magnitudes)].max(initial=0)


def near(row, actual, expected, tol, what):
    """Close, elementwise operators at each element, others relative to the largest one."""
    scale = 1.0 if row.has("elementwise") else 1 + norm(expected)
    kind = np.asarray(expected).dtype.kind
    calls.assert_close(actual, expected, tol * scale if kind in "fc" else tol, what)


def check(row, dtype, made, layout):
    """One call, with each number of threads."""
    call = calls.tensors(made, dtype, layout)
    what = f"{row.name}{calls.text(call)} {layout.__name__}"
    results = []
    for threads in THREADS:
        paddle.set_num_threads(threads)
        paddle.seed(7)
        outputs = calls.run(row.name, call)
        if row.check:
            row.check(outputs, *call.args, **call.kwargs)
        results.append(outputs)
    if row.ref and not row.has("random"):
        expected = calls.reference(row, call)
        for i, (out, ref) in enumerate(zip(results[0], expected, strict=True)):
            tol = max(calls.tolerance(row, dtype), calls.tolerance(row, out.dtype.name))
            near(row, calls.to_numpy(out), ref, tol, f"{what} output {i}")
    for i, (one, many) in enumerate(zip(*results, strict=True)):
        tol = calls.tolerance(row, one.dtype.name) if row.name in LIBRARIES else 0.0
        one, many = calls.to_numpy(one), calls.to_numpy(many)
        near(row, many, one, tol, f"{what} output {i}, {THREADS[1]} threads against one")


@pytest.mark.parametrize("name", tensor_rows("large"))
def test_large(name):
    row, sizes = ROWS[name], []
    some = itertools.islice(large.large_calls(row, row.main_dtype), len(LAYOUTS))
    for made, layout in zip(some, LAYOUTS, strict=False):
        sizes += [leaf.size for leaf in leaves((made.args, made.kwargs))]
        check(row, row.main_dtype, made, layout)
    assert max(sizes, default=0) > 32_768, f"{name}: no call of its row grows"


def of_one_value(array):
    """The first element, seen at every place: each stride is 0."""
    return paddle.to_tensor(array.reshape(-1)[:1].copy()).expand(array.shape)


def reads_by_element(row):
    return row.has("elementwise") or row.name in (
        "assign",
        "cast",
        "sum",
        "mean",
        "where",
        "concat",
    )


@pytest.mark.parametrize("name", rows("large", reads_by_element))
def test_large_of_one_value(name):
    row = ROWS[name]
    for dtype in row.test_dtypes:
        for made in itertools.islice(large.large_calls(row, dtype), 1):
            check(row, dtype, made, of_one_value)


@pytest.mark.full
@pytest.mark.parametrize("name", tensor_rows("large"))
def test_large_all(name):
    """Each call, dtype and layout."""
    row = ROWS[name]
    layouts = (calls.contiguous,) if "strides" in row.skip else LAYOUTS
    for dtype in [t for t in row.test_dtypes if t != "float16"]:  # 70,001 is beyond its integers
        for made in large.large_calls(row, dtype):
            for layout in layouts:
                check(row, dtype, made, layout)
