"""Captured functions: what they depend on of mixed precision, and what a second call costs."""

import numpy as np
import paddle
import pytest
from paddle import nn


def test_the_context_around_a_call_is_part_of_it():
    layer = nn.Linear(3, 3)
    f = paddle.jit.to_static(lambda x: layer(x) * 2, full_graph=True)
    x = paddle.ones([2, 3])
    seen = []
    for _ in range(2):
        seen.append(f(x).dtype)
        with paddle.amp.auto_cast(dtype="bfloat16"):
            seen.append(f(x).dtype)
            with paddle.amp.auto_cast(dtype="bfloat16", custom_black_list=["linear"]):
                seen.append(f(x).dtype)
        with paddle.amp.auto_cast(dtype="float16"):
            seen.append(f(x).dtype)
    assert seen == 2 * [paddle.float32, paddle.bfloat16, paddle.float32, paddle.float16]


def test_a_weight_that_eager_code_has_cast_is_an_input_still():
    layer = nn.Linear(3, 3)
    f = paddle.jit.to_static(lambda x: layer(x), full_graph=True)
    x = paddle.ones([2, 3])
    with paddle.amp.auto_cast(dtype="bfloat16"):
        for factor in (1.0, 3.0):
            with paddle.no_grad():
                layer.weight.scale_(factor)
            expected = layer(x)
            np.testing.assert_array_equal(
                f(x).astype("float32").numpy(), expected.astype("float32").numpy()
            )
            np.testing.assert_array_equal(
                layer(x).astype("float32").numpy(), expected.astype("float32").numpy()
            )


def test_gradients_of_a_captured_function_are_those_of_eager_code():
    layer = nn.Linear(3, 3)

    def f(x):
        with paddle.amp.auto_cast(dtype="bfloat16"):
            return layer(paddle.tanh(layer(x))).exp().sum()

    grads = []
    captured = paddle.jit.to_static(f, full_graph=True)
    for g in (f, captured, captured):
        g(paddle.ones([2, 3])).backward()
        grads.append([p.grad.numpy() for p in layer.parameters()])
        layer.clear_gradients()
    for other in grads[1:]:
        for a, b in zip(grads[0], other, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-6)


def test_a_scaled_step_with_infinite_gradients_runs_the_same_program():
    layer = nn.Linear(2, 1)
    adam = paddle.optimizer.Adam(0.1, parameters=layer.parameters())
    scaler = paddle.amp.GradScaler(init_loss_scaling=8.0)

    @paddle.jit.to_static(full_graph=True)
    def step(x):
        with paddle.amp.auto_cast():
            loss = layer(x).mean()
        scaler.scale(loss).backward()
        scaler.step(adam)
        scaler.update()
        adam.clear_grad()

    good, bad = paddle.ones([4, 2]), paddle.full([4, 2], float("inf"))
    for _ in range(2):
        step(good)
    compiled = paddle.jit.report(step).compiled
    before = layer.weight.numpy()
    step(bad)
    np.testing.assert_array_equal(layer.weight.numpy(), before)
    assert scaler.state_dict()["scale"].tolist() == [4.0]
    step(good)
    assert (layer.weight.numpy() != before).all()
    assert paddle.jit.report(step).compiled == compiled
    assert paddle._C.current_amp() is None


@pytest.mark.parametrize("free", [False, True])
def test_sizes_may_be_others_within_a_context(free):
    layer = nn.Linear(3, 3)

    @paddle.jit.to_static(full_graph=True)
    def f(x):
        with paddle.amp.auto_cast(dtype="bfloat16"):
            return layer(x).astype("float32").sum()

    for n in (2, 3, 5, 7) if free else (4, 4):
        x = paddle.ones([n, 3])
        with paddle.amp.auto_cast(dtype="bfloat16"):
            expected = layer(x).astype("float32").sum()
        np.testing.assert_allclose(float(f(x)), float(expected), rtol=1e-2)
