"""Generators that are left in the middle of a `try`: their `finally` runs where plain Python runs it."""

import contextlib
import gc
import weakref

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


class Box:
    count = 0


BOX = Box()


def _two(x, log):
    try:
        yield x
        yield x * 2
    finally:
        log.append(1)


def _counting(x, log):
    try:
        yield x
    finally:
        BOX.count += 1


def _value(x, log):
    try:
        yield x
    finally:
        log.append(x.sum().item())


def _catching(x, log):
    try:
        try:
            yield x
        except ValueError:
            yield x * 1000
    finally:
        log.append(1)


def _from(x, log):
    yield from _two(x, log)


@contextlib.contextmanager
def _scope(log):
    log.append("in")
    try:
        yield
    finally:
        log.append("out")


def _with_scope(x, log):
    with _scope(log):
        yield x
        yield x * 3


def thrown_into(x, log):
    it = _catching(x, log)
    next(it)
    return it.throw(ValueError)


def one_way(x, log):
    if x.sum() > 0:
        it = _two(x, log)
        a = next(it)
    else:
        a = x * 2
    return a


def loop_in_one_way(x, log):
    if x.sum() > 0:
        for a in _two(x, log):  # noqa: B007
            break
    else:
        a = x * 2
    return a + len(log)


def returned_from_loop(x, log):
    for v in _two(x, log):
        return v


def call_in_one_way(x, log):
    return returned_from_loop(x, log) if x.sum() > 0 else x * 3


def made_before(x, log):
    it = _two(x, log)
    return next(it) if x.sum() > 0 else x * 2


def dropped_in_one_way(x, log):
    it = _two(x, log)
    next(it)
    if x.sum() > 0:
        del it
        a = x
    else:
        a = x * 2
    log.append(7)
    return a


def dropped(x, log):
    it = _value(x, log)
    a = next(it)
    it = None
    log.append(8)
    return a


def in_loop_on_tensors(x, log):
    while x.sum() > 0:
        for _ in _two(x, log):
            break
        x = x - 1
    return x


def returned_behind_test(x, log):
    for v in _from(x, log):
        if x.sum() > 0:
            return v
    return x * 2


def counted(x, log):
    it = _counting(x, log)
    return next(it) * BOX.count


def closed_in_one_way(x, log):
    if x.sum() > 0:
        it = _counting(x, log)
        a = next(it)
        it.close()
    else:
        a = x * 1
    return a * BOX.count


def zipped(x, log):
    a, *_ = zip(_two(x, log), [1], strict=False)
    return a[0]


def expression(x, log):
    return next(v for v in _two(x, log))


def expression_in_one_way(x, log):
    return next(v for v in _two(x, log)) if x.sum() > 0 else x


def any_of(x, log):
    return x * any(True for _ in _two(x, log))


def in_a_list(x, log):
    its = [_two(x, log), _two(x, log)]
    [next(i) for i in its]
    its.pop()
    log.append(5)
    return x * 1


def with_statement(x, log):
    return next(_with_scope(x, log)) + 1


def with_statement_in_one_way(x, log):
    return next(_with_scope(x, log)) + 1 if x.sum() > 0 else x


CASES = (
    thrown_into, one_way, loop_in_one_way, returned_from_loop, call_in_one_way, made_before, dropped_in_one_way,
    dropped, in_loop_on_tensors, returned_behind_test, counted, closed_in_one_way, zipped, expression,
    expression_in_one_way, any_of, in_a_list, with_statement, with_statement_in_one_way,
)  # fmt: skip


@pytest.mark.parametrize("f", CASES)
def test_left_in_the_middle(f):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        g, log, calls, BOX.count = convert(f), [], [], 0
        for value in (1, 1, -1, 1, -1, 2, -3, 1):
            result = g(paddle.full([2], float(value)), log)
            calls.append((result.tolist(), list(log), BOX.count))
        found.append(calls)
    gc.collect()
    assert found[0] == found[1]
    assert len(log) == len(found[0][-1][1])


def test_generators_that_are_used_up_skip_python():
    def f(x, log):
        for v in _with_scope(x, []):
            x = x + v
        return x

    g = paddle.jit.to_static(f)
    for _ in range(5):
        assert g(paddle.ones([2]), None).tolist() == [5.0, 5.0]
    assert paddle.jit.report(g).skipped >= 3


def test_errors_hold_no_frames_of_a_call():
    class Held:
        pass

    def f(x, held):
        try:
            raise ValueError
        except ValueError:
            return x * 1

    g, held = paddle.jit.to_static(f), Held()
    g(paddle.ones([2]), held)
    reference = weakref.ref(held)
    del g, held
    gc.collect()
    assert reference() is None
