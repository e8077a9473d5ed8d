"""Captured steps of recurrent layers: gates are overwritten by their gradients, outputs are made again."""

import numpy as np
import paddle
import pytest
from paddle import nn

from .test_executor import peak_of

LENGTHS = [5, 3, 19, 11]


def layer(kind, dtype, **options):
    paddle.seed(0)
    net = getattr(nn, kind)(6, 9, **options)
    return net.to(dtype=dtype)


def gradients(net, x, run):
    """What a step gives, and the gradients of the input and all parameters."""
    x.clear_grad()
    for p in net.parameters():
        p.clear_grad()
    out = run(x)
    return [out.numpy(), x.grad.numpy(), *(p.grad.numpy() for p in net.parameters())]


CASES = {
    "plain": {},
    "two layers, both ways": {"num_layers": 2, "direction": "bidirect"},
    "projected": {"proj_size": 4},
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("lengths", [None, LENGTHS])
@pytest.mark.parametrize(
    ("kind", "case"),
    [(k, c) for k in ("LSTM", "GRU") for c in CASES if "LSTM" in (k, c) or c != "projected"],
)
def test_steps_have_the_bits_of_eager(kind, case, lengths, dtype):
    # 600 rows: more than the steps that are computed at a time.
    steps, batch = (19, 4) if lengths else (6, 100)
    net = layer(kind, dtype, **CASES[case])
    x = paddle.rand([batch, steps, 6]).astype(dtype)
    x.stop_gradient = False
    lengths = lengths and paddle.to_tensor(lengths)

    def forward(x):
        out, states = net(x, None, lengths)
        states = states if isinstance(states, tuple) else (states,)
        return (out * out).sum() + sum(s.sum() for s in states)

    def step(x):
        loss = forward(x)
        loss.backward()
        return loss

    captured = paddle.jit.to_static(forward)

    def in_two(x):
        loss = captured(x)
        loss.backward()
        return loss

    expected = gradients(net, x, step)
    for run in (paddle.jit.to_static(step), in_two):
        for _ in range(3):
            for e, r in zip(expected, gradients(net, x, run), strict=True):
                np.testing.assert_array_equal(e, r)


@pytest.mark.parametrize(("kind", "part"), [("LSTM", 0.75), ("GRU", 0.85)])
def test_a_step_needs_less_memory_than_eager(kind, part):
    def step_of():
        net, head = layer(kind, "float32"), nn.Linear(9, 10)
        x = paddle.rand([64, 32, 6])

        def step():
            loss = head(net(x)[0][:, -1]).sum()
            loss.backward()
            for p in (*net.parameters(), *head.parameters()):
                p.clear_grad()
            return loss

        return step

    assert peak_of(paddle.jit.to_static(step_of())) <= part * peak_of(step_of())
