"""Mixed precision in static programs."""

import numpy as np
import paddle
import pytest
from paddle import nn, static

from tests.static.differential import static_mode


def test_a_program_is_cast_where_it_is_built():
    with static_mode():
        main, startup = static.Program(), static.Program()
        with static.program_guard(main, startup):
            x = static.data("x", [None, 3])
            layer = nn.Linear(3, 2)
            with paddle.amp.auto_cast(dtype="bfloat16"):
                y = layer(x)
                z = nn.functional.softmax(y)
            w = layer(x)
        assert (y.dtype, z.dtype, w.dtype) == (paddle.bfloat16, paddle.float32, paddle.float32)
        exe = static.Executor()
        exe.run(startup)
        feed = {"x": np.ones([4, 3], "float32")}
        narrow, wide = exe.run(main, feed=feed, fetch_list=[z, w])
        e = np.exp(wide - wide.max(-1, keepdims=True))
        np.testing.assert_allclose(narrow, e / e.sum(-1, keepdims=True), rtol=2e-2)


def build():
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [None, 3])
        layer = nn.Linear(3, 1)
        with paddle.amp.auto_cast():
            loss = layer(x).mean()
        sgd = static.amp.decorate(
            paddle.optimizer.SGD(0.1),
            init_loss_scaling=16.0,
            decr_every_n_nan_or_inf=1,
            decr_ratio=0.5,
        )
        _, pairs = sgd.minimize(loss)
    assert len(pairs) == 2
    return main, startup, layer, sgd, loss


def test_a_step_is_left_out_in_the_program():
    with static_mode():
        main, startup, layer, sgd, loss = build()
        exe = static.Executor()
        exe.run(startup)
        good, bad = np.ones([2, 3], "float32"), np.full([2, 3], np.inf, "float32")
        before = layer.weight.numpy()
        fetch = [sgd.get_loss_scaling(), sgd.get_scaled_loss(), loss]
        scale, scaled, plain = exe.run(main, feed={"x": good}, fetch_list=fetch)
        after = layer.weight.numpy()
        np.testing.assert_allclose(after, before - 0.1, rtol=1e-3)
        np.testing.assert_allclose(scaled, [16.0 * plain.reshape([])], rtol=1e-6)
        scale = exe.run(main, feed={"x": bad}, fetch_list=fetch)[0]
        np.testing.assert_array_equal(layer.weight.numpy(), after)
        assert scale.tolist() == [8.0]
        scale = exe.run(main.clone(for_test=True), feed={"x": good}, fetch_list=[loss])
        np.testing.assert_array_equal(layer.weight.numpy(), after)


def test_a_scaler_in_a_program():
    with static_mode():
        main, startup = static.Program(), static.Program()
        with static.program_guard(main, startup):
            layer = nn.Linear(3, 1)
            with paddle.amp.auto_cast():
                loss = layer(static.data("x", [None, 3])).mean()
            scaler = paddle.amp.GradScaler(init_loss_scaling=16.0, incr_every_n_steps=1)
            scaled = scaler.scale(loss)
            scaler.minimize(paddle.optimizer.SGD(0.1), scaled)
        exe = static.Executor()
        exe.run(startup)
        before = layer.weight.numpy()
        feed = {"x": np.ones([2, 3], "float32")}
        for factor in (16.0, 32.0):
            plain, big = exe.run(main, feed=feed, fetch_list=[loss, scaled])
            np.testing.assert_allclose(big, [factor * plain.reshape([])], rtol=1e-6)
        np.testing.assert_allclose(layer.weight.numpy(), before - 0.2, rtol=1e-3)


def test_level_o2_raises():
    with static_mode(), pytest.raises(NotImplementedError, match="O2"):
        static.amp.decorate(paddle.optimizer.SGD(0.1), level="O2")


def test_an_optimizer_that_can_not_leave_out_a_step_raises():
    with static_mode():
        with static.program_guard(static.Program(), static.Program()):
            loss = nn.Linear(3, 1)(static.data("x", [2, 3])).mean()
            optimizer = static.amp.decorate(paddle.optimizer.RMSProp(0.1))
            with pytest.raises(NotImplementedError, match="RMSProp"):
                optimizer.minimize(loss)


def test_lists():
    lists = static.amp.CustomOpLists({"exp"}, {"matmul"})
    assert "exp" in lists.white_list and "exp" not in lists.black_list
    assert "matmul" in lists.black_list and "matmul" not in lists.white_list
    with pytest.raises(ValueError, match="share a name"):
        static.amp.CustomOpLists({"exp"}, {"exp"})
    with static.amp.fp16_guard():
        pass
