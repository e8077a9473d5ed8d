"""Programs share parameters by name, as PaddlePaddle's do; a name is one input; refused code leaves nothing behind."""

import numpy as np
import paddle
import pytest
from paddle import ParamAttr, static

from .differential import static_mode

ONES = {"x": np.ones((2, 3), "float32")}


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


def run(main, *fetch, feed=ONES):
    return static.Executor().run(main, feed=feed, fetch_list=list(fetch))


def test_layers_of_one_name_share_a_parameter():
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [2, 3])
        attr = ParamAttr(name="shared_w")
        a = static.nn.fc(x, 1, weight_attr=attr, bias_attr=False)
        b = static.nn.fc(x, 1, weight_attr=attr, bias_attr=False)
        paddle.optimizer.SGD(0.5).minimize((a * 2 + b).mean())
    static.Executor().run(startup)
    before = run(main, a, b)
    after = run(main, a, b)
    np.testing.assert_array_equal(before[0], before[1])
    np.testing.assert_array_equal(after[0], after[1])
    np.testing.assert_allclose(before[0] - after[0], 4.5, rtol=1e-5)
    assert len(main.all_parameters()) == 1


def test_a_test_program_sees_what_the_training_program_learns():
    programs = []
    for train in (True, False):
        main, startup = static.Program(), static.Program()
        with static.program_guard(main, startup), paddle.utils.unique_name.guard():
            y = paddle.nn.Linear(3, 1)(static.data("x", [2, 3]))
            if train:
                paddle.optimizer.SGD(0.5).minimize(y.mean())
        programs.append((main, startup, y))
    (train, startup, y), (test, other, z) = programs
    static.Executor().run(startup)
    first = run(test, z)[0]
    np.testing.assert_array_equal(run(train, y)[0], first)
    second = run(test, z)[0]
    assert (second < first).all()
    static.Executor().run(other)  # gives them first values again
    np.testing.assert_array_equal(run(test, z)[0], run(train, y)[0])


def test_a_name_is_one_parameter_of_a_program():
    with static.program_guard(static.Program(), static.Program()):
        x = static.data("x", [2, 3])
        static.nn.fc(x, 2, weight_attr=ParamAttr(name="w_of_two_shapes"))
        with pytest.raises(ValueError, match=r"w_of_two_shapes(.|\n)*\[3, 2\](.|\n)*\[3, 4\]"):
            static.nn.fc(x, 4, weight_attr=ParamAttr(name="w_of_two_shapes"))


def test_a_name_is_one_input():
    main = static.Program()
    with static.program_guard(main, static.Program()):
        y = static.data("x", [None, 3]) * 2
        z = static.data("x", [None, 3]) * 3
        for shape, dtype in (([2, 3], "float32"), ([None, 3], "int64")):
            with pytest.raises(ValueError, match="another input `x`"):
                static.data("x", shape, dtype)
    assert [float(v.sum()) for v in run(main, y, z)] == [12, 18]


def test_a_loop_that_is_refused_leaves_no_calls_behind():
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [None, 3])
        hidden = paddle.nn.functional.dropout(static.nn.fc(x, 2), 0.5)
        with pytest.raises(NotImplementedError, match="more than 50000 calls"):
            loop(x)
        loss = hidden.mean()
        paddle.optimizer.SGD(0.1).minimize(loss)
    assert len(main.global_block().ops) < 40
    static.Executor().run(startup)
    test = main.clone(for_test=True)
    assert np.isfinite(run(main, loss)[0])
    assert run(test, hidden)[0].shape == (2, 2)


def loop(x):
    for _ in range(x.shape[0]):
        x = x * 1.5
    return x
