"""backward() and paddle.grad: their options and their errors."""

import numpy as np
import paddle
import pytest


def leaf(value, dtype="float32"):
    return paddle.to_tensor(value, dtype=dtype, stop_gradient=False)


def test_backward_accumulates_into_leaves():
    x = leaf([1.0, 2.0])
    (x * x).sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]
    (x * 3.0).sum().backward()
    assert x.grad.tolist() == [5.0, 7.0]
    x.clear_gradient()
    assert x.grad is None or x.grad.tolist() == [0.0, 0.0]


def test_gradient_is_not_the_root_s_own_memory():
    x = leaf([1.0, 2.0])
    seed = paddle.to_tensor([1.0, 1.0])
    y = x + 0.0
    y.backward(seed)
    y = x + 0.0
    y.backward(seed)
    assert seed.tolist() == [1.0, 1.0] and x.grad.tolist() == [2.0, 2.0]


def test_two_leaves_do_not_share_one_gradient():
    x, y = leaf([1.0]), leaf([2.0])
    (x + y).backward(paddle.to_tensor([1.0]))
    (x * 2.0).backward(paddle.to_tensor([1.0]))
    assert x.grad.tolist() == [3.0] and y.grad.tolist() == [1.0]


def test_grad_leaves_the_leaves_alone():
    x = leaf(3.0)
    (g,) = paddle.grad(x * x, x)
    assert g.item() == 6.0 and x.grad is None


def test_grad_of_several_outputs_and_inputs():
    x, y = leaf(2.0), leaf(5.0)
    gx, gy = paddle.grad([x * y, x + y], [x, y])
    assert (gx.item(), gy.item()) == (6.0, 3.0)


def test_grad_outputs():
    x = leaf([1.0, 2.0])
    (g,) = paddle.grad(x * x, x, grad_outputs=paddle.to_tensor([10.0, 100.0]))
    assert g.tolist() == [20.0, 400.0]
    (g,) = paddle.grad([x * x, x * 2.0], x, grad_outputs=[None, paddle.to_tensor([1.0, 2.0])])
    assert g.tolist() == [4.0, 8.0]


def test_grad_outputs_of_the_wrong_shape():
    x = leaf([1.0, 2.0])
    with pytest.raises(ValueError, match="shape|grad"):
        paddle.grad(x * x, x, grad_outputs=paddle.to_tensor([1.0, 2.0, 3.0]))
    with pytest.raises(ValueError, match="grad: `grad_outputs` has 2 entries"):
        paddle.grad([x * x], [x], grad_outputs=[None, None])


def test_allow_unused():
    x, y = leaf(1.0), leaf(2.0)
    assert paddle.grad(x * 2.0, [x, y], allow_unused=True)[1] is None
    with pytest.raises(ValueError, match="unused|not used|allow_unused"):
        paddle.grad(x * 2.0, [x, y])


def test_no_grad_vars_are_constants():
    x = leaf(2.0)
    y = x * x
    (g,) = paddle.grad(y * x, x, no_grad_vars=y)
    assert g.item() == 4.0
    (g,) = paddle.grad(x * x * x, x, no_grad_vars=[leaf(1.0)])
    assert g.item() == 12.0


def test_grad_of_an_intermediate():
    x = leaf(2.0)
    y = x * x
    z = y * y
    gy, gx = paddle.grad(z, [y, x])
    assert (gy.item(), gx.item()) == (8.0, 32.0)


def test_grad_of_a_tensor_by_itself():
    x = leaf(2.0)
    y = x * 3.0
    (g,) = paddle.grad(y, y)
    assert g.item() == 1.0


def test_the_graph_is_freed_once_used():
    x = leaf(2.0)
    y = x * x
    y.backward()
    with pytest.raises(RuntimeError, match="retain_graph"):
        y.backward()


def test_retain_graph():
    x = leaf(2.0)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 8.0


def test_create_graph_to_order_four():
    x = leaf(2.0, "float64")
    y = x * x * x * x
    for expected in (32.0, 48.0, 48.0, 24.0):
        (y,) = paddle.grad(y, x, create_graph=True)
        assert y.item() == expected
    assert y.stop_gradient  # a constant: there is nothing left


def test_mixed_second_derivatives_are_symmetric():
    x, y = leaf([1.0, 2.0], "float64"), leaf([3.0, 4.0], "float64")
    f = (x * x * y / (x + y)).sum()
    gx, gy = paddle.grad(f, [x, y], create_graph=True)
    (gxy,) = paddle.grad(gx.sum(), y, retain_graph=True)
    (gyx,) = paddle.grad(gy.sum(), x)
    np.testing.assert_allclose(gxy.numpy(), gyx.numpy(), rtol=1e-12)


def test_gradient_penalty():
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    (g,) = paddle.grad((x * x * w).sum(), x, create_graph=True)
    (g * g).sum().backward()  # sum of 4 x^2 w^2
    assert w.grad.tolist() == [24.0, 128.0]


def test_root_without_gradient_raises():
    with pytest.raises(
        RuntimeError, match="the tensor does not depend on anything that wants a gradient"
    ):
        paddle.grad(paddle.to_tensor(1.0) * 2.0, leaf(1.0))


def test_stop_gradient_is_inherited():
    x, c = leaf(1.0), paddle.to_tensor(2.0)
    assert (c * c).stop_gradient and not (x * c).stop_gradient
    assert (x * c).detach().stop_gradient


def test_integer_results_carry_no_gradient():
    x = leaf([1.0, 2.0])
    assert x.astype("int64").stop_gradient


def test_is_leaf_and_grad_fn():
    x = leaf(1.0)
    assert x.is_leaf and not (x * 2.0).is_leaf and (x * 2.0).detach().is_leaf


def test_retain_grads_of_an_intermediate():
    x = leaf(2.0)
    y = x * x
    y.retain_grads()
    (y * 3.0).backward()
    assert y.grad.item() == 3.0 and x.grad.item() == 12.0


def test_a_diamond_is_summed_once():
    x = leaf(2.0)
    a = x * 3.0
    b = a * a
    c = a + b
    (b * c).backward()
    # b c = 9 x^2 (3 x + 9 x^2) = 27 x^3 + 81 x^4
    assert x.grad.item() == 81 * 4 + 324 * 8


def test_wrong_arguments():
    x = leaf(1.0)
    for named, call in (
        ("grad: `outputs`", lambda: paddle.grad(1, x)),
        ("grad: `inputs`", lambda: paddle.grad(x * x, "x")),
        ("grad: `inputs`", lambda: paddle.grad(x * x, [x, 1])),
        ("grad: `grad_outputs`", lambda: paddle.grad(x * x, x, grad_outputs=3)),
        ("backward: `tensors`", lambda: paddle.autograd.backward([1])),
        ("backward: `grad_tensors`", lambda: (x * x).backward("no")),
    ):
        with pytest.raises(TypeError, match=f"{named} has the wrong type"):
            call()
