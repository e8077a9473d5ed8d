"""Rows of special functions, neighbours along an axis, equality, and random values with a parameter for each element."""

import numpy as np
import paddle
import scipy.spatial.distance as distance
import scipy.special

from tests.ops.row import binary, call, op, unary
from tests.ops.table.random import N, draws
from tests.ops.values import array, bools, ints, randn, uniform

FLOATS = ["float32", "float64"]

for _name in ("i0", "i0e", "i1", "i1e"):
    unary(_name, getattr(scipy.special, _name), -6.0, 6.0, order=3, tol=2)
op("bessel_i", covered_by="i1")
op("bessel_ie", covered_by="i1e")
unary(
    "sinc",
    np.sinc,
    -3.0,
    3.0,
    order=3,
    tol=2,
    dtypes=["float32", "float64", "bfloat16", "float16", "complex64"],
)
binary(
    "gammainc", lambda x, y: scipy.special.gammainc(x, y), low=0.3, high=6.0, constant=("x",), tol=3
)
binary(
    "gammaincc",
    lambda x, y: scipy.special.gammaincc(x, y),
    low=0.3,
    high=6.0,
    constant=("x",),
    tol=3,
)
unary("multigammaln", lambda x, p: scipy.special.multigammaln(x, p), 2.5, 6.0, attrs=[{"p": 1}, {"p": 3}], tol=5,
      errors=[((uniform(3, low=3.0, high=4.0), 0), {}, "`p`")])  # fmt: skip
op("frexp", np.frexp, [(randn(3, 5),), (randn(),), (randn(0, 3),),
                       (array([0.7, -9.0, 100.0]),)])  # fmt: skip

_PAIR = (randn(3, 4), randn(3, 4))
op("allclose", lambda x, y, rtol=1e-5, atol=1e-8, equal_nan=False: np.asarray(np.allclose(x, y, rtol, atol, equal_nan)),
   [call(*_PAIR), call(array([1.0, 2.0]), array([1.0, 2.0])), call(array([1.0]), array([1.1]), rtol=0.2),
    call(array([np.nan]), array([np.nan]), equal_nan=True), call(randn(0, 3), randn(3)), call(randn(3), randn())],
   errors=[((randn(2), randn(3)), {}, "broadcast")], dtypes=FLOATS)  # fmt: skip
op("equal_all", lambda x, y: np.asarray(np.array_equal(x, y)),
   [call(*_PAIR), call(array([1.0, 2.0]), array([1.0, 2.0])), call(randn(3), randn(2)), call(randn(0), randn(0))],
   dtypes=[*FLOATS, "int64", "complex64", "bool"])  # fmt: skip
op("isin", lambda x, test_x, assume_unique=False, invert=False: np.isin(x, test_x, assume_unique, invert),
   [call(array([[1.0, np.nan], [3.0, 4.0]]), array([4.0, 1.0, np.nan])), call(randn(3), randn(0)),
    call(array([1.0, 2.0]), array([[2.0]]), invert=True), call(randn(0), randn(2))],
   dtypes=FLOATS, errors=[((bools(3), bools(2)), {}, "dtype")],
   skip={"large": "its samples are what is looked for"})  # fmt: skip
unary("isreal", np.isreal)

op("diff", lambda x, n=1, axis=-1, prepend=None, append=None: np.diff(
    x, n, axis, **({} if prepend is None else {"prepend": prepend}), **({} if append is None else {"append": append})),
   [call(randn(3, 5)), call(randn(3, 5), 2, 0), call(randn(4), 9), call(randn(3, 5), axis=0, prepend=randn(2, 5)),
    call(randn(3, 5), prepend=randn(3, 1), append=randn(3, 2)), call(randn(0, 3)), call(bools(5))],
   errors=[((randn(),), {}, "0-D"), ((randn(3), 0), {}, "`n`"), ((randn(3),), {"prepend": randn(1, 1)}, "rank")])  # fmt: skip


def trapezoid_ref(y, x=None, dx=None, axis=-1):
    return np.trapezoid(y, x, 1.0 if dx is None else dx, axis)


def cumulative_ref(y, x=None, dx=None, axis=-1):
    n = y.shape[axis]
    after, before = np.take(y, range(1, n), axis), np.take(y, range(n - 1), axis)
    width = np.diff(x if x.ndim > 1 or y.ndim == 1 else np.expand_dims(x, [a for a in range(y.ndim) if a != axis % y.ndim]),
                    axis=axis) if x is not None else 1.0 if dx is None else dx  # fmt: skip
    return np.cumsum((after + before) / 2 * width, axis)


