"""Gradients through branches and loops on tensors."""

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import to_static, vm

from .differential import agree, floats, number, run, same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

UP, DOWN = floats(1.0, 2.0), floats(-1.0, -2.0)
W = floats(0.5, 0.3)


def skips(static):
    return paddle.jit.report(static).skipped > 0


def test_if():
    def f(x):
        if x.sum() > 0:
            y = x * x * 2
        else:
            y = x.exp() - 1
        return y * x

    assert skips(agree(f, [(UP,), (DOWN,)]))


def test_no_gradient_where_the_way_that_ran_has_none():
    def f(x, a, b):
        if x.sum() > 0:
            return x * a
        return x * b

    assert skips(agree(f, [(UP, W, W), (DOWN, W, W)]))


def test_results_of_which_some_have_a_gradient():
    def f(x, a, b):
        if x.sum() > 0:
            y, z = x * a, (x * b).detach()
        else:
            y, z = x * b, (x * a).detach()
        return y, z

    agree(f, [(UP, W, W), (DOWN, W, W)])


def test_detached_and_no_grad_parts_stay_constant():
    def f(x):
        if x.sum() > 0:
            with paddle.no_grad():
                k = x * 3
            y = x * k
        else:
            y = x * x.detach()
        return y

    agree(f, [(UP,), (DOWN,)])


def test_backward_of_one_of_two_results():
    def f(x, w):
        if x.sum() > 0:
            return x * 2, w * 3
        return x * 4, w * 5

    static = to_static(f)
    for function in (f, static, static):
        x, w = paddle.to_tensor(UP), paddle.to_tensor(W)
        x.stop_gradient = w.stop_gradient = False
        function(x, w)[1].sum().backward()
        assert x.grad is None and w.grad is not None
    assert skips(static)


def test_nested_if_and_views():
    def f(x, w):
        if x.sum() > 0:
            y = x[0] * w
            if y.sum() > 1:
                y = y * x[1]
            else:
                y = y - x[1:]
        else:
            y = x.T * w[0]
        return y

    agree(f, [(UP, W), (UP * 3, W), (DOWN, W)])


def test_writes_within_a_branch():
    def f(x, w):
        if x.sum() > 0:
            y = x.clone()
            y[0] = w[1] * 2
            y = y * y
        else:
            y = x * 1
            y.add_(w)
        return y

    agree(f, [(UP, W), (DOWN, W)])


def test_random_numbers_are_those_of_the_forward():
    def f(x, n):
        i = paddle.zeros([], "int64")
        while i < n:
            if x.sum() > 0:
                x = x * paddle.rand([2])
            else:
                x = nn.functional.dropout(x, 0.5)
            i = i + 1
        return x

    agree(f, [(UP, number(3)), (DOWN, number(4)), (UP, number(0))])


@pytest.mark.parametrize("times", [(3, 0, 5, 1)])
def test_while(times):
    def f(x, w, n):
        i = paddle.zeros([], "int64")
        while i < n:
            x = paddle.tanh(x * w) + 0.5
            i = i + 1
        return x

    assert skips(agree(f, [(UP, W, number(n)) for n in times]))


def test_values_that_change_places():
    def f(x, y, n):
        i = paddle.zeros([], "int64")
        while i < n:
            x, y = y, x * 2
            i = i + 1
        return x

    agree(f, [(UP, W, number(n)) for n in (3, 0, 4, 1)])


def test_nested_loops():
    def f(x, w, n):
        i = paddle.zeros([], "int64")
        while i < n:
            j = paddle.zeros([], "int64")
            while j < i:
                x = paddle.sin(x) * w
                j = j + 1
            if x.sum() > 1:
                x = x * x
            else:
                x = x - w
            i = i + 1
        return x

    agree(f, [(UP, W, number(n)) for n in (4, 0, 1)])


def test_in_place_in_a_loop():
    def f(x, n):
        y = x * 1
        i = paddle.zeros([], "int64")
        while i < n:
            y = y * x
            y.add_(x * i)
            i = i + 1
        return y

    agree(f, [(UP, number(3)), (UP, number(0))])


