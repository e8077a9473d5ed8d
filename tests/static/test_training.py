"""Training loops as programs give what they give in eager mode, for batches of several sizes."""

import numpy as np
import paddle
import pytest
from paddle import nn

from .differential import compare

SIZES = (4, 4, 7, 2, 4, 1, 9)


def batches(sizes=SIZES, seed=0, **shapes):
    rng = np.random.default_rng(seed)
    made = []
    for n in sizes:
        batch = {}
        for name, (shape, kind) in shapes.items():
            if isinstance(kind, int):
                batch[name] = rng.integers(0, kind, (n, *shape))
            else:
                batch[name] = rng.standard_normal((n, *shape)).astype(kind)
        made.append(batch)
    return made


def mlp():
    layer = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    return layer, lambda net, b: nn.functional.cross_entropy(net(b["x"]), b["y"])


def conv_net():
    layer = nn.Sequential(
        nn.Conv2D(2, 4, 3, padding=1), nn.BatchNorm2D(4), nn.ReLU(), nn.MaxPool2D(2), nn.Conv2D(4, 4, 3),
        nn.AdaptiveAvgPool2D(1), nn.Flatten(), nn.Linear(4, 3),
    )  # fmt: skip
    return layer, lambda net, b: nn.functional.cross_entropy(net(b["x"]), b["y"])


class Words(nn.Layer):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(11, 8)
        self.norm = nn.LayerNorm(8)
        self.out = nn.Linear(8, 3)

    def forward(self, x):
        return self.out(self.norm(self.table(x)).mean(axis=1))


def words():
    return Words(), lambda net, b: nn.functional.cross_entropy(net(b["x"]), b["y"])


class Attention(nn.Layer):
    def __init__(self):
        super().__init__()
        self.encoder = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0)
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        return self.out(self.encoder(x)[:, 0])


def attention():
    return Attention(), lambda net, b: nn.functional.mse_loss(net(b["x"]), b["y"])


def lstm():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.rnn = nn.LSTM(3, 5)
            self.out = nn.Linear(5, 1)

        def forward(self, x):
            return self.out(self.rnn(x)[0][:, -1])

    return Net(), lambda net, b: ((net(b["x"]) - b["y"]) ** 2).mean()


def with_dropout():
    layer = nn.Sequential(nn.Linear(6, 16), nn.Dropout(0.5), nn.Linear(16, 3))
    return layer, lambda net, b: nn.functional.cross_entropy(net(b["x"]), b["y"])


CLASSES = {"x": ((6,), "float32"), "y": ((1,), 3)}
MODELS = {
    "mlp": (mlp, CLASSES),
    "conv_net": (conv_net, {"x": ((2, 8, 8), "float32"), "y": ((1,), 3)}),
    "words": (words, {"x": ((5,), 11), "y": ((1,), 3)}),
    "attention": (attention, {"x": ((4, 8), "float32"), "y": ((1,), "float32")}),
    "lstm": (lstm, {"x": ((4, 3), "float32"), "y": ((1,), "float32")}),
    "dropout": (with_dropout, CLASSES),
}


@pytest.mark.parametrize("free", [True, False], ids=["any batch", "one batch"])
@pytest.mark.parametrize("name", MODELS)
def test_models(name, free):
    make, shapes = MODELS[name]
    sizes = SIZES if free else (4,) * 5
    if name == "conv_net":
        sizes = tuple(n for n in sizes if n > 1)
    compare(make, lambda ps: paddle.optimizer.SGD(0.1, ps), batches(sizes, **shapes), free=free)


@pytest.mark.parametrize("kind", [nn.SimpleRNN, nn.LSTM, nn.GRU])
def test_recurrent_layers_over_any_length(kind):
    def make():
        layer = kind(3, 5, direction="bidirect")
        return layer, lambda net, b: (net(b["x"])[0] ** 2).mean()

    made = [
        batches([n], seed=t, x=((t, 3), "float32"))[0] for n, t in ((4, 6), (2, 9), (1, 1), (3, 30))
    ]
    compare(make, lambda ps: paddle.optimizer.SGD(0.1, ps), made, free=2)


