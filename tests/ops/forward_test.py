"""Each operator against its reference: dtypes, layouts, axes; Meta, decomposition, determinism."""

import itertools

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.ops import calls, large
from tests.ops.op_table import ROWS, rows
from tests.ops.row import RECORDS

FEW = 3  # calls that are run with each dtype; the first dtype runs all


def cases(row):
    for dtype in row.test_dtypes:
        count = len(row.calls) if dtype == row.main_dtype else min(FEW, len(row.calls))
        for index in range(count):
            yield index, dtype


@pytest.mark.parametrize("name", rows("forward"))
def test_forward(name):
    row = ROWS[name]
    for index, dtype in cases(row):
        call = calls.make(row, index, dtype)
        outputs = calls.run(name, call)
        if row.check:
            row.check(outputs, *call.args, **call.kwargs)
        if row.ref is None:
            assert row.check, f"{name}: its row has neither a reference nor a check"
            continue
        expected = calls.reference(row, call)
        assert len(outputs) == len(expected), (
            f"{name}: {len(outputs)} outputs, expected {len(expected)}"
        )
        for i, (out, ref) in enumerate(zip(outputs, expected, strict=True)):
            # An output of another float type is as inexact as the wider error allows.
            tol = max(calls.tolerance(row, dtype), calls.tolerance(row, out.dtype.name))
            calls.assert_close(
                calls.to_numpy(out), ref, tol, f"{name}{calls.text(call)} output {i}"
            )


@pytest.mark.parametrize("name", rows("strides", lambda row: not row.has("random")))
def test_strides(name):
    """Inputs of any layout give what contiguous ones give."""
    row = ROWS[name]
    dtype = row.main_dtype
    for index in range(len(row.calls)):
        arrays = row.calls[index].make(row.seed(index), dtype)
        for layout in (calls.transposed, calls.spread, calls.repeated):
            strided = calls.tensors(arrays, dtype, layout)
            if layout is calls.repeated:
                if any(v.dtype for v in calls.leaves(list(row.calls[index].args))):
                    continue  # indices and the like are not free to change
                plain = strided.map(lambda t: calls.contiguous(calls.to_numpy(t)).astype(t.dtype))
            else:
                plain = calls.tensors(arrays, dtype)
            if layout is calls.repeated and not calls.accepts(name, plain):
                continue  # rows that are all the same make a singular matrix
            before = [
                calls.to_numpy(t).copy() for t in calls.leaves((strided.args, strided.kwargs))
            ]
            expected = calls.run(name, plain)
            actual = calls.run(name, strided)
            what = f"{name}{calls.text(strided)} {layout.__name__}"
            # Another layout may be summed in another order.
            calls.assert_same(actual, expected, what, 1e-5 * row.tol)
            if name.endswith("_"):
                continue
            for old, tensor in zip(
                before, calls.leaves((strided.args, strided.kwargs)), strict=True
            ):
                assert np.array_equal(
                    old, calls.to_numpy(tensor), equal_nan=old.dtype.kind in "fc"
                ), f"{what} changed its input"


AXIS_NAMES = (
    "axis",
    "axes",
    "axis1",
    "axis2",
    "axis0",
    "dim",
    "dim1",
    "dim2",
    "start_axis",
    "stop_axis",
    "perm",
    "source",
    "destination",
)


@pytest.mark.parametrize("name", rows("negative_axis", lambda row: not row.has("random")))
def test_negative_axis(name):
    """Axis k and axis k - rank are the same axis."""
    row = ROWS[name]
    kinds = {arg: kind for arg, kind, _ in row.record["args"] if kind in ("int", "IntArray")}
    for index in range(len(row.calls)):
        call = calls.make(row, index, row.main_dtype)
        given = (
            dict(zip([a for a, _, _ in row.record["args"]], call.args, strict=False)) | call.kwargs
        )
        tensors = calls.leaves((call.args, call.kwargs))
        rank = tensors[0].ndim + row.new_axes if tensors else 0
        moved = {
            arg: ([v - rank for v in value] if isinstance(value, (list, tuple)) else value - rank)
            for arg, value in given.items()
            if arg in AXIS_NAMES
            and arg in kinds
            and value not in (None, [])
            and rank
            and min(value if isinstance(value, (list, tuple)) else [value]) >= 0
        }
        if not moved:
            continue
        expected = calls.run(name, call)
        actual = flat_call(name, {**given, **moved})
        calls.assert_same(actual, expected, f"{name} with {moved}")


