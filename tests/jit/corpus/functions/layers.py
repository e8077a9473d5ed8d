"""Parameters, buffers, hooks, PyLayer, training."""

import paddle
from paddle import nn

from ..case import BOTH, TIMES, case, floats

BUFFERS = "buffers and parameters"


def filled(layer):
    """Its parameters set by fixed numbers, for one result everywhere."""
    for k, p in enumerate(layer.parameters()):
        n = int(p.numel())
        p.set_value((paddle.arange(n, dtype="float32") * 0.7 + k).sin().reshape(p.shape) * 0.5)
    return layer


FIXED = [(floats(4, 3, seed=0),), (floats(4, 3, seed=1),), (floats(6, 3, seed=2),)]


@case(BUFFERS, FIXED, make=True)
def linear_layer():
    return filled(nn.Linear(3, 2))


@case(BUFFERS, FIXED, make=True)
def batch_norm_layer():
    return filled(nn.BatchNorm1D(3))


@case(BUFFERS, FIXED, make=True)
def batch_norm_eval():
    layer = filled(nn.BatchNorm1D(3))
    layer.eval()
    return layer


@case(BUFFERS, FIXED, make=True)
def sequential_layers():
    return filled(nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2)))


@case(BUFFERS, FIXED, make=True)
def counter_buffer():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.register_buffer("count", paddle.zeros([1]))

        def forward(self, x):
            self.count.add_(paddle.ones([1]))
            return x * self.count

    return Net()


@case(BUFFERS, FIXED, make=True)
def moving_average_buffer():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.register_buffer("mean", paddle.zeros([3]))

        def forward(self, x):
            with paddle.no_grad():
                self.mean.set_value(self.mean * 0.9 + x.mean(0) * 0.1)
            return x - self.mean

    return Net()


@case(BUFFERS, FIXED, make=True)
def layer_list_loop():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.layers = nn.LayerList([nn.Linear(3, 3) for _ in range(3)])

        def forward(self, x):
            for layer in self.layers:
                x = paddle.tanh(layer(x))
            return x

    return filled(Net())


@case(BUFFERS, FIXED, make=True)
def shared_weights():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3, 3)
            self.b = self.a

        def forward(self, x):
            return self.a(x) + self.b(x * 2)

    return filled(Net())


@case(BUFFERS, FIXED, make=True)
def mode_dependent():
    class Net(nn.Layer):
        def forward(self, x):
            return x * 2 if self.training else x

    return Net()


@case(BUFFERS, FIXED, make=True)
def gate_on_input():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(3, 2), nn.Linear(3, 2)

        def forward(self, x):
            return self.a(x) if x.sum() > 0 else self.b(x)

    return filled(Net())


HOOKS = "hooks, PyLayer"


class Cube(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensor()
        return g * 3 * x * x


class Straight(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, g):
        return g


class Scaled(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x * 1

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k


@case(HOOKS)
def py_layer_cube(x):
    return Cube.apply(x) + 1


@case(HOOKS)
def py_layer_straight_through(x):
    return Straight.apply(x * 3) * x


@case(HOOKS)
def py_layer_with_number(x):
    return Scaled.apply(x, 4.0)


@case(HOOKS, BOTH)
def py_layer_under_if(x):
    return Cube.apply(x) if x.sum() > 0 else Straight.apply(x)


@case(HOOKS, TIMES)
def py_layer_in_loop(x, n):
    for _ in range(n):
        x = Scaled.apply(x, 0.5)
    return x


@case(HOOKS)
def tensor_hook(x):
    y = x * 2
    y.register_hook(lambda g: g * 10)
    return y


@case(HOOKS, FIXED, make=True)
def forward_pre_hook():
    layer = filled(nn.Linear(3, 2))
    layer.register_forward_pre_hook(lambda layer, inputs: (inputs[0] * 2,))
    return layer


@case(HOOKS, FIXED, make=True)
def forward_post_hook():
    layer = filled(nn.Linear(3, 2))
    layer.register_forward_post_hook(lambda layer, inputs, out: out + 1)
    return layer


@case(HOOKS, FIXED, make=True)
def hook_stores_features():
    features = []
    layer = filled(nn.Sequential(nn.Linear(3, 2), nn.ReLU()))
    layer[0].register_forward_post_hook(lambda layer, inputs, out: features.append(out))
    return layer, lambda: list(features)


@case(HOOKS, FIXED, make=True)
def hook_on_hidden_gradient():
    layer = filled(nn.Linear(3, 2))

    def f(x):
        y = layer(x)
        y.register_hook(lambda g: g.clip(-0.5, 0.5))
        return y * y

    return f


@case("combinations", FIXED, make=True)
def training_step():
    layer = filled(nn.Linear(3, 1))
    opt = paddle.optimizer.SGD(0.1, parameters=layer.parameters())

    def step(x):
        loss = (layer(x) ** 2).mean()
        loss.backward()
        opt.step()
        opt.clear_grad()
        return loss.detach()

    return step, lambda: [p.detach().clone() for p in layer.parameters()]


@case("combinations", FIXED, make=True)
def cache_of_keys():
    cache = {}

    def f(x):
        cache["k"] = x.detach() if "k" not in cache else paddle.concat([cache["k"], x.detach()])
        return (x @ cache["k"].T).sum(1)

    return f, lambda: cache["k"]
