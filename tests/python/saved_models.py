"""Models that are saved by one framework and run by the other: the same code runs on both.

As a program: `saved_models.py write FOLDER` saves each model with what it gives; `saved_models.py check FOLDER` runs
what is there and prints, for each model, the largest difference.
"""

import os
import sys

import numpy as np
import paddle
import paddle.nn.functional as F
from paddle import nn
from paddle.static import InputSpec

MODELS = {}


def model(*inputs):
    """Registers a layer; each input is (shape with -1, dtype or the largest integer, shapes to run at...)."""

    def add(cls):
        MODELS[cls.__name__] = (cls, inputs)
        return cls

    return add


@model(((-1, 1, 28, 28), "float32", (2, 1, 28, 28), (5, 1, 28, 28)))
class LeNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2D(1, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2D(2, 2), nn.Conv2D(6, 16, 5), nn.ReLU(),
            nn.AvgPool2D(2, 2),
        )  # fmt: skip
        self.fc = nn.Sequential(
            nn.Linear(400, 32), nn.Sigmoid(), nn.Dropout(0.3), nn.Linear(32, 10)
        )

    def forward(self, x):
        return F.log_softmax(self.fc(paddle.flatten(self.features(x), 1)))


@model(((-1, -1, 4), "float32", (2, 6, 4), (3, 9, 4)))
class Halves(nn.Layer):
    """Sizes divided with a rest."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        n = x.shape[1]
        return self.fc(x[:, : n // 2]), x[:, (n + 1) // 3 :]


@model(((-1, 3, -1, -1), "float32", (1, 3, 32, 32), (2, 3, 64, 32)))
class MobileBlocks(nn.Layer):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2D(3, 8, 3, stride=2, padding=1, bias_attr=False)
        self.bn = nn.BatchNorm2D(8)
        self.depthwise = nn.Conv2D(8, 8, 3, padding=1, groups=8)
        self.squeeze, self.excite = nn.Conv2D(8, 4, 1), nn.Conv2D(4, 8, 1)
        self.pool = nn.AdaptiveAvgPool2D(1)

    def forward(self, x):
        x = F.hardswish(self.bn(self.stem(x)))
        y = self.depthwise(x)
        gate = F.hardsigmoid(self.excite(F.relu(self.squeeze(self.pool(y)))))
        return x + y * gate


@model(((-1, 3, 16, 16), "float32", (2, 3, 16, 16), (3, 3, 16, 16)))
class ResNetBlock(nn.Layer):
    def __init__(self):
        super().__init__()
        self.c1, self.b1 = nn.Conv2D(3, 8, 3, stride=2, padding=1), nn.BatchNorm2D(8)
        self.c2, self.b2 = nn.Conv2D(8, 8, 3, padding=1), nn.BatchNorm2D(8)
        self.short = nn.Conv2D(3, 8, 1, stride=2)
        self.fc = nn.Linear(8, 5)

    def forward(self, x):
        y = self.b2(self.c2(F.relu(self.b1(self.c1(x)))))
        y = F.relu(y + self.short(x))
        return self.fc(y.mean(axis=[2, 3]))


@model(((-1, 7), 30, (2, 7), (3, 7)))
class TextLSTM(nn.Layer):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(30, 8, padding_idx=0)
        self.lstm = nn.LSTM(8, 6, direction="bidirect")
        self.out = nn.Linear(12, 3)

    def forward(self, ids):
        y, (h, c) = self.lstm(self.embed(ids))
        return self.out(y[:, -1]), h, c.sum()


@model(((-1, 5, 6), "float32", (2, 5, 6), (1, 5, 6)))
class GRUNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(6, 4, num_layers=2)

    def forward(self, x):
        y, h = self.gru(x)
        return y.max(axis=1), h


@model(((-1, -1, 6), "float32", (2, 5, 6), (3, 9, 6)), ((-1,), 4, (2,), (3,)))
class Recurrent(nn.Layer):
    """Over open lengths, with the length of each sequence."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(6, 4, 2, direction="bidirect")
        self.gru, self.rnn = nn.GRU(8, 5), nn.SimpleRNN(5, 3, direction="bidirect")

    def forward(self, x, lengths):
        y, (h, c) = self.lstm(x, sequence_length=lengths + 1)
        z, s = self.gru(y)
        return self.rnn(z)[0], h, c, s


