"""Products with Jacobians, LookAhead, decompositions of low rank."""

import numpy as np
import paddle
import pytest
from paddle.incubate.autograd import jvp, vjp

RNG = np.random.default_rng(0)


def tensor(*shape, dtype="float64"):
    return paddle.to_tensor(RNG.standard_normal(shape).astype(dtype))


def near(one, other, tol=1e-9):
    np.testing.assert_allclose(one.numpy(), np.asarray(other), rtol=tol, atol=tol)


def test_products_with_jacobians():
    x, v = tensor(3), tensor(3)
    matrix = tensor(4, 3)

    def f(x):
        return paddle.tanh(matrix @ x)

    slope = (1 - np.tanh(matrix.numpy() @ x.numpy()) ** 2)[:, None] * matrix.numpy()
    out, product = jvp(f, x, v)
    near(out, np.tanh(matrix.numpy() @ x.numpy()))
    near(product, slope @ v.numpy())
    w = tensor(4)
    near(vjp(f, x, w)[1], slope.T @ w.numpy())
    near(jvp(f, x)[1], slope.sum(1))
    near(vjp(f, x)[1], slope.sum(0))
    assert x.stop_gradient and x.grad is None


def test_of_several_tensors():
    a, b, va, vb = (tensor(2, 2) for _ in range(4))
    out, products = jvp(lambda a, b: (a * b, a + 1.0, paddle.ones([2])), [a, b], [va, vb])
    assert isinstance(products, tuple) and len(out) == 3
    near(products[0], va.numpy() * b.numpy() + a.numpy() * vb.numpy())
    near(products[1], va.numpy())
    near(products[2], [0.0, 0.0])
    _, grads = vjp(lambda a, b: a * 2.0, [a, b])
    near(grads[0], np.full((2, 2), 2.0))
    near(grads[1], np.zeros((2, 2)))
    with pytest.raises(ValueError, match="`v` is wrong"):
        jvp(lambda a: a, a, va[0])


def test_look_ahead():
    """By hand: k steps of SGD, then a part of the way back to where the first step ended."""
    weight = paddle.create_parameter([3], "float64")
    weight.set_value(np.ones(3))
    frozen = paddle.create_parameter([3], "float64")
    optimizer = paddle.incubate.LookAhead(
        paddle.optimizer.SGD(0.1, parameters=[weight, frozen]), alpha=0.3, k=2
    )
    fast, slow = np.ones(3), None
    for step in range(1, 7):
        (weight**2).sum().backward()
        optimizer.step()
        optimizer.clear_grad()
        fast = fast - 0.1 * 2 * fast
        slow = fast.copy() if slow is None else slow
        if step % 2 == 0:
            fast = slow = 0.3 * fast + 0.7 * slow
        near(weight, fast)
    state = optimizer.state_dict()
    other = paddle.incubate.LookAhead(
        paddle.optimizer.SGD(0.1, parameters=[weight, frozen]), alpha=0.3, k=2
    )
    other.set_state_dict(state)
    assert other._steps == 6
    near(other._slow[id(weight)], slow)
    optimizer.minimize((weight**2).sum())
    assert optimizer.get_lr() == 0.1
    for wrong in ({"alpha": 1.5}, {"k": 0}):
        with pytest.raises(ValueError, match="LookAhead"):
            paddle.incubate.LookAhead(optimizer.inner_optimizer, **wrong)


def test_low_rank():
    paddle.seed(0)
    x = tensor(2, 7, 3) @ tensor(2, 3, 9)
    u, s, v = paddle.linalg.svd_lowrank(x, 3)
    near(s, np.linalg.svd(x.numpy())[1][:, :3], 1e-8)
    near((u * s.unsqueeze(1)) @ v.transpose([0, 2, 1]), x.numpy(), 1e-8)
    mean = tensor(2, 1, 9)
    near(
        paddle.linalg.svd_lowrank(x, 4, M=mean)[1],
        np.linalg.svd((x - mean).numpy())[1][:, :4],
        1e-6,
    )
    _, s, _ = paddle.linalg.pca_lowrank(x, 3, niter=10)
    centered = x.numpy() - x.numpy().mean(1, keepdims=True)
    near(s, np.linalg.svd(centered)[1][:, :3], 1e-6)
    assert paddle.linalg.svd_lowrank(tensor(9, 4))[1].shape == [4]
    for wrong in ({"q": 8}, {"niter": -1}):
        with pytest.raises(ValueError, match="lowrank"):
            paddle.linalg.pca_lowrank(x, **wrong)


def test_softmax_in_place():
    x = tensor(2, 3)
    expected = paddle.nn.functional.softmax(x)
    assert paddle.nn.functional.softmax_(x) is x
    near(x, expected.numpy())


# By PaddlePaddle 3.3.1: the means that ModelAverage put in the place of a weight after each of 8 steps of SGD, by
# the rate and the least and the greatest window.
EXPECTED_AVERAGES = [
    ((0.15, 2, 4), [0.8, 0.64, 0.4906667, 0.1152, 0.0768, 0.0, 0.0, 0.0]),
    ((0.5, 1, 4), [0.8, 0.48, 0.192, 0.1152, 0.0192, 0.0128, 0.0096, 0.00768]),
    ((0.9, 3, 10), [0.8, 0.64, 0.4906667, 0.3776, 0.30208, 0.2517333, 0.2157714, 0.1888]),
    ((0.15, 10000, 10000), [0.8, 0.64, 0.4906667, 0.3776, 0.30208, 0.2517333, 0.2157714, 0.1888]),
]


