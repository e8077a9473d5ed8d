"""Random functions in which branches and loops decide which tensors are one memory: what is returned, stored in an
object and left in the arguments is the same tensor, or shows the same memory, where it does in plain Python."""

import random

import paddle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paddle.jit import to_static, vm

from .random_test import compiled

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

NAMES = ["h", "g", "k"]
CONDITIONS = ["x.sum() > 0", "y.max() > 1", "h.sum() > g.sum()", "n > 1", "k.min() < 0.5"]
RESULTS = ["h", "h, g", "[h, k, x]", "{'a': h, 'b': [g]}", "h.sum()", "(k, k)"]
CALLS = [
    ([1.0, 2.0], [0.5, -1.0], 1),
    ([1.0, 2.0], [0.5, -1.0], 0),
    ([-1.0, 2.0], [3.0, 1.0], 2),
    ([-1.0, -2.0], [0.25, 4.0], 3),
    ([2.0, 1.0], None, 2),  # y is x
    ([-1.0, -2.0], [0.25, 4.0], 0),
]


class Holder:
    pass


def source(seed):
    rng = random.Random(seed)
    writes = rng.random() < 0.5

    def value():
        a = rng.choice([*NAMES, "x", "y"])
        made = [
            f"{a} * 2",
            f"{a} + {rng.choice(NAMES)}",
            f"{a}.detach()",
            f"{a}[:]",
            f"{a}.reshape([2])",
        ]
        return rng.choice([a, a, a, *made])

    def name():
        return rng.choice(NAMES)

    def indented(lines):
        return ["    " + line for line in lines]

    def statement(depth, loop):
        kind = rng.random()
        if kind < 0.3 and depth:
            lines = [f"if {rng.choice(CONDITIONS)}:", *indented(block(depth - 1, loop))]
            if rng.random() < 0.5:
                lines += ["else:", *indented(block(depth - 1, loop))]
            return lines
        if kind < 0.45 and depth and not loop:
            lines = ["for i in range(n):", *indented(block(depth - 1, True))]
            if rng.random() < 0.3:
                lines += [f"    if {rng.choice(CONDITIONS)}: break"]
            return lines
        if kind < 0.75:
            return [f"{name()} = {value()}"]
        if kind < 0.83:
            return [f"o.{rng.choice('ab')} = {name()}"]
        if kind < 0.87:
            return [f"o.c = [{name()}, {name()}]"]
        if kind < 0.91:
            return [f"{name()}, {name()} = {name()}, {name()}"]
        if kind < 0.97 and writes:
            return [rng.choice([f"{name()}.add_(y)", f"{name()}[0] = 3.0"])]
        return ["pass"] if loop else [f"if {rng.choice(CONDITIONS)}: return {name()}"]

    def block(depth, loop):
        return [line for _ in range(rng.randint(1, 3)) for line in statement(depth, loop)]

    body = ["h, g, k = x, y, x * 1", *block(3, False), *block(2, False)]
    return (
        "\n".join(["def f(o, x, y, n):", *indented([*body, f"return {rng.choice(RESULTS)}"])])
        + "\n"
    )


def tensors_in(value):
    if isinstance(value, paddle.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return (
        [t for part in parts for t in tensors_in(part)]
        if isinstance(value, (dict, list, tuple))
        else []
    )


def form(value):
    if isinstance(value, dict):
        return {k: form(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(form, value))
    return type(value)


def seen(function, holder, call, gradients):
    """What a caller can tell: forms, values, gradients, and which tensors are one."""
    x, y, n = call
    leaves = [paddle.to_tensor(v, stop_gradient=not gradients) for v in (x, y) if v is not None]
    given = [t * 1 for t in leaves] if gradients else list(leaves)
    holder.a = holder.b = holder.c = None
    try:
        result = function(holder, given[0], given[-1], paddle.to_tensor(n))
    except (RuntimeError, UnboundLocalError) as error:
        return [type(error)]
    whole = [result, holder.a, holder.b, holder.c]
    found = [*tensors_in(whole), *given]
    told = [form(whole), [(t.numpy().tolist(), t.stop_gradient) for t in found]]
    told.append([[t is u for u in found] for t in found])
    told.append([[t.data_ptr() == u.data_ptr() for u in found] for t in found])
    roots = [t for t in found if not t.stop_gradient]
    if roots:
        try:
            sum((t * t).sum() for t in roots).backward()
        except RuntimeError:  # what a gradient needs was written: captured, it may be known
            return None
        told.append(
            [None if t.grad is None else [f"{g:.4g}" for g in t.grad.tolist()] for t in leaves]
        )
    return told


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_same_tensors_are_one(seed):
    text = source(seed)
    function = compiled(text, f"<sharing {seed}>")
    captured, plain, other = to_static(function), Holder(), Holder()
    for gradients in (False, True):
        for i, call in enumerate(CALLS * 2):
            expected = seen(function, plain, call, gradients)
            received = seen(captured, other, call, gradients)
            assert expected is None or expected == received, (
                f"call {i}: {received} for {expected}\n{text}"
            )
