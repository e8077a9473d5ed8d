"""Hooks on gradients: order, replacement, removal, errors."""

import gc
import threading
import weakref

import paddle
import pytest


def leaf(value):
    return paddle.to_tensor(value, stop_gradient=False)


def test_hooks_run_in_order_and_may_replace():
    x, seen = leaf(1.0), []
    x.register_hook(lambda g: seen.append(g.item()))
    x.register_hook(lambda g: g * 10.0)
    x.register_hook(lambda g: seen.append(g.item()))
    (x * 3.0).backward()
    assert seen == [3.0, 30.0] and x.grad.item() == 30.0


def test_hook_of_an_intermediate_sees_the_whole_gradient_once():
    x, seen = leaf(2.0), []
    y = x * x
    y.register_hook(lambda g: seen.append(g.item()))
    (y * 3.0 + y * 4.0).backward()
    assert seen == [7.0] and x.grad.item() == 28.0


def test_hook_of_an_intermediate_replaces():
    x = leaf(2.0)
    y = x * 1.0
    y.register_hook(lambda g: g * 0.0)
    (y * y).backward()
    assert x.grad.item() == 0.0


def test_removed_hook_does_not_run():
    x, seen = leaf(1.0), []
    handle = x.register_hook(lambda g: seen.append(1))
    assert handle.remove()
    assert not handle.remove()
    (x * 2.0).backward()
    assert seen == []


def test_hook_sees_each_pass_on_a_leaf():
    x, seen = leaf(1.0), []
    x.register_hook(lambda g: seen.append(g.item()))
    (x * 2.0).backward()
    (x * 5.0).backward()
    assert seen == [2.0, 5.0] and x.grad.item() == 7.0


def test_hooks_run_in_grad():
    x = leaf(1.0)
    y = x * 2.0
    y.register_hook(lambda g: g * 5.0)
    (g,) = paddle.grad(y * 3.0, x)
    assert g.item() == 30.0


def test_hook_in_create_graph_is_differentiable():
    x = leaf(2.0)
    y = x * x
    y.register_hook(lambda g: g * g)
    (g,) = paddle.grad(y * 3.0, x, create_graph=True)  # 9 * 2 x
    assert g.item() == 36.0
    (h,) = paddle.grad(g, x)
    assert h.item() == 18.0


def test_error_in_a_hook_comes_through_and_leaves_the_engine_usable():
    x = leaf(1.0)

    def hook(g):
        raise KeyError("mine")

    handle = x.register_hook(hook)
    with pytest.raises(KeyError, match="mine"):
        (x * 2.0).backward()
    handle.remove()
    (x * 2.0).backward()
    assert x.grad.item() == 2.0


def test_hook_may_run_a_backward_of_its_own():
    x, z = leaf(1.0), leaf(3.0)

    def hook(g):
        (z * z).backward()

    x.register_hook(hook)
    (x * 2.0).backward()
    assert z.grad.item() == 6.0 and x.grad.item() == 2.0


def test_hook_must_return_a_tensor_or_none():
    x = leaf(1.0)
    x.register_hook(lambda g: 3)
    with pytest.raises(TypeError, match="hook"):
        (x * 2.0).backward()


def test_hook_on_a_constant_is_refused():
    with pytest.raises((RuntimeError, ValueError), match="stop_gradient|gradient"):
        paddle.to_tensor(1.0).register_hook(lambda g: g)


@pytest.mark.parametrize("is_leaf", [False, True])
def test_a_hook_may_remove_hooks(is_leaf):
    x, handles, calls = leaf([1.0]), [], []
    t = x if is_leaf else x * 1.0

    def hook(g):
        calls.append(1)
        for handle in handles:
            handle.remove()
        return g * 2.0

    for _ in range(5):
        handles.append(t.register_hook(hook))
    (t * 2.0).backward()
    assert len(calls) == 1 and x.grad.item() == 4.0


def test_a_hook_may_add_hooks_for_the_next_pass():
    x, calls = leaf([1.0]), []

    def hook(g):
        calls.append(1)
        x.register_hook(hook)

    x.register_hook(hook)
    (x * 2.0).backward()
    assert len(calls) == 1
    (x * 2.0).backward()
    assert len(calls) == 3


def test_hook_of_a_leaf_sees_the_whole_gradient_once():
    x, seen = leaf(2.0), []
    x.register_hook(lambda g: seen.append(g.item()))
    (x * 3.0 + x * 4.0 + x).backward()
    assert seen == [8.0] and x.grad.item() == 8.0
    (g,) = paddle.grad(x * 3.0 + x * 4.0, x)
    assert seen == [8.0, 7.0] and g.item() == 7.0


def test_backward_hook_runs_once_when_the_gradient_is_complete():
    x, seen = leaf(2.0), []
    x._register_backward_hook(lambda: seen.append(x.grad.item()))
    (x * 3.0 + x * 4.0).backward()
    assert seen == [7.0]


def test_a_handle_finds_its_hook_after_an_in_place_write():
    x, seen = leaf(1.0), []
    y = x * 2.0
    handle = y.register_hook(lambda g: seen.append(1))
    y.add_(paddle.to_tensor(1.0))
    y.register_hook(lambda g: seen.append(2))
    assert handle.remove()
    y.backward()
    assert seen == [2]


def test_hooks_come_and_go_while_another_thread_runs_backward():
    x = leaf([1.0])
    y = x * 1.0
    stop, errors = threading.Event(), []

    def run():
        try:
            while not stop.is_set():
                (y * 2.0).backward(retain_graph=True)
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    for i in range(3000):
        handles = [t.register_hook(lambda g: None) for t in (x, y)]
        z = y * 3.0
        z.retain_grads()
        _ = x.grad
        if i % 10 == 0:
            x.clear_gradient()
        del z
        assert all(h.remove() for h in handles)
    stop.set()
    thread.join()
    assert not errors


def test_retained_gradients_die_while_another_thread_runs_backward():
    x = leaf([1.0])
    stop, errors = threading.Event(), []

    def run():
        try:
            while not stop.is_set():
                y = x * 1.0
                shared.append(y)
                (y * 2.0).backward()
        except Exception as error:
            errors.append(error)

    shared = []
    thread = threading.Thread(target=run)
    thread.start()
    for _ in range(3000):
        if shared:
            y = shared.pop()
            y.retain_grads()
            del y
    stop.set()
    thread.join()
    assert not errors


def test_hooks_die_with_their_tensor():
    class Thing:
        pass

    thing = Thing()
    alive = weakref.ref(thing)
    x = leaf(1.0)
    y = x * 2.0
    y.register_hook(lambda g, thing=thing: None)
    del thing
    assert alive() is not None
    del x, y
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("shape", [[1], [3, 2], [5]])
def test_a_hook_can_not_change_the_shape(inner, shape):
    x = paddle.ones([2, 3])
    x.stop_gradient = False
    y = x * 2.0
    (y if inner else x).register_hook(lambda g: paddle.ones(shape))
    with pytest.raises(
        ValueError, match="register_hook: what the hook returned has the wrong shape"
    ):
        (y * 1.0).sum().backward()
