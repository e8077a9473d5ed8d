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
    "paddle.stack([{a}, {b}]).mean(0)", "{a} * {b}.sum()", "{a} * k", "{a} + v", "k - {a}", "{a} / (k * k + 1)",
    "{a} * v + k", "{a} * 0.5 if {b}.sum() > 0 else {a}", "{a} * bool({b}.max() > 1)", "{a} + float({b}[0])",
)  # fmt: skip
CONDITIONS = (
    "{a}.sum() > 0", "{a}.max() < {b}.max()", "({a} > 0).all()", "{a}.sum() > 0 and {b}.sum() < 1",
    "{a}.sum() > 1 or {b}.min() < 0", "not {a}.sum() < 0", "k > 1", "k % 2 == 0 and {a}.sum() > 0", "v < 1",
    "0 < k <= 3", "{a}.sum() > k", "flag",
)  # fmt: skip
NUMBERS = (
    "k = k + 1", "k += 2", "v = v * 0.5", "v = v + k", "k = k // 2", "k = 3", "v = k / 2", "flag = not flag",
    "k = int(n) - 1", "v = float(x.sum()) * 0.1", "flag = bool(y.sum() > 0)", "flag = k > 2", "k = -k",
)  # fmt: skip
LEAVE = ("if {a}.sum() > 2:", "if {a}.max() < {b}.min():", "if k > 3:")
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
            kind = rng.uniform(0 if depth else 0.6, 1)
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
            elif depth and kind < 0.6:
                loops += 1
                j = f"j{loops}"
                ends = rng.choice(("n", "1, n", "n, 0, -1", "k", "2"))
                lines.append(f"for {j} in range({ends}):")
                lines += ["    " + s for s in block(depth - 1)]
                if rng.random() < 0.4:
                    lines += [
                        f"    {fill(rng.choice(LEAVE))}",
                        f"        {rng.choice(('break', 'continue'))}",
                    ]
                    lines.append(f"    {fill('{a} = {a} * 0.5')}")
                lines.append(f"    x = x + {j} * 0.25")
                if rng.random() < 0.3:
                    lines += ["else:", "    y = y * 0.9"]
            elif kind < 0.65:
                lines.append("x, y = y, x")
            elif kind < 0.8:
                lines.append(rng.choice(NUMBERS))
            else:
                lines.append(f"{rng.choice(NAMES)} = {fill(rng.choice(EXPRESSIONS))}")
        return lines

    result = rng.choice(("x", "x, y", "[x, z]", "x + y * z", "x, k, v, flag", "x * k + v, flag"))
    lines = [
        "def f(x, y, w, n):",
        "    z, k, v, flag = x * y, 1, 0.5, False",
        *("    " + s for s in block(3)),
    ]
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
