"""Recorded writes into views of tensors that no call names: what captures take back is all of it."""

import types

import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def floats(*values):
    return paddle.to_tensor(values, dtype="float32")


def view_of_the_last_call(o, x, n):
    o.b[0] = o.k[1]
    o.k = x * 2
    o.b = o.a[:]


def view_in_a_list(o, x, n):
    y = x * 1
    if n % 2 == 0:
        o.list[1] = y.unsqueeze(0)[0]
    o.list[1][1] = o.k.mean()
    return y


def stored_before_a_branch(o, x, n):
    y = x * 1
    o.b = y[:]
    if o.k.mean() < 9:
        paddle.assign(o.a, y)
        o.b[:1] *= 0.5
        if o.a.sum() < 5:
            o.n += 1


def stored_before_a_loop(o, x, n):
    y = x * 1
    o.b = y[:]
    while y.sum() < 8:
        y.add_(paddle.to_tensor(1.0))
        o.b[:1] *= 1.5
    return y


def base_is_read_behind(o, x, n):
    o.b[0] = x[0]
    y = o.a * x
    o.a = o.a.detach() * 1
    o.b = o.a[1:]
    return y


FUNCTIONS = [
    view_of_the_last_call,
    view_in_a_list,
    stored_before_a_branch,
    stored_before_a_loop,
    base_is_read_behind,
]


def seen(t):
    return t.stop_gradient, t.is_leaf, t.detach().numpy().copy()


def history(function, convert, grads):
    o = types.SimpleNamespace(
        a=floats(1, 2), b=floats(3, 4), k=floats(5, 6), n=0, list=[floats(1, 2), floats(3, 4)]
    )
    static, found = convert(lambda x, n: function(o, x, n)), []
    for i, n in enumerate((0, 1, 1, 0, 0, 1, 0, 2)):
        x = floats(1, i)
        x.stop_gradient = not grads[i % len(grads)]
        try:
            result = static(x, n)
            tensors = [t for t in (result, o.b, o.list[1]) if t is not None and not t.stop_gradient]
            state = [seen(t) for t in (o.a, o.b, o.k, *o.list, o.a * 2)]
            if tensors:
                sum((t * t).sum() for t in tensors).backward()
            state.append(None if x.grad is None else x.grad.numpy())
        except (RuntimeError, ValueError) as error:
            state = [type(error), str(error).split(":")[0]]
        found.append([*state, o.n])
        if function is not view_of_the_last_call:
            o.list[1], o.b, o.k = o.list[1].detach(), o.b.detach(), o.k.detach()
    return found


@pytest.mark.parametrize("grads", [(True,), (False,), (True, False), (False, True, True)])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_is_taken_back(function, grads):
    expected, received = (history(function, c, grads) for c in (lambda f: f, to_static))
    for i, (e, r) in enumerate(zip(expected, received, strict=True)):
        assert same(e, r), f"call {i}: {r} instead of {e}"
