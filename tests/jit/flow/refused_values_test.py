"""A kernel that refuses a value after tensors were written: the call is made again by Python, so that all that came
before has happened, handlers of the function are run, and nothing is left without values."""

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import to_static, vm
from paddle.nn import functional as F

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def written(convert):
    state, w = [], paddle.zeros([2])

    @convert
    def f(x, i, k):
        state.append(k)
        w[:] = x[0]
        e = paddle.gather(x, i)
        w[0] = 9.0
        return e

    def call(k, i):
        f(paddle.to_tensor([10.0 * k, 1.0]), paddle.to_tensor([i]), k)
        return None

    return call, lambda: (state[:], w.tolist())


def handled(convert):
    state, w = [], paddle.zeros([1])

    @convert
    def f(x, i):
        w.add_(x.sum())
        try:
            e = x[i].sum()
        except IndexError:
            e = w * 100
        finally:
            state.append(1)
        return e

    return (
        lambda k, i: f(paddle.to_tensor([float(k), 1.0]), paddle.to_tensor([i])).tolist(),
        lambda: (state[:], w.tolist()),
    )


def trained(convert):
    paddle.seed(1)
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1D(4), nn.Linear(4, 3))
    update = paddle.optimizer.Adam(0.1, parameters=net.parameters())
    state = {"steps": 0, "averages": {}}

    @convert
    def step(x, label):
        state["steps"] += 1
        loss = F.cross_entropy(net(x), label)
        loss.backward()
        update.step()
        update.clear_grad()
        for name, p in net.named_parameters():
            state["averages"][name] = state["averages"].get(name, p) * 0.9 + p * 0.1
        return loss

    data = paddle.to_tensor(np.arange(12, dtype="float32").reshape(4, 3) / 12)
    return (
        lambda k, i: step(data * k, paddle.to_tensor([0, 1, 2, i])).item(),
        lambda: (
            state["steps"],
            {k: v.numpy().tolist() for k, v in state["averages"].items()},
            [p.numpy().tolist() for p in (*net.parameters(), *net.buffers())],
        ),
    )


def outcome(call, *args):
    try:
        return call(*args)
    except (ValueError, IndexError) as error:
        return type(error), str(error)


@pytest.mark.parametrize("make", [written, handled, trained], ids=lambda f: f.__name__)
@pytest.mark.parametrize("order", [(9, 0, 1), (0, 1, 9, 1, 9, 0), (0, 9, 0, 0, 1)])
def test_refused_values_leave_what_eager_code_leaves(make, order):
    (plain, seen), (captured, seen_too) = make(lambda f: f), make(to_static)
    for k, i in enumerate(order, 1):
        assert outcome(plain, k, i) == outcome(captured, k, i)
        assert seen() == seen_too()


def test_a_large_tensor_that_is_written_before_leaves_no_tensor_without_values():
    w = paddle.zeros([1 << 20])
    holder = {}

    @to_static
    def f(x, i):
        w.add_(paddle.ones([1 << 20]))
        holder["h"] = x * 2
        return paddle.gather(x, i)

    with pytest.raises((ValueError, IndexError)):
        f(paddle.ones([2]), paddle.to_tensor([9]))
    assert "h" not in holder or holder["h"].tolist() == [2.0, 2.0]
    assert f(paddle.ones([2]), paddle.to_tensor([1])).tolist() == [1.0]
    assert holder["h"].tolist() == [2.0, 2.0]
