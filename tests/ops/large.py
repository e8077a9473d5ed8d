"""The calls of rows made large: past the tails of kernels, into whole blocks and several threads.

An axis is known by its size: all axes of one size grow together, since they mostly mean the same
thing. What an operator refuses, because they do not, is left out.
"""

import dataclasses

import numpy as np
from paddle import _C

from tests.ops import calls
from tests.ops.values import Value, leaves

LONG = 70_001  # elements: more than two grains of ParallelFor, and no multiple of a chunk
WIDE = (300, 257)
LIMIT = 1 << 20  # elements an output may have
REFUSALS = (ValueError, IndexError, NotImplementedError)


def values(call):
    return [leaf for leaf in leaves((call.args, call.kwargs)) if isinstance(leaf, Value)]


def grown(call, sizes):
    """The call with each axis of a size in `sizes` made as long as it says."""

    def one(value):
        shape = tuple(sizes.get(n, n) for n in value.shape)
        return value if value.fixed else dataclasses.replace(value, shape=shape)

    return call.map(one)


def elements(call):
    return max((int(np.prod(v.shape)) for v in values(call)), default=0)


def fitted(call, size):
    """How long the axes of `size` may become for the largest operand to have LONG elements."""
    low, high = size, LONG
    while low < high:
        middle = (low + high + 1) // 2
        if elements(grown(call, {size: middle})) <= LONG:
            low = middle
        else:
            high = middle - 1
    return low if low % 2 else low - 1


def growths(call):
    """The tables of sizes to try: each size alone, and the last two together."""
    shapes = [v.shape for v in values(call) if not v.fixed]
    sizes = list(dict.fromkeys(n for shape in shapes for n in shape if n > 1))
    wide = dict(zip(sizes[-2:], WIDE, strict=True)) if len(sizes) > 1 else None
    if wide and elements(grown(call, wide)) <= 2 * LONG:
        yield wide
    for size in reversed(sizes):
        yield {size: fitted(call, size)}


def fits(row, call):
    """Whether the operator takes the call, and what it gives is no giant."""
    if row.has("data_dependent"):
        return True
    try:
        outputs = _C.infer_meta(row.name, *call.args, **call.kwargs)
    except REFUSALS:
        return False
    return all(np.prod(shape) <= LIMIT for shape, _ in outputs)


def large_calls(row, dtype):
    """The large calls that the operator takes, with numpy arrays."""
    for index, call in enumerate(row.calls):
        if calls.has_empty(call):
            continue
        for sizes in growths(call):
            made = grown(call, sizes).make(row.seed(index), dtype)
            tensors = calls.tensors(made, dtype)
            if fits(row, tensors) and calls.accepts(row.name, tensors):
                yield made
