"""Random functions that write in place, through views, into attributes, lists and buffers, at changing sizes: captured
they leave behind what the plain functions leave behind."""

import random

import numpy as np
import paddle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paddle import nn
from paddle.jit import vm

from .differential import _plain, leaves, same
from .random_test import compiled

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

VIEWS = (
    "{a} = {b}[1:]", "{a} = {b}[::2]", "{a} = {b}.reshape([-1])", "{a} = {b}.T", "{a} = {b}[:, 0]", "{a} = {b}[-1]",
    "{a} = {b}.unsqueeze(0)", "{a} = {b}.flatten()", "{a} = {b}.detach()", "{a} = {b}", "{a} = {b}[..., ::-1]",
    "{a} = {b}.transpose([1, 0])", "{a} = {b}.expand([2, *{b}.shape])", "{a} = {b}.view({b}.shape)",
    "{a} = paddle.chunk({b}, 2)[0]", "{a} = {b}.squeeze()",
)  # fmt: skip
VALUES = (
    "{a} = {b} * 2", "{a} = {b} + {c}.sum()", "{a} = paddle.tanh({b})", "{a} = {b}.clone()", "{a} = {b} / len({c})",
    "{a} = {b} * {b}.shape[0]", "{a} = paddle.concat([{b}, {b}])", "{a} = {b} - {c}.mean()",
    "{a} = paddle.zeros({b}.shape)",
    "{a} = paddle.arange(len({b}) * 1.0)", "{a} = {b}.sum(0, keepdim=True) + {b}", "{a} = s.w * {b}.sum()",
    "{a} = paddle.rand({b}.shape)", "{a} = {b}.astype('float64').astype('float32')", "{a} = s.kept + {b}.max()",
    "{a} = s.items[-1] * {b}.mean()", "{a} = {b}[{b}.argmax() % {b}.shape[0]]", "{a} = {b}.reshape([len({b}), -1])",
    "{a} = sum({b} for {b} in [{b}, {b}])", "{a} = {b} * s.count", "{a} = paddle.nn.functional.dropout({b}, 0.5)",
)  # fmt: skip
WRITES = (
    "{a}.add_(paddle.ones({a}.shape))", "{a} *= 0.5", "{a}[0] = 1.5", "{a}[:] = {b}.sum()", "{a}.scale_(0.5)",
    "{a}.zero_()",
    "{a}[-1] = {b}.mean()", "{a}[..., 0] += 2", "s.buffer.add_({b}.sum())", "s.buffer[1] = {b}.max()",
    "{a}.fill_(0.25)",
    "{a}[{b}.sum() > 0] = 1.0", "{a}.set_value({a} * 2)", "{a}.tanh_()", "{a}[::2] = 0.0", "s.kept += {b}.sum()",
    "s.w.add_({b}.sum() * 0.01)", "{a}.copy_({a} + 1)", "s.kept[0] = {b}.min()",
)  # fmt: skip
STATE = (
    "s.count += 1", "s.last = {a}", "s.items.append({a}.sum())", "s.items = [{a}.mean()]",
    "s.kept = {a}.sum().reshape([1])",
    "s.kept = s.buffer[:1]", "s.table['k'] = {a}", "{a} = s.table.get('k', {b})", "s.name = f'{{len({a})}}'",
    "s.sizes.append(len({a}))", "{a} = s.last if s.last is not None else {b}",
    "s.items.pop() if len(s.items) > 1 else None",
    "s.buffer = s.buffer + 1", "s.count = len({a}) + s.count", "s.kept = s.buffer",
)  # fmt: skip
NAMES = "xyz"


class State(nn.Layer):
    def __init__(self):
        super().__init__()
        self.register_buffer("buffer", paddle.zeros([3]))
        self.w = self.create_parameter([2], default_initializer=nn.initializer.Constant(0.5))
        self.kept = paddle.ones([1])
        self.items, self.table, self.sizes = [paddle.ones([])], {}, []
        self.count, self.name, self.last = 1, "", None

    def seen(self):
        """All that a call may have changed."""
        return leaves([
            self.buffer, self.w, self.kept, self.items, self.table, self.sizes, self.count, self.name, self.last,
        ])  # fmt: skip


def source(seed):
    rng = random.Random(seed)

    def line():
        forms = rng.choices((VIEWS, VALUES, WRITES, STATE), (3, 3, 3, 2))[0]
        text = rng.choice(forms)
        names = {k: rng.choice(NAMES) for k in "abc"}
        lines = [text.format(**names)]
        if forms is WRITES and rng.random() < 0.4:
            lines = ["with paddle.no_grad():", "    " + lines[0]]
        elif rng.random() < 0.1:
            lines = [
                f"if {rng.choice(('len(x) > 3', 's.count % 2', 'x.sum() > 0'))}:",
                "    " + lines[0],
            ]
        elif rng.random() < 0.08:
            lines = ["for i in range(2):", "    " + lines[0]]
        return lines

    body = [text for _ in range(rng.randint(2, 7)) for text in line()]
    result = rng.choice(
        ("x", "x, y", "[x, z]", "(y, s.kept)", "{'z': z, 'b': s.buffer}", "x, s.count")
    )
    lines = [
        "def f(s, x, y):",
        "    z = x + y",
        *("    " + text for text in body),
        f"    return {result}",
    ]
    return "\n".join(lines) + "\n"


def run(function, state, arguments, seed):
    paddle.seed(seed)
    given = [paddle.to_tensor(a) for a in arguments]
    roots = given
    if seed % 3:
        for t in given:
            t.stop_gradient = False
        given = [t * 1 for t in given]
    try:
        flat = leaves(function(state, *given))
        losses = [
            (v * v).sum() for v in flat if isinstance(v, paddle.Tensor) and not v.stop_gradient
        ]
        if losses:
            sum(losses).backward()
    except (ValueError, RuntimeError, IndexError, TypeError, ArithmeticError) as error:
        return [type(error)], False
    seen = [_plain(v) for v in [*flat, *given]] + [
        "none" if t.grad is None else _plain(t.grad) for t in [*roots, state.w]
    ]
    state.w.clear_grad()
    return seen + [_plain(v) for v in state.seen()], True


def agree(text, name, seed):
    function = compiled(text, name)
    static = paddle.jit.to_static(function)
    plain_state, state = State(), State()
    rng = np.random.default_rng(seed)
    for i, size in enumerate((3, 3, 3, 5, 4, 5, 1, 3, 6)):
        arguments = [rng.standard_normal([size, 2]).astype("float32") for _ in "xy"]
        expected, whole = run(function, plain_state, arguments, i)
        received, _ = run(static, state, arguments, i)
        assert paddle.is_grad_enabled()
        assert len(received) == len(expected), f"call {i}: {received} instead of {expected}"
        for k, (got, want) in enumerate(zip(received, expected, strict=True)):
            assert same(got, want), f"call {i}, item {k}: {got} instead of {want}"
        if not whole:
            return


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_random_memory(seed):
    text = source(seed)
    try:
        agree(text, f"<memory {seed}>", seed)
    except AssertionError as error:
        raise AssertionError(f"{error}\n{text}") from None
