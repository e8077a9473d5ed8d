"""What a kernel refuses is raised at the line of the user, and nothing is changed."""

import traceback

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn import functional as F


def lines(error):
    return [frame.line for frame in traceback.extract_tb(error.value.__traceback__)]


class Model(nn.Layer):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.calls = 0

    def forward(self, ids):
        self.calls += 1
        h = self.embedding(ids)
        return F.relu(h).sum()


@pytest.mark.parametrize("calls_before", [0, 1, 2, 4])
def test_the_line_is_the_users(calls_before):
    model = Model()
    captured = paddle.jit.to_static(model)
    for _ in range(calls_before):
        captured(paddle.to_tensor([1, 2, 3]))
    with pytest.raises((ValueError, IndexError)) as error:
        captured(paddle.to_tensor([1, 2, 30]))
    assert "h = self.embedding(ids)" in lines(error)
    assert model.calls == calls_before + 1
    assert captured(paddle.to_tensor([1, 2, 3])).shape == []


@pytest.mark.parametrize("calls_before", [0, 3])
def test_a_step_of_training_changes_nothing(calls_before):
    paddle.seed(1)
    model = Model()
    update = paddle.optimizer.Adam(0.1, parameters=model.parameters())

    @paddle.jit.to_static
    def step(ids):
        loss = model(F.dropout(ids.astype("float32"), 0.0).astype("int64"))
        loss.backward()
        update.step()
        update.clear_grad()
        return loss

    for _ in range(calls_before):
        step(paddle.to_tensor([1, 2, 3]))
    before = [p.numpy() for p in model.parameters()]
    with pytest.raises((ValueError, IndexError)) as error:
        step(paddle.to_tensor([1, 2, 30]))
    assert "h = self.embedding(ids)" in lines(error)
    for p, old in zip(model.parameters(), before, strict=True):
        assert (p.numpy() == old).all()
    losses = [float(step(paddle.to_tensor([1, 2, 3]))) for _ in range(5)]
    assert losses[-1] < losses[0]


def test_random_numbers_go_on_as_if_nothing_had_been():
    captured = paddle.jit.to_static(lambda x, i: (F.dropout(x, 0.5), x[i] + paddle.gather(x, i)))
    x, good, bad = paddle.ones([8]), paddle.to_tensor([1]), paddle.to_tensor([100])
    for _ in range(2):
        captured(x, good)
    paddle.seed(5)
    with pytest.raises((ValueError, IndexError)):
        captured(x, bad)
    after = captured(x, good)[0].numpy()
    paddle.seed(5)
    with pytest.raises((ValueError, IndexError)):
        captured.dygraph_function(x, bad)
    assert (captured.dygraph_function(x, good)[0].numpy() == after).all()


def test_a_refused_program_leaves_no_word_for_later_captures():
    def branch_and_loops(x, n):
        if x.sum() > 0:
            for _ in range(n):
                x = x * 2
        else:
            x = x - 1
        while x.max() < 10:
            x = x + 1
        return x

    paddle.enable_static()
    try:
        program = paddle.static.Program()
        with paddle.static.program_guard(program):
            index = paddle.static.data("index", [1], "int64")
            part = paddle.gather(paddle.ones([2]), index)
        with pytest.raises(IndexError):
            paddle.static.Executor().run(program, feed={"index": np.array([7])}, fetch_list=[part])
    finally:
        paddle.disable_static()
    x, n = paddle.to_tensor([1.0, 2.0]), paddle.to_tensor(3)
    expected = branch_and_loops(x, n).tolist()
    captured = paddle.jit.to_static(branch_and_loops)
    assert [captured(x, n).tolist() for _ in range(3)] == [expected] * 3
