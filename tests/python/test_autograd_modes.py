"""no_grad, enable_grad, set_grad_enabled: contexts, decorators, over generators, per thread."""

import threading

import paddle
import pytest


@pytest.fixture
def x():
    return paddle.to_tensor(1.0, stop_gradient=False)


def test_contexts_nest(x):
    with paddle.no_grad():
        assert (x * 2.0).stop_gradient and not paddle.is_grad_enabled()
        with paddle.enable_grad():
            assert not (x * 2.0).stop_gradient
        assert (x * 2.0).stop_gradient
    assert not (x * 2.0).stop_gradient


def test_mode_is_restored_after_an_error(x):
    with pytest.raises(KeyError), paddle.no_grad():
        raise KeyError
    assert paddle.is_grad_enabled()


def test_set_grad_enabled(x):
    with paddle.set_grad_enabled(False):
        assert (x * 2.0).stop_gradient
    assert paddle.is_grad_enabled()
    with paddle.set_grad_enabled(True):
        assert paddle.is_grad_enabled()


@pytest.mark.parametrize("decorate", [paddle.no_grad, paddle.no_grad()])
def test_decorator(x, decorate):
    @decorate
    def double(value, *, times=2.0):
        """Doubles."""
        return value * times

    assert double(x).stop_gradient and double(x, times=3.0).item() == 3.0
    assert double.__name__ == "double" and double.__doc__ == "Doubles."
    assert paddle.is_grad_enabled()


def test_decorated_function_may_call_itself(x):
    @paddle.no_grad()
    def down(n):
        return x * 2.0 if n == 0 else down(n - 1)

    assert down(3).stop_gradient and paddle.is_grad_enabled()


def test_decorated_generator_sets_the_mode_only_inside(x):
    @paddle.no_grad()
    def values():
        received = yield (x * 2.0).stop_gradient
        assert not paddle.is_grad_enabled()
        yield received

    generator = values()
    assert next(generator) is True
    assert paddle.is_grad_enabled()
    assert generator.send("sent") == "sent"
    assert paddle.is_grad_enabled()
    with pytest.raises(StopIteration):
        next(generator)


def test_closing_a_decorated_generator_runs_its_finally(x):
    closed = []

    @paddle.no_grad()
    def values():
        try:
            yield 1
            yield 2
        finally:
            closed.append(paddle.is_grad_enabled())

    generator = values()
    next(generator)
    generator.close()
    assert closed == [False] and paddle.is_grad_enabled()


def test_mode_belongs_to_the_thread(x):
    seen = []
    with paddle.no_grad():
        thread = threading.Thread(target=lambda: seen.append(paddle.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_backward_inside_no_grad(x):
    y = x * 3.0
    with paddle.no_grad():
        y.backward()
    assert x.grad.item() == 3.0 and x.grad.stop_gradient


def test_leaf_update_under_no_grad(x):
    (x * 3.0).backward()
    with paddle.no_grad():
        x.subtract_(x.grad * 0.5)
    assert x.item() == -0.5 and not x.stop_gradient and x.is_leaf
