"""Layers of the forms that users write, saved with open sizes and run at others: what eager code gives."""

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn import functional as F
from paddle.static import InputSpec

SIZES = ((1, 1), (2, 5), (3, 1), (1, 7), (4, 4), (5, 12))


class Function(nn.Layer):
    def __init__(self, function):
        super().__init__()
        paddle.seed(1)
        self.linear, self.function = nn.Linear(8, 8), function
        self.weight = self.create_parameter([8])
        self.norm, self.gru = nn.LayerNorm(8), nn.GRU(8, 8)

    def forward(self, *inputs):
        return self.function(self, *inputs)


def positions(s, x):
    t = paddle.arange(x.shape[1]).astype("float32").unsqueeze(-1)
    return x + paddle.sin(t * s.weight)


def causal(s, x):
    scores = x @ x.transpose([0, 2, 1])
    mask = paddle.triu(paddle.full([x.shape[1], x.shape[1]], -1e9), 1)
    return F.softmax(scores + mask, -1) @ x


def heads(s, x):
    b, t, c = x.shape
    q = s.linear(x).reshape([b, t, 2, c // 2]).transpose([0, 2, 1, 3])
    scores = F.softmax(q @ q.transpose([0, 1, 3, 2]) * 0.5, -1)
    return (scores @ q).transpose([0, 2, 1, 3]).reshape([b, t, c])


def shifted(s, x):
    return paddle.concat([paddle.zeros([x.shape[0], 1, 8]), x[:, :-1]], 1)


def pooled(s, x):
    return paddle.concat([x.mean(1), x.max(1), x[:, 0], x[:, -1]], -1)


def token(s, x):
    return paddle.concat([s.weight.expand([x.shape[0], 1, 8]), x], 1)


def flattened(s, x):
    return s.linear(x.reshape([-1, 8])).reshape([x.shape[0], -1, 8])


def normed(s, x):
    return s.norm(x) / (1 + x.norm(axis=-1, keepdim=True))


def standardized(s, x):
    return (x - x.mean([0, 1])) / (x.var([0, 1], unbiased=False) + 1).sqrt()


CASES = {
    "positions": positions,
    "causal": causal,
    "heads": heads,
    "shifted": shifted,
    "pooled": pooled,
    "token": token,
    "flattened": flattened,
    "normed": normed,
    "standardized": standardized,
    "eye": lambda s, x: paddle.eye(x.shape[1]) @ x,
    "squeeze": lambda s, x: (x.squeeze() * 2).sum(-1),
    "squeeze axis": lambda s, x: x.squeeze(1) * 2,
    "expand a parameter": lambda s, x: s.weight.expand([x.shape[0], 8]) * 2,
    "tile": lambda s, x: paddle.tile(x, [1, 2, 1]),
    "repeat": lambda s, x: x.repeat_interleave(2, 1),
    "flip": lambda s, x: x.flip(1) + x[:, ::-1],
    "roll": lambda s, x: x.roll(1, 1),
    "steps": lambda s, x: x[:, ::2],
    "cumsum": lambda s, x: x.cumsum(1),
    "topk": lambda s, x: x.topk(3, -1)[0],
    "sort": lambda s, x: x.sort(1),
    "argmax": lambda s, x: F.one_hot(x.argmax(-1), 8) + x,
    "stack": lambda s, x: paddle.stack([x, x * 2], 2).flatten(2),
    "chunks": lambda s, x: paddle.add_n(paddle.split(x, 2, -1)),
    "where": lambda s, x: paddle.where(x > 0, x, x.mean(1, keepdim=True)),
    "gather": lambda s, x: paddle.take_along_axis(x, x.argsort(1), 1),
    "pad": lambda s, x: F.pad(x, [0, 0, 1, 2], data_format="NLC"),
    "einsum": lambda s, x: paddle.einsum("btc,bsc->bts", x, x),
    "gru": lambda s, x: s.gru(x)[0],
    "logsumexp": lambda s, x: x.logsumexp(1),
    "meshgrid": lambda s, x: paddle.meshgrid(paddle.arange(x.shape[0]), paddle.arange(x.shape[1]))[
        1
    ],
    "scaled by size": lambda s, x: x.sum(1) / x.shape[1],
    "write": lambda s, x: _write(x * 2),
    "write row": lambda s, x: _write_row(x * 2),
}


def _write(y):
    y[:, 0] = 5.0
    return y


def _write_row(y):
    y[0, :, 2:4] = y[0, :, :2] + 1
    return y


@pytest.mark.parametrize("name", CASES)
def test_at_other_sizes(name, tmp_path):
    layer = Function(CASES[name])
    layer.eval()
    path = str(tmp_path / "layer")
    paddle.jit.save(layer, path, [InputSpec([-1, -1, 8])])
    loaded = paddle.jit.load(path)
    random = np.random.RandomState(0)
    for b, t in SIZES:
        x = paddle.to_tensor(random.randn(b, t, 8).astype("float32"))
        expected, got = layer(x), loaded(x)
        assert expected.shape == got.shape, (b, t)
        np.testing.assert_allclose(got.numpy(), expected.numpy(), 1e-5, 1e-5, err_msg=str((b, t)))
