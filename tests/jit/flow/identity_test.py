"""Which places hold one tensor after a call: as after plain Python, whichever way of a branch was gone."""

import copy
import time
import types

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def _t(*values):
    return paddle.to_tensor([float(v) for v in values])


def _pass_or_set(o, x, y):
    if y.sum() < 1:
        pass
    else:
        o.b = y * 2


def _write_before(o, x, y):
    o.a.scale_(0.9)
    if y.sum() < 1:
        pass
    else:
        o.b = o.a * 2


def _set(o, x, y):
    if y.sum() >= 1:
        o.b = o.a * 2
    return x * 2


def _loop(o, x, y):
    while y.sum() >= 1:
        o.b = o.a * 2
        y = y - 1
    return y


def _item(o, x, y):
    if y.sum() >= 1:
        o.l[0] = o.a * 2
    return y


def _either(o, x, y):
    o.b = o.a * 2 if y.sum() >= 1 else o.b
    return y


def _write_behind(o, x, y):
    o.b = o.a * 2 if y.sum() >= 1 else o.b
    o.b.add_(1.0)
    return y


@pytest.mark.parametrize("held", ["one", "argument", "attribute", "view"])
@pytest.mark.parametrize(
    "f", [_pass_or_set, _write_before, _set, _loop, _item, _either, _write_behind]
)
def test_what_a_way_leaves_alone_is_the_same_object(f, held):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        o = types.SimpleNamespace(a=_t(1), b=_t(2))
        o.l = [o.b]
        g = convert(lambda x, y, o=o: f(o, x, y))
        calls = []
        for value in (0, 3, 0, 0, 4, 0, 0):
            before = o.l[0] if f is _item else o.b
            x = before if held == "argument" else _t(8)
            other = before.detach() if held == "view" else before
            if held == "attribute":
                o.z = before
            g(x, _t(value))
            now = o.l[0] if f is _item else o.b
            now.add_(_t(10))
            calls.append((now is before, x.item(), other.item(), before.item(), now.item()))
        found.append(calls)
    assert found[0] == found[1]


def _write_argument_of_operator(o, y):
    if o.k.sum() > 0:
        pass
    else:
        o.b = o.a * 2
    paddle.assign(o.c, y)


def _add_to_argument(o, y):
    if o.k.sum() <= 0:
        o.b = y * 2
    y.add_(o.c)


def _write_item_of_argument(o, y):
    if o.k.sum() <= 0:
        o.b = y * 2
    y[0] = 3.0
    return y * 2


@pytest.mark.parametrize(
    "f", [_write_argument_of_operator, _add_to_argument, _write_item_of_argument]
)
def test_an_argument_that_is_an_attribute_is_written(f):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        o = types.SimpleNamespace(a=_t(1), b=_t(2), c=_t(3), k=_t(1))
        g = convert(lambda y, o=o: f(o, y))
        calls = []
        for k in range(5):
            y = o.b if k in (0, 2, 4) else _t(9)
            if k == 3:
                o.k = _t(-1)
            g(y)
            calls.append((y.item(), o.b.item(), o.b is y))
        found.append(calls)
    assert found[0] == found[1]


def _one_or_two(o, x):
    if x.sum() > 3:
        o.a = x * 1
        o.b = o.a
    else:
        o.a = x * 2
        o.b = x * 3


def _results(o, x):
    a = x * 2
    b = a if x.sum() > 3 else x * 3
    return a, b


def _items(o, x):
    o.l[0] = x * 1
    o.l[1] = o.l[0] if x.sum() > 3 else x * 5
    o.a = o.l[0]


def _old_or_new(o, x):
    o.a = o.b if x.sum() > 3 else x * 1
    o.a.add_(x)
    return o.b * 1


@pytest.mark.parametrize("unknown", ["before", "behind", "none"])
@pytest.mark.parametrize("f", [_one_or_two, _results, _items, _old_or_new])
def test_one_tensor_in_one_way_two_in_the_other(f, unknown):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        o = types.SimpleNamespace(a=_t(1, 1), b=_t(2, 2), l=[_t(2, 2), _t(3, 3)])

        def g(x, o=o):
            if unknown == "before":
                copy.copy(o.l)
                time.time()
            result = f(o, x)
            if unknown == "behind":
                time.time()
            return result

        g = convert(g)
        calls = []
        for value in (1, 5, 3, -7, 8, 2, 1, 9):
            result = g(_t(1, value))
            held = [o.a, o.b, *o.l]
            held += list(result) if isinstance(result, tuple) else []
            one = [[p is q for p in held] for q in held]
            held[0].add_(_t(5, 5))
            held[-1].add_(_t(1, 0))
            calls.append((one, [t.tolist() for t in held]))
        found.append(calls)
    assert found[0] == found[1]
