"""State outside of the function: globals, attributes, buffers, random numbers, modes, hooks."""

import paddle
from paddle import nn

from ..case import BOTH, TIMES, case, floats

WRITES = "global and attribute writes"
COUNTS = {"calls": 0}
LAST = None


@case(WRITES, make=True)
def global_dict_counts():
    COUNTS["calls"] = 0

    def f(x):
        COUNTS["calls"] += 1
        return x * COUNTS["calls"]

    return f, lambda: dict(COUNTS)


@case(WRITES, make=True)
def global_name_is_set():
    def f(x):
        global LAST
        LAST = x * 2
        return LAST + 1

    return f, lambda: LAST


@case(WRITES, make=True)
def list_outside_grows():
    seen = []

    def f(x):
        seen.append(x.sum())
        return x

    return f, lambda: list(seen)


@case(WRITES, make=True)
def attribute_of_object():
    class Box:
        value = 0

    box = Box()

    def f(x):
        box.value = x.mean()
        return x - box.value

    return f, lambda: box.value


@case(WRITES, make=True)
def method_counts():
    class Model:
        def __init__(self):
            self.steps = 0

        def run(self, x):
            self.steps += 1
            return x + self.steps

    model = Model()
    return model.run, lambda: model.steps


@case(WRITES, BOTH, make=True)
def attribute_under_if():
    class Box:
        value = None

    box = Box()

    def f(x):
        if x.sum() > 0:
            box.value = x * 2
        return x

    return f, lambda: box.value


@case(WRITES, TIMES, make=True)
def attribute_in_loop():
    class Box:
        total = 0

    box = Box()

    def f(x, n):
        for i in range(n):
            box.total = box.total + x.sum().detach() * i
        return x

    return f, lambda: box.total


@case(WRITES, make=True)
def nonlocal_between_calls():
    last = None

    def f(x):
        nonlocal last
        y = x if last is None else x + last
        last = x.mean().detach()
        return y

    return f, lambda: last


@case(WRITES, make=True)
def layer_attribute_tensor():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.seen = 0

        def forward(self, x):
            self.seen = self.seen + x.sum().detach()
            return x * 2

    net = Net()
    return net, lambda: net.seen


@case(WRITES, make=True)
def outer_tensor_is_written():
    total = paddle.zeros([1])

    def f(x):
        total.add_(x.sum().detach().reshape([1]))
        return x * 1

    return f, lambda: total


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


RANDOM = "random"


@case(RANDOM)
def dropout_applied(x):
    return nn.functional.dropout(x, 0.5)


@case(RANDOM)
def normal_added(x):
    return x + paddle.randn(x.shape)


@case(RANDOM)
def uniform_twice(x):
    return paddle.rand([2]), paddle.rand([2]) + x.sum()


@case(RANDOM, BOTH)
def random_under_if(x):
    return x + paddle.rand([1]) if x.sum() > 0 else x


@case(RANDOM, TIMES)
def random_in_loop(x, n):
    for _ in range(n):
        x = x + paddle.randn([3])[0]
    return x


@case(RANDOM)
def permutation_of_rows(x):
    return x[paddle.randperm(x.shape[0])]


@case(RANDOM)
def integers_drawn(x):
    return x * paddle.randint(0, 10, [1])


@case(RANDOM)
def bernoulli_mask(x):
    return x * paddle.bernoulli(paddle.full(x.shape, 0.5))


@case(RANDOM)
def multinomial_drawn(x):
    return paddle.multinomial(paddle.nn.functional.softmax(x), 2)


@case(RANDOM)
def reparametrised(x):
    return x.mean() + paddle.exp(x.std() * 0.5) * paddle.randn([4])


MODES = "no_grad and gradients"


@case(MODES)
def no_grad_part(x):
    with paddle.no_grad():
        k = x.mean()
    return x * k


@case(MODES)
def no_grad_decorator(x):
    @paddle.no_grad()
    def f(v):
        return v * 2

    return x + f(x)


@case(MODES)
def detach_part(x):
    return x * x.detach()


@case(MODES)
def stop_gradient_set(x):
    y = x * 2
    y.stop_gradient = True
    return x * y


@case(MODES)
def enable_grad_inside(x):
    with paddle.no_grad(), paddle.enable_grad():
        y = x * 3
    return y


@case(MODES)
def grad_inside(x):
    y = (x * x * x).sum()
    (g,) = paddle.grad(y, x, create_graph=True)
    return g.sum() + y


@case(MODES, gradient=False)
def backward_inside(x):
    w = paddle.ones([1])
    w.stop_gradient = False
    (x.detach() * w).sum().backward()
    return w.grad


@case(MODES, TIMES)
def no_grad_in_loop(x, n):
    for _ in range(n):
        with paddle.no_grad():
            s = x.abs().max()
        x = x / (s + 1)
    return x


@case(MODES)
def is_grad_enabled_branch(x):
    return x * 2 if paddle.is_grad_enabled() else x


@case(MODES)
def gradient_penalty(x):
    y = paddle.tanh(x).sum()
    (g,) = paddle.grad(y, x, create_graph=True)
    return (g.norm() - 1) ** 2


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


@case("amp", FIXED, make=True, needs=("amp",))
def auto_cast_linear():
    layer = filled(nn.Linear(3, 2))

    def f(x):
        with paddle.amp.auto_cast(level="O1", dtype="bfloat16"):
            y = layer(x)
        return y.astype("float32")

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
