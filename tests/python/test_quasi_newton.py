"""LBFGS, ASGD and the functions that minimize others."""

import numpy as np
import paddle
import pytest
from paddle.incubate.optimizer.functional import minimize_bfgs, minimize_lbfgs


def rosenbrock(x):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2).sum() + ((1 - x[:-1]) ** 2).sum()


def lbfgs(line_search=None, rate=1.0, **options):
    """Four steps on a valley beside a bowl: losses, parameters, calls."""
    x = paddle.to_tensor(np.linspace(-1, 1.5, 4), stop_gradient=False)
    y = paddle.to_tensor(np.linspace(1, 2, 3), stop_gradient=False)
    optimizer = paddle.optimizer.LBFGS(
        rate, max_iter=8, line_search_fn=line_search, parameters=[x, y], history_size=5, **options
    )

    def closure():
        optimizer.clear_grad()
        loss = rosenbrock(x) + ((y - 3) ** 4).sum()
        loss.backward()
        return loss

    losses = [float(optimizer.step(closure)) for _ in range(4)]
    return losses, [x, y], optimizer, closure


def test_lbfgs_goes_as_paddle_goes():
    """The numbers are PaddlePaddle 3.3.1's."""
    losses, (x, y), optimizer, _ = lbfgs(None, 0.5)
    assert losses == pytest.approx([315.883488, 13.72734, 4.553048, 3.687552], rel=1e-6)
    assert np.allclose(x.numpy(), [0.15622, -0.22067, -0.12976, -0.04451], atol=1e-5)
    assert optimizer.state["n_iter"] == optimizer.state["func_evals"] == 32
    losses, (x, y), optimizer, _ = lbfgs("strong_wolfe")
    assert losses == pytest.approx([315.883488, 7.301325, 3.554779, 2.941636], rel=1e-6)
    assert np.allclose(y.numpy(), [2.52541, 2.60438, 2.6213], atol=1e-5)
    assert (optimizer.state["n_iter"], optimizer.state["func_evals"]) == (28, 39)


def test_lbfgs_resumes(tmp_path):
    _, (x, y), optimizer, closure = lbfgs("strong_wolfe")
    paddle.save(optimizer.state_dict(), str(tmp_path / "o.pdopt"))
    before = x.numpy(), y.numpy()
    optimizer.step(closure)
    after = x.numpy()
    x.set_value(before[0])
    y.set_value(before[1])
    optimizer.set_state_dict(paddle.load(str(tmp_path / "o.pdopt")))
    optimizer.step(closure)
    assert np.allclose(x.numpy(), after, rtol=1e-9)


def test_lbfgs_finds_the_minimum_with_decay():
    x = paddle.to_tensor([5.0, -3.0], dtype="float64", stop_gradient=False)
    unused = paddle.to_tensor([1.0], dtype="float64", stop_gradient=False)
    optimizer = paddle.optimizer.LBFGS(
        line_search_fn="strong_wolfe",
        parameters=[{"params": [x]}, {"params": [unused]}],
        weight_decay=0.5,
    )

    def closure():
        optimizer.clear_grad()
        loss = ((x - 1) ** 2).sum()
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(closure)
    assert np.allclose(x.numpy(), [0.8, 0.8])  # of (x - 1)^2 + x^2 / 4
    assert np.allclose(unused.numpy(), [0.0], atol=1e-6)
    with pytest.raises(ValueError, match="history_size must be positive"):
        paddle.optimizer.LBFGS(history_size=0, parameters=[x])
    with pytest.raises(ValueError, match="strong_wolfe"):
        paddle.optimizer.LBFGS(line_search_fn="other", parameters=[x])
    with pytest.raises(NotImplementedError, match="does not use this way"):
        optimizer.minimize(closure())


