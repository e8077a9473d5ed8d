"""SystemExit and its kin: what the way that is not gone raises is not to be seen."""

import os
import signal
import sys
import threading
import time

import paddle
import pytest


class Stop(BaseException):
    pass


RAISES = ("sys.exit", "SystemExit", "KeyboardInterrupt", "GeneratorExit", "Stop")


def raises(kind):
    if kind == "sys.exit":
        sys.exit("positive")
    if kind == "SystemExit":
        raise SystemExit("positive")
    if kind == "KeyboardInterrupt":
        raise KeyboardInterrupt
    if kind == "GeneratorExit":
        raise GeneratorExit
    raise Stop("positive")


def outcome(call, *arguments):
    try:
        return str(call(*arguments))
    except BaseException as error:
        return repr(error)


def in_a_branch(kind):
    def function(x):
        if x.sum() > 0:
            raises(kind)
        return [x]

    return function


def behind_a_branch(kind):
    def function(x):
        y = x + 1
        if x.sum() > 0:
            y = {"y": y}
            raises(kind)
        return y * 2

    return function


def in_a_loop(kind):
    def function(x):
        n = 0
        while x.sum() < 5:
            x = x + 1
            if x.sum() > 100:
                raises(kind)
            n = n + 1
        return x, n

    return function


def handled(kind):
    def function(x):
        try:
            if x.sum() > 0:
                raises(kind)
        except BaseException as error:
            return x * 3, type(error).__name__
        return [x]

    return function


@pytest.mark.parametrize("kind", RAISES)
@pytest.mark.parametrize("place", [in_a_branch, behind_a_branch, in_a_loop, handled])
def test_ways_that_raise(place, kind):
    function = place(kind)
    static = paddle.jit.to_static(function)
    for n in (-1, -2, 1, -1, 1, 300, -3):
        x = paddle.full([1], float(n))
        assert outcome(static, x) == outcome(function, x)


@pytest.mark.parametrize("kind", RAISES)
def test_the_next_call_raises(kind):
    def run(convert):
        n = [0]

        def function(x):
            n[0] += 1
            if n[0] == 3:
                raises(kind)
            return x * n[0]

        call = convert(function)
        return [outcome(call, paddle.ones([1])) for _ in range(5)], n

    assert run(paddle.jit.to_static) == run(lambda f: f)


def test_what_was_printed_before(capsys):
    def function(x):
        print("before")
        sys.exit(3)

    with pytest.raises(SystemExit):
        paddle.jit.to_static(function)(paddle.ones([1]))
    assert capsys.readouterr().out == "before\n"


def test_ctrl_c_comes_out():
    def function(x):
        if x.sum() > 0:
            for _ in range(100_000):
                x = x + 0 * x.shape[0]
            return [x]
        return x

    static = paddle.jit.to_static(function)
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(50):
            paddle.jit.to_static(function)(paddle.ones([1]))
        time.sleep(5)
    timer.join()
    assert static(paddle.ones([1]) * -1).tolist() == [-1.0]
