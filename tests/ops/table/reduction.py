"""Rows of reductions, cumulative functions, sorting."""

import numpy as np
import scipy.special

from tests.ops.row import call, op
from tests.ops.values import distinct, randn, uniform

CUBE = [(randn(3, 4, 5),)]
DISTINCT = [(distinct(3, 4, 5),)]
AXES = [
    {},
    {"axis": 1},
    {"axis": [0, 2]},
    {"axis": 2, "keepdim": True},
    {"keepdim": True},
    {"axis": [0]},
]
BAD_AXIS = [((randn(2, 3),), {"axis": 2}, "axis"), ((randn(2, 3),), {"axis": -3}, "axis")]
BAD_AXES = BAD_AXIS + [((randn(2, 3),), {"axis": [0, 5]}, "axis")]
SMALL = [
    call(randn(70)),
    call(randn()),
    call(randn(0, 3), axis=1),
    call(randn(2, 0), axis=1),
    call(randn(1, 1)),
]
SMALL_DISTINCT = [call(distinct(70)), call(randn()), call(randn(0, 3), axis=1), call(randn(1, 1))]


def axes_of(axis):
    if axis is None or (isinstance(axis, (list, tuple)) and not axis):
        return None
    return tuple(axis) if isinstance(axis, (list, tuple)) else axis


def reduction(f, **fixed):
    """A numpy reduction with Paddle's arguments."""
    return lambda x, axis=None, keepdim=False, **more: f(
        x, axis=axes_of(axis), keepdims=keepdim, **fixed
    )


def each(samples, attrs):
    """The calls of `samples` with `attrs`, to be joined with calls that have attributes of their own."""
    return [call(*s, **a) for s in samples for a in attrs]


WITH_SMALL = each(CUBE, AXES) + SMALL
op("sum", reduction(np.sum), WITH_SMALL, errors=BAD_AXES, order=3)
WIDE = ["float32", "float64", "bfloat16", "float16", "int32", "int64"]
op("mean", reduction(np.mean), each(CUBE, AXES) + [SMALL[0], SMALL[1], SMALL[2], SMALL[4]], errors=BAD_AXES,
   dtypes=WIDE[:4])  # fmt: skip
op("prod", reduction(np.prod), each([(uniform(3, 4, 2, low=0.5, high=1.5),)], AXES) + [SMALL[1], SMALL[3]],
   errors=BAD_AXES, tol=5, dtypes=WIDE)  # fmt: skip
op("nansum", reduction(np.nansum), WITH_SMALL)
op("nanmean", reduction(np.nanmean), each(CUBE, AXES))
for _name, _f in (("max", np.max), ("min", np.min), ("amax", np.amax), ("amin", np.amin)):
    op(_name, reduction(_f), each(DISTINCT, AXES) + SMALL_DISTINCT,
       errors=BAD_AXES + [((randn(0, 3),), {"axis": 0}, "there is no element to choose from")])  # fmt: skip
op("any", reduction(np.any), WITH_SMALL, errors=BAD_AXES)
op("all", reduction(np.all), WITH_SMALL, errors=BAD_AXES)
op("count_nonzero", reduction(np.count_nonzero), WITH_SMALL)
op(
    "logsumexp",
    reduction(scipy.special.logsumexp),
    each(CUBE, AXES) + SMALL[:2],
    errors=BAD_AXES,
    order=3,
)


def moment(f):
    def ref(x, axis=None, unbiased=True, keepdim=False, correction=1.0, **_):
        ddof = correction if unbiased in (True, None) else 0
        return f(x, axis=axes_of(axis), ddof=ddof, keepdims=keepdim)

    return ref


_MOMENTS = each(CUBE, [*AXES, {"unbiased": False}])
op("var", moment(np.var), _MOMENTS, errors=BAD_AXES, tol=3)
op("std", moment(np.std), _MOMENTS, errors=BAD_AXES, tol=3)
op("variance", lambda x, axis=None, correction=1.0, keepdim=False: np.var(
    x, axis=axes_of(axis), ddof=correction, keepdims=keepdim), each(CUBE, AXES), tol=3)  # fmt: skip


def extremum_index(f):
    def ref(x, axis=None, keepdim=False, dtype="int64"):
        flat = axes_of(axis) is None
        out = f(
            x.reshape(-1) if flat else x,
            axis=0 if flat else int(np.squeeze(axis)),
            keepdims=keepdim,
        )
        return out.reshape([1] * x.ndim) if flat and keepdim else out

    return ref