def flat_call(name, given):
    return calls.flat(_C.ops[name](**given))


@pytest.mark.parametrize("name", rows("meta"))
def test_meta(name):
    """Shape inference alone says what the operator gives, or that values decide it."""
    row = ROWS[name]
    for index, dtype in cases(row):
        call = calls.make(row, index, dtype)
        try:
            meta = _C.infer_meta(name, *call.args, **call.kwargs)
        except NotImplementedError as error:
            assert row.has("data_dependent"), f"{name}{calls.text(call)}: {error}"
            continue
        outputs = _C.ops[name](*call.args, **call.kwargs)
        outputs = [outputs] if isinstance(outputs, _C.Tensor) else list(outputs)
        actual = [(list(out.shape), out.dtype.name) for out in outputs if out is not None]
        if len(actual) == len(outputs):
            assert [(list(s), t) for s, t in meta] == actual, f"{name}{calls.text(call)}"


@pytest.mark.parametrize("name", rows("meta", lambda row: row.has("data_dependent")))
def test_meta_of_what_depends_on_values(name):
    """It says that it can not know; only what is made of other operators may see values here."""
    row = ROWS[name]
    for index in range(len(row.calls)):
        call = calls.make(row, index, row.main_dtype)
        try:
            _C.infer_meta(name, *call.args, **call.kwargs)
        except NotImplementedError:
            continue
        assert row.record["has_decompose"], f"{name}: a shape out of nothing"


BOTH = sorted(
    n
    for n, r in RECORDS.items()
    # attention_grad wants the results of another call: tests/ops/attention_grad_test.py
    if r["kernel_dtypes"] and r["has_decompose"] and n != "attention_grad"
)


def test_decompositions_are_compared():
    assert BOTH, "no operator has a kernel and a decomposition"
    bare = [name for name in BOTH if not ROWS[name].samples]
    assert not bare, f"their rows have no samples to compare with: {bare}"


@pytest.mark.parametrize("name", BOTH)
def test_decomposition(name):
    """The kernel computes what the decomposition says."""
    row = ROWS[name]
    for dtype in row.test_dtypes:
        small = (call.make(row.seed(i), dtype) for i, call in enumerate(row.calls))
        for made in itertools.chain(small, large.large_calls(row, dtype)):
            call = calls.tensors(made, dtype)
            parts = _C.decomposed(name, *call.args, **call.kwargs)
            parts = [part for part in parts if part is not None]
            outputs = calls.run(name, call)
            scale = 1 + max((np.abs(calls.to_numpy(p)).max(initial=0) for p in parts), default=0)
            tol = calls.tolerance(row, dtype) * (scale if elements(call) > 1000 else 10)
            calls.assert_same(parts, outputs, f"{name}{calls.text(call)}", tol)


def elements(call):
    return max(leaf.size for leaf in calls.leaves((call.args, call.kwargs)))


@pytest.mark.parametrize("name", rows("determinism"))
def test_determinism(name):
    """The same call, bit by bit the same result; random operators from the same seed."""
    row = ROWS[name]
    results = []
    for _ in range(2):
        paddle.seed(7)
        results.append(
            [
                calls.run(name, calls.make(row, i, row.main_dtype))
                for i in range(min(FEW, len(row.calls)))
            ]
        )
    for first, second in zip(*results, strict=True):
        calls.assert_same(first, second, name)
