"""Rows of slicing, gathering and scattering."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, bools, ints, randn

CUBE = randn(2, 3, 4)
MATRIX = randn(4, 3)
REALS = ["float32", "float64", "int64"]


def slices(x, axes, starts, ends, strides=None):
    index = [slice(None)] * x.ndim
    for i, axis in enumerate(axes):
        index[axis] = slice(starts[i], ends[i], strides[i] if strides else 1)
    return tuple(index)


def scattered(x, index, value):
    out = x.copy()
    out[index] = value
    return out


op("slice", lambda input, axes, starts, ends: input[slices(input, axes, starts, ends)],
   [call(CUBE, [0, 2], [0, 1], [1, 3]), call(CUBE, [1], [-2], [100]), call(CUBE, [2], [3], [1])],
   errors=[((CUBE, [3], [0], [1]), {}, "axis"), ((CUBE, [0, 1], [0], [1]), {}, "the lists differ in length")])  # fmt: skip
op("strided_slice", lambda x, *a, **k: x[slices(x, *a, **k)],
   [call(CUBE, [2], [0], [4], [2]), call(CUBE, [1, 2], [0, 1], [3, 4], [2, 1])],
   errors=[((CUBE, [0], [0], [1], [0]), {}, "a stride is 0")])  # fmt: skip
op("crop", lambda x, shape=None, offsets=None: x[tuple(
    slice(o, o + (n if n != -1 else x.shape[i] - o)) for i, (n, o) in enumerate(
        zip(shape, offsets or [0] * x.ndim, strict=True)))],
   [call(CUBE, [1, 2, 2], [1, 0, 1]), call(CUBE, [1, -1, 2])], errors=[((CUBE, [3, 3, 3]), {}, "beyond the tensor")])  # fmt: skip
op("slice_scatter", lambda x, value, axes, starts, ends, strides: scattered(
    x, slices(x, axes, starts, ends, strides), value),
   [call(CUBE, randn(2, 3, 2), [2], [0], [4], [2]), call(CUBE, randn(1, 3, 4), [0], [1], [2], [1])],
   errors=[((CUBE, randn(2, 3, 3), [2], [0], [4], [2]), {}, "the shapes do not broadcast")])  # fmt: skip
op("select_scatter", lambda x, values, axis, index: scattered(x, (slice(None),) * axis + (index,), values),
   [call(CUBE, randn(2, 4), 1, 2)], skip={"negative_axis": "the reference counts from 0"},
   errors=[((CUBE, randn(2, 4), 1, 3), {}, "out of range")])  # fmt: skip
op("basic_index", covered_by="strided_slice")
op("set_basic_index", covered_by="slice_scatter")
op("unbind", lambda input, axis=0: [a for a in np.moveaxis(input, axis, 0)], [call(CUBE), call(CUBE, 2)],
   errors=[((CUBE, 3), {}, "axis")])  # fmt: skip
op("unstack", lambda x, axis=0, num=None: [a for a in np.moveaxis(x, axis, 0)], [call(CUBE), call(CUBE, 1, 3)],
   errors=[((CUBE, 0, 3), {}, "num")])  # fmt: skip


def split_ref(x, sections, axis=0):
    sections = list(sections)
    if -1 in sections:
        sections[sections.index(-1)] = x.shape[axis] - sum(s for s in sections if s != -1)
    return np.split(x, np.cumsum(sections)[:-1], axis)


op("split", split_ref, [call(randn(6, 2), [1, 2, 3]), call(CUBE, [1, -1], 2), call(randn(3, 2), [3])],
   errors=[((randn(6, 2), [1, 2]), {}, "the sections do not add up to the axis"), ((randn(6), [-1, -1]), {}, "the sections do not add up to the axis")])  # fmt: skip
op("split_with_num", lambda x, num, axis=0: np.split(x, num, axis), [call(randn(6, 2), 3), call(CUBE, 2, 2)],
   errors=[((randn(5), 2), {}, "the axis can not be cut into equal parts"), ((randn(5), 0), {}, "the axis can not be cut into equal parts")])  # fmt: skip
op(
    "chunk",
    lambda x, chunks, axis=0: np.array_split(x, chunks, axis),
    [call(randn(6, 2), 3), call(CUBE, 2, 2)],
)
op(
    "tensor_split_at",
    lambda x, indices, axis=0: np.split(x, indices, axis),
    [call(randn(6, 2), [2, 3])],
)
op(
    "tensor_split_with_num",
    lambda x, num, axis=0: np.array_split(x, num, axis),
    [call(randn(7, 2), 3)],
)

OUT_OF_RANGE = array([0, 9], "int64")
BELOW = array([0, -9], "int64")
op("gather", lambda x, index, axis=None: np.take(x, index, axis or 0),
   [call(MATRIX, array([0, 3, 3], "int64")), call(CUBE, array([2, 0], "int32"), axis=1),
    call(MATRIX, ints(0, high=1)), call(CUBE, array([3], "int64"), 2)],
   errors=[((MATRIX, OUT_OF_RANGE), {}, "an index is out of range"), ((MATRIX, BELOW), {}, "an index is out of range"), ((MATRIX, array([0], "int64"), 2), {}, "axis")])  # fmt: skip
op("index_select", lambda x, index, axis=0: np.take(x, index, axis),
   [call(MATRIX, array([0, 3, 3], "int64")), call(CUBE, array([2, 0], "int32"), axis=1)],
   errors=[((MATRIX, OUT_OF_RANGE), {}, "an index is out of range"), ((MATRIX, BELOW), {}, "an index is out of range")])  # fmt: skip
op("gather_nd", lambda x, index: x[tuple(np.moveaxis(index, -1, 0))],
   [call(CUBE, ints(5, 2, high=2)), call(CUBE, ints(2, 2, 3, high=2)), call(CUBE, ints(2, 1, high=2))],
   errors=[((MATRIX, array([[0, 9]], "int64")), {}, "an index is out of range"), ((MATRIX, ints(2, 3, high=2)), {}, "more indices than axes, or an index that is not of integers")])  # fmt: skip
op("take", lambda x, index, mode="raise": np.take(x, index, mode=mode if mode != "raise" else "wrap"),
   [call(MATRIX, array([[0, 11], [3, -1]], "int64")), call(MATRIX, array([25, -3], "int64"), "wrap"),
    call(MATRIX, array([25, 3], "int64"), "clip")], errors=[((MATRIX, array([12], "int64")), {}, "an index is out of range")])  # fmt: skip
op("take_index", covered_by="take")
op("take_along_axis", lambda arr, indices, axis, broadcast=True: np.take_along_axis(arr, indices, axis),
   [call(MATRIX, ints(2, 3, high=4), 0), call(CUBE, ints(2, 3, 2, high=4), axis=2), call(MATRIX, ints(1, 3, high=4), 0)],
   errors=[((MATRIX, array([[4, 0, 0]], "int64"), 0), {}, "an index is out of range"), ((MATRIX, ints(1, 3, high=2), 2), {}, "axis")])  # fmt: skip
op("take_along", covered_by="take_along_axis")


def put_along_ref(arr, indices, values, axis, reduce="assign", include_self=True, broadcast=True):
    out = arr.copy()
    values = np.broadcast_to(values, indices.shape)
    if reduce == "assign":
        np.put_along_axis(out, indices, values, axis)
        return out
    f = {
        "add": np.add,
        "multiply": np.multiply,
        "mul": np.multiply,
        "amax": np.maximum,
        "amin": np.minimum,
    }[reduce]
    index = list(np.indices(indices.shape))
    index[axis] = indices
    f.at(out, tuple(index), values)
    return out


_UNIQUE = array([[0, 1, 2], [3, 0, 1]], "int64")
op("put_along_axis", put_along_ref, [
    call(MATRIX, _UNIQUE, randn(2, 3), 0), call(MATRIX, ints(4, 3, high=4), randn(4, 3), 0, "add"),
    call(MATRIX, _UNIQUE, randn(2, 3), 0, "multiply"), call(MATRIX, ints(4, 3, high=4), randn(4, 3), 0),
    call(MATRIX, ints(4, 3, high=4), randn(4, 3), 0, "amax"), call(MATRIX, ints(4, 3, high=4), randn(4, 3), 0, "amin")],
   errors=[((MATRIX, array([[9, 0, 0]], "int64"), randn(1, 3), 0), {}, "an index is out of range"),
           ((MATRIX, _UNIQUE, randn(2, 3), 0, "no_such"), {}, "reduce")],
   skip={"complex_gradient": "amax and amin order their values"})  # fmt: skip
op("put_along_into", covered_by="put_along_axis")
op("index_sample", lambda x, index: np.take_along_axis(x, index, 1), [call(MATRIX, ints(4, 2, high=3))],
   errors=[((MATRIX, ints(3, 2, high=3)), {}, "needs two matrices with equally many rows"), ((MATRIX, array([[9]] * 4, "int64")), {}, "an index is out of range")])  # fmt: skip
op("index_get", covered_by="tests/python/test_indexing_properties.py")
op("strided_update", covered_by="tests/python/test_capture.py")
op("stack_create", covered_by="tests/jit/flow/stack_test.py")
op("stack_push", covered_by="tests/jit/flow/stack_test.py")
op("stack_pop", covered_by="tests/jit/flow/stack_test.py")
op("stack_read", covered_by="tests/jit/flow/grown_test.py")
op("put_into", covered_by="tests/python/test_indexing_properties.py")
op("set_index", covered_by="tests/python/test_indexing_properties.py")
op("overwritten", covered_by="tests/python/test_indexing_properties.py")
op("masked_select", lambda x, mask: x[np.broadcast_to(mask, x.shape)], [call(MATRIX, bools(4, 3)), call(CUBE, bools(2, 3, 4))],
   errors=[((MATRIX, bools(5)), {}, "the shapes do not broadcast")])  # fmt: skip
op("nonzero", lambda x: np.argwhere(x), [call(bools(3, 4)), call(bools(0, 3)), call(bools(5))], dtypes=["float32"],
   skip={"strides": "its sample is bool"})  # fmt: skip


def scatter_ref(x, index, updates, overwrite=True):
    out = x.copy()
    if not overwrite:
        out[index] = 0
        np.add.at(out, index, updates)
    else:
        out[index] = updates
    return out


_ROWS = array([2, 0], "int64")
op("scatter", scatter_ref, [call(MATRIX, _ROWS, randn(2, 3)), call(MATRIX, array([1, 1], "int64"), randn(2, 3), False)],
   errors=[((MATRIX, OUT_OF_RANGE, randn(2, 3)), {}, "an index is out of range"), ((MATRIX, _ROWS, randn(3, 3)), {}, "`x` can not be broadcast to this shape")])  # fmt: skip


def add_at(x, index, updates):
    out = x.copy()
    np.add.at(out, tuple(np.moveaxis(index, -1, 0)), updates)
    return out


op("scatter_nd_add", add_at, [call(MATRIX, ints(5, 1, high=4), randn(5, 3)), call(MATRIX, ints(5, 2, high=3), randn(5))],
   errors=[((MATRIX, array([[9]], "int64"), randn(1, 3)), {}, "an index is out of range"), ((MATRIX, ints(5, 1, high=4), randn(4, 3)), {}, "`x` can not be broadcast to this shape")])  # fmt: skip
op("scatter_nd", lambda index, updates, shape: add_at(np.zeros(shape, updates.dtype), index, updates),
   [call(ints(5, 1, high=4), randn(5, 3), [4, 3])], errors=[((array([[9]], "int64"), randn(1, 3), [4, 3]), {}, "an index is out of range")])  # fmt: skip


def index_add_ref(x, index, axis, value, alpha=1):
    out = x.copy()
    np.add.at(np.moveaxis(out, axis, 0), index, alpha * np.moveaxis(value, axis, 0))
    return out


op("index_add", index_add_ref, [call(MATRIX, array([1, 1], "int64"), 0, randn(2, 3)),
                                call(MATRIX, array([2, 0], "int64"), 1, randn(4, 2))],
   errors=[((MATRIX, OUT_OF_RANGE, 0, randn(2, 3)), {}, "an index is out of range")])  # fmt: skip


def index_put_ref(x, indices, value, accumulate=False):
    out = x.copy()
    if accumulate:
        np.add.at(out, tuple(indices), value)
    else:
        out[tuple(indices)] = value
    return out


op("index_put", index_put_ref, [
    call(MATRIX, [_ROWS], randn(2, 3)), call(MATRIX, [_ROWS, array([1, 2], "int64")], randn(2)),
    call(MATRIX, [array([1, 1], "int64")], randn(2, 3), True), call(MATRIX, [_ROWS], randn())],
   errors=[((MATRIX, [OUT_OF_RANGE], randn(2, 3)), {}, "an index is out of range")])  # fmt: skip


def index_fill_ref(x, index, axis, value):
    return scattered(x, (slice(None),) * axis + (index,), value)


op("index_fill", index_fill_ref, [call(MATRIX, _ROWS, 0, 7), call(MATRIX, _ROWS, 1, 2.0)],
   skip={"negative_axis": "the reference counts from 0"},
   errors=[((MATRIX, OUT_OF_RANGE, 0, 7), {}, "an index is out of range")])  # fmt: skip


def masked_scatter_ref(x, mask, value):
    out, mask = x.copy(), np.broadcast_to(mask, x.shape)
    out[mask] = value.reshape(-1)[: mask.sum()]
    return out


op("masked_scatter", masked_scatter_ref, [call(MATRIX, bools(4, 3), randn(12))],
   errors=[((randn(3), array([True] * 3, "bool"), randn(2)), {}, "`value` has fewer elements than `mask` has True")])  # fmt: skip
