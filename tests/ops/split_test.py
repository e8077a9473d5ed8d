"""Every operator's Dims is proven by splitting: run on slices along each factor and reassembled.

pass: results are concatenated; reduce: combined as the factor says; whole and permute: not split. The
same for gradients: those of inputs that carry the factor are concatenated, of all others summed. What
an operator writes into its arguments is compared as its results are.
"""

import collections

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.ops import calls, internal_calls
from tests.ops.op_table import ROWS
from tests.ops.row import RECORDS, Call

COMBINE = {
    "sum": np.add,
    "max": np.maximum,
    "min": np.minimum,
    "prod": np.multiply,
    "any": np.logical_or,
    "all": np.logical_and,
}
TOLERANCE = {"float64": 1e-9, "complex128": 1e-9, "float32": 1e-5, "complex64": 1e-5}
# These refuse an empty part, or read their arguments otherwise there.
NO_EMPTY_PART = {
    **{f"conv{n}d{t}": "an image has channels" for n in (1, 2, 3) for t in ("", "_transpose")},
    **{f"conv{name}": "the same" for name in ("olution", "_grad_input", "_grad_weight")},
    "group_norm": "it has a group",
    **{name: "0 and -1 in a shape" for name in ("reshape", "view_shape", "unflatten")},
}
# Their gradients refuse a cotangent of random values.
NO_GRADIENT = {"eig": "the loss would depend on the phase of eigenvectors"}


def sliced(array, axes, factor, part):
    """The part (begin, end) of an array along a factor."""
    begin, end = part
    return array[tuple(slice(begin * n, end * n) if f == factor else slice(None) for f, n in axes)]


def carries(axes, factor):
    return any(f == factor for f, _ in axes)


def joined(parts, axes, factor):
    return np.concatenate(parts, axis=[f for f, _ in axes].index(factor))


def like(array, tensor):
    """A tensor of an array, with the dtype and the gradient flag of another."""
    made = paddle.to_tensor(np.array(array, order="C")).astype(tensor.dtype).detach()
    made.stop_gradient = tensor.stop_gradient
    return made


def cuts(size, combine):
    """Lists of parts: halves, uneven ones, single elements, and an empty one."""
    half = (size + 1) // 2
    lists = [(0, half, size), (0, 1, size), (0, size - 1, size)]
    if size > 2:
        lists.append((0, 1, 2, size))
    if combine not in ("max", "min", "mean"):  # which nothing has
        lists.append((0, 0, size))
    return [list(zip(c, c[1:], strict=False)) for c in dict.fromkeys(lists)]


class Result:
    """What a call gave: outputs, and its operands as they are after it."""

    def __init__(self, row, call, operands):
        self.operands = [None if t is None else like(calls.to_numpy(t), t) for t in operands]
        self.outputs = calls.run(row.name, calls.replace(row, call, self.operands))

    def arrays(self):
        after = [np.zeros(0) if t is None else calls.to_numpy(t) for t in self.operands]
        return [calls.to_numpy(t) for t in self.outputs] + after


