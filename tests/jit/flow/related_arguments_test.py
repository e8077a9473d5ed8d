"""Arguments, and tensors found in objects, of which one was made of the other: each gets its part of the gradient."""

import types

import paddle
import pytest
from paddle.jit import report, to_static, vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def leaf(*values):
    return paddle.to_tensor(values, stop_gradient=False)


def gradients(function, make, calls=4):
    found = []
    for i in range(calls):
        leaves, arguments = make(1.0 + i)
        result = function(*arguments)
        (result * result).sum().backward()
        found.append([None if t.grad is None else t.grad.tolist() for t in leaves])
    return found


def direct(k):
    w = leaf(k, 2.0)
    return [w], [w, w * 3]


def chain(k):
    w = leaf(k, 2.0)
    a = w * 2
    b = a.tanh()
    return [w], [a, b * a]


def both_ways(k):
    w, v = leaf(k, 2.0), leaf(0.5, k)
    a = w * v
    return [w, v], [v, a + v]


def retained(k):
    w = leaf(k, 1.0)
    a = w * w
    a.retain_grads()
    return [w, a], [a * 2, a]


def unused(k):
    w = leaf(k, 1.0)
    a = w * w
    return [w], [a, (a * 2).detach()]


@pytest.mark.parametrize("make", [direct, chain, both_ways, retained, unused])
@pytest.mark.parametrize(
    "function", [lambda a, b: a * b, lambda a, b: b.exp() + a, lambda a, b: b - b * 2 + 0 * a]
)
def test_arguments(make, function):
    static = to_static(function)
    assert gradients(static, make) == gradients(function, make)
    assert report(static).skipped >= 2


def test_the_other_one_is_found_in_an_object():
    def run(convert):
        state = types.SimpleNamespace(h=None)
        function = convert(lambda x: (state.h * x).tanh())

        def make(k):
            w = leaf(k, 0.25)
            state.h = w.exp()
            return [w], [w * 2 + state.h]

        return gradients(function, make)

    assert run(to_static) == run(lambda f: f)


def test_gradients_of_gradients():
    def run(convert):
        function, found = convert(lambda a, b: a * b * b), []
        for i in range(4):
            w = leaf(1.0 + i)
            (g,) = paddle.grad(function(w * w, w * 3), w, create_graph=True)
            (h,) = paddle.grad(g, w)
            found.append((g.tolist(), h.tolist()))
        return found

    assert run(to_static) == run(lambda f: f)


def test_one_program_for_many_sizes():
    def run(convert):
        function, found = convert(lambda a, b: (a * b).sum()), []
        for n in (3, 4, 5, 6, 7):
            w = paddle.arange(n, dtype="float32")
            w.stop_gradient = False
            function(w, w * 2 + 1).backward()
            found.append(w.grad.tolist())
        return found

    assert run(to_static) == run(lambda f: f)