def asgd(param, grads, rate, n, decay):
    kept = [np.zeros_like(param) for _ in range(n)]
    for k, grad in enumerate(grads):
        kept[k % n] = grad(param) + decay * param
        param = param - rate * sum(kept) / min(k + 1, n)
    return param


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
def test_asgd(dtype):
    start = np.array([[1.0, 2.0, 3.0]])
    param = paddle.nn.Parameter(paddle.to_tensor(start).astype(dtype))
    optimizer = paddle.optimizer.ASGD(
        0.1, batch_num=3, parameters=[param], weight_decay=0.01, multi_precision=dtype == "bfloat16"
    )
    grads = [lambda p, k=k: 2 * p * (k % 3 + 1) for k in range(8)]
    for k in range(8):
        (param * param * (k % 3 + 1)).sum().backward()
        optimizer.step()
        optimizer.clear_grad()
    expected = asgd(start, grads, 0.1, 3, 0.01)
    tolerance = 0.05 if dtype == "bfloat16" else 1e-5
    assert np.allclose(param.astype("float64").numpy(), expected, atol=tolerance)
    with pytest.raises(ValueError, match="batch_num must be positive"):
        paddle.optimizer.ASGD(batch_num=0, parameters=[param])


def test_asgd_resumes_and_runs_in_programs():
    def made():
        layer = paddle.nn.Linear(3, 2, weight_attr=paddle.nn.initializer.Constant(0.5))
        return layer, paddle.optimizer.ASGD(0.1, 2, parameters=layer.parameters())

    x = paddle.to_tensor(np.arange(6.0).reshape(2, 3).astype("float32"))

    def steps(layer, optimizer, count):
        for _ in range(count):
            (layer(x) ** 2).mean().backward()
            optimizer.step()
            optimizer.clear_grad()

    whole, optimizer = made()
    steps(whole, optimizer, 5)
    first, optimizer = made()
    steps(first, optimizer, 2)
    state = optimizer.state_dict()
    assert {key.split("w_0_")[1] for key in state if "w_0_" in key} == {"d_0", "y_0", "m_0"}
    rest, optimizer = made()
    rest.set_state_dict(first.state_dict())
    optimizer.set_state_dict(state)
    steps(rest, optimizer, 3)
    assert np.allclose(rest.weight.numpy(), whole.weight.numpy(), rtol=1e-6)

    captured, optimizer = made()

    @paddle.jit.to_static
    def step():
        steps(captured, optimizer, 1)

    for _ in range(5):
        step()
    assert np.allclose(captured.weight.numpy(), whole.weight.numpy(), rtol=1e-5)


@pytest.mark.parametrize("minimize", [minimize_bfgs, minimize_lbfgs])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_minimize(minimize, dtype):
    start = paddle.to_tensor(np.linspace(-1, 1.5, 4).astype(dtype))
    calls = []

    def objective(x):
        calls.append(x)
        return rosenbrock(x)

    found = minimize(objective, start, dtype=dtype, max_iters=80)
    is_converged, count, position, value, grad = found[:5]
    assert is_converged.shape == count.shape == [1] and count.item() == len(calls)
    assert np.allclose(position.numpy(), 1.0, atol=1e-4) and float(value) < 1e-8
    assert (
        float(grad.abs().max()) < 1e-2
        and (start.numpy() == np.linspace(-1, 1.5, 4).astype(dtype)).all()
    )
    if minimize is minimize_bfgs and dtype == "float64":
        x = paddle.to_tensor([1.0] * 4, dtype="float64", stop_gradient=False)
        hessian = paddle.autograd.hessian(rosenbrock(x), x)[:].numpy()
        assert np.allclose(found[5].numpy(), np.linalg.inv(hessian), rtol=0.1)


@pytest.mark.parametrize("minimize", [minimize_bfgs, minimize_lbfgs])
def test_minimize_refuses(minimize):
    x = paddle.zeros([2])
    for bad in ([[1.0, 2.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, -1.0]]):
        with pytest.raises(ValueError, match="symmetric and positive definite"):
            minimize(rosenbrock, x, initial_inverse_hessian_estimate=paddle.to_tensor(bad))
    with pytest.raises(ValueError, match="must be 'float32' or 'float64'"):
        minimize(rosenbrock, x, dtype="int32")
    with pytest.raises(NotImplementedError, match="strong_wolfe"):
        minimize(rosenbrock, x, line_search_fn="none")
    with pytest.raises(ValueError, match="must be tensor"):
        minimize(rosenbrock, 3.0)
    found = minimize(lambda v: (v**2).sum(), x)  # at the minimum already
    assert found[0].item() and found[2].tolist() == [0.0, 0.0]
