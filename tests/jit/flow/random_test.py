"""Random functions of branches and loops: captured they give what the plain functions give, with their gradients."""

import linecache
import random

import numpy as np
import paddle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paddle.jit import vm

from .differential import agree

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

EXPRESSIONS = (
    "paddle.tanh({a})", "{a} * {b}", "{a} + {b}", "{a} - {b} * 0.5", "{a}.detach() * {b}", "paddle.sin({a}) * w",
    "{a} * 0.7", "{a} / ({b} * {b} + 1)", "{a}.flip(0) + w", "paddle.maximum({a}, {b})", "-{a}", "{a}",
    "paddle.stack([{a}, {b}]).mean(0)", "{a} * {b}.sum()",
)  # fmt: skip
CONDITIONS = (
    "{a}.sum() > 0", "{a}.max() < {b}.max()", "({a} > 0).all()", "{a}.sum() > 0 and {b}.sum() < 1",
    "{a}.sum() > 1 or {b}.min() < 0", "not {a}.sum() < 0",
)  # fmt: skip
NAMES = "xyz"


def source(seed):
    rng = random.Random(seed)
    loops = 0

    def fill(text):
        return text.format(a=rng.choice(NAMES), b=rng.choice(NAMES))

    def block(depth):
        nonlocal loops
        lines = []
        for _ in range(rng.randint(1, 3)):
            kind = rng.random()
            if depth and kind < 0.25:
                lines.append(f"if {fill(rng.choice(CONDITIONS))}:")
                lines += ["    " + s for s in block(depth - 1)]
                if rng.random() < 0.7:
                    lines += ["else:", *("    " + s for s in block(depth - 1))]
            elif depth and kind < 0.45:
                loops += 1
                i = f"i{loops}"
                lines += [f"{i} = paddle.zeros([], 'int64')", f"while {i} < n:"]
                lines += ["    " + s for s in block(depth - 1)]
                lines.append(f"    {i} = {i} + 1")
            elif kind < 0.55:
                lines.append("x, y = y, x")
            else:
                lines.append(f"{rng.choice(NAMES)} = {fill(rng.choice(EXPRESSIONS))}")
        return lines

    result = rng.choice(("x", "x, y", "[x, z]", "x + y * z"))
    lines = ["def f(x, y, w, n):", "    z = x * y", *("    " + s for s in block(3))]
    return "\n".join([*lines, f"    return {result}"]) + "\n"


def compiled(text, name):
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space = {"paddle": paddle}
    exec(compile(text, name, "exec"), space)  # noqa: S102
    return space["f"]


def calls(seed):
    rng = np.random.default_rng(seed)
    return [
        (*(rng.standard_normal(2).astype("float32") for _ in "xyw"), np.array(n, "int64"))
        for n in (1, 0, 2)
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_random_functions(seed):
    text = source(seed)
    try:
        agree(compiled(text, f"<random {seed}>"), calls(seed), whole=None)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{text}") from None
