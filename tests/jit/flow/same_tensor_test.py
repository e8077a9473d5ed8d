"""One tensor in two places when a function is captured, two later, and the other way round."""

import types

import paddle
import pytest


def _tensor(value):
    return paddle.to_tensor([float(value)])


def _same(make, calls=6):
    """`make()` gives (function, change before call k): eager and captured calls agree."""
    results = []
    for convert in (lambda f: f, paddle.jit.to_static):
        f, change = make()
        f = convert(f)
        found = []
        for k in range(calls):
            change(k)
            found.append(f().tolist())
        results.append(found)
    assert results[0] == results[1]


def _attributes():
    o = types.SimpleNamespace()
    o.u = o.t = _tensor(1)
    return lambda: o.u * 10 + o.t, lambda k: k == 2 and setattr(o, "t", _tensor(5))


def _dict():
    d = {}
    d["u"] = d["t"] = _tensor(1)
    return lambda: d["u"] * 10 + d["t"], lambda k: k == 2 and d.update(t=_tensor(5))


def _list():
    a = [_tensor(1)] * 2
    return lambda: a[0] * 10 + a[1], lambda k: k == 2 and a.__setitem__(1, _tensor(5))


def _closure():
    p = q = _tensor(1)

    def change(k):
        nonlocal q
        if k == 2:
            q = _tensor(5)

    return lambda: p * 10 + q, change


def _buffers():
    layer = paddle.nn.Layer()
    z = paddle.ones([1])
    layer.register_buffer("a", z)
    layer.register_buffer("b", z)
    return lambda: layer.a * 3 - layer.b, lambda k: k == 2 and setattr(layer, "b", _tensor(5))


def _is():
    o = types.SimpleNamespace(a=_tensor(1), b=_tensor(2))

    def change(k):
        o.b = o.a if k in (2, 4) else _tensor(2)

    return lambda: o.a * (100 if o.a is o.b else 1), change


@pytest.mark.parametrize("make", [_attributes, _dict, _list, _closure, _buffers, _is])
def test_places(make):
    _same(make)


def test_state_that_starts_as_one_tensor():
    class Cell(paddle.nn.Layer):
        def __init__(self):
            super().__init__()
            self.h = self.c = paddle.zeros([1])

        def forward(self, x):
            self.h = self.h * 0.5 + x
            self.c = self.c + self.h
            return self.c

    eager, captured = Cell(), paddle.jit.to_static(Cell())
    x = _tensor(1)
    assert [eager(x).item() for _ in range(6)] == [captured(x).item() for _ in range(6)]


@pytest.mark.parametrize("behind_branch", [False, True])
def test_an_argument_that_is_an_attribute_too(behind_branch):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        o = types.SimpleNamespace(a=_tensor(1), b=_tensor(2))

        def f(x, y, o=o):
            o.a = (o.b if y.sum() > 0 else y) if behind_branch else o.b

        g = convert(f)
        for k in range(6):
            x = o.b if k < 2 else _tensor(50 + k)
            g(x, _tensor(k))
            found.append((o.a is o.b, o.a is x, o.a.tolist()))
            o.a = _tensor(1)
    assert found[:6] == found[6:]


def test_is_argument():
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        o = types.SimpleNamespace(t=_tensor(1))
        g = convert(lambda x, o=o: x * (100 if x is o.t else 1))
        found.append([g(x).item() for x in (_tensor(1), _tensor(1), o.t, _tensor(1), o.t)])
    assert found[0] == found[1]


def test_a_dict_that_lost_elements_and_is_read_as_a_whole():
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        d = {k: _tensor(k) for k in range(4)}
        last = d[3]

        def f(x, d=d, last=last):
            y = x
            if x.sum() > 0:
                d.pop(3)
                y = sum(d.values(), x)
            d[3] = last
            return y

        g = convert(f)
        found.append([g(_tensor(k)).item() for k in (1, 2, -1, 3)])
    assert found[0] == found[1]
