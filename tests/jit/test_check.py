"""to_static(check=True) leaves no trace of the run that it compares with, and finds what differs."""

import dataclasses
import random

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import static_function, to_static, vm


class Counter(nn.Layer):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.calls, self.seen = 0, []

    def forward(self, x):
        self.calls += 1
        self.seen.append(self.calls)
        return self.linear(x) * self.calls


def test_a_counter_and_a_list():
    model = to_static(Counter(), check=True)
    for n in range(1, 5):
        model(paddle.ones([1, 2]))
        assert model.calls == n and model.seen == list(range(1, n + 1))
    assert model.forward.report.skipped or not vm.supported()


def test_an_iterator_and_a_generator():
    numbers, squares = iter(range(100)), (i * i for i in range(100))
    f = to_static(lambda x: x * next(numbers) + next(squares), check=True)
    assert [f(paddle.ones([1])).item() for _ in range(4)] == [0.0, 2.0, 6.0, 12.0]
    assert next(numbers) == 4 and next(squares) == 16


def test_globals_closures_and_dicts():
    state = {"n": 0}
    total = 0

    def f(x):
        nonlocal total
        state["n"] += 1
        state.setdefault(state["n"], x.shape[0])
        total += state["n"]
        return x + total

    checked = to_static(f, check=True)
    assert [checked(paddle.zeros([2])).tolist()[0] for _ in range(4)] == [1.0, 3.0, 6.0, 10.0]
    assert state == {"n": 4, 1: 2, 2: 2, 3: 2, 4: 2} and total == 10


def test_random_numbers_are_those_of_one_run():
    def f(x):
        return x + paddle.rand([2]) + random.random() + float(np.random.rand())  # noqa: NPY002, S311

    def run(g):
        paddle.seed(3), random.seed(3), np.random.seed(3)  # noqa: NPY002
        return [g(paddle.zeros([2])).tolist() for _ in range(3)]

    assert run(to_static(f, check=True)) == run(f)


def test_arguments_that_are_written():
    def f(x, parts):
        x.add_(paddle.ones([2]))
        parts.append(x * 2)
        return x

    checked = to_static(f, check=True)
    for n in range(1, 4):
        x, parts = paddle.full([2], float(n)), []
        assert checked(x, parts) is x
        assert (
            x.tolist() == [n + 1.0] * 2
            and parts[0].tolist() == [2 * n + 2.0] * 2
            and len(parts) == 1
        )


def test_a_training_step():
    def make():
        paddle.seed(1)
        net = nn.Sequential(
            nn.Linear(3, 4), nn.BatchNorm1D(4), nn.ReLU(), nn.Dropout(0.5), nn.Linear(4, 1)
        )
        opt = paddle.optimizer.Adam(0.01, parameters=net.parameters())

        def step(x):
            loss = net(x).square().mean()
            loss.backward()
            opt.step()
            opt.clear_grad()
            return loss

        return net, step

    x = paddle.linspace(-1, 1, 12).reshape([4, 3])
    (net, step), (other, plain) = make(), make()
    step = to_static(step, check=True)
    paddle.seed(5)
    losses = [float(step(x)) for _ in range(5)]
    paddle.seed(5)
    assert losses == [float(plain(x)) for _ in range(5)]
    for a, b in zip(net.state_dict().values(), other.state_dict().values(), strict=True):
        assert a.numpy().tobytes() == b.numpy().tobytes()


@dataclasses.dataclass
class State:
    values: list
    tensor: paddle.Tensor


def test_objects_in_and_out(capsys):
    def f(s):
        s.values.append(1)
        s.tensor = s.tensor + 1
        print("one line")
        return s

    s = State([], paddle.zeros([1]))
    assert to_static(f, check=True)(s) is s
    assert s.values == [1] and s.tensor.item() == 1.0
    assert capsys.readouterr().out == "one line\n"


def test_errors_are_the_function_s_own():
    def f(x, n):
        if n > 1:
            raise KeyError("n")
        return paddle.reshape(x, [n, 7])

    checked = to_static(f, check=True)
    with pytest.raises(KeyError):
        checked(paddle.ones([2]), 2)
    with pytest.raises(ValueError, match="reshape"):
        checked(paddle.ones([2]), 1)


class Wrong(static_function.StaticFunction):
    """Captures another function than the one that is compared."""

    def __init__(self, function, captured):
        super().__init__(function, check=True)
        self._captured = captured


@pytest.mark.parametrize(
    ("captured", "message"),
    [
        (lambda model, x: x + model.tick(2), r"(?s)result differs.*2.*1"),
        (lambda model, x: [x + model.tick(1)], "result"),
        (lambda model, x: (x + model.tick(1)).astype("float64"), "result"),
        (lambda model, x: x + model.tick(1, twice=True), r"model.n differs.*2 is not 1"),
        (lambda model, x: model.missing, "the captured function raises, the plain one does not"),
    ],
)
def test_differences_are_found(captured, message):
    class Model:
        n = 0

        def tick(self, by, twice=False):
            self.n = 1 + twice
            return float(by)

    model = Model()
    model.n = 0
    f = Wrong(lambda x: x + model.tick(1), lambda x: captured(model, x))
    with pytest.raises(AssertionError, match=message):
        f(paddle.zeros([1]))


def test_the_first_operator_that_differs_is_named():
    def plain(x):
        y = paddle.tanh(x)
        z = y * 2
        return paddle.exp(z)

    def captured(x):
        y = paddle.tanh(x)
        z = y * 3
        return paddle.exp(z)

    line = plain.__code__.co_firstlineno + 2
    with pytest.raises(
        AssertionError,
        match=rf"first operator.*: multiply at .*test_check.py:{line}, float32\[2\]: \[0, 3\] instead",
    ):
        Wrong(plain, to_static(captured))(paddle.to_tensor([0.0, 20.0]))


def test_the_operator_in_a_backward_pass_is_named():
    def step(factor):
        def f(x, w):
            loss = (x * w).sum()
            (loss * factor).backward()
            return loss

        return f

    w = paddle.to_tensor([5.0], stop_gradient=False)
    with pytest.raises(AssertionError, match=r"(?s)grad.*first operator.*\[6\].* instead of \[3\]"):
        Wrong(step(1.0), to_static(step(2.0)))(paddle.to_tensor([3.0]), w)


def test_a_function_that_never_ends_in_the_copy(monkeypatch):
    import os
    import time

    from paddle.jit import check

    monkeypatch.setattr(check, "_SECONDS", 0.2)
    here = os.getpid()

    def f(x):
        while os.getpid() != here:
            time.sleep(0.01)
        return x

    with pytest.raises(RuntimeError, match="did not end"):
        to_static(f, check=True)(paddle.ones([1]))

    def g(x):
        if os.getpid() != here:
            os._exit(3)
        return x

    with pytest.raises(RuntimeError, match="has ended the copy"):
        to_static(g, check=True)(paddle.ones([1]))