class Split:
    """One call of a row, cut along a factor of its axis map."""

    def __init__(self, row, call, axis_map, factor):
        self.row, self.call, self.factor = row, call, factor
        self.size, self.kind, self.combine = axis_map["factors"][factor]
        if self.kind != "reduce":
            self.combine = None
        self.inputs, self.outputs = axis_map["inputs"], axis_map["outputs"]
        self.size_args = [a for a in axis_map["size_args"] if a[2] == factor]
        self.operands = [t for _, _, t in calls.operands(row, call)]

    def run(self, part=None):
        if part is None:
            return Result(self.row, self.call, self.operands)
        operands = [
            t
            if t is None or not carries(axes, self.factor)
            else like(sliced(calls.to_numpy(t), axes, self.factor, part), t)
            for t, axes in zip(self.operands, self.inputs, strict=True)
        ]
        return Result(self.row, self.local(part), operands)

    def local(self, part):
        """The call with the arguments that hold the factor's size set to that of a part."""
        names = [name for name, _, _ in self.row.record["args"]]
        given = dict(zip(names, self.call.args, strict=False)) | self.call.kwargs
        for name, item, _, each in self.size_args:
            size = (part[1] - part[0]) * each
            if isinstance(given[name], (list, tuple)):
                given[name] = [size if i == item else n for i, n in enumerate(given[name])]
            else:
                given[name] = size
        return Call((), given)

    def share(self, part):
        return (part[1] - part[0]) / self.size

    def reassembled(self, results, parts, axes):
        """The whole of one output from the parts' results (numpy arrays)."""
        if carries(axes, self.factor):
            return joined(results, axes, self.factor)
        if self.kind == "pass":
            raise AssertionError("a passed factor is missing in an output")
        if self.combine == "mean":
            return sum(r * self.share(p) for r, p in zip(results, parts, strict=True))
        total = results[0]
        for r in results[1:]:
            total = COMBINE[self.combine](total, r)
        return total

    def after(self, results, axes):
        """What a part of the call leaves in an operand."""
        return joined(results, axes, self.factor) if carries(axes, self.factor) else results[-1]


def tolerance(row, dtype):
    return row.tol * TOLERANCE.get(dtype, 1e-9)


def check_forward(split, parts, tol, values, what):
    whole = split.run()
    results = [split.run(part) for part in parts]
    arrays = [r.arrays() for r in results]
    n = len(whole.outputs)
    for i, expected in enumerate(whole.arrays()):
        given = [a[i] for a in arrays]
        if i < n:
            total = split.reassembled(given, parts, split.outputs[i])
            dtypes = {r.outputs[i].dtype for r in results}
            assert dtypes == {whole.outputs[i].dtype}, f"{what}, output {i}: {dtypes}"
            name = f"{what}, output {i}"
        else:
            total = split.after(given, split.inputs[i - n])
            name = f"{what}, operand {i - n} after the call"
        if values:
            calls.assert_close(total, expected, tol, name)
        else:  # drawn anew for each part
            assert np.shape(total) == expected.shape, name


def cotangent(rng, tensor):
    values = rng.standard_normal(tensor.shape)
    if "complex" in tensor.dtype.name:
        values = values + 1j * rng.standard_normal(tensor.shape)
    return np.asarray(values, calls.to_numpy(tensor).dtype)


def gradients(result, cotangents):
    """The gradients of all operands (None where there is none); None: nothing is differentiable."""
    pairs = [(o, c) for o, c in zip(result.outputs, cotangents, strict=True) if not o.stop_gradient]
    wanted = [t for t in result.operands if t is not None and not t.stop_gradient]
    if not pairs or not wanted:
        return None
    outs, grads = zip(*pairs, strict=True)
    cotangents = [paddle.to_tensor(c).astype(o.dtype) for o, c in pairs]
    found = iter(_C.grad(list(outs), wanted, cotangents, False, False, True, []))
    return [next(found) if t is not None and not t.stop_gradient else None for t in result.operands]


def check_gradient(split, parts, tol, what, rng):
    if split.combine not in (None, "sum", "mean") or split.row.name in NO_GRADIENT:
        return False
    whole = split.run()
    cotangents = [cotangent(rng, o) for o in whole.outputs]
    try:
        expected_all = gradients(whole, cotangents)
    except NotImplementedError:
        return False
    if expected_all is None:
        return False
    found = []
    for part in parts:
        weight = split.share(part) if split.combine == "mean" else 1.0
        cut = [
            (1.0 if carries(axes, split.factor) else weight) * sliced(c, axes, split.factor, part)
            for c, axes in zip(cotangents, split.outputs, strict=True)
        ]
        found.append(gradients(split.run(part), cut))
    for i, expected in enumerate(expected_all):
        if expected is None:
            continue
        axes = split.inputs[i]
        given = [g and g[i] for g in found]
        if parts[0] == (0, 0) and given[0] is None:  # nothing flowed through nothing
            given = given[1:]
        assert None not in given, f"{what}: a part has no gradient of operand {i}"
        given = [calls.to_numpy(g) for g in given]
        total = joined(given, axes, split.factor) if carries(axes, split.factor) else sum(given)
        calls.assert_close(
            total, calls.to_numpy(expected), 10 * tol, f"{what}, gradient of operand {i}"
        )
    return True


