"""Graphs, experts, games, physics, densities."""

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional as F

from ..case import floats, tensor
from ..model import model


def points(width, classes=3):
    def batch(seed, size):
        labels = np.random.default_rng(seed).integers(0, classes, 2 * size)
        return floats(2 * size, width, seed=seed), tensor(labels)

    return batch


def classify(layer, x, label):
    return F.cross_entropy(layer(x), label)


class MoE(nn.Layer):
    """Each row goes to its best two experts; an expert without rows does nothing."""

    def __init__(self):
        super().__init__()
        self.router = nn.Linear(4, 4)
        self.experts = nn.LayerList([nn.Linear(4, 4) for _ in range(4)])
        self.head = nn.Linear(4, 3)

    def forward(self, x, label=None):
        weight, chosen = paddle.topk(F.softmax(self.router(x)), 2, axis=-1)
        y = paddle.zeros_like(x)
        for i, expert in enumerate(self.experts):
            rows, slot = paddle.where(chosen == i)
            rows, slot = rows.reshape([-1]), slot.reshape([-1])
            if rows.shape[0] == 0:
                continue
            part = expert(x[rows]) * weight[rows, slot].unsqueeze(-1)
            y = paddle.scatter(y, rows, y[rows] + part)
        return self.head(y)


class GraphNet(nn.Layer):
    """Two rounds of messages along the edges of a ring."""

    def __init__(self):
        super().__init__()
        self.message, self.update = nn.Linear(8, 4), nn.Linear(8, 4)
        self.head = nn.Linear(4, 3)

    def forward(self, x, label=None):
        n = x.shape[0]
        source = paddle.arange(n)
        target = (source + 1) % n
        for _ in range(2):
            m = F.relu(self.message(paddle.concat([x[source], x[target]], axis=-1)))
            total = paddle.scatter(paddle.zeros([n, 4]), target, m, overwrite=False)
            x = paddle.tanh(self.update(paddle.concat([x, total], axis=-1)))
        return self.head(x)


class Policy(nn.Layer):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 8), nn.Linear(8, 2)

    def forward(self, x, label=None):
        return F.softmax(self.head(paddle.tanh(self.body(x))))


def policy_gradient(layer, x, label):
    state, log_p, rewards = x, [], []
    for _ in range(4):  # a game of four moves
        p = layer(state)
        action = paddle.multinomial(p, 1)
        log_p.append(paddle.log(paddle.take_along_axis(p, action, 1)).squeeze(-1))
        rewards.append(state[:, 0] * (action.squeeze(-1).astype("float32") * 2 - 1))
        state = state * 0.9 + action.astype("float32") * 0.1
        if state.abs().max() < 0.1:
            break
    later, gain = [], 0
    for r in reversed(rewards):
        gain = r + 0.9 * gain
        later.insert(0, gain)
    return -(paddle.stack(log_p) * paddle.stack(later).detach()).mean()


class GAN(nn.Layer):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
        self.critic = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))

    def forward(self, x, label=None):
        return self.critic(x)


def gan_loss(layer, x, label):
    fake = layer.generator(paddle.randn([x.shape[0], 2]))
    real, made = layer.critic(x), layer.critic(fake.detach())
    return (
        F.softplus(-real).mean() + F.softplus(made).mean() + F.softplus(-layer.critic(fake)).mean()
    )


class WGAN(GAN):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))


def wgan_loss(layer, x, label):
    fake = layer.generator(paddle.randn([x.shape[0], 2])).detach()
    mix = paddle.rand([x.shape[0], 1])
    between = mix * x + (1 - mix) * fake
    between.stop_gradient = False
    (slope,) = paddle.grad(layer.critic(between).sum(), between, create_graph=True)
    penalty = ((slope.norm(axis=1) - 1) ** 2).mean()
    return layer.critic(fake).mean() - layer.critic(x).mean() + 10 * penalty


class PINN(nn.Layer):
    """u'' + u = 0 with u(0) = 1."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, t, label=None):
        return self.net(t)


def physics(layer, t, label):
    t = t.detach()
    t.stop_gradient = False
    u = layer(t)
    (first,) = paddle.grad(u.sum(), t, create_graph=True)
    (second,) = paddle.grad(first.sum(), t, create_graph=True)
    return ((second + u) ** 2).mean() + ((layer(paddle.zeros([1, 1])) - 1) ** 2).mean()


class Flow(nn.Layer):
    """Affine couplings: half of the features scale and shift the other half."""

    def __init__(self):
        super().__init__()
        self.nets = nn.LayerList([nn.Linear(2, 4) for _ in range(3)])

    def forward(self, x, label=None):
        log_det = paddle.zeros([x.shape[0]])
        for net in self.nets:
            a, b = x[:, :2], x[:, 2:]
            scale, shift = paddle.split(net(a), 2, axis=-1)
            scale = paddle.tanh(scale)
            x = paddle.concat([b * scale.exp() + shift, a], axis=-1)
            log_det = log_det + scale.sum(-1)
        return x, log_det


def likelihood(layer, x, label):
    z, log_det = layer(x)
    return (0.5 * (z * z).sum(-1) - log_det).mean()


class NeuralODE(nn.Layer):
    """Steps of Euler whose size follows the slope."""

    def __init__(self):
        super().__init__()
        self.field, self.head = nn.Linear(4, 4), nn.Linear(4, 3)

    def forward(self, x, label=None):
        t = paddle.zeros([])
        while t < 1.0:
            slope = paddle.tanh(self.field(x))
            step = paddle.minimum(0.3 / (slope.detach().abs().max() + 0.1), 1.0 - t + 1e-6)
            x = x + slope * step
            t = t + step
        return self.head(x)


class MLP(nn.Layer):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 3))

    def forward(self, x, label=None):
        return self.layers(x)


for kind in (MoE, GraphNet, NeuralODE, MLP):
    model(kind, points(4), classify)
model(Policy, points(3), policy_gradient)
model(GAN, points(3), gan_loss)
model(WGAN, points(3), wgan_loss)
model(PINN, points(1), physics)
model(Flow, points(4), likelihood)