_ONE_AXIS = [
    {},
    {"axis": 1},
    {"axis": 0, "keepdim": True},
    {"axis": 2, "dtype": "int32"},
    {"keepdim": True},
]
for _name, _f in (("argmax", np.argmax), ("argmin", np.argmin)):
    op(_name, extremum_index(_f), each(DISTINCT, _ONE_AXIS) + [call(randn())],
       errors=BAD_AXIS + [((randn(0, 3),), {"axis": 0}, "there is no element to choose from")])  # fmt: skip


def cumulative(f):
    def ref(x, axis=None, dtype=None, dim=None):
        axis = dim if axis is None else axis
        if axis is None:
            return f(x.reshape(-1), axis=0)
        return f(np.atleast_1d(x), axis=axis).reshape(x.shape)

    return ref


_CUMULATIVE = each([(uniform(3, 4, 2, low=0.5, high=1.5),)], [{}, {"axis": 1}, {"axis": 2}]) + [
    call(randn(), axis=0), call(randn(0, 3), axis=0), call(randn(0, 3), axis=1), call(randn(40), axis=0)]  # fmt: skip
op("cumsum", cumulative(np.cumsum), _CUMULATIVE, errors=BAD_AXIS, tol=3)
_CUMPROD = [call(*c.args, dim=c.kwargs["axis"]) for c in _CUMULATIVE if "axis" in c.kwargs]
op("cumprod", cumulative(np.cumprod), _CUMPROD, tol=5)
op("logcumsumexp", cumulative(np.logaddexp.accumulate), _CUMULATIVE, tol=5)


def running(pick):
    """(values, indices) of the running extremum; the last of equals."""

    def ref(x, axis=None, dtype="int64"):
        x = x.reshape(-1) if axis is None or x.ndim == 0 else x
        shape = x.shape
        moved = np.moveaxis(x, axis or 0, 0)
        values, index = moved.copy(), np.zeros(moved.shape, "int64")
        for i in range(1, len(moved)):
            keep = pick(values[i - 1], moved[i])
            values[i] = np.where(keep, values[i - 1], moved[i])
            index[i] = np.where(keep, index[i - 1], i)
        back = [np.moveaxis(a, 0, axis or 0).reshape(shape) for a in (values, index)]
        return back

    return ref


_RUNNING = each(DISTINCT, [{}, {"axis": 1}, {"axis": 2}])
op("cummax", running(np.greater), _RUNNING)
op("cummin", running(np.less), _RUNNING)


def argsort_ref(x, axis=-1, descending=False, stable=False):
    order = np.argsort(
        -x if descending and x.dtype != bool else x, axis=axis if x.ndim else None, kind="stable"
    )
    return order.reshape(x.shape)


_SORTS = each(DISTINCT, [{}, {"axis": 0}, {"axis": 1, "descending": True}]) + [
    call(randn(0, 3)),
    call(randn()),
]
_SORTED = ["float32", "float64", "int32", "int64", "int16", "uint8", "float16", "bfloat16"]
_SIGNED = ["float32", "float64", "int32", "int64", "float16", "bfloat16"]
op("sort", lambda x, axis=-1, descending=False, stable=False: (
    x if x.ndim == 0 else np.flip(np.sort(x, axis=axis), axis) if descending else np.sort(x, axis=axis)),
   _SORTS, dtypes=_SIGNED, errors=BAD_AXIS)  # fmt: skip
op("argsort", argsort_ref, _SORTS, dtypes=["float32", "float64", "int64"], errors=BAD_AXIS)


def topk_ref(x, k, axis=None, largest=True, sorted=True):
    axis = -1 if axis is None else axis
    order = np.take(
        np.argsort(-x if largest else x, axis=axis, kind="stable"), np.arange(k), axis=axis
    )
    return np.take_along_axis(x, order, axis), order


op("topk", topk_ref, [call(distinct(3, 4, 5), 2), call(distinct(3, 4, 5), 2, axis=1),
                      call(distinct(3, 4, 5), 3, axis=0, largest=False), call(distinct(9), 9)],
   dtypes=["float32", "float64", "int64"],
   errors=[((randn(3), 4), {}, "k"), ((randn(3), 1), {"axis": 1}, "axis")])  # fmt: skip


def kth_ref(x, k, axis=-1, keepdim=False):
    order = np.take(np.argsort(x, axis=axis, kind="stable"), [k - 1], axis=axis)
    values = np.take_along_axis(x, order, axis)
    return (values, order) if keepdim else (values.squeeze(axis), order.squeeze(axis))


op("kthvalue", kth_ref, [call(distinct(3, 4, 5), 2), call(distinct(3, 4, 5), 1, axis=1, keepdim=True)],
   dtypes=["float32", "float64", "int64"], errors=[((randn(3), 4), {}, "k")])  # fmt: skip