def check_permuted(split, what):
    """The elements of the output are those of the input, or some of them."""
    whole = split.run()
    a = calls.to_numpy(whole.operands[0])
    for output in whole.outputs:
        b = calls.to_numpy(output)
        assert np.isin(b, a).all(), what
        assert b.size < a.size or np.array_equal(np.sort(a, None), np.sort(b, None)), what


def check_map(axis_map, operands, outputs, what):
    """The map names each axis of each tensor, with its size."""
    sizes = [size for size, _, _ in axis_map["factors"]]
    for kind, tensors in (("inputs", operands), ("outputs", outputs)):
        assert len(axis_map[kind]) == len(tensors), (
            f"{what}: {len(axis_map[kind])} {kind} in its Dims"
        )
        for axes, tensor in zip(axis_map[kind], tensors, strict=True):
            shape = [] if tensor is None else list(tensor.shape)
            stated = [each if f is None else sizes[f] * each for f, each in axes]
            assert stated == shape, f"{what}: {kind} {axes} of shape {shape}, sizes {sizes}"


def draws(split):
    """Whether two runs of the same call differ."""
    first, second = split.run().arrays(), split.run().arrays()
    return any(not np.array_equal(a, b, equal_nan=True) for a, b in zip(first, second, strict=True))


def prove(row):
    """Splits every call of a row along every factor; gives (factor kind, gradient proven) counts."""
    dtypes = row.test_dtypes
    dtype = next((t for t in ("float64", "complex128") if t in dtypes), row.main_dtype)
    proven = collections.Counter()
    for index in range(len(internal_calls.calls_of(row))):
        rng = np.random.default_rng(row.seed(index))
        call = calls.tensors(internal_calls.make(row, index, dtype), dtype)
        operands = calls.operands(row, call)
        for arg, _, t in operands:
            if t is not None and t.dtype.name == dtype and arg not in row.constant:
                t.stop_gradient = bool(row.record["not_differentiable"])
        axis_map = _C.axis_map(row.name, *call.args, **call.kwargs)
        what = f"{row.name}{calls.text(call)}"
        tensors = [t for _, _, t in operands]
        check_map(axis_map, tensors, Result(row, call, tensors).outputs, what)
        for factor, (size, kind, _) in enumerate(axis_map["factors"]):
            split = Split(row, call, axis_map, factor)
            where = f"{what} split along factor {factor} of {axis_map}"
            if kind == "permute":
                check_permuted(split, where)
                proven[kind] += 1
            if kind not in ("pass", "reduce") or size < 2:
                continue
            values = row.name not in ("empty", "empty_like")
            values = values and not (row.has("random") and draws(split))
            for parts in cuts(size, split.combine):
                if parts[0] == (0, 0) and row.name in NO_EMPTY_PART:
                    continue
                at = f"{where} into {parts}"
                check_forward(split, parts, tolerance(row, dtype), values, at)
                if values:
                    proven["gradient"] += check_gradient(
                        split, parts, tolerance(row, dtype), at, rng
                    )
            proven[kind] += 1
    return proven


def has_dims(row):
    return row.record["has_dims"] and "split" not in row.skip


@pytest.mark.parametrize("name", sorted(name for name, row in ROWS.items() if has_dims(row)))
def test_dims_by_splitting(name):
    prove(ROWS[name])


def test_every_operator_states_how_its_axes_relate():
    for name, record in RECORDS.items():
        assert record["has_dims"] != bool(record["no_dims"]), f"{name}: Dims, or a reason for none"
        if not record["has_dims"]:
            assert len(record["no_dims"]) > 10, f"{name}: {record['no_dims']!r} is no reason"


def test_every_operator_with_dims_has_calls():
    without = [
        name for name, row in ROWS.items() if has_dims(row) and not internal_calls.calls_of(row)
    ]
    assert not without, f"no calls to split: {without}"
