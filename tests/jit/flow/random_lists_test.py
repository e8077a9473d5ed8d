"""Random functions of lists that grow and tensors that are written, in branches and loops on tensors."""

import random

import paddle  # noqa: F401
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paddle.jit import vm

from .differential import agree
from .random_test import calls, compiled

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

VALUES = (
    "{a} * 0.5 + {b}",
    "paddle.tanh({a})",
    "{a} * w",
    "{a} + k",
    "{a}.detach() * {b}",
    "{a}",
    "{a} * {b}",
)
LISTS = (
    "out.append({v})", "out.append({v})", "other.append({v})", "out += [{v}, {v}]", "out.extend(({v},))",
    "{a} = out[-1]", "k = len(out)", "k = len(other) + 1", "{a} = out[0]", "other.append(out[-1])",
)  # fmt: skip
WRITES = (
    "{a}.add_({b})",
    "{a}[0] = {b}[1]",
    "{a}[1] = 0.5",
    "{a}.scale_(0.5)",
    "{a}[k % 2] = {b}[0]",
    "{a} *= {b}",
)
PLAIN = ("{a} = {v}", "k = k + 1", "{a}, {b} = {b}, {a}")
CONDITIONS = ("{a}.sum() > 0", "{a}.max() < {b}.max()", "len(out) > 2", "other", "k % 2 == 0")
LEAVE = ("break", "continue")
RESULTS = (
    "out, other, len(out)", "paddle.stack(out), x", "out[-1], y, len(other)", "paddle.concat(out), k",
    "paddle.stack(other) if other else x * 2", "x, y, out", "[t * 2 for t in out]",
)  # fmt: skip


def source(seed):
    rng = random.Random(seed)
    loops = 0

    def fill(text):
        value = rng.choice(VALUES).format(a=rng.choice("xyz"), b=rng.choice("xyz"))
        a = rng.choice("xyz")
        return text.format(a=a, b=rng.choice([c for c in "xyz" if c != a]), v=value)

    def block(depth):
        nonlocal loops
        lines = []
        for _ in range(rng.randint(1, 3)):
            kind = rng.uniform(0 if depth else 0.45, 1)
            if kind < 0.15:
                lines.append(f"if {fill(rng.choice(CONDITIONS))}:")
                lines += ["    " + s for s in block(depth - 1)]
                if rng.random() < 0.5:
                    lines += ["else:", *("    " + s for s in block(depth - 1))]
            elif kind < 0.45:
                loops += 1
                i = f"i{loops}"
                if rng.random() < 0.3:
                    lines += [
                        f"{i} = paddle.zeros([], 'int64')",
                        f"while {i} < n:",
                        f"    {i} = {i} + 1",
                    ]
                else:
                    lines.append(f"for {i} in range(n):")
                lines += ["    " + s for s in block(depth - 1)]
                if rng.random() < 0.3:
                    lines += [
                        f"    if {fill(rng.choice(CONDITIONS))}:",
                        f"        {rng.choice(LEAVE)}",
                    ]
                    lines.append("    " + fill(rng.choice(LISTS)))
            elif kind < 0.75:
                lines.append(fill(rng.choice(LISTS)))
            elif kind < 0.87:
                lines.append(fill(rng.choice(WRITES)))
            else:
                lines.append(fill(rng.choice(PLAIN)))
        return lines

    first = rng.choice(("[x * 2]", "[]", "[y, x * 1]"))
    lines = [
        "def f(x, y, w, n):",
        f"    x, y, z, k, out, other = x * 1, y * 2, x * y, 1, {first}, []",
        *("    " + s for s in block(2)),
    ]
    return "\n".join([*lines, f"    return {rng.choice(RESULTS)}"]) + "\n"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_random_functions(seed):
    text = source(seed)
    try:
        agree(compiled(text, f"<random {seed}>"), calls(seed), whole=None)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{text}") from None