for _name, _ref in (("trapezoid", trapezoid_ref), ("cumulative_trapezoid", cumulative_ref)):
    op(_name, _ref, [call(randn(3, 5)), call(randn(3, 5), randn(5)), call(randn(3, 5), randn(3, 5), axis=0),
                     call(randn(4), None, 0.5), call(randn(3, 5), randn(3), axis=0)], dtypes=FLOATS,
       errors=[((randn(3), randn(3), 1.0), {}, "dx"), ((randn(3), randn(4)), {}, "fit"), ((ints(3, high=5),), {}, "floating")])  # fmt: skip

_ROWS = (randn(4, 3), randn(5, 3))
op("cross", lambda x, y, axis=9: np.cross(x, y, axis=-1 if axis == 9 else axis),
   [call(randn(2, 3), randn(2, 3)), call(randn(3, 4), randn(3, 4), 0), call(randn(0, 3), randn(0, 3))], order=3,
   dtypes=[*FLOATS, "int64", "complex64"],
   errors=[((randn(2, 2), randn(2, 2)), {}, "size 3"), ((randn(3), randn(2, 3)), {}, "shapes")])  # fmt: skip
op("vecdot", lambda x, y, axis=-1: (np.conj(x) * y).sum(axis),
   [call(randn(2, 3), randn(2, 3)), call(randn(2, 3), randn(2, 3), 0), call(randn(3), randn(3)), call(randn(2, 3), randn(3))], order=3,
   dtypes=[*FLOATS, "complex64", "int64"], tol=3, errors=[((randn(2), randn(3)), {}, "shape")])  # fmt: skip
op("trace", np.trace, [call(randn(3, 4)), call(randn(3, 4), 1), call(randn(3, 4), -2), call(randn(2, 3, 4), 0, 1, 2),
                       call(randn(2, 3, 4), 9), call(randn(0, 3))], dtypes=[*FLOATS, "int64"], tol=3,
   errors=[((randn(3),), {}, "axis"), ((randn(3, 3), 0, 1, 1), {}, "axes")])  # fmt: skip
op("vander", lambda x, n=None, increasing=False: np.vander(x, n, increasing),
   [call(uniform(4, low=0.5, high=1.5)), call(uniform(4, low=0.5, high=1.5), 2, True), call(randn(3), 0), call(randn(3), 1)],
   dtypes=[*FLOATS, "int64"], tol=3, errors=[((randn(2, 2),), {}, "one axis"), ((randn(2), -1), {}, "`n`")])  # fmt: skip


def cdist_ref(x, y, p=2.0, compute_mode=None):
    return np.linalg.norm(np.expand_dims(x, -2) - np.expand_dims(y, -3), p, axis=-1)


op("cdist", cdist_ref, [call(*_ROWS), call(*_ROWS, 1.0), call(*_ROWS, 3.0), call(*_ROWS, float("inf")),
                        call(randn(2, 1, 4, 3), randn(3, 5, 3)), call(randn(0, 3), randn(2, 3)),
                        call(*_ROWS, compute_mode="use_mm_for_euclid_dist")], dtypes=FLOATS, tol=20,
   errors=[((randn(2, 3), randn(2, 4)), {}, "length"), ((*_ROWS, -1.0), {}, "`p`"), ((*_ROWS, 2.0, "no"), {}, "mode")],
   skip={"large": "the result grows as the square"})  # fmt: skip
op("pdist", lambda x, p=2.0: distance.pdist(x, "minkowski", p=p), [call(randn(4, 3)), call(randn(5, 2), 1.0), call(randn(1, 2))],
   dtypes=FLOATS, tol=5, errors=[((randn(3),), {}, "matrix")],
   skip={"large": "the result grows as the square"})  # fmt: skip
op("cov", lambda x, rowvar=True, ddof=True, fweights=None, aweights=None: np.cov(
    x, rowvar=rowvar, ddof=int(ddof), fweights=fweights, aweights=aweights),
   [call(randn(3, 6)), call(randn(6, 3), False), call(randn(6)), call(randn(3, 6), ddof=False),
    call(randn(3, 5), fweights=ints(5, low=1, high=4)), call(randn(3, 5), aweights=uniform(5, low=0.5, high=2.0)),
    call(randn(3, 5), fweights=ints(5, low=1, high=4), aweights=uniform(5, low=0.5, high=2.0))],
   dtypes=FLOATS, tol=20, constant=("aweights",), errors=[((randn(2, 2, 2),), {}, "axes"), ((randn(2, 3), True, True, ints(2, high=3)), {}, "weight")])  # fmt: skip
