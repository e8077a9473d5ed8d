"""Generators that are left in the middle end as in plain Python: at once, and their `finally` runs."""

import contextlib
import gc

import paddle
import pytest


def caught(x, log):
    def numbers():
        try:
            try:
                yield x
            except ValueError:
                yield x * 1000
        finally:
            log.append(1)

    it = numbers()
    next(it)
    return it.throw(ValueError)


def caught_twice(x, log):
    def numbers():
        try:
            for _ in range(3):
                try:
                    yield x
                except (ValueError, KeyError) as error:
                    log.append(type(error).__name__)
        finally:
            log.append("end")

    it = numbers()
    next(it)
    it.throw(KeyError("a"))
    return it.throw(ValueError("b")) * 2


def inner(x, log):
    def below():
        try:
            yield x
        finally:
            log.append("below")

    def above():
        try:
            yield from below()
        finally:
            log.append("above")

    it = above()
    return next(it) * 2


def caught_outside(x, log):
    def numbers():
        try:
            yield x
            raise KeyError("from inside")
        finally:
            log.append("end")

    it = numbers()
    y = next(it)
    try:
        next(it)
    except KeyError:
        log.append("caught")
    return y * 2


@pytest.mark.parametrize("function", [caught, caught_twice, inner, caught_outside])
def test_finally_runs_at_once(function):
    logs = []
    for convert in (lambda f: f, paddle.jit.to_static):
        log, lengths, f = [], [], convert(function)
        gc.disable()
        try:
            for _ in range(4):
                f(paddle.ones([2]), log)
                lengths.append(len(log))
        finally:
            gc.enable()
        logs.append((log, lengths))
    assert logs[0] == logs[1]


def test_frames_of_errors_keep_nobody_alive():
    """What a function held when it raised is free once the error is."""

    class Thing:
        alive = 0

        def __init__(self):
            Thing.alive += 1

        def __del__(self):
            Thing.alive -= 1

    def fails(x):
        thing = Thing()
        if thing:
            raise ValueError("no")
        return x

    f = paddle.jit.to_static(fails)
    for _ in range(5):
        with pytest.raises(ValueError, match="no"):
            f(paddle.ones([1]))
    gc.collect()
    assert Thing.alive == 0


@contextlib.contextmanager
def noted(number, log):
    log.append(number)
    try:
        yield number + 1
    except ValueError as error:
        log.append(str(error))
    finally:
        log.append(-number)


def with_key(x, i, log, found):
    with noted(i, log) as k:
        found[-i % 3] = x * k
    return x


def with_error(x, i, log, found):
    with noted(i, log) as k:
        y = x * k
        if i % 3 == 2:
            raise ValueError(f"at {i}")
        return y
    return x


def with_text(x, i, log, found):
    with noted(i, log) as k:
        found["a%d" % i] = k  # noqa: UP031
    return x * i


@pytest.mark.parametrize("function", [with_key, with_error, with_text])
def test_attempts_that_are_given_up_leave_nothing(function):
    """Numbers that change from call to call: what was tried for all of them is taken back, generators included."""
    logs = []
    for convert in (lambda f: f, paddle.jit.to_static):
        log, found, f = [], {}, convert(function)
        for i in range(10):
            f(paddle.ones([2]), i, log, found)
        gc.collect()
        assert all(type(entry) in (int, str) for entry in log)
        logs.append((log, sorted(map(str, found))))
    assert logs[0] == logs[1]
