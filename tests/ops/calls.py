"""Runs the calls of rows: arrays to tensors of any layout, outputs back, comparisons."""

import numpy as np
import paddle
from paddle import _C

from tests.ops.row import Call
from tests.ops.values import leaves

TOLERANCE = {
    "float64": 1e-9,
    "complex128": 1e-9,
    "float32": 2e-5,
    "complex64": 2e-5,
    "float16": 4e-3,
    "bfloat16": 3e-2,
    "float8_e4m3fn": 0.2,
    "float8_e5m2": 0.4,
}


def to_numpy(tensor):
    """The values, narrow floats as float64."""
    name = tensor.dtype.name
    if name.startswith(("float8", "bfloat", "float16")):
        return tensor.detach().astype("float32").numpy().astype("float64")
    return tensor.detach().numpy()


def wide(tensor):
    """What a reference gets: the exact values in the widest type of the kind."""
    values = to_numpy(tensor)
    return values.astype({"f": "float64", "c": "complex128"}.get(values.dtype.kind, values.dtype))


def contiguous(array):
    return paddle.to_tensor(np.array(array, order="C"))


def transposed(array):
    """The same values, axes in reverse order in memory."""
    return paddle.from_dlpack(np.array(array.T, order="C").T)


def spread(array):
    """The same values with gaps between them."""
    if array.ndim == 0:
        return contiguous(array)
    base = np.zeros((*array.shape[:-1], 2 * array.shape[-1] + 1), array.dtype)
    view = base[..., 1::2]
    view[...] = array
    return paddle.from_dlpack(view)


def repeated(array):
    """The first element of each axis but the last, broadcast along it (stride 0)."""
    if array.ndim == 0 or 0 in array.shape:
        return contiguous(array)
    base = array[tuple(slice(0, 1) for _ in array.shape[:-1])].copy()
    strides = (*(0 for _ in array.shape[:-1]), array.itemsize)
    return paddle.from_dlpack(
        np.lib.stride_tricks.as_strided(base, array.shape, strides, writeable=True)
    )


def tensors(call, dtype, layout=contiguous):
    """The call with Tensors; floats of `dtype` where numpy has no such type."""

    def convert(array):
        tensor = layout(array)
        narrow = dtype in ("float16", "bfloat16") and array.dtype == np.float64
        return tensor.astype(dtype) if narrow else tensor

    return call.map(convert)


def make(row, index, dtype, layout=contiguous):
    """Call `index` of a row, with tensors."""
    return tensors(row.calls[index].make(row.seed(index), dtype), dtype, layout)


def run(name, call):
    """The outputs as a flat list of tensors."""
    return flat(_C.ops[name](*call.args, **call.kwargs))


def flat(result):
    if isinstance(result, _C.Tensor):
        return [result]
    return [item for item in result if item is not None]


def accepts(name, call):
    """Whether the operator takes the call."""
    try:
        run(name, call)
    except (TypeError, ValueError, IndexError, NotImplementedError):
        return False
    return True


def reference(row, call):
    """The reference's outputs for a call with tensors."""
    arrays = call.map(wide)
    result = row.ref(*arrays.args, **arrays.kwargs)
    return list(result) if isinstance(result, (list, tuple)) else [result]


def assert_close(actual, expected, tol, what):
    """|actual - expected| <= tol (1 + |expected|); NaN and infinities must agree."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape, (
        f"{what}: shape {actual.shape}, expected {expected.shape}"
    )
    kind = actual.dtype.kind + expected.dtype.kind
    if not set(kind) & set("fc"):
        equal = actual == expected
    else:
        with np.errstate(all="ignore"):
            actual, expected = (
                a.astype("complex128" if "c" in kind else "float64") for a in (actual, expected)
            )
            equal = np.abs(actual - expected) <= tol * (1 + np.abs(expected))
            equal |= (actual == expected) | (np.isnan(actual) & np.isnan(expected))
    if not equal.all():
        at = tuple(int(i) for i in np.argwhere(~equal)[0])
        count = int((~equal).sum())
        raise AssertionError(
            f"{what}: {count} of {equal.size} differ; "
            f"at {at}: {actual[at]!r}, expected {expected[at]!r}"
        )


def assert_same(actual, expected, what, tol=0.0):
    """Two lists of tensors: dtypes, shapes and values."""
    assert len(actual) == len(expected), f"{what}: {len(actual)} outputs, expected {len(expected)}"
    for i, (a, e) in enumerate(zip(actual, expected, strict=True)):
        assert a.dtype == e.dtype, f"{what}, output {i}: {a.dtype}, expected {e.dtype}"
        assert_close(to_numpy(a), to_numpy(e), tol, f"{what}, output {i}")


def tolerance(row, dtype):
    return row.tol * TOLERANCE.get(dtype, 0.0)


def text(call):
    """A call in words, for messages."""

    def one(leaf):
        return f"{list(leaf.shape)}:{getattr(leaf.dtype, 'name', leaf.dtype)}"

    shown = call.map(lambda leaf: _Text(one(leaf)))
    parts = [repr(a) for a in shown.args] + [f"{k}={v!r}" for k, v in shown.kwargs.items()]
    return f"({', '.join(parts)})"


class _Text(str):
    __slots__ = ()
    __repr__ = str.__str__


def operands(row, call):
    """[(argument name, position in the list or None, tensor or None)] in the record's order."""
    names = [name for name, _, _ in row.record["args"]]
    given = dict(zip(names, call.args, strict=False)) | call.kwargs
    found = []
    for name, kind, _ in row.record["args"]:
        if kind in ("Tensor", "Tensor?"):
            found.append((name, None, given.get(name)))
        elif kind == "Tensor[]":
            found += [(name, i, item) for i, item in enumerate(given.get(name) or [])]
    return found


def replace(row, call, new):
    """The call with its tensor operands replaced, in order (None stays)."""
    names = [name for name, _, _ in row.record["args"]]
    given = dict(zip(names, call.args, strict=False)) | call.kwargs
    new = iter(new)
    for name, kind, _ in row.record["args"]:
        if kind in ("Tensor", "Tensor?"):
            value = next(new)
            if name in given:
                given[name] = value
        elif kind == "Tensor[]" and given.get(name):
            given[name] = [next(new) for _ in given[name]]
    return Call((), given)


def has_empty(call):
    return any(0 in leaf.shape for leaf in leaves((call.args, call.kwargs)))
