"""Random networks of images: what passes make of a saved program gives the same but for rounding."""

import random

import numpy as np
import paddle
import pytest
from paddle import _C, nn
from paddle.nn import functional as F
from paddle.static import InputSpec

ACTIVATIONS = ["relu", "relu6", "hardswish", "silu", "gelu", "sigmoid", "tanh", "leaky_relu"]
KINDS = (
    ["conv"] * 4
    + ["activation"] * 4
    + ["norm", "sum", "scale", "shift", "join", "pool", "mean", "gate", "cut", "turn"]
)


class Network(nn.Layer):
    """Steps over a list of images; each takes one of the last three, and adds one."""

    def __init__(self, seed):
        super().__init__()
        self.random = random.Random(seed)
        paddle.seed(seed)
        self.last = self.random.random() < 0.2
        self.layout = "NHWC" if self.last else "NCHW"
        self.channel = 3 if self.last else 1
        self.first = self.random.choice([3, 4])
        self.parts = nn.LayerList()
        self.steps = []
        channels, sizes = [self.first], [0]  # images of one number have one size
        for number in range(1, self.random.randint(5, 14)):
            kind = self.random.choice(KINDS)
            at = self.random.randrange(max(0, len(channels) - 3), len(channels))
            step, count, size = self.make(kind, at, channels, sizes, number)
            self.steps.append((at, step))
            channels.append(count)
            sizes.append(size)
        self.shown = sorted({len(channels) - 1, self.random.randrange(1, len(channels))})

    def make(self, kind, at, channels, sizes, number):
        pick, c = self.random.choice, channels[at]
        same_size = [i for i in range(len(sizes)) if sizes[i] == sizes[at]]
        if kind == "conv":
            kernel, keeps = pick([1, 1, 3, 5]), self.random.random() < 0.7
            groups = pick([1, 1, c])
            conv = nn.Conv2D(
                c,
                c * pick([1, 2]) if groups > 1 else pick([4, 5, 16, 17]),
                kernel,
                stride=1 if keeps else pick([1, 2, (2, 1)]),
                padding=kernel // 2 if keeps else pick([1, 2, "SAME"]),
                groups=groups,
                bias_attr=pick([None, False]),
                data_format=self.layout,
            )
            self.parts.append(conv)
            return (lambda x, _: conv(x)), conv.weight.shape[0], sizes[at] if keeps else number
        if kind == "norm":
            norm = nn.BatchNorm2D(c, data_format=self.layout)
            norm._mean.set_value(paddle.randn([c]) * 0.3)
            norm._variance.set_value(paddle.rand([c]) + 0.3)
            self.parts.append(norm)
            return (lambda x, _: norm(x)), c, sizes[at]
        if kind in ("scale", "shift"):
            shape = [1, 1, 1, 1]
            shape[self.channel] = c
            p = self.create_parameter(pick([[1], shape, shape[1:]]))
            p.set_value(paddle.randn(p.shape))
            self.add_parameter(f"p{number}", p)
            return (lambda x, _: x * p if kind == "scale" else p + x), c, sizes[at]
        if kind == "sum":
            other = pick([i for i in same_size if channels[i] == c])
            return (lambda x, all: x + all[other]), c, sizes[at]
        if kind == "join":
            other = pick(same_size)
            join = lambda x, all: paddle.concat([x, all[other]], self.channel)  # noqa: E731
            return join, c + channels[other], sizes[at]
        if kind == "pool":
            pool, window = (
                pick([F.max_pool2d, F.avg_pool2d]),
                pick([(2, 2, 0), (3, 1, 1), (3, 2, 1)]),
            )
            return (lambda x, _: pool(x, *window, data_format=self.layout)), c, number
        if kind in ("mean", "gate"):
            axes = [1, 2] if self.last else [2, 3]
            factor = 1 if kind == "mean" else 2
            return (lambda x, _: x * F.sigmoid(factor * x.mean(axes, keepdim=True))), c, sizes[at]
        if kind == "cut":
            return (lambda x, _: x[:, 1:] if self.last else x[:, :, 1:]), c, number
        if kind == "turn":
            return (lambda x, _: x.transpose([0, 2, 1, 3]).reshape(x.shape)), c, sizes[at]
        activation = getattr(F, pick(ACTIVATIONS))
        return (lambda x, _: activation(x)), c, sizes[at]

    def forward(self, x):
        images = [x]
        for at, step in self.steps:
            images.append(step(images[at], images))
        return tuple(images[i] for i in self.shown)


@pytest.mark.parametrize("seed", range(40))
def test_random_networks(seed, tmp_path):
    net = Network(seed)
    net.eval()
    sizes = [net.random.randint(12, 16), net.random.randint(12, 16)]
    shape = [net.random.choice([1, 3]), *(sizes + [net.first] if net.last else [net.first] + sizes)]
    paddle.jit.save(net, str(tmp_path / "net"), [InputSpec(shape, "float32", "x")])
    loaded = _C.LoadedModel.load(str(tmp_path / "net.json"), str(tmp_path / "net.pdiparams"))
    x = paddle.to_tensor(np.random.default_rng(seed).standard_normal(shape, np.float32))
    for found, wanted in zip(loaded.run([x]), loaded.run([x], optimize=False), strict=True):
        a, b = found.numpy(), wanted.numpy()
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=0, atol=2e-5 * np.abs(b).max(initial=1e-6))