def test_a_tensor_that_is_written_after_the_branch():
    def f(x, w):
        c = w * 1
        with paddle.no_grad():
            k = w * 2
        if x.sum() > 0:
            y = paddle.tanh(x * k + c)
        else:
            y = x * c
        with paddle.no_grad():
            k.add_(k)
        return y * k

    def eager(x, w):  # (what eager forbids: the same with a copy)
        c = w * 1
        with paddle.no_grad():
            k = w * 2
            before = k * 1
        y = paddle.tanh(x * before + c) if x.sum() > 0 else x * c
        with paddle.no_grad():
            k.add_(k)
        return y * k

    static = to_static(f)
    for i, x in enumerate((UP, DOWN, UP)):
        assert same(run(static, (x, W), i), run(eager, (x, W), i))


def test_training_steps():
    def make():
        paddle.seed(0)
        net = nn.Linear(2, 2)
        return net, paddle.optimizer.Adam(0.1, parameters=net.parameters())

    def step(net, optimizer, x):
        y = net(x)
        if y.sum() > 0:
            y = y * y
        else:
            y = y.exp()
        i = paddle.zeros([], "int64")
        while i < 3:
            y = paddle.tanh(y + x)
            i = i + 1
        loss = (y * y).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        return loss.detach()

    found = []
    for capture in (False, True):
        net, optimizer = make()
        function = to_static(step) if capture else step
        losses = [
            float(function(net, optimizer, paddle.to_tensor([[1.0, k], [k - 2, 1.0]])))
            for k in (0.0, 1.0, 2.0, -3.0)
        ]
        found.append([np.array(losses), *(p.numpy() for p in net.parameters())])
        if capture:
            assert not paddle.jit.report(function).breaks
    assert same(*found)


def test_hooks_see_whole_gradients_and_only_those_that_are_there():
    seen = []

    def f(x, w):
        y = x * 2
        v = w * 2
        for t in (y, v):
            t.register_hook(lambda g: seen.append(g.detach().numpy().tolist()))
        if x.sum() > 0:
            return y * y
        return y * v

    for x in (UP, DOWN):
        expected = run(f, (x, W), 0)
        hooks = list(seen)
        seen.clear()
        assert same(run(to_static(f), (x, W), 0), expected)
        assert hooks == seen
        seen.clear()


def test_gradients_inside_the_function():
    def f(x, n):
        y = x * 1
        i = paddle.zeros([], "int64")
        while i < n:
            y = y * x
            i = i + 1
        (g,) = paddle.grad((y * y).sum(), x)
        return g

    agree(f, [(UP, number(3)), (UP, number(0))])


def test_gradients_of_gradients():
    def branch(x, n):
        return x * x * x if x.sum() > 0 else x * x

    def structures(x, n):
        return {"y": x**3} if x.sum() > 0 else [x**2]

    def loop(x, n):
        for _ in range(n):
            x = x * x
        return x

    def second(f, values, n):
        x = paddle.to_tensor(values, stop_gradient=False)
        out = f(x, paddle.to_tensor(n))
        out = out["y"] if isinstance(out, dict) else out[0] if isinstance(out, list) else out
        (g,) = paddle.grad(out.sum(), x, create_graph=True)
        (h,) = paddle.grad((g * g).sum(), x, create_graph=True)
        (third,) = paddle.grad(h.sum(), x)
        return [t.numpy() for t in (g, h, third)]

    for f in (branch, structures, loop):
        static = to_static(f)
        for values in (UP, DOWN, UP):
            for a, b in zip(second(static, values, 2), second(f, values, 2), strict=True):
                assert np.allclose(a, b), f.__name__
        assert paddle.jit.report(static).skipped


def test_a_value_that_gets_its_gradient_in_the_loop():
    def f(x, n):
        total = paddle.zeros([2])
        i = paddle.zeros([], "int64")
        while i < n:
            total = total + x
            i = i + 1
        return total

    static = agree(f, [(UP, number(2)), (UP, number(0))])
    assert not paddle.jit.report(static).assumptions