OPTIMIZERS = {
    "sgd": lambda ps: paddle.optimizer.SGD(0.1, ps),
    "decay": lambda ps: paddle.optimizer.SGD(0.1, ps, weight_decay=0.01),
    "l1": lambda ps: paddle.optimizer.SGD(0.1, ps, weight_decay=paddle.regularizer.L1Decay(0.01)),
    "momentum": lambda ps: paddle.optimizer.Momentum(0.1, 0.9, ps, use_nesterov=True),
    "adam": lambda ps: paddle.optimizer.Adam(0.01, parameters=ps),
    "amsgrad": lambda ps: paddle.optimizer.Adam(0.01, parameters=ps, amsgrad=True),
    "adamw": lambda ps: paddle.optimizer.AdamW(0.01, parameters=ps, weight_decay=0.1),
    "adagrad": lambda ps: paddle.optimizer.Adagrad(0.1, parameters=ps),
    "adadelta": lambda ps: paddle.optimizer.Adadelta(0.1, parameters=ps),
    "rmsprop": lambda ps: paddle.optimizer.RMSProp(
        0.01, parameters=ps, centered=True, momentum=0.5
    ),
    "adamax": lambda ps: paddle.optimizer.Adamax(0.01, parameters=ps),
    "lamb": lambda ps: paddle.optimizer.Lamb(0.01, parameters=ps),
    "nadam": lambda ps: paddle.optimizer.NAdam(0.01, parameters=ps),
    "radam": lambda ps: paddle.optimizer.RAdam(0.01, parameters=ps),
    "rprop": lambda ps: paddle.optimizer.Rprop(0.01, parameters=ps),
    "by_value": lambda ps: paddle.optimizer.SGD(0.5, ps, grad_clip=nn.ClipGradByValue(0.05)),
    "by_norm": lambda ps: paddle.optimizer.SGD(0.5, ps, grad_clip=nn.ClipGradByNorm(0.1)),
    "by_global_norm": lambda ps: paddle.optimizer.Adam(
        0.05, parameters=ps, grad_clip=nn.ClipGradByGlobalNorm(0.1)
    ),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers(name):
    compare(mlp, OPTIMIZERS[name], batches(**CLASSES))


SCHEDULES = {
    "step": lambda: paddle.optimizer.lr.StepDecay(0.5, 2, 0.5),
    "noam": lambda: paddle.optimizer.lr.NoamDecay(8, 3),
    "warmup": lambda: paddle.optimizer.lr.LinearWarmup(0.5, 3, 0.0, 0.5),
}


@pytest.mark.parametrize("optimizer", ["SGD", "Adam", "AdamW", "Adadelta", "Momentum"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_schedules(schedule, optimizer):
    kind = getattr(paddle.optimizer, optimizer)
    compare(
        mlp,
        lambda ps: kind(learning_rate=SCHEDULES[schedule](), parameters=ps),
        batches(**CLASSES),
        after_step=lambda step: step._learning_rate.step(),
    )


def test_set_lr():
    rates = iter([0.3, 0.2, 0.1, 0.05, 0.04, 0.03, 0.02] * 2)
    compare(
        mlp,
        lambda ps: paddle.optimizer.SGD(0.5, ps),
        batches(**CLASSES),
        after_step=lambda step: step.set_lr(next(rates)),
    )


def test_learning_rates_of_single_parameters():
    def make():
        net = nn.Sequential(
            nn.Linear(6, 4, weight_attr=paddle.ParamAttr(learning_rate=0.5)),
            nn.Linear(
                4,
                3,
                bias_attr=paddle.ParamAttr(
                    learning_rate=2.0, regularizer=paddle.regularizer.L2Decay(0.1)
                ),
            ),
        )
        return net, lambda net, b: nn.functional.cross_entropy(net(b["x"]), b["y"])

    compare(make, lambda ps: paddle.optimizer.Momentum(0.1, parameters=ps), batches(**CLASSES))


def test_double_precision():
    def made():
        paddle.set_default_dtype("float64")
        try:
            return nn.Linear(6, 3), lambda net, b: (net(b["x"]) ** 2).mean()
        finally:
            paddle.set_default_dtype("float32")

    compare(
        made, lambda ps: paddle.optimizer.Adam(0.01, parameters=ps), batches(x=((6,), "float64"))
    )