op("corrcoef", lambda x, rowvar=True: np.corrcoef(x, rowvar=rowvar), [call(randn(3, 6)), call(randn(6, 3), False), call(randn(6))],
   dtypes=FLOATS, tol=20, errors=[((randn(2, 2, 2),), {}, "axes")],
   gauge=lambda outs: [outs[0] * (1.0 - paddle.eye(3, dtype=outs[0].dtype)) if outs[0].ndim else outs[0] * 0.0],
   skip={"gradient_dtype": "the diagonal is clipped at 1", "large_gradient": "the same"})  # fmt: skip


def reduce_as_ref(x, target):
    lead = x.ndim - target.ndim
    axes = [*range(lead), *(lead + i for i, n in enumerate(target.shape) if n == 1)]
    return x.sum(tuple(axes)).reshape(target.shape)


op("reduce_as", reduce_as_ref, [call(randn(2, 3), randn(3)), call(randn(2, 3, 4), randn(3, 1)), call(randn(2, 3), randn(2, 3)),
                                call(randn(2, 3), randn())], dtypes=FLOATS, tol=3,
   errors=[((randn(3), randn(2)), {}, "broadcast")])  # fmt: skip
op("add_n", lambda inputs: sum(inputs[1:], inputs[0].copy()), [([randn(3, 4), randn(3, 4), randn(3, 4)],), ([randn(2)],), ([randn(0, 2)] * 2,)],
   dtypes=["float32", "float64", "float16", "bfloat16", "int8", "int64", "complex64"],
   errors=[(([],), {}, "empty"), (([randn(2), randn(3)],), {}, "shapes")])  # fmt: skip
op("multiplex", lambda inputs, index: np.stack(inputs)[index.reshape(-1), np.arange(len(index))],
   [([randn(4, 3), randn(4, 3)], ints(4, 1, high=2)), ([randn(4), randn(4)], ints(4, high=2))], dtypes=[*FLOATS, "int64"],
   errors=[(([randn(2, 2)], ints(3, high=1)), {}, "index"), (([randn(2), randn(3)], ints(2, high=1)), {}, "shapes")])  # fmt: skip


def combinations_ref(x, r=2, with_replacement=False):
    import itertools

    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    return np.array(list(choose(x, r)), x.dtype).reshape(-1, r) if r else np.zeros((0, 0), x.dtype)


op("combinations", combinations_ref, [call(randn(5)), call(randn(4), 3, True), call(randn(2), 3), call(randn(3), 3), call(randn(0), 2)],
   dtypes=[*FLOATS, "int64"], errors=[((randn(2, 2),), {}, "1-D"), ((randn(3), -1), {}, "r")],
   skip={"large": "the result grows as a power"})  # fmt: skip
op("select_ranks", covered_by="tests/python/test_stat.py")

op("add_scaled", covered_by="tests/python/test_operator_arguments.py")
op("subtract_scaled", covered_by="tests/python/test_operator_arguments.py")
op("divide_rounded", covered_by="tests/python/test_operator_arguments.py")

_EACH = array(np.full(N, 3.0))
op("poisson", check=draws(3, 3**0.5, 0), samples=[call(_EACH), call(randn(0))], dtypes=["float32"],
   errors=[((array([-1.0]),), {}, "negative")],
   skip={"large": "its sample is large already"})  # fmt: skip
op("standard_gamma", check=draws(3, 3**0.5, 0), samples=[call(_EACH), call(randn(0))], dtypes=["float32"],
   errors=[((array([-1.0]),), {}, "negative")],
   skip={"large": "its sample is large already"})  # fmt: skip
op("binomial", check=draws(3, 2.1**0.5, 0, 10), samples=[call(array(np.full(N, 10.0)), array(0.3))], dtypes=["float32"],
   errors=[((array([2.5]), array([0.5])), {}, "count"), ((array([2.0]), array([1.5])), {}, "prob")],
   skip={"large": "its sample is large already"})  # fmt: skip
op("binomial_draw", covered_by="binomial")


def renorm_ref(x, p, axis, max_norm):
    others = tuple(a for a in range(x.ndim) if a != axis % x.ndim)
    norm = (np.abs(x) ** p).sum(others, keepdims=True) ** (1 / p)
    return x * np.where(norm > max_norm, max_norm / norm, 1.0)


op("renorm", renorm_ref, [call(randn(3, 4), 2.0, 0, 1.0), call(randn(2, 3, 4), 1.0, 1, 2.0), call(randn(3, 4), 3.0, -1, 9.0)],
   dtypes=FLOATS, tol=5, errors=[((randn(3), 2.0, 0, 1.0), {}, "axes"), ((randn(3, 3), 0.0, 0, 1.0), {}, "p")])  # fmt: skip