@model(((-1, -1), 40, (2, 6), (3, 9)))
class Encoder(nn.Layer):
    """Attention from parts, with positions, a mask and layer norms before the blocks."""

    def __init__(self, width=16, heads=4):
        super().__init__()
        self.tokens, self.places = nn.Embedding(40, width), nn.Embedding(32, width)
        self.n1, self.n2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 32), nn.Linear(32, width)
        self.heads = heads

    def forward(self, ids):
        n = ids.shape[1]
        x = self.tokens(ids) + self.places(paddle.arange(n))
        qkv = self.qkv(self.n1(x)).reshape([0, 0, 3, self.heads, -1]).transpose([2, 0, 3, 1, 4])
        q, k, v = qkv[0], qkv[1], qkv[2]
        scores = paddle.matmul(q, k, transpose_y=True) * 0.5
        mask = paddle.triu(paddle.full([n, n], -1e9), 1)
        y = paddle.matmul(F.softmax(scores + mask), v).transpose([0, 2, 1, 3]).flatten(2)
        x = x + self.proj(y)
        return x + self.down(F.gelu(self.up(self.n2(x))))


@model(((-1, 3, -1, -1), "float32", (1, 3, 16, 16), (2, 3, 32, 16)))
class UNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2D(3, 8, 3, padding=1)
        self.mid = nn.Conv2D(8, 8, 3, padding=1)
        self.up = nn.Conv2DTranspose(8, 4, 2, stride=2)
        self.last = nn.Conv2D(12, 2, 1)

    def forward(self, x):
        a = F.leaky_relu(self.down(x), 0.1)
        b = F.relu(self.mid(F.max_pool2d(a, 2)))
        return F.sigmoid(self.last(paddle.concat([a, self.up(b)], axis=1)))


@model(((1, 2, 6, 6), "float32", (1, 2, 6, 6)))
class Resizes(nn.Layer):
    def forward(self, x):
        a = F.interpolate(x, scale_factor=2, mode="nearest")
        b = F.interpolate(x, size=[9, 4], mode="bilinear", align_corners=True)
        c = F.pad(x, [1, 2, 0, 1], mode="reflect")
        d = F.pad(x, [1, 1, 1, 1], value=0.5)
        return a, b, c, d, F.pixel_shuffle(paddle.concat([x, x], 1), 2)


@model(((-1, 4, 20), "float32", (2, 4, 20), (3, 4, 20)))
class Conv1DNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv1D(4, 6, 3, padding=1)
        self.n = nn.GroupNorm(2, 6)
        self.i = nn.InstanceNorm1D(6)

    def forward(self, x):
        y = F.silu(self.n(self.c(x)))
        return self.i(F.max_pool1d(y, 2)), F.avg_pool1d(y, 2)


@model(((-1, 6), "float32", (4, 6), (2, 6)))
class Arithmetic(nn.Layer):
    def forward(self, x):
        y = paddle.clip(x, min=-1.0, max=1.0)
        return (
            x * 2 + 1, 1 / (x.abs() + 1), x**2, paddle.exp(y) - 3, y.cumsum(1), paddle.maximum(x, y),
            x.sum(axis=1, keepdim=True), x.max(axis=-1), x.argmax(axis=1), paddle.logsumexp(x, 1), x > 0.5,
            paddle.where(x > 0, x, y), F.softplus(x), F.elu(x), paddle.rsqrt(x.abs() + 1), x.astype("float64"),
            (x * 10).astype("int32"), F.relu6(x), paddle.std(x, axis=1), -x, x.prod(axis=1), F.selu(x), F.mish(x),
        )  # fmt: skip


@model(((-1, 5, 4), "float32", (3, 5, 4), (2, 5, 4)), ((-1,), 3, (4,), (2,)))
class Indexing(nn.Layer):
    def forward(self, x, ids):
        values, places = paddle.topk(x, 2, axis=1)
        a, b = paddle.split(x, [2, 3], axis=1)
        return (
            x[:, 1:4:2], x[..., -1], x[:, ::-1], x[0], paddle.gather(x, ids % 2, axis=1), values, places, a, b,
            paddle.stack([x, x], 1), paddle.tile(x, [1, 2, 1]), x.unsqueeze(1).squeeze(1), paddle.roll(x, 1, 1),
            x.expand([2, -1, 5, 4]), F.one_hot(ids, 5), paddle.flip(x, [2]), paddle.tril(x), x.transpose([2, 0, 1]),
            paddle.argsort(x, axis=1), paddle.take_along_axis(x, places, 1), paddle.full_like(x, 3.0),
        )  # fmt: skip


