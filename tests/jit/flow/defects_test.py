"""What random programs have found in branches and loops on tensors: writes, views, gradients, errors."""

import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def rows():
    return floats(1, 2, 5, 3, 4, 6, 5, 6, 7).reshape(3, 3)


def swapped_rows(x):
    x = x * 1
    if x.sum() > 0:
        x[0], x[-1] = x[-1], x[0]
    return x.sum()


def written_expanded(x):
    z = (x[0] * 1).expand([2, 3])
    if x.sum() > 0:
        z[0] = 7.0
    return z


def stopped_in_branch(x):
    x = x * 1
    if x.sum() < 0:
        x.stop_gradient = True
    return x


def stopped_before(x):
    y = x * 1
    z = x + y
    y.stop_gradient = True
    if x.sum() > 0:
        y.multiply_(z.sum())
    return y


@pytest.mark.parametrize(
    "function", [swapped_rows, written_expanded, stopped_in_branch, stopped_before]
)
def test_writes_and_gradients(function):
    agree(function, [(rows(),), (-rows(),)], whole=None)


def unused(x, n, k):
    z = x + 1
    for i in range(n):
        if i > 0:
            x = x / k
    return z


def test_what_nobody_uses_has_no_gradient_that_is_nan():
    agree(unused, [(floats(1, 1), number(2), k) for k in (2, 1, 0)], whole=None)


def fails(t):
    if t.max() > 1:
        raise KeyError
    return t + 1


def returns_in_finally(x, n):
    z = x * 2
    try:
        if n > 2:
            x = fails(x)
        else:
            assert z.sum() < 3
        z, x = x, z
    finally:
        return z  # noqa: B012


def test_handlers_see_errors_of_the_function_only():
    agree(
        returns_in_finally,
        [(floats(v, v), number(n)) for v in (1.5, 0.5, -2) for n in (1, 3)],
        whole=None,
    )


def test_a_write_of_a_branch_is_done_once():
    total = paddle.zeros([1])

    def f(x, k):
        z = x + 1
        if (x > 0).any():
            if k > 2:
                total.add_(x.sum())
                z.tanh_()
            else:
                z = z * k
        return x

    captured = to_static(f)
    seen = []
    for k in (1, 1, 2, 2, 3, 4, 1, 2, 5):
        captured(paddle.ones([2]), k)
        seen.append(total.item())
    assert seen == [0, 0, 0, 0, 2, 4, 4, 4, 6]


def test_captured_calls_within_calls_that_python_makes():
    inner = to_static(lambda t: t * 0.5)

    @paddle.jit.not_to_static
    def outer(t):
        return inner(t + 1)

    @to_static
    def f(y):
        x = outer(y)
        if x.min() < 0:
            return x * 2
        return x

    for _ in range(4):
        y = paddle.rand([2, 2])
        y.stop_gradient = False
        (f(y) ** 2).sum().backward()
        assert paddle.allclose(y.grad, (y + 1) / 2)


def test_steps_in_pieces_tell_versions(monkeypatch):
    monkeypatch.setattr(vm, "supported", lambda: False)

    def run(convert):
        paddle.seed(1)
        net = paddle.nn.Linear(4, 1)
        opt = paddle.optimizer.SGD(0.1, parameters=net.parameters())

        def f(x):
            for _ in range(2):
                h = net(x)
                if h.sum() > 1:
                    h = h * 2
                (h * h).mean().backward()
                opt.step()
                opt.clear_grad()

        g = convert(f)
        for i in range(4):
            g(paddle.ones([3, 4]) * (i + 1) * 0.1)
        return net.weight.numpy()

    assert (run(to_static) == run(lambda f: f)).all()


def penalty(x):
    h = x * x
    if h.sum() > 1:
        h = h * x
    g = paddle.grad(h.sum(), x, create_graph=True)[0]
    return (g * g).sum()


def test_gradients_of_gradients_through_a_branch():
    agree(penalty, [(floats(1, 2),), (floats(0.1, 0.2),)], whole=None)


def stopped_where_it_is_made(x):
    k = x * 2
    if k.min() < 3:
        k = x + x
        k.stop_gradient = True
    return k, k + x


def shown_in_a_loop(x, n):
    k = x * 1
    h = x + x
    for _ in range(n):
        h = k[:]
    if k.min() < 0.5:
        pass
    else:
        for _ in range(n):
            h.add_(x)
    return k, k


def written_by_a_detached_alias(x):
    y = x * 1
    k = y.detach()
    if x.sum() > 0:
        k = y
    k.add_(x)
    return k


def written_by_a_stopped_view(x):
    g, k = x * 2, x + x
    w, v = g[:], x[0:1]
    w.stop_gradient = True
    if x.max() > 1:
        v = k[::-1]
    w[0] = x.sum()
    return v.sum()


@pytest.mark.parametrize(
    "function",
    [stopped_where_it_is_made, written_by_a_detached_alias, written_by_a_stopped_view],
)
def test_histories_of_one_way(function):
    agree(function, [(floats(1, 2),), (floats(-1, -2),), (floats(3, 4),)], whole=None)


def test_writes_after_loops_that_show():
    calls = [(floats(*v), number(n)) for n in (1, 0, 2) for v in ((1, 2), (-1, 3), (0.1, 4))]
    with paddle.no_grad():
        agree(shown_in_a_loop, calls, whole=None)
    agree(shown_in_a_loop, calls, whole=None)
