"""Rows of factorizations and solvers. Factors are unique but for signs, so they are multiplied again."""

import numpy as np
import paddle

from tests.ops.row import call, op
from tests.ops.values import array, randn, spd, uniform

FLOATS = ["float32", "float64"]
SQUARE = [call(spd(3, 3)), call(spd(2, 4, 4)), call(spd(1, 1))]
NOT_SQUARE = [((randn(2, 3),), {}, "`x` is not square"), ((randn(3),), {}, "`x` is not a matrix")]
SYMMETRIC = {"gradient_dtype": "reads one triangle"}


def without_phase(vectors):
    """Columns times a number of modulus 1 each, which does not depend on their phases or signs."""
    return vectors * paddle.conj(vectors[..., :1, :])


def singular(outs):
    u, s, vh = outs
    return [without_phase(u), s, without_phase(vh.mT)]


def close(actual, expected):
    scale = 1 + np.abs(expected).max(initial=0)
    tol = 1e-9 if actual.dtype in (np.float64, np.complex128) else 2e-4
    assert np.allclose(actual / scale, expected / scale, atol=tol), np.abs(actual - expected).max()


def adjoint(a):
    return a.conj().swapaxes(-1, -2)


op("cholesky", lambda x, upper=False: adjoint(np.linalg.cholesky(x)) if upper else np.linalg.cholesky(x), SQUARE,
   [{}, {"upper": True}], NOT_SQUARE + [((uniform(2, 2, low=-3, high=-1),), {}, "`x` is not positive definite")], dtypes=FLOATS, tol=20,
   hermitian=("x",), skip=SYMMETRIC)  # fmt: skip


def is_qr(outputs, x, mode="reduced"):
    if mode == "r":
        return
    q, r = (o.numpy() for o in outputs)
    close(q @ r, x.numpy())
    close(
        adjoint(q) @ q,
        np.broadcast_to(
            np.eye(q.shape[-1], dtype=q.dtype), (*q.shape[:-2], q.shape[-1], q.shape[-1])
        ),
    )


op("qr", check=is_qr, samples=[call(randn(4, 3)), call(randn(2, 3, 3)), call(randn(2, 3, 5))], dtypes=FLOATS, tol=20,
   errors=[((randn(3),), {}, "`x` is not a matrix"), ((randn(3, 3), "no_such"), {}, "mode")])  # fmt: skip
op("qr_factor", covered_by="qr")


