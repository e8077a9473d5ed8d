"""Rows of recurrent layers."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, randn, uniform

FLOATS = ["float32", "float64", "bfloat16", "float16"]
TIME, BATCH, INPUT, HIDDEN = 3, 2, 4, 2
LENGTHS = array([3, 1], "int64")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def scan(x, states, step, kept, sequence_length, reverse):
    """[time, batch, ...] through `step`, which gives states, the first of them the output, and what is
    kept (of these sizes)."""
    outs = np.zeros((*x.shape[:2], states[0].shape[1]))
    keeps = [np.zeros((*x.shape[:2], size)) for size in kept]
    times = range(len(x))
    for t in reversed(times) if reverse else times:
        new, keep = step(x[t], *states)
        on = np.ones(x.shape[1], bool) if sequence_length is None else t < sequence_length
        on = on[:, None]
        outs[t] = np.where(on, new[0], 0)
        for all_steps, value in zip(keeps, keep, strict=True):
            all_steps[t] = np.where(on, value, 0)
        states = [np.where(on, n, s) for n, s in zip(new, states, strict=True)]
    return [outs, *states, *keeps]


def rnn_ref(x, h0, weight_ih, weight_hh, bias_ih=0, bias_hh=0, sequence_length=None, activation="tanh", reverse=False):  # fmt: skip
    f = np.tanh if activation == "tanh" else lambda v: np.maximum(v, 0)
    return scan(x, [h0], lambda v, h: ([f(v @ weight_ih.T + bias_ih + h @ weight_hh.T + bias_hh)], []),
                [], sequence_length, reverse)  # fmt: skip


def lstm_ref(x, h0, c0, weight_ih, weight_hh, bias_ih=0, bias_hh=0, sequence_length=None, weight_ho=None, reverse=False):  # fmt: skip
    def step(v, h, c):
        i, f, g, o = np.split(v @ weight_ih.T + bias_ih + h @ weight_hh.T + bias_hh, 4, -1)
        i, f, g, o = sigmoid(i), sigmoid(f), np.tanh(g), sigmoid(o)
        c = f * c + i * g
        h = o * np.tanh(c)
        return [h if weight_ho is None else h @ weight_ho, c], [np.concatenate([i, f, g, o], -1), c]

    size = c0.shape[1]
    return scan(x, [h0, c0], step, [4 * size, size], sequence_length, reverse)


def gru_ref(x, h0, weight_ih, weight_hh, bias_ih=0, bias_hh=0, sequence_length=None, reverse=False):
    def step(v, h):
        r, z, c = np.split(v @ weight_ih.T + bias_ih, 3, -1)
        hr, hz, hc = np.split(h @ weight_hh.T + bias_hh, 3, -1)
        r, z = sigmoid(r + hr), sigmoid(z + hz)
        c = np.tanh(c + r * hc)
        return [(h - c) * z + c], [np.concatenate([r, z, c, hc], -1)]

    return scan(x, [h0], step, [4 * h0.shape[1]], sequence_length, reverse)


def layer_calls(gates, states):
    rows = gates * HIDDEN
    head = [
        randn(TIME, BATCH, INPUT),
        *[randn(BATCH, HIDDEN)] * states,
        randn(rows, INPUT),
        uniform(rows, HIDDEN, low=-0.5, high=0.5),
    ]
    biases = [randn(rows), randn(rows)]
    return [call(*head), call(*head, *biases, reverse=True), call(*head, *biases, LENGTHS),
            call(*head, *biases, LENGTHS, reverse=True), call(randn(0, BATCH, INPUT), *head[1:]),
            call(randn(TIME, 0, INPUT), *[randn(0, HIDDEN)] * states, *head[1 + states:])]  # fmt: skip


def projected(*more):
    """Of a layer whose state has 3 units and is cut to HIDDEN."""
    return [randn(TIME, BATCH, INPUT), randn(BATCH, HIDDEN), randn(BATCH, 3), randn(12, INPUT),
            uniform(12, HIDDEN, low=-0.5, high=0.5), *more]  # fmt: skip


PROJECTED = [call(*projected(), weight_ho=randn(3, HIDDEN)),
             call(*projected(randn(12), randn(12), LENGTHS, randn(3, HIDDEN), True))]  # fmt: skip
PROJECTED_GRAD = [
    call(*projected(lengths, randn(3, HIDDEN), uniform(TIME, BATCH, HIDDEN, low=-0.9), uniform(TIME, BATCH, 12, low=0.1),
                    randn(TIME, BATCH, 3), randn(TIME, BATCH, HIDDEN), None, None, None, None, reverse, True))
    for lengths, reverse in ((None, False), (LENGTHS, True))
]  # fmt: skip


def grad_calls(gates, states, kept):
    """With and without lengths, the output of an lstm, gradients of each result, and the gradient of x."""
    head = layer_calls(gates, states)[0].args
    grad, state = randn(TIME, BATCH, HIDDEN), randn(BATCH, HIDDEN)
    out = uniform(TIME, BATCH, HIDDEN, low=-0.9, high=0.9)
    made = [uniform(TIME, BATCH, size * HIDDEN, low=0.1, high=0.9) for size in kept]
    lstm = [None] if states == 2 else []
    more = ["tanh"] if not kept else []
    without = [
        call(*head, lengths, None, None, *made, grad, *[None] * 4, reverse, True)
        for lengths, reverse in ((None, False), (LENGTHS, True))
        if lstm
    ]
    return [*without,
            call(*head, None, *lstm, out, *made, grad, *[None] * states, *[None] * len(kept), *more, False, True),
            call(*head, LENGTHS, *lstm, out, *made, grad, *[state] * states, *made, *more, True, False),
            call(*head, LENGTHS, *lstm, out, *made, None, *[state] * states, *made, *more, False, True)]  # fmt: skip


for _mode, _gates, _states, _kept, _ref in (
    ("rnn", 1, 1, [], rnn_ref),
    ("lstm", 4, 2, [4, 1], lstm_ref),
    ("gru", 3, 1, [4], gru_ref),
):
    _calls = layer_calls(_gates, _states) + (PROJECTED if _mode == "lstm" else [])
    _grads = grad_calls(_gates, _states, _kept) + (PROJECTED_GRAD if _mode == "lstm" else [])
    _attrs = [{}, {"activation": "relu"}] if _mode == "rnn" else None
    _wrong = (randn(TIME, BATCH, 5), *_calls[0].args[1:])
    op(f"{_mode}_layer", _ref, _calls, _attrs, dtypes=FLOATS, tol=5,
       skip={"large": "a relu that is fed back is at a kink everywhere"} if _attrs else None,
       errors=[(_wrong, {}, "the shapes do not match"),
               (_calls[0].args, {"sequence_length": randn(BATCH)}, "`sequence_length` is wrong"),
               (_calls[0].args, {"bias_hh": randn(5)}, "the size of `bias_hh` is wrong")])  # fmt: skip
    op(f"{_mode}_layer_grad", covered_by=f"{_mode}_layer", dtypes=FLOATS[:2], tol=5,
       samples=_grads)  # fmt: skip