def averaged(rate, least, most, steps=8):
    weight = paddle.create_parameter([1], "float32")
    weight.set_value(np.array([1.0], "float32"))
    optimizer = paddle.optimizer.SGD(0.1, parameters=[weight])
    average = paddle.incubate.ModelAverage(rate, [weight], least, most)
    found = []
    for step in range(steps):
        (weight * weight * (step + 1.0)).sum().backward()
        optimizer.step()
        average.step()
        optimizer.clear_grad()
        with average.apply():
            found.append(weight.item())
    return found


@pytest.mark.parametrize("window, expected", EXPECTED_AVERAGES)
def test_model_average(window, expected):
    np.testing.assert_allclose(averaged(*window), expected, rtol=1e-5, atol=1e-7)


def test_model_average_stays_and_comes_back():
    weight = paddle.create_parameter([2], "float32")
    average = paddle.incubate.ModelAverage(0.5, [weight], 1, 4)
    frozen = weight.numpy()
    with average.apply():  # no step yet: nothing to put in its place
        assert np.array_equal(weight.numpy(), frozen)
    weight.sum().backward()
    average.step()
    weight.set_value(paddle.zeros([2]))
    with average.apply(need_restore=False):
        pass
    assert np.allclose(weight.numpy(), frozen)
    average.restore()
    assert weight.abs().sum().item() == 0
    with pytest.raises(ValueError, match="parameters"):
        paddle.incubate.ModelAverage(0.5)


def test_jacobian_and_hessian_as_matrices():
    Jacobian, Hessian = paddle.incubate.autograd.Jacobian, paddle.incubate.autograd.Hessian
    a, b = tensor(2, 2), tensor(3)
    J = Jacobian(lambda a, b: (a * a, b[:2] * a[0]), [a, b])
    x, y = a.numpy().ravel(), b.numpy()
    whole = np.zeros((6, 7))
    whole[:4, :4] = np.diag(2 * x)
    whole[[4, 5], [0, 1]], whole[[4, 5], [4, 5]] = y[:2], x[:2]
    assert J.shape == [6, 7]
    for key in (np.s_[:], 0, -1, np.s_[1:3], np.s_[:, 2], (4, 0), np.s_[2:, 1:5], np.s_[0, :3]):
        near(J[key], whole[key])
    H = Hessian(lambda a, b: (a[0] * a[1]).sum() * b[0], [a, b])
    assert H.shape == [7, 7]
    near(H[:], H[:].numpy().T)
    near(H[0, 2], b.numpy()[0])
    near(H[0, 4], x[2])
    with pytest.raises(RuntimeError, match="several elements"):
        Hessian(lambda a: a, a)
    x = tensor(4, 3)
    J = Jacobian(lambda x: paddle.stack([x[:, 0] * x[:, 1], x[:, 2] ** 2], 1), x, is_batched=True)
    assert J.shape == [4, 2, 3]
    near(J[:, 0, 1], x.numpy()[:, 0])
    near(J[1, :, 2], [0.0, 2 * x.numpy()[1, 2]])
    near(J[:, 1], np.stack([np.zeros(4), np.zeros(4), 2 * x.numpy()[:, 2]], 1))
    H = Hessian(lambda x: (x**3).sum(1, keepdim=True), x, is_batched=True)
    near(H[:], np.stack([np.diag(6 * row) for row in x.numpy()]))
    near(Jacobian(lambda x: paddle.ones([2]), x)[:], np.zeros((2, 12)))


def forward_and_backward(x, direction):
    """Of two results, one of which depends on `x` only."""
    x.stop_gradient = False
    y = [x.exp() * 2.0, (x * x).sum()]
    return [
        *paddle.incubate.autograd.forward_grad(y, x, direction),
        paddle.incubate.autograd.grad(y[0], x),
    ]


def test_forward_grad_at_once_and_in_a_program():
    x, v = np.array([0.5, 2.0], "float64"), np.array([1.0, -3.0])
    want = [2 * np.exp(x) * v, (2 * x * v).sum(), 2 * np.exp(x)]
    got = forward_and_backward(paddle.to_tensor(x), paddle.to_tensor(v))
    paddle.enable_static()
    try:
        main = paddle.static.Program()
        with paddle.static.program_guard(main):
            given = [paddle.static.data(name, [2], "float64") for name in "xv"]
            out = forward_and_backward(*given)
        ran = paddle.static.Executor().run(main, feed={"x": x, "v": v}, fetch_list=out)
    finally:
        paddle.disable_static()
    for a, b, c in zip(got, ran, want, strict=True):
        assert np.allclose(a.numpy(), c) and np.allclose(b, c)


def test_forward_grad_of_what_does_not_depend():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    other = paddle.to_tensor([3.0], stop_gradient=False)
    assert paddle.incubate.autograd.forward_grad(other * 2.0, x).tolist() == [0.0]
    with pytest.raises(ValueError, match="forward_grad"):
        paddle.incubate.autograd.forward_grad(x * x, x, paddle.ones([3]))
