"""Globals, attributes, random numbers."""

import paddle
from paddle import nn

from ..case import BOTH, TIMES, case

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
