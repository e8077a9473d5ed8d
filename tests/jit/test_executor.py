"""What captured functions cost in memory, and what interrupts and errors leave."""

import os
import signal
import subprocess
import sys

import numpy as np
import paddle
import pytest
from paddle import nn


def peak_of(step):
    """Bytes of one step beside what stays."""
    for _ in range(4):
        step()
    before = paddle.device.memory_allocated()
    paddle.device.reset_max_memory_allocated()
    step()
    return paddle.device.max_memory_allocated() - before


def training_step(layers=4, width=256, batch=512):
    paddle.seed(0)
    blocks = [nn.Sequential(nn.Linear(width, width), nn.Silu()) for _ in range(layers)]
    model = nn.Sequential(*blocks, nn.Linear(width, 10))
    optimizer = paddle.optimizer.Adam(1e-3, parameters=model.parameters())
    x, y = paddle.rand([batch, width]), paddle.randint(0, 10, [batch])

    def step():
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        return loss

    return step, model


def test_a_step_needs_a_quarter_less_memory_than_eager():
    eager, _ = training_step()
    captured = paddle.jit.to_static(training_step()[0])
    assert peak_of(captured) <= 0.75 * peak_of(eager)
    (memory,) = captured.report.memory
    assert memory.peak < memory.tensors / 2


def test_steps_are_those_of_eager():
    eager, a = training_step(layers=2, width=64, batch=600)
    step, b = training_step(layers=2, width=64, batch=600)
    captured = paddle.jit.to_static(step)
    for _ in range(5):
        np.testing.assert_array_equal(eager().numpy(), captured().numpy())
    for p, q in zip(a.parameters(), b.parameters(), strict=True):
        np.testing.assert_array_equal(p.numpy(), q.numpy())


def test_a_gradient_that_somebody_holds_stays():
    w = paddle.create_parameter([3], "float32")

    @paddle.jit.to_static
    def accumulate(x):
        (w * x).sum().backward()

    held = []
    for k in range(5):
        accumulate(paddle.full([3], float(k)))
        held.append((w.grad, w.grad.numpy().copy()))
    total = 0.0
    for k, (gradient, then) in enumerate(held):
        total += k
        np.testing.assert_array_equal(then, np.full(3, total, "float32"))
        if k:  # the tensor itself may be the accumulated one, as in eager code
            assert gradient.shape == [3]
    view = w.grad.detach()
    before = view.numpy().copy()
    accumulate(paddle.ones([3]))
    np.testing.assert_array_equal(w.grad.numpy(), before + 1)


def test_weights_may_change_between_calls():
    model = nn.Sequential(nn.Conv2D(3, 16, 3), nn.ReLU(), nn.Conv2D(16, 8, 3))
    f = paddle.jit.to_static(lambda x: model(x))
    x = paddle.rand([2, 3, 9, 9])
    optimizer = paddle.optimizer.SGD(1e-3, parameters=model.parameters())
    step = paddle.jit.to_static(lambda: (model(x).sum().backward(), optimizer.step(), None)[-1])

    @paddle.no_grad()
    def in_place():
        model[2].weight.add_(paddle.ones_like(model[2].weight))

    changes = [
        lambda: None,
        lambda: model[0].weight.set_value(model[0].weight * 2),
        in_place,
        step,
        step,
        step,
    ]
    for change in changes:
        change()
        with paddle.no_grad():
            for _ in range(2):
                np.testing.assert_array_equal(f(x).numpy(), model(x).numpy())
    assert f.report.skipped


def test_nan_check_names_the_operator():
    f = paddle.jit.to_static(lambda x: paddle.log(x) + 1)
    f(paddle.ones([3]))
    f(paddle.ones([3]))
    paddle.set_flags({"FLAGS_check_nan_inf": True})
    try:
        with pytest.raises(RuntimeError, match="log: output"):
            f(paddle.full([3], -1.0))
    finally:
        paddle.set_flags({"FLAGS_check_nan_inf": False})
    assert f(paddle.ones([3])).tolist() == [1.0, 1.0, 1.0]


INTERRUPTED = """
import paddle, sys
def f(x):
    for _ in range(4000):
        x = x @ x * 0.001
    return x
f = paddle.jit.to_static(f)
x = paddle.rand([16, 16])
f(x)
f(x)
large = paddle.rand([400, 400])
try:
    print("ready", flush=True)
    while True:
        f(large)
except KeyboardInterrupt:
    pass
assert f(x).shape == [16, 16]
print("usable", flush=True)
"""


def test_ctrl_c_ends_a_program_that_runs():
    run = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    try:
        assert run.stdout.readline() == "ready\n"
        run.send_signal(signal.SIGINT)
        assert run.communicate(timeout=60)[0] == "usable\n"
    finally:
        run.kill()


def test_gradients_of_slices_are_those_of_eager():
    values = np.linspace(-1, 1, 35, dtype="float32").reshape(5, 7)
    weights = np.array([0.0, -0.0, 2.0, -1.0, 0.5, 0.0, 1.0], "float32")

    def f(x):
        rows = sum((x[i] * paddle.to_tensor(weights) * (-1) ** i).sum() for i in range(5))
        return rows + x[:, 2:4].sum() + (x[1] * x[3]).sum()

    captured = paddle.jit.to_static(f)
    for _ in range(3):
        gradients = []
        for run in (f, captured):
            x = paddle.to_tensor(values, stop_gradient=False)
            run(x).backward()
            gradients.append(x.grad.numpy())
        np.testing.assert_array_equal(gradients[0].view("int32"), gradients[1].view("int32"))