def is_svd(outputs, x, full_matrices=False):
    u, s, vh = (o.numpy() for o in outputs)
    k = s.shape[-1]
    close((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x.numpy())
    assert (np.diff(s) <= 1e-6).all() and (s >= 0).all()


op("svd", check=is_svd, samples=[call(randn(4, 3)), call(randn(2, 3, 4)), call(randn(3, 3), full_matrices=True)],
   dtypes=FLOATS, tol=100, errors=[((randn(3),), {}, "`x` is not a matrix")],
   gauge=singular, skip={"large_gradient": "ill conditioned"})  # fmt: skip
op("svdvals", lambda x: np.linalg.svd(x, compute_uv=False), [call(randn(4, 3)), call(randn(2, 3, 4))], dtypes=FLOATS,
   tol=20)  # fmt: skip


def is_eigh(outputs, x, UPLO="L"):
    w, v = (o.numpy() for o in outputs)
    close(x.numpy() @ v, v * w[..., None, :])


op("eigh", check=is_eigh, samples=SQUARE, dtypes=FLOATS, errors=NOT_SQUARE, hermitian=("x",),
   gauge=lambda outs: [outs[0], without_phase(outs[1])], tol=20,
   skip={**SYMMETRIC, "large_gradient": "eigenvalues of large matrices lie close together"})  # fmt: skip
op(
    "eigvalsh",
    lambda x, UPLO="L": np.linalg.eigvalsh(x),
    SQUARE,
    dtypes=FLOATS,
    errors=NOT_SQUARE,
    tol=20,
    hermitian=("x",),
    skip=SYMMETRIC,
)
op("eigh_factor", covered_by="eigh")


def is_eig(outputs, x):
    w, v = (o.numpy() for o in outputs)
    close(x.numpy() @ v, (v * w[..., None, :]).astype(v.dtype))


op(
    "eig",
    check=is_eig,
    samples=[call(randn(3, 3)), call(randn(2, 4, 4))],
    dtypes=FLOATS,
    errors=NOT_SQUARE,
    gauge=lambda outs: [outs[0], without_phase(outs[1])],
    tol=20,
    skip={
        suite: "an eigenvector has a free factor"
        for suite in ("gradient_dtype", "split_gradient", "large_gradient")
    },
)
op("eigvals", check=lambda outs, x: close(np.sort_complex(outs[0].numpy()), np.sort_complex(np.linalg.eigvals(x.numpy()))),
   samples=[call(randn(3, 3))], dtypes=FLOATS, errors=NOT_SQUARE, tol=20,
   skip={"large_gradient": "a step changes their order"})  # fmt: skip
op(
    "inverse",
    np.linalg.inv,
    SQUARE,
    errors=NOT_SQUARE + [((uniform(2, 2, low=0, high=0),), {}, "`x` is singular")],
    dtypes=FLOATS,
    tol=20,
)
op("det", np.linalg.det, SQUARE, errors=NOT_SQUARE, dtypes=FLOATS, tol=50,
   skip={"large": "overflows", "large_gradient": "overflows"})  # fmt: skip
op("cofactors", covered_by="det")
op("slogdet", lambda x: np.stack(np.linalg.slogdet(x)), SQUARE, errors=NOT_SQUARE, tol=20,
   dtypes=["float32", "float64", "complex64"])  # fmt: skip
op("slogdet_parts", covered_by="slogdet")
op("matrix_power", np.linalg.matrix_power, [call(spd(3, 3), 3), call(spd(3, 3), 0), call(spd(2, 3, 3), -2), call(spd(2, 2), 1)],
   errors=[((randn(2, 3), 2), {}, "`x` is not square")], dtypes=FLOATS, tol=1000)  # fmt: skip
op("multi_dot", lambda x: np.linalg.multi_dot(x), [call([randn(2, 3), randn(3, 4), randn(4, 2)])], dtypes=FLOATS, tol=20,
   errors=[(([randn(2, 3), randn(2, 3)],), {}, "last dimension of `x` does not match `y`"), (([randn(2, 3)],), {}, "fewer than two matrices")])  # fmt: skip


def solve_ref(x, y, left=True):
    return np.linalg.solve(x, y if y.ndim > 1 else y[:, None]).reshape(y.shape)


op("solve", solve_ref, [call(spd(3, 3), randn(3, 2)), call(spd(2, 3, 3), randn(2, 3, 1)), call(spd(3, 3), randn(3))],
   errors=[((randn(2, 3), randn(2, 1)), {}, "`x` is not square"), ((spd(3, 3), randn(2, 2)), {}, "`y` does not match `x`")], dtypes=FLOATS, tol=20)  # fmt: skip
op("solve_system", covered_by="solve")


def triangular_ref(x, y, upper=True, transpose=False, unitriangular=False):
    a = np.triu(x) if upper else np.tril(x)
    if unitriangular:
        a = a - np.diag(np.diag(a)) + np.eye(len(a))
    return np.linalg.solve(a.T if transpose else a, y)


op("triangular_solve", triangular_ref, [call(spd(3, 3), randn(3, 2))],
   [{}, {"upper": False}, {"transpose": True}, {"unitriangular": True}],
   errors=[((spd(3, 3), randn(2, 2)), {}, "`y` does not match `x`")], dtypes=FLOATS, tol=20,
   skip={"large_gradient": "with a unit diagonal it is ill conditioned"})  # fmt: skip
op("triangular_system", covered_by="triangular_solve")
op("cholesky_solve", lambda x, y, upper=False: np.linalg.solve(
    np.triu(y).T @ np.triu(y) if upper else np.tril(y) @ np.tril(y).T, x),
   [call(randn(3, 2), spd(3, 3)), call(randn(3, 2), spd(3, 3), upper=True)], dtypes=FLOATS, tol=100)  # fmt: skip
op("lstsq_solve", covered_by="tests/python/test_linalg_gradients.py")


def is_lu(outputs, x, pivot=True, get_infos=False):
    p, lower, upper = (o.numpy() for o in paddle.linalg.lu_unpack(*outputs[:2]))
    close(p @ lower @ upper, x.numpy())


op("lu", check=is_lu, samples=[call(randn(3, 3)), call(randn(2, 4, 3)), call(randn(2, 3, 4)), call(randn(0, 3))],
   dtypes=FLOATS, tol=20, errors=[((randn(3),), {}, "is not a matrix"), ((randn(2, 2), False), {}, "pivot")],
   skip={"large": "its samples are small matrices", "decomposition": "its parts are checked"})  # fmt: skip
op("lu_factor", covered_by="lu")
op("pivots_to_rows", covered_by="lu_unpack")


def lu_unpack_ref(x, y, unpack_ludata=True, unpack_pivots=True):
    k = min(x.shape)
    rows = np.arange(x.shape[0])
    for i, j in enumerate(y):
        rows[[i, j - 1]] = rows[[j - 1, i]]
    return [
        np.eye(x.shape[0])[rows].T,
        np.tril(x, -1)[:, :k] + np.eye(x.shape[0], k),
        np.triu(x)[:k],
    ]


_PIVOTS = array(np.array([2, 3, 3]), "int32")
op("lu_unpack", lu_unpack_ref, [call(randn(3, 3), _PIVOTS), call(randn(4, 3), _PIVOTS), call(randn(3, 5), _PIVOTS)],
   dtypes=["float32", "float64"], errors=[((randn(3), _PIVOTS), {}, "is not a matrix"), ((randn(3, 3), array([9, 1, 1], "int32")), {}, "pivot")],
   skip={"gradient_layout": "its first output is constant", "large": "pivots count rows"})  # fmt: skip


def lu_solve_ref(b, lu, pivots, trans="N"):
    p, lower, upper = lu_unpack_ref(lu, pivots)
    a = p @ lower @ upper
    return np.linalg.solve(a if trans == "N" else a.T, b)


_LU = spd(3, 3)
op("lu_solve", lu_solve_ref, [call(randn(3, 2), _LU, _PIVOTS), call(randn(3, 1), _LU, _PIVOTS, "T"), call(randn(3, 1), _LU, _PIVOTS, "C")],
   dtypes=["float32", "float64"], tol=50, errors=[((randn(2, 2), _LU, _PIVOTS), {}, "fit"), ((randn(3, 2), _LU, _PIVOTS, "X"), {}, "trans")],
   skip={"large": "factors grow apart from pivots"})  # fmt: skip


def matrix_exp_ref(x):
    import scipy.linalg

    return scipy.linalg.expm(x)


op("matrix_exp", matrix_exp_ref, [call(randn(3, 3)), call(randn(2, 4, 4)), call(uniform(3, 3, low=2.0, high=9.0)), call(randn(0, 0))],
   dtypes=["float32", "float64", "complex64"], tol=50, errors=[((randn(2, 3),), {}, "is not square")],
   skip={"meta": "how many squarings depends on the values", "large": "it overflows"})  # fmt: skip


def householder_ref(x, tau):
    m, n = x.shape[-2:]
    q = np.zeros(x.shape, x.dtype)
    for at in np.ndindex(x.shape[:-2]):
        full = np.eye(m, dtype=x.dtype)
        for i in range(tau.shape[-1]):
            v = np.tril(x[at], -1)[:, i].copy()
            v[i] = 1
            full = full @ (np.eye(m) - tau[at][i] * np.outer(v, v.conj()))
        q[at] = full[:, :n]
    return q


op("householder_product", householder_ref, [call(randn(4, 3), randn(3)), call(randn(2, 4, 4), randn(2, 3))],
   dtypes=["float32", "float64", "complex64"], tol=50, errors=[((randn(3, 4), randn(3)), {}, "tau")],
   skip={"large": "products of many reflections that are none", "large_gradient": "the same"})  # fmt: skip


def ormqr_ref(x, tau, y, left=True, transpose=False):
    q = householder_ref(x, tau)
    q = q.swapaxes(-1, -2) if transpose else q
    return q @ y if left else y @ q


op("ormqr", ormqr_ref, [call(randn(4, 3), randn(3), randn(3, 2)), call(randn(4, 3), randn(3), randn(4, 2), transpose=True),
                        call(randn(4, 3), randn(3), randn(2, 4), False), call(randn(2, 4, 3), randn(2, 3), randn(2, 2, 3), False, True)],
   dtypes=["float32", "float64"], tol=50, errors=[((randn(3, 4), randn(3), randn(3, 3)), {}, "tau")],
   skip={"large": "products of many reflections that are none"})  # fmt: skip
