"""Rows of places in sorted sequences, counts of values, and the scans under cumulative functions."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, distinct, ints, randn

SORTED = array(np.array([-1.5, -0.5, 0.0, 0.0, 0.25, 2.0]))


def search(sequence, values, right):
    rows = sequence.reshape(-1, sequence.shape[-1])
    if len(rows) == 1:
        return np.searchsorted(rows[0], values, side="right" if right else "left")
    found = [np.searchsorted(r, v, side="right" if right else "left")
             for r, v in zip(rows, values.reshape(len(rows), -1), strict=True)]  # fmt: skip
    return np.stack(found).reshape(values.shape)


def searchsorted_ref(sequence, values, out_int32=False, right=False, side=None, sorter=None):
    return search(sequence, values, right or side == "right").astype(
        "int32" if out_int32 else "int64"
    )


_ROWS = array(np.array([[0.0, 1.0, 2.0], [-2.0, -1.0, 3.0]]))
op("searchsorted", searchsorted_ref,
   [call(SORTED, randn(3, 4)), call(SORTED, array(np.array([0.0, 9.0, -9.0])), right=True),
    call(_ROWS, randn(2, 5), out_int32=True), call(SORTED, randn(), side="right"), call(SORTED, randn(0, 3))],
   dtypes=["float32", "float64"],
   errors=[((_ROWS, randn(3, 5)), {}, "searchsorted"), ((SORTED, randn(3)), {"side": "top"}, "side")])  # fmt: skip
op("bucketize", lambda x, sequence, out_int32=False, right=False: search(sequence, x, right).astype(
    "int32" if out_int32 else "int64"),
   [call(randn(3, 4), SORTED), call(randn(5), SORTED, right=True, out_int32=True)], dtypes=["float32", "float64"],
   errors=[((randn(3), _ROWS), {}, "sorted_sequence")])  # fmt: skip
op("insert_position", covered_by="searchsorted")

op("bincount", lambda x, weights=None, minlength=0: np.bincount(x, weights, minlength),
   [call(ints(9, high=5)), call(ints(9, high=5), minlength=8), call(array(np.zeros(0, "int64")), minlength=2)],
   dtypes=["int64", "int32"],
   errors=[((randn(3),), {}, "integers"), ((array(np.array([1, -2]), "int64"),), {}, "negative")])  # fmt: skip


def histogram_ref(x, bins=100, min=0.0, max=0.0, weight=None, density=False):
    counts, _ = np.histogram(x, bins, None if min == max else (min, max), density=density)
    return counts.astype("float32" if density else "int64")


op("histogram", histogram_ref,
   [call(randn(50), bins=5), call(randn(4, 5), bins=3, min=-1.0, max=1.0), call(randn(50), bins=4, density=True)],
   dtypes=["float32", "float64"],
   errors=[((randn(3),), {"bins": 0}, "bins"), ((randn(3),), {"min": 2.0, "max": 1.0}, "max")])  # fmt: skip


def mode_ref(x, axis=-1, keepdim=False):
    moved = np.moveaxis(x, axis, -1)
    values, places = np.zeros(moved.shape[:-1], x.dtype), np.zeros(moved.shape[:-1], "int64")
    for at in np.ndindex(values.shape):
        found, counts = np.unique(moved[at], return_counts=True)
        values[at] = found[counts.argmax()]
        places[at] = np.flatnonzero(moved[at] == values[at])[-1]
    return [np.expand_dims(a, axis) if keepdim else a for a in (values, places)]


_REPEATED = np.array([[1.0, 2.0, 2.0, 0.5], [3.0, 1.0, 3.0, 1.0], [2.0, 2.0, 0.5, 0.5]])
op("mode", mode_ref, [call(array(_REPEATED)), call(array(_REPEATED), axis=0, keepdim=True), call(distinct(6))],
   dtypes=["float32", "float64", "int64"], errors=[((randn(3),), {"axis": 1}, "axis")],
   gradient_samples=[call(distinct(3, 4)), call(distinct(3, 4), axis=0, keepdim=True), call(distinct(6))])  # fmt: skip

op("sort_with_indices", covered_by="sort")
op("unique_rows", covered_by="tests/python/test_stat.py")
op("scan_sum", covered_by="cumsum")
op("scan_prod", covered_by="cumprod")
op("linear_scan", covered_by="cumprod")
op("scan_logsumexp", covered_by="logcumsumexp")
op("scan_max", covered_by="cummax")
op("scan_min", covered_by="cummin")


def nms_ref(boxes, iou_threshold):
    def area(b):
        return np.prod(np.maximum(b[2:] - b[:2], 0))

    kept = []
    for i, b in enumerate(boxes):
        both = [
            area(np.r_[np.maximum(boxes[k][:2], b[:2]), np.minimum(boxes[k][2:], b[2:])])
            for k in kept
        ]
        if all(
            v <= iou_threshold * (area(boxes[k]) + area(b) - v)
            for k, v in zip(kept, both, strict=True)
        ):
            kept.append(i)
    return np.array(kept, "int64")


BOXES = array([[0, 0, 4, 4], [0, 0, 4, 5], [6, 6, 8, 8], [5, 6, 8, 8], [0, 1, 4, 4]])
op("nms_boxes", nms_ref, [call(BOXES, 0.5), call(BOXES, 0.7), call(randn(0, 4), 0.5)], dtypes=["float32", "float64"],
   skip={"large": "every box meets every other"}, errors=[((randn(3, 5), 0.5), {}, "a wrong shape")])  # fmt: skip
