"""Small models of different kinds that train by the same steps wherever they run."""

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional as F


class LeNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2D(1, 4, 3, padding=1), nn.ReLU(), nn.MaxPool2D(2),
            nn.Conv2D(4, 8, 3), nn.BatchNorm2D(8), nn.ReLU(), nn.AvgPool2D(2),
        )  # fmt: skip
        self.head = nn.Linear(8 * 5 * 5, 4)

    def forward(self, x):
        return self.head(self.features(x.reshape([-1, 1, 24, 24])).flatten(1))


class Recurrent(nn.Layer):
    def __init__(self, kind):
        super().__init__()
        self.cells = kind(16, 16, direction="bidirect")
        self.head = nn.Linear(32, 4)

    def forward(self, x):
        return self.head(self.cells(x.reshape([-1, 36, 16]))[0].mean(1))


class Attention(nn.Layer):
    def __init__(self):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0)
        self.head = nn.Linear(32, 4)

    def forward(self, x):
        return self.head(self.layer(x.reshape([-1, 18, 32]))[:, 0])


class Words(nn.Layer):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(50, 16)
        self.norm = nn.LayerNorm(16)
        self.head = nn.Linear(16, 4)

    def forward(self, x):
        words = (x * 10).astype("int64").clip(-20, 20) + 20
        return self.head(self.norm(self.table(words).mean(1)))


class Loop(nn.Layer):
    """How often its loop goes round depends on values."""

    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(24, 24)
        self.head = nn.Linear(24, 4)

    def forward(self, x):
        x = x[:, :24]
        rounds = 0
        while x.abs().mean() > 0.3 and rounds < 6:
            x = paddle.tanh(self.cell(x)) * 0.8
            rounds += 1
        return self.head(x)


def mlp():
    return nn.Sequential(
        nn.Linear(576, 32), nn.GELU(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 4)
    )


KINDS = {
    "mlp": (mlp, lambda ps: paddle.optimizer.Adam(0.01, parameters=ps)),
    "lenet": (LeNet, lambda ps: paddle.optimizer.Momentum(0.05, 0.9, parameters=ps)),
    "lstm": (lambda: Recurrent(nn.LSTM), lambda ps: paddle.optimizer.AdamW(0.01, parameters=ps)),
    "gru": (lambda: Recurrent(nn.GRU), lambda ps: paddle.optimizer.SGD(0.1, parameters=ps)),
    "transformer": (Attention, lambda ps: paddle.optimizer.Lamb(0.01, parameters=ps)),
    "words": (Words, lambda ps: paddle.optimizer.RMSProp(0.01, parameters=ps)),
    "loop": (Loop, lambda ps: paddle.optimizer.Adagrad(0.05, parameters=ps)),
    "clipped": (
        mlp,
        lambda ps: paddle.optimizer.Adam(
            paddle.optimizer.lr.ExponentialDecay(0.02, 0.9),
            parameters=ps,
            grad_clip=nn.ClipGradByGlobalNorm(0.5),
        ),
    ),
}


class Training:
    """A model with weights of its own, whose `step` trains on the next batch and gives the loss."""

    def __init__(self, kind, captured=False):
        make, optimizer = KINDS[kind]
        self._rng = np.random.default_rng(sorted(KINDS).index(kind))
        self.net = make()
        trained = [p for _, p in sorted(self.net.named_parameters()) if not p.stop_gradient]
        for weight in trained:  # running statistics stay
            weight.set_value(self._rng.standard_normal(weight.shape).astype("float32") * 0.2)
        self.optimizer = optimizer(self.net.parameters())
        self._step = paddle.jit.to_static(self._compute) if captured else self._compute

    def _compute(self, x, y):
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()
        self.optimizer.step()
        self.optimizer.clear_grad()
        return loss

    def batch(self, size=8):
        y = self._rng.integers(0, 4, size)
        x = self._rng.standard_normal((size, 576)).astype("float32") + y[:, None].astype("float32")
        return paddle.to_tensor(x), paddle.to_tensor(y)

    def step(self, size=8):
        loss = self._step(*self.batch(size))
        if isinstance(self.optimizer._learning_rate, paddle.optimizer.lr.LRScheduler):
            self.optimizer._learning_rate.step()
        return loss

    def state(self):
        """The bits of all weights and buffers."""
        return {name: t.numpy().tobytes() for name, t in self.net.state_dict().items()}


def train(kind, captured, steps):
    """(bits of the losses, bits of the weights) after `steps` steps."""
    training = Training(kind, captured)
    losses = [training.step().numpy() for _ in range(steps)]
    assert np.isfinite(losses).all()
    return [loss.tobytes() for loss in losses], training.state()
