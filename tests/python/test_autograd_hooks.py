"""Hooks on gradients: order, replacement, removal, errors."""

import gc
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