@model(((3, 4), "float32", (3, 4)))
class Branches(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        y = self.fc(x)
        if y.sum() > 0:
            y = y * 2
        else:
            y = y - 1
        i = paddle.zeros([1])
        while i < 3:
            y = y + i
            i = i + 1
        return y


@model(((-1, 8), "float32", (2, 8), (6, 8)))
class Registered(nn.Layer):
    """A buffer, a constant from Python, a nested result, a parameter that is used twice."""

    def __init__(self):
        super().__init__()
        self.w = self.create_parameter([8, 8])
        self.register_buffer("shift", paddle.full([8], 0.25))

    def forward(self, x):
        y = paddle.matmul(x, self.w) + self.shift
        z = paddle.matmul(y, self.w) * paddle.to_tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
        return {"y": y, "rest": [z, (y - z,)]}


@model(((-1, -1, 4), "float32", (2, 6, 4), (3, 5, 4)))
class Sizes(nn.Layer):
    """Numbers that follow from sizes, in many places."""

    def forward(self, x):
        n, m = x.shape[0], x.shape[1]
        return (
            x * n, x + m, x.sum() / m, paddle.arange(m), paddle.reshape(x, [n * m, 4]), x[:, :-1], x[:, 1:],
            paddle.zeros([n, 3]), paddle.ones([m, n, 2]), x[:, -1], x.reshape([n, 2, -1]), x.flatten(0, 1),
            paddle.concat([x, paddle.full([n, 1, 4], 2.0)], 1), x.unsqueeze(1).expand([n, 3, m, 4]),
            paddle.arange(1, m), x.transpose([1, 0, 2]).reshape([m, -1]), x.mean(axis=[0, 1]),
        )  # fmt: skip


@model(((-1, 4), "float32", (2, 4), (3, 4)), ((-1, -1, 4), "float32", (2, 5, 4), (3, 1, 4)))
class TwoInputs(nn.Layer):
    """Of one batch: their open sizes are not all different."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, y):
        z = paddle.concat([x.unsqueeze(1), self.fc(y)], axis=1)
        return z.mean(1) + x, z.reshape([-1, 4]), y.shape[1] * x


def make(name):
    paddle.seed(1)
    layer = MODELS[name][0]()
    layer.eval()
    return layer


def specs(name, fixed=False):
    return [
        InputSpec(
            list(shapes[0]) if fixed else list(shape), dtype if isinstance(dtype, str) else "int64"
        )
        for shape, dtype, *shapes in MODELS[name][1]
    ]


def inputs(name):
    """A list of arguments for each shape."""
    rng = np.random.default_rng(3)
    runs = []
    for i in range(len(MODELS[name][1][0]) - 2):
        run = []
        for _, dtype, *shapes in MODELS[name][1]:
            if isinstance(dtype, str):
                run.append(rng.standard_normal(shapes[i]).astype(dtype))
            else:
                run.append(rng.integers(0, dtype, shapes[i]))
        runs.append(run)
    return runs


def flat(x):
    if isinstance(x, dict):
        x = [x[k] for k in sorted(x)]
    if isinstance(x, (list, tuple)):
        return [t for part in x for t in flat(part)]
    return [x.numpy()]


def call(function, arrays):
    with paddle.no_grad():
        return flat(function(*[paddle.to_tensor(a) for a in arrays]))


def write(folder):
    for name in MODELS:
        layer = make(name)
        for i, arrays in enumerate(inputs(name)):
            results = call(layer, arrays)
            np.savez(
                os.path.join(folder, f"{name}.{i}.npz"),
                *arrays,
                **{f"out{k}": r for k, r in enumerate(results)},
            )
        try:
            paddle.jit.save(layer, os.path.join(folder, name), specs(name))
        except Exception as e:
            print("NOT SAVED", name, type(e).__name__, str(e).replace("\n", " ")[:300])


def difference(name, folder):
    """The largest difference between what a saved model gives and what was written beside it."""
    loaded = paddle.jit.load(os.path.join(folder, name))
    worst = 0.0
    i = 0
    while os.path.exists(path := os.path.join(folder, f"{name}.{i}.npz")):
        data = np.load(path)
        arrays = [data[f"arr_{k}"] for k in range(len(MODELS[name][1]))]
        results = call(loaded, arrays)
        wanted = [data[f"out{k}"] for k in range(len(data.files) - len(arrays))]
        assert len(results) == len(wanted), f"{len(results)} results, {len(wanted)} wanted"
        for k, (r, w) in enumerate(zip(results, wanted, strict=True)):
            assert r.shape == w.shape, f"result {k}: {r.shape}, {w.shape} wanted"
            assert r.dtype == w.dtype, f"result {k}: {r.dtype}, {w.dtype} wanted"
            if r.size:
                worst = max(worst, float(np.abs(r.astype("float64") - w.astype("float64")).max()))
        i += 1
    return worst


def check(folder):
    for name in MODELS:
        try:
            print(name, difference(name, folder))
        except Exception as e:
            print("FAILED", name, type(e).__name__, str(e).replace("\n", " ")[-500:])


if __name__ == "__main__":
    {"write": write, "check": check}[sys.argv[1]](sys.argv[2])
