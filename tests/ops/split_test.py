"""Every operator's Dims is proven by splitting: run on slices along each factor and reassembled.

pass: results are concatenated; reduce: combined as the factor says; whole: not split. The same for
gradients: those of inputs that carry the factor are concatenated, of all others summed.
"""

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows

COMBINE = {
    "sum": np.add,
    "max": np.maximum,
    "min": np.minimum,
    "prod": np.multiply,
    "any": np.logical_or,
    "all": np.logical_and,
}


def sliced(array, factors, factor, part):
    """The part (a slice) of an array along a factor."""
    return array[tuple(part if f == factor else slice(None) for f in factors)]


def joined(parts, factors, factor):
    return np.concatenate(parts, axis=factors.index(factor))


class Split:
    """One call of a row, cut in two along a factor of its axis map."""

    def __init__(self, row, call, axis_map, factor):
        self.row, self.call, self.factor = row, call, factor
        self.size, self.kind, self.combine = axis_map["factors"][factor]
        self.inputs, self.outputs = axis_map["inputs"], axis_map["outputs"]
        self.operands = [t for _, _, t in calls.operands(row, call)]
        half = (self.size + 1) // 2
        self.parts = [slice(0, half), slice(half, self.size)]
        self.shares = [half / self.size, 1 - half / self.size]

    def run(self, operands):
        return calls.run(self.row.name, calls.replace(self.row, self.call, operands))

    def cut(self, part):
        """The operands of one part."""
        return [
            t
            if t is None or self.factor not in factors
            else like(sliced(calls.to_numpy(t), factors, self.factor, part), t)
            for t, factors in zip(self.operands, self.inputs, strict=True)
        ]

    def reassembled(self, results, output):
        """The whole of one output from the parts' results (numpy arrays)."""
        factors = self.outputs[output]
        if self.factor in factors:
            return joined(results, factors, self.factor)
        if self.kind == "pass":
            raise AssertionError("a passed factor is missing in an output")
        if self.combine == "mean":
            return sum(r * share for r, share in zip(results, self.shares, strict=True))
        return COMBINE[self.combine](*results)


def like(array, tensor):
    """A tensor of an array, with the dtype and the gradient flag of another."""
    made = paddle.to_tensor(np.ascontiguousarray(array)).astype(tensor.dtype).detach()
    made.stop_gradient = tensor.stop_gradient
    return made


def check_forward(split, what):
    whole = [calls.to_numpy(t) for t in split.run(split.operands)]
    parts = [[calls.to_numpy(t) for t in split.run(split.cut(part))] for part in split.parts]
    for i, expected in enumerate(whole):
        results = [part[i] for part in parts]
        calls.assert_close(
            split.reassembled(results, i), expected, 1e-9 * split.row.tol, f"{what}, output {i}"
        )


def gradients(split, operands, cotangents):
    """The gradients of all operands (None where there is none)."""
    outputs = split.run(operands)
    pairs = [(o, c) for o, c in zip(outputs, cotangents, strict=True) if not o.stop_gradient]
    wanted = [t for t in operands if t is not None and not t.stop_gradient]
    if not pairs or not wanted:
        return None
    outs, grads = zip(*pairs, strict=True)
    found = iter(
        _C.grad(list(outs), wanted, [paddle.to_tensor(c) for c in grads], False, False, True, [])
    )
    return [next(found) if t is not None and not t.stop_gradient else None for t in operands]


def check_gradient(split, what, rng):
    if split.kind == "reduce" and split.combine not in ("sum", "mean"):
        return
    cotangents = [rng.standard_normal(o.shape) for o in split.run(split.operands)]
    whole = gradients(split, split.operands, cotangents)
    if whole is None:
        return
    parts = []
    for part, share in zip(split.parts, split.shares, strict=True):
        weight = share if split.kind == "reduce" and split.combine == "mean" else 1.0
        cut = [
            weight * sliced(c, split.outputs[i], split.factor, part)
            for i, c in enumerate(cotangents)
        ]
        parts.append(gradients(split, split.cut(part), cut))
    for i, expected in enumerate(whole):
        results = [part[i] for part in parts]
        if expected is None:
            continue
        if any(r is None for r in results):
            raise AssertionError(f"{what}: a part has no gradient of operand {i}")
        results = [calls.to_numpy(r) for r in results]
        factors = split.inputs[i]
        total = joined(results, factors, split.factor) if split.factor in factors else sum(results)
        calls.assert_close(
            total,
            calls.to_numpy(expected),
            1e-8 * split.row.tol,
            f"{what}, gradient of operand {i}",
        )


def provable(row):
    return row.record["has_dims"] and not row.has("random")


@pytest.mark.parametrize("name", rows("split", provable))
def test_dims_by_splitting(name):
    row = ROWS[name]
    dtype = "float64" if "float64" in row.test_dtypes else row.main_dtype
    for index in range(len(row.calls)):
        rng = np.random.default_rng(row.seed(index))
        call = calls.make(row, index, dtype)
        operands = calls.operands(row, call)
        for arg, _, t in operands:
            if t is not None and t.dtype == paddle.float64 and arg not in row.constant:
                t.stop_gradient = bool(row.record["not_differentiable"])
        axis_map = _C.axis_map(name, *call.args, **call.kwargs)
        what = f"{name}{calls.text(call)}"
        check_map(axis_map, [t for _, _, t in operands], calls.run(name, call), what)
        for factor, (size, kind, _) in enumerate(axis_map["factors"]):
            if kind == "whole" or size < 2:
                continue
            split = Split(row, call, axis_map, factor)
            where = f"{what} split along factor {factor} of {axis_map}"
            check_forward(split, where)
            check_gradient(split, where, rng)


def check_map(axis_map, operands, outputs, what):
    """The map names each axis of each tensor, with its size."""
    sizes = [size for size, _, _ in axis_map["factors"]]
    for kind, tensors in (("inputs", operands), ("outputs", outputs)):
        assert len(axis_map[kind]) == len(tensors), (
            f"{what}: {len(axis_map[kind])} {kind} in its Dims"
        )
        for factors, tensor in zip(axis_map[kind], tensors, strict=True):
            shape = [] if tensor is None else list(tensor.shape)
            assert len(factors) == len(shape), f"{what}: {kind} {factors} of shape {shape}"
            for f, n in zip(factors, shape, strict=True):
                assert f is None or sizes[f] == n, (
                    f"{what}: {kind} {factors} of shape {shape}, sizes {sizes}"
                )
