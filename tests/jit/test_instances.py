"""A method that is converted in its class: each instance has captures of its own, which die with it."""

import copy
import gc
import pickle
import threading
import weakref

import paddle
import pytest
from paddle import nn
from paddle.jit import StaticFunction, report, to_static, vm

SKIPPED = 2 if vm.supported() else 0  # of three equal calls


class Net(nn.Layer):
    def __init__(self, n=2):
        super().__init__()
        self.linear = nn.Linear(n, n)

    @to_static
    def forward(self, x):
        return self.linear(x) + 1

    @to_static(input_spec=[paddle.static.InputSpec([-1])])
    def scaled(self, x):
        return x * self.linear.weight[0, 0]


class Child(Net):
    def forward(self, x):
        return super().forward(x) * 2


class Older(Net):
    def forward(self, x):
        return Net.forward(self, x) * 3


class Plain:
    def __init__(self):
        self.n = 0

    @to_static
    def count(self, x):
        self.n += 1
        return x + self.n


class Slots:
    __slots__ = ("n",)

    @to_static
    def twice(self, x):
        return x * 2


@pytest.mark.parametrize("make", [Net, Child, Older, Plain, lambda: to_static(nn.Linear(2, 2))])
def test_instances_die(make):
    x, dead = paddle.ones([1, 2]), []
    for _ in range(1000 if make is Net else 50):
        made = make()
        run = made.count if make is Plain else made
        for _ in range(3):
            y = run(x)
        if not y.stop_gradient:
            y.sum().backward()
        dead.append(weakref.ref(made))
    del made, run, y
    gc.collect()
    assert sum(r() is not None for r in dead) == 0


def test_each_has_its_own():
    nets, x = [Net() for _ in range(20)], paddle.ones([1, 2])
    for net in nets:
        for _ in range(3):
            assert paddle.equal_all(net(x), net.linear(x) + 1)
    for net in nets:  # more than the captures that one function keeps
        assert report(net).skipped == SKIPPED and net.forward is net.forward
        assert type(net.forward) is StaticFunction and net.forward.class_instance is net
    assert isinstance(Net.forward, StaticFunction) and Net.forward.class_instance is None
    assert "own" in str(report(Net.forward))


def test_classes_above():
    x = paddle.ones([1, 2])
    for kind, factor in ((Child, 2), (Older, 3)):
        net = kind()
        for _ in range(3):
            assert paddle.equal_all(net(x), (net.linear(x) + 1) * factor)
    captured = to_static(Child())
    for _ in range(3):
        assert paddle.equal_all(captured(x), (captured.linear(x) + 1) * 2)
    assert report(captured).skipped == SKIPPED


def test_copies_begin_anew():
    net, x = Net(), paddle.ones([1, 2])
    before = net(x)
    for other in (copy.deepcopy(net), copy.copy(net), pickle.loads(pickle.dumps(net))):
        assert other.forward is not net.forward and other.forward.class_instance is other
        assert paddle.equal_all(other(x), before)
        if other.linear is not net.linear:
            other.linear.weight.set_value(paddle.zeros([2, 2]))
            assert paddle.equal_all(other(x), other.linear(x) + 1)
        assert paddle.equal_all(net(x), before)
    plain = Plain()
    plain.count(x)
    other = copy.copy(plain)
    assert plain.count(x).tolist() == other.count(x).tolist() == [[3.0, 3.0]]
    assert plain.count(x).tolist() == [[4.0, 4.0]] and other.n == 2


def test_threads_share_what_an_instance_has():
    net, x, found = Net(), paddle.ones([1, 2]), []
    expected = net.linear(x) + 1

    def run():
        for _ in range(50):
            found.append((net.forward, bool(paddle.equal_all(net(x), expected))))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len({id(f) for f, _ in found}) == 1 and all(right for _, right in found)


def test_other_kinds_of_methods():
    class Kinds:
        @to_static
        def __call__(self, x):
            return x + 1

        @staticmethod
        @to_static
        def fixed(x):
            return x + 2

        @classmethod
        @to_static
        def of_class(cls, x):
            return x + cls.n

        n = 3

    x = paddle.zeros([1])
    for _ in range(3):
        assert [Kinds()(x).item(), Kinds.fixed(x).item(), Kinds().of_class(x).item()] == [
            1.0,
            2.0,
            3.0,
        ]
        assert Slots().twice(x + 1).item() == 2.0


def test_rollback():
    x = paddle.ones([1, 2])
    for net in (Net(), to_static(nn.Linear(2, 2))):
        before = net(x)
        plain = net.forward.rollback()
        assert not isinstance(net.forward, StaticFunction) and paddle.equal_all(net(x), before)
        assert paddle.equal_all(plain(x), before)
    other = Net()
    assert isinstance(other.forward, StaticFunction)


def test_converted_anew():
    """What to_static says of a Layer goes before what is said in its class."""
    spec = [paddle.static.InputSpec([-1, 2])]
    net = to_static(Net(), input_spec=spec)
    assert net.forward.function_spec.input_spec == tuple(spec)
    assert to_static(net).forward is net.forward
    for n in (2, 3, 4, 5):
        assert net(paddle.ones([n, 2])).shape == [n, 2]
    assert not SKIPPED or report(net).compiled == 2
