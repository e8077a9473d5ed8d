"""Branches and loops on traced tensors: one graph, right for every input."""

import numpy as np
import pytest
from paddle.jit import vm

from .fake_tracer import Fake, evaluated, trace

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

POINTS = [-2.5, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 7.0]
PROGRAMS = []


def program(breaks=0, ifs=None, whiles=None):
    def register(fn):
        PROGRAMS.append(pytest.param(fn, breaks, ifs, whiles, id=fn.__name__))
        return fn

    return register


def native(fn, value):
    return evaluated(fn(Fake(np.asarray(value))), {})


@program(ifs=1)
def assign(x):
    if x > 0:
        y = x + 1
    else:
        y = x - 1
    return y * 2


@program(ifs=1)
def only_then(x):
    y = x
    if x > 0:
        y = y * 3
    return y


@program(ifs=1)
def only_else(x):
    y = x
    if x > 0:
        pass
    else:
        y = y * 3
    return y + x


@program(ifs=1)
def returns(x):
    if x > 0:
        return x + 1
    return x - 1


@program()
def returns_in_nest(x):
    if x > 0:
        if x > 1:
            return x * 5
        y = x + 1
    else:
        y = x
    z = y * 2
    if z > 3:
        return z
    return z - 1


@program(ifs=1)
def ternary(x):
    return (x if x > 0 else -x) + 1


@program()
def logic(x):
    a = x > 0 and x < 2
    b = x > 1 or x < -1
    return [a, b, not x > 0]


@program()
def chained(x):
    if -1 <= x < 2:
        return x * 2
    return x


@program(ifs=1)
def containers(x):
    if x > 0:
        out = {"a": x, "b": [x + 1, 3]}
    else:
        out = {"a": -x, "b": [x - 1, 3]}
    return out


@program(ifs=1)
def tuples(x):
    if x > 0:
        a, b = x, x + 1
    else:
        a, b = x + 2, x
    return a, b


@program()
def nested(x):
    y = x
    if x > 0:
        if x > 1:
            y = x * 10
        else:
            y = x * 5
    elif x < -1:
        y = x * 2
    return y


@program()
def numbers(x):
    n = 1
    if x > 0:
        n = 2
    return x * n


@program()
def elements(x):
    total = x * 0
    for k in range(3):
        if x > k:
            total = total + k + 1
    return total


@program()
def stops_early(x):
    total = x * 0
    for k in range(4):
        if x < k:
            break
        total = total + x
    return total


@program()
def returns_early(x):
    for k in range(4):
        if x < k:
            return x * k
    return x


@program()
def comprehension(x):
    return sum([x * k for k in range(3)]) + (1 if x > 0 else 2) * x


@program()
def calls(x):
    def f(y):
        if y > 1:
            return y * 2
        return y

    return f(x) + f(x + 1)


@program()
def closures(x):
    y = x

    def f():
        nonlocal y
        if x > 0:
            y = y + 1

    f()
    f()
    return y


class Box:
    pass


@program()
def attributes(x):
    b = Box()
    b.y = x
    b.n = [x]
    if x > 0:
        b.y = b.y + 1
        b.n[0] = b.y * 2
    return b.y, b.n


@program(whiles=1, ifs=0)
def loop(x):
    while x < 10:
        x = x + 3
    return x


@program(whiles=1)
def loop_counts(x):
    n = 0
    while x < 10:
        x = x + 3
        n += 1
    return x, n


@program(whiles=1)
def loop_with_branch(x):
    y = x
    while x < 10:
        if x > 2:
            y = y + x
        else:
            y = y - 1
        x = x + 1
    return x, y


@program()
def loop_breaks(x):
    y = x
    while x < 10:
        x = x + 2
        if x > 6:
            break
        y = y + x
    return x, y


@program()
def loop_continues(x):
    y = x
    while x < 10:
        x = x + 2
        if x > 6:
            continue
        y = y + x
    return x, y


@program()
def loop_in_loop(x):
    y = x * 0
    while x < 5:
        z = x
        while z < 6:
            z = z + 2
            y = y + z
        x = x + 1.5
    return x, y


@program(whiles=1)
def loop_attribute(x):
    b = Box()
    b.y = x
    while b.y < 5:
        b.y = b.y + 2
    return b.y


@program(ifs=0, whiles=0)
def no_branch(x):
    items = []
    for i in range(3):
        items.append(x * i)
    return items


# These break the graph, and are right all the same.


@program(breaks=1)
def raises_under_condition(x):
    if x > 100:
        raise ValueError("large")
    return x + 1


@program(breaks=1)
def asserts(x):
    assert x < 100, "large"
    return x + 1


@program(breaks=1)
def reads_data(x):
    if x > 0:
        return x.item()
    return -x.item()


@program(breaks=1)
def shapes_differ(x):
    y = 3
    if x > 0:
        y = "text"
    return x, y


@program(breaks=1)
def loop_appends(x):
    out = []
    while x < 6:
        x = x + 2
        out.append(x)
    return out


@program(breaks=1)
def loop_returns(x):
    while x < 6:
        x = x + 2
        if x > 3:
            return x * 100
    return x


@program(breaks=1)
def endless_with_break(x):
    while True:
        x = x + 1
        if x > 4:
            break
    return x


@program(breaks=1)
def prints(x):
    if x > 0:
        print(end="")
        x = x + 1
    return x


@program(breaks=1)
def unset_is_used(x):
    if x > -100:
        y = x + 1
    return y


@program()
def unset_is_not_used(x):
    if x > 0:
        t = x + 1
        z = t * 2
    else:
        z = x
    return z


@pytest.mark.parametrize("fn, breaks, ifs, whiles", PROGRAMS)
def test_program(fn, breaks, ifs, whiles):
    for value in POINTS:
        result, session, (x,) = trace(fn, value)
        assert evaluated(result, dict(session.tracer.env)) == native(fn, value)
        assert bool(session.breaks) <= bool(breaks), session.breaks
        assert not session.tracer.regions
        if not session.breaks:
            assert ifs is None or session.tracer.ifs == ifs
            assert whiles is None or session.tracer.whiles == whiles
            for other in POINTS:  # the graph of one input is right for the others
                assert evaluated(result, {x: np.asarray(other)}) == native(fn, other)


def test_undone_writes():
    b = Box()
    b.n, items = 0, [1]

    def f(x):
        if x > 0:
            b.n = b.n + 1
            items.append(2)
            raise ValueError(b.n)
        return b.n

    with pytest.raises(ValueError, match="1"):
        trace(f, 1.0)
    assert b.n == 1 and items == [1, 2]
    b.n, items[:] = 0, [1]
    assert trace(f, -1.0)[0] == 0 and items == [1]


def test_iterators_go_back():
    def f(x):
        it = iter([1, 2, 3])
        gen = (i for i in range(5))
        next(gen)
        for i in it:
            if x > i:
                x = x + next(gen)
        return x

    for value in POINTS:
        result, session, inputs = trace(f, value)
        assert evaluated(result, dict(session.tracer.env)) == native(f, value)
