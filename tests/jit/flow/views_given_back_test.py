"""Results that are views of one another, of what is no result, of arguments and of parameters: writes, histories."""

import types

import paddle
import pytest
from paddle.jit import report, to_static, vm

from .differential import same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def two(v):
    return v if isinstance(v, tuple) else (v, v)


FUNCTIONS = {
    "a result and its part": lambda w, x: (lambda a: (a, a[:1]))(w * x),
    "the part first": lambda w, x: (lambda a: (a[1:], a))(w * x),
    "parts of what is no result": lambda w, x: (lambda a: (a[:1], a.reshape([2, 1])))(w * x),
    "parts that overlap": lambda w, x: (lambda a: (a[1:], a[1:2]))(w * x),
    "a part of a part": lambda w, x: (lambda a: (a, a[:][1:]))(w * x),
    "detached": lambda w, x: (lambda a: (a, a[:1]))((w * x).detach()),
    "a detached part": lambda w, x: (lambda a: (a, a.detach()[:1]))(w * x),
    "a part that was made under no_grad": lambda w, x: (lambda a: (a, no_grad(lambda: a[:1])))(
        w * x
    ),
    "a part of an argument": lambda w, x: (w * x, x[:1]),
    "two of an argument": lambda w, x: (x[:1] * w, x.reshape([2, 1]), x[1:]),
    "a part of a parameter": lambda w, x: (w * x, w[:1]),
    "a shape of a parameter": lambda w, x: (w * x, w.reshape([2, 1])),
    "a part and what follows from it": lambda w, x: (lambda v: (v * v * w, v))((w * x)[1:]),
    "one alone": lambda w, x: (w * x)[1:],
}


def no_grad(make):
    with paddle.no_grad():
        return make()


def squares(*tensors):
    return sum((t * t).sum() for t in tensors)


def add(w, x, a, b):
    b.add_(paddle.to_tensor(2.0))
    squares(a, b).backward()


def multiply(w, x, a, b):
    b.multiply_(paddle.to_tensor(5.0))
    squares(a).backward()


def multiply_other(w, x, a, b):
    a.multiply_(paddle.to_tensor(4.0))
    squares(b).backward()


def by_parameter(w, x, a, b):
    b.multiply_(w.sum().reshape([1] * b.ndim))
    (squares(a) + squares(b)).backward()


def set_item(w, x, a, b):
    a[0] = w.sum() * 3
    squares(a, b).backward()


def write_argument(w, x, a, b):
    x.multiply_(paddle.to_tensor(3.0))
    squares(a, b).backward()


def zero(w, x, a, b):
    with paddle.no_grad():
        b.zero_()
    squares(a).backward()


def partial(w, x, a, b):
    return paddle.grad(squares(b), [a, w, x], allow_unused=True)


def hooks(w, x, a, b):
    a.register_hook(lambda g: g * 2)
    b.register_hook(lambda g: g * 3)
    squares(a, b).backward()


def data(w, x, a, b):
    b.set_value(b.detach() * 0 + 7)
    squares(b, a).backward()


USES = [
    add,
    multiply,
    multiply_other,
    by_parameter,
    set_item,
    write_argument,
    zero,
    partial,
    hooks,
    data,
]


def plain(t):
    return None if t is None else (t.stop_gradient, t.is_leaf, t.detach().numpy().copy())


def history(function, use, convert, grad):
    w = paddle.to_tensor([2.0, 3.0], stop_gradient=False)
    static, found = convert(lambda x: function(w, x)), []
    for i in range(5):
        given = paddle.to_tensor([1.0, i + 1.0], stop_gradient=not grad)
        x = given * 1
        results = two(static(x))
        try:
            more = use(w, x, *results[:2]) or []
            seen = [plain(t) for t in (*results, *more, x, w, given.grad, w.grad)]
        except (RuntimeError, ValueError) as error:
            kept = "was changed by an in-place operation" in str(error)
            seen = [
                type(error),
                kept or str(error).split("\n")[0],
                *[plain(t) for t in (*results, w)],
            ]
        w.clear_grad()
        with paddle.no_grad():
            w.set_value(paddle.to_tensor([2.0, 3.0]))
        found.append(seen)
    return found, static


@pytest.mark.parametrize("grad", [True, False])
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("which", FUNCTIONS)
def test_views(which, use, grad):
    function = FUNCTIONS[which]
    expected, _ = history(function, use, lambda f: f, grad)
    received, static = history(function, use, to_static, grad)
    for i, (e, r) in enumerate(zip(expected, received, strict=True)):
        assert same(e, r), f"call {i}: {r} instead of {e}"
    if which != "detached":
        assert report(static).skipped, report(static)


def test_views_in_objects():
    def run(convert):
        state, found = types.SimpleNamespace(a=None, v=None), []

        def f(x):
            state.a = x * x
            state.v = state.a[1:]
            return state.a.sum()

        static = convert(f)
        for i in range(5):
            x = paddle.to_tensor([1.0, i + 1.0], stop_gradient=False)
            y = static(x)
            state.v.multiply_(paddle.to_tensor(3.0))
            (squares(state.a) + y).backward()
            found.append((x.grad.tolist(), state.a.tolist(), state.v.tolist()))
        return found

    assert run(to_static) == run(lambda f: f)
