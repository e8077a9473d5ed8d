"""Entries that are made before they are called for: after writes to what was read, and for numbers among arguments."""

import paddle
import pytest
from paddle import nn
from paddle.jit import report, to_static, vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def compiled(static, *calls):
    """How many programs there are after each call."""
    found = []
    for arguments in calls:
        static(*arguments)
        found.append(report(static).compiled)
    return found


def test_a_counter():
    class Model:
        steps = 0

        def run(self, x):
            self.steps += 1
            return x * self.steps + self.steps

    model = Model()
    static, x = to_static(model.run), paddle.to_tensor([1.0, 2.0])
    counts = []
    for k in range(1, 7):
        assert static(x).tolist() == [2.0 * k, 3.0 * k] and model.steps == k
        counts.append(report(static).compiled)
    assert len(set(counts)) == 1 and report(static).skipped == 5


def test_a_state_that_becomes_a_tensor():
    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.seen = 0

        def forward(self, x):
            self.seen = self.seen + x.sum().detach()
            return x * 2

    net = Net()
    static, x = to_static(net), paddle.to_tensor([1.0, 2.0])
    static(x)
    first = report(static).compiled
    for k in range(2, 5):
        static(x)
        assert net.seen.item() == 3.0 * k
    assert report(static).compiled == first


def test_what_python_does_in_the_next_state_is_not_done_ahead():
    done = []

    class Box:
        count = 0

    box = Box()

    def f(x):
        box.count += 1
        if box.count == 2:
            done.append(open)  # seen by the capture
            print("second")
        return x + box.count

    static, x = to_static(f), paddle.to_tensor([1.0])
    assert static(x).item() == 2.0 and not done and box.count == 1
    assert static(x).item() == 3.0 and len(done) == 1 and box.count == 2
    assert static(x).item() == 4.0 and len(done) == 1


def test_nothing_is_printed_ahead(capsys):
    steps = [0]

    def f(x):
        steps[0] += 1
        print("step", steps[0])
        return x * steps[0]

    static, x = to_static(f), paddle.to_tensor([1.0])
    for k in range(1, 5):
        assert static(x).item() == k
        assert capsys.readouterr().out == f"step {k}\n"


def test_text_and_errors_come_in_order(capsys):
    def f(x, n):
        print("before", n)
        if n > 1:
            raise ValueError("large")
        print("after", x.stop_gradient)
        return x

    static, x = to_static(f), paddle.to_tensor([1.0])
    for n in (0, 2, 1, 3):
        seen = []
        for function in (static, f):
            try:
                function(x, n)
            except ValueError:
                print("raised")
            seen.append(capsys.readouterr().out)
        assert seen[0] == seen[1]


def test_numbers_among_the_arguments():
    def f(x, v, k):
        return x * v + k if v > 0 else x - v

    static, x = to_static(f), paddle.to_tensor([1.0, 2.0])
    counts = []
    for v, k in ((1.0, 1), (2.5, 3), (0.5, 0), (-1.0, 2), (-3.0, 5), (4.0, 1)):
        assert static(x, v, k).tolist() == f(x, v, k).tolist()
        counts.append(report(static).compiled)
    assert counts[0] == counts[2] and counts[3] == counts[-1]
