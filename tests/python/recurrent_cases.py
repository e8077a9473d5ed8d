"""Recurrent layers with set parameters and inputs, in either framework.

`python tests/python/recurrent_cases.py FILE` with an interpreter that has PaddlePaddle writes what
it computes: tests/python/data/recurrent.npz was made so by 3.3.1.
"""

import sys

import numpy as np
import paddle
from paddle import nn

BATCH, TIME, INPUT, HIDDEN = 3, 5, 3, 4
LENGTHS = [5, 2, 4]

CASES = {
    "rnn": lambda: nn.SimpleRNN(INPUT, HIDDEN),
    "rnn relu bidirect": lambda: nn.SimpleRNN(
        INPUT, HIDDEN, activation="relu", direction="bidirect"
    ),
    "lstm": lambda: nn.LSTM(INPUT, HIDDEN),
    "lstm of two layers, bidirect": lambda: nn.LSTM(INPUT, HIDDEN, 2, direction="bidirect"),
    "lstm with projection": lambda: nn.LSTM(INPUT, HIDDEN, proj_size=2),
    "gru": lambda: nn.GRU(INPUT, HIDDEN),
    "gru of two layers, bidirect": lambda: nn.GRU(INPUT, HIDDEN, 2, direction="bidirect"),
    "gru, time major": lambda: nn.GRU(INPUT, HIDDEN, time_major=True),
    "RNN of LSTMCell, reverse": lambda: nn.RNN(nn.LSTMCell(INPUT, HIDDEN), is_reverse=True),
    "BiRNN of GRUCell": lambda: nn.BiRNN(nn.GRUCell(INPUT, HIDDEN), nn.GRUCell(INPUT, HIDDEN)),
    "RNN of SimpleRNNCell": lambda: nn.RNN(nn.SimpleRNNCell(INPUT, HIDDEN)),
}


def flat(nest):
    if not isinstance(nest, (list, tuple)):
        return [nest]
    return [part for item in nest for part in flat(item)]


def run(name, with_lengths):
    """Results, then the gradients of x and of all parameters, in order of their names."""
    layer = CASES[name]()
    rng = np.random.default_rng(len(name))
    for parameter in layer.parameters():
        parameter.set_value(rng.uniform(-0.6, 0.6, parameter.shape).astype("float32"))
    major = "major" in name
    shape = (TIME, BATCH, INPUT) if major else (BATCH, TIME, INPUT)
    x = paddle.to_tensor(rng.standard_normal(shape).astype("float32"), stop_gradient=False)
    lengths = paddle.to_tensor(LENGTHS) if with_lengths else None
    results = flat(layer(x, sequence_length=lengths))
    loss = sum((y * y * (k + 1.0)).sum() for k, y in enumerate(results))
    loss.backward()
    named = sorted(layer.named_parameters(), key=lambda item: item[0])
    found = [*results, x.grad, *(p.grad for _, p in named)]
    return [t.numpy() for t in found], [n for n, _ in layer.named_parameters()]


def everything():
    found = {}
    for name in CASES:
        for with_lengths in (False, True):
            key = f"{name}{', lengths' if with_lengths else ''}"
            arrays, names = run(name, with_lengths)
            found[key] = np.concatenate([array.ravel() for array in arrays])
        found[f"{name}, names"] = np.array(" ".join(names))
    return found


if __name__ == "__main__":
    np.savez_compressed(sys.argv[1], **everything())
