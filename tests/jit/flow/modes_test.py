"""Grad mode, mixed precision and the default dtype are part of what a way of a branch leaves."""

import paddle
import pytest
from paddle.jit import report, to_static, vm
from paddle.jit.process_state import ProcessState

from .differential import agree, floats

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

BOTH = [(floats(1.0, 2.0),), (floats(-1.0, -2.0),)]
w = paddle.to_tensor([2.0, 3.0], stop_gradient=False)
v = paddle.to_tensor([5.0, 7.0], stop_gradient=False)


def kept(function, calls=BOTH):
    """Gradients are as in eager code, one program serves all calls, and the modes are what they were."""
    before = ProcessState.now()
    try:
        static = agree(function, calls, parameters=(w, v))
        assert ProcessState.now() == before
    finally:
        before.put_back()
    seen = report(static)
    assert not seen.assumptions and seen.skipped and seen.compiled == 1, seen


def test_return_out_of_no_grad():
    def f(x):
        with paddle.no_grad():
            y = x * 2
            if y.sum() > 0:
                return y
        return y * w

    kept(f)


def test_return_of_another_structure_out_of_no_grad():
    def f(x):
        with paddle.no_grad():
            y = x * 2
            if y.sum() > 0:
                return [y, None]
        return y * w

    kept(f)


def test_continue_and_break_out_of_no_grad():
    def f(x):
        y = x
        for _ in range(3):
            with paddle.no_grad():
                y = y + x
                if y.sum() > 5:
                    continue
                if y.sum() < -20:
                    break
            y = y * w
        return y * w

    before = ProcessState.now()
    agree(f, BOTH, parameters=(w,), whole=None)
    assert ProcessState.now() == before


def test_an_exception_out_of_no_grad():
    def f(x):
        try:
            with paddle.no_grad():
                y = x * 2
                if y.sum() > 0:
                    raise ValueError
        except ValueError:
            return y * w
        return y * w

    kept(f)


def test_a_loop_on_tensors_left_out_of_no_grad():
    def f(x):
        n = paddle.zeros([])
        while n < 5:
            with paddle.no_grad():
                n = n + 1
                if (n * x.sum()) > 7:
                    break
        return x * w * n

    kept(f)


def test_a_loop_that_changes_the_mode():
    def f(x):
        n, total = paddle.zeros([]), x * w
        while n < 3:
            n = n + 1
            paddle.set_grad_enabled(False)
        total = total + x * w
        paddle.set_grad_enabled(True)
        return total, n

    before = ProcessState.now()
    agree(f, BOTH, parameters=(w,), whole=None)
    assert ProcessState.now() == before


def test_a_mode_that_both_ways_set():
    def f(x):
        if x.sum() > 0:
            y = x * w
            paddle.set_grad_enabled(False)
        else:
            y = x * v
            paddle.set_grad_enabled(False)
        z = x * w
        paddle.set_grad_enabled(True)
        return y, z

    kept(f)


def test_a_mode_that_one_way_sets():
    def f(x):
        if x.sum() > 0:
            paddle.set_grad_enabled(False)
        y = x * w
        paddle.set_grad_enabled(True)
        return y

    kept(f)


def test_tensors_that_pass_through_no_grad():
    def f(x):
        with paddle.no_grad():
            y = w if x.sum() > 0 else v
        return y * x

    kept(f)


def test_return_out_of_auto_cast():
    def f(x):
        with paddle.amp.auto_cast(dtype="bfloat16"):
            if x.sum() > 0:
                return [x.reshape([1, 2]) @ x.reshape([2, 1])]
        return x.reshape([1, 2]) @ x.reshape([2, 1])

    kept(f)


def test_the_default_dtype_of_both_ways():
    def f(x):
        paddle.set_default_dtype("float64" if x.sum() > 0 else "float32")
        if x.sum() > 0:
            paddle.set_default_dtype("float64")
            y = x + 1
        else:
            paddle.set_default_dtype("float64")
            y = x - 1
        z = paddle.ones([2]) + y
        paddle.set_default_dtype("float32")
        return z

    before = ProcessState.now()
    agree(f, BOTH, whole=None)
    assert ProcessState.now() == before


def test_modes_that_the_function_leaves_changed():
    def f(x):
        if x.sum() > 0:
            paddle.set_grad_enabled(False)
            return x * 2
        return [x]

    before = ProcessState.now()
    static = to_static(f)
    try:
        for x, enabled in ([1.0], False), ([-1.0], True), ([2.0], False):
            static(paddle.to_tensor(x))
            assert paddle.is_grad_enabled() == enabled
            before.put_back()
    finally:
        before.put_back()
