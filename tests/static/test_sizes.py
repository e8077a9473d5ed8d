"""Sizes that are left open: one program serves all, and never a wrong one."""

import numpy as np
import paddle
import pytest
from paddle import nn, static

from .differential import static_mode

F = nn.functional

# name -> (function, shapes of the inputs with None for what is open, sizes of runs)
CASES = {
    "reshape": (lambda x: x.reshape([-1, 6]), [[None, 3, 4]]),
    "reshape by size": (lambda x: x.reshape([x.shape[0], 12]), [[None, 3, 4]]),
    "reshape by shape()": (lambda x: x.reshape([paddle.shape(x)[0], 2, -1]), [[None, 3, 4]]),
    "shape() computed with": (lambda x: x.reshape([paddle.shape(x)[0] * 3, 4]), [[None, 3, 4]]),
    "shape() as a value": (lambda x: x.sum(0) / paddle.shape(x)[0].astype("float32"), [[None, 3]]),
    "shape() fetched": (lambda x: paddle.shape(x) + 0, [[None, 3]]),
    "numel": (lambda x: x.sum() / paddle.numel(x).astype("float32"), [[None, 3]]),
    "full": (lambda x: paddle.full([x.shape[0], 2], 3.0) + x[:, :1], [[None, 3]]),
    "zeros by shape()": (lambda x: paddle.zeros(paddle.shape(x)) + x, [[None, 3]]),
    "expand": (lambda x: x[:, :1].expand([x.shape[0], 5]) * 1.0, [[None, 3]]),
    "arange": (lambda x: paddle.arange(x.shape[0]).astype("float32") * x[:, 0], [[None, 3]]),
    "mean": (lambda x: x.mean(), [[None, 3, 7]]),
    "mean of open axes": (lambda x: x.mean([0, 2]), [[None, 3, None]]),
    "var": (lambda x: x.var(0) + x.std(), [[None, 5]]),
    "softmax": (lambda x: F.softmax(x, 1), [[None, None]]),
    "layer_norm": (lambda x: F.layer_norm(x, 8), [[None, 8]]),
    "concat": (lambda x, y: paddle.concat([x, y], 0), [[None, 3], [None, 3]]),
    "flatten": (lambda x: x.flatten(0, 1), [[None, None, 3]]),
    "flatten all": (lambda x: x.flatten().sum(), [[None, None, 3]]),
    "transpose": (lambda x: x.transpose([1, 0, 2]).reshape([0, -1]), [[None, None, 3]]),
    "slices": (lambda x: x[1:, ::2] + x[:-1, ::2], [[None, 6]]),
    "last": (lambda x: x[-1] + x[0], [[None, 6]]),
    "stack": (lambda x: paddle.stack([x, x * 2.0], 1), [[None, 3]]),
    "split": (lambda x: paddle.split(x, 3, axis=1)[1], [[None, 6]]),
    "tile": (lambda x: paddle.tile(x, [2, 3]), [[None, 2]]),
    "pad": (lambda x: F.pad(x, [1, 2], value=0.5), [[None, 2, None]]),
    "topk": (lambda x: paddle.topk(x, 2)[0], [[None, 5]]),
    "cumsum": (lambda x: x.cumsum(0), [[None, 5]]),
    "gram": (lambda x: paddle.matmul(x, x, transpose_y=True), [[None, 5]]),
    "attention": (lambda x: F.softmax(x @ x.transpose([0, 2, 1]) / 2.0) @ x, [[None, None, 4]]),
    "einsum": (lambda x: paddle.einsum("bti,bsi->bts", x, x), [[None, None, 4]]),
    "masked": (lambda x: paddle.where(x > 0, x, paddle.zeros_like(x)), [[None, None]]),
    "conv": (lambda x: F.conv2d(x, paddle.ones([4, 3, 3, 3]), stride=2, padding=1), [[None, 3, None, None]]),
    "pool": (lambda x: F.avg_pool2d(x, 2), [[None, 3, None, None]]),
    "global pool": (lambda x: F.adaptive_avg_pool2d(x, 1).flatten(1), [[None, 3, None, None]]),
    "interpolate": (lambda x: F.interpolate(x, scale_factor=2, mode="nearest"), [[None, 3, None, None]]),
    "pixel_shuffle": (lambda x: F.pixel_shuffle(x, 2), [[None, 4, None, None]]),
    "embedding": (lambda x: F.one_hot(x.abs().astype("int64").clip(0, 4), 5), [[None, None]]),
    "one_hot of many": (lambda x: paddle.full([30522], 1.0).sum() + x, [[None, None]]),
    "lstm": (lambda x: _recurrent(nn.LSTM)(x)[0], [[None, None, 3]]),
    "gru": (lambda x: _recurrent(nn.GRU)(x)[1], [[None, None, 3]]),
    "rnn with lengths": (
        lambda x: _recurrent(nn.SimpleRNN)(x, sequence_length=paddle.arange(x.shape[0]))[0], [[None, None, 3]],
    ),
    "masks by arange": (
        lambda x: (paddle.arange(x.shape[1]).unsqueeze(0) < 3).astype("float32") * x, [[None, None]],
    ),
    "tril": (lambda x: paddle.tril(paddle.ones([x.shape[1], x.shape[1]])) @ x.t(), [[None, None]]),
    "in place": (lambda x: _written(x), [[None, 4]]),
    "group_norm": (lambda x: F.group_norm(x, 2), [[None, 4, None]]),
    "cosine": (lambda x: F.cosine_similarity(x, x * 2.0 + 1.0), [[None, 4]]),
    "norm": (lambda x: F.normalize(x) + x.norm(), [[None, 4]]),
    "kl": (lambda x: F.kl_div(F.log_softmax(x), F.softmax(x * 2.0), "batchmean"), [[None, 4]]),
    "squeeze": (lambda x: x.unsqueeze(1).squeeze(1), [[None, 4]]),
    "unbind": (lambda x: paddle.unbind(x, 1)[2], [[None, 4]]),
    "gather": (lambda x: paddle.gather(x, paddle.to_tensor([0, 0])), [[None, 4]]),
    "flip": (lambda x: x.flip(0) + x.roll(1, 0), [[None, 4]]),
    "argsort": (lambda x: paddle.argsort(x, 0).astype("float32"), [[None, 4]]),
    "meshgrid": (lambda x: paddle.meshgrid(x[:, 0], x[:, 1])[0], [[None, 4]]),
    "size of what is not used": (lambda x: paddle.full([x.shape[0], x.shape[1]], 2.0), [[None, None]]),
    "isreal": (lambda x: paddle.isreal(x), [[None, 4]]),
    "different": (lambda x, y: x.sum(1) @ paddle.ones([3]) + y.sum(), [[None, None, 3], [None, None, 2]]),
}  # fmt: skip


def _written(x):
    y = x * 1.0
    y[1:, 0] = 7.0
    y[:, 2] = y[:, 3]
    return y


def _recurrent(kind):
    same = paddle.ParamAttr(initializer=nn.initializer.Constant(0.1))
    names = "weight_ih_attr", "weight_hh_attr", "bias_ih_attr", "bias_hh_attr"
    return kind(3, 4, direction="bidirect", **dict.fromkeys(names, same))


SIZES = [
    (2, 5, 6, 7),
    (3, 4, 8, 6),
    (2, 6, 5, 9),
    (7, 5, 6, 7),
    (4, 4, 4, 4),
    (2, 2, 6, 8),
    (1, 3, 4, 4),
]


def fed(shapes, sizes, rng):
    arrays = []
    for shape in shapes:
        known = [sizes[axis] if n is None else n for axis, n in enumerate(shape)]
        arrays.append(rng.standard_normal(known).astype("float32"))
    return arrays


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("train", [False, True], ids=["forward", "gradient"])
def test_any_size(name, train):
    fn, shapes = CASES[name]
    names = [f"x{i}" for i in range(len(shapes))]
    with static_mode():
        main = static.Program()
        with static.program_guard(main, static.Program()):
            xs = [static.data(n, s) for n, s in zip(names, shapes, strict=True)]
            for x in xs:
                x.stop_gradient = not train
            out = fn(*xs)
            if train and out.stop_gradient:
                pytest.skip("no gradient")
            fetch = static.gradients([(out * out).sum()], xs) if train else [out]
        exe = static.Executor(paddle.CPUPlace())
        found = []
        rng = np.random.default_rng(0)
        for sizes in SIZES:
            feed = dict(zip(names, fed(shapes, sizes, rng), strict=True))
            found.append((feed, exe.run(main, feed=feed, fetch_list=fetch)))
    for feed, results in found:
        xs = [paddle.to_tensor(feed[n], stop_gradient=not train) for n in names]
        out = fn(*xs)
        expected = paddle.grad([(out * out).sum()], xs, allow_unused=True) if train else [out]
        assert len(results) == len(expected)
        for a, b in zip(results, expected, strict=True):
            assert list(a.shape) == list(b.shape)
            np.testing.assert_allclose(a, b.numpy(), rtol=2e-5, atol=2e-5)


def test_sizes_of_feeds_may_differ_where_nothing_joins_them():
    with static_mode():
        main = static.Program()
        with static.program_guard(main):
            a, b = static.data("a", [None, None]), static.data("b", [None, None])
            out = F.softmax(a, 1).sum() + F.softmax(b, 0).sum()
        run = static.Executor().run
        feed = {"a": np.ones((3, 5), "float32"), "b": np.ones((7, 2), "float32")}
        assert run(main, feed=feed, fetch_list=[out])[0] == pytest.approx(5.0)


def test_sizes_that_a_program_joins_must_agree():
    with static_mode():
        main = static.Program()
        with static.program_guard(main):
            a, b = static.data("a", [None, 3]), static.data("b", [None, 3])
            out = (a + b).sum()
        run = static.Executor().run
        assert run(
            main,
            feed={"a": np.ones((2, 3), "float32"), "b": np.ones((2, 3), "float32")},
            fetch_list=[out],
        )
        with pytest.raises(ValueError, match="axis 0"):
            run(
                main,
                feed={"a": np.ones((2, 3), "float32"), "b": np.ones((4, 3), "float32")},
                fetch_list=[out],
            )


def test_divided_sizes_are_refused():
    with static_mode(), static.program_guard(static.Program()):
        x = static.data("x", [None, 4])
        with pytest.raises(TypeError, match="can not be divided"):
            x.reshape([x.shape[0] // 2, 8])
        y = (
            x.reshape([int(x.shape[0]) // 2, 8])
            if int(x.shape[0]) % 2 == 0
            else x[: int(x.shape[0]) // 2]
        )
        with pytest.raises(ValueError, match="`(ends|shape|axes|starts|.*)`.*a size was divided"):
            static.Executor().run(
                static.default_main_program(),
                feed={"x": np.ones((2, 4), "float32")},
                fetch_list=[y * 1.0],
            )


def test_more_sizes_than_plans_that_are_kept():
    with static_mode():
        main = static.Program()
        with static.program_guard(main):
            out = static.data("x", [None]).sum()
        exe = static.Executor()
        for n in list(range(1, 80)) * 2:
            assert exe.run(main, feed={"x": np.ones(n, "float32")}, fetch_list=[out])[0] == n


def test_what_is_not_needed_need_not_be_fed():
    with static_mode():
        main = static.Program()
        with static.program_guard(main):
            x, y = static.data("x", [None, 2]), static.data("y", [None, 3])
            constant, rows, double = paddle.full([2], 3.0), paddle.full([y.shape[0]], 1.0), x * 2.0
        run = static.Executor().run
        assert run(main, fetch_list=[constant])[0].tolist() == [3.0, 3.0]
        feed = {"x": np.ones((4, 2), "float32")}
        assert run(main, feed=feed, fetch_list=[double])[0].shape == (4, 2)
        assert run(main, feed={"y": np.ones((5, 3), "float32"), **feed}, fetch_list=[constant])[
            0
        ].shape == (2,)
        with pytest.raises(ValueError, match="not fed"):
            run(main, fetch_list=[rows])
        feed["y"] = np.ones((4, 3), "float32")
        assert run(main, feed=feed, fetch_list=[double, rows])[1].shape == (4,)
        feed["y"] = np.ones((5, 3), "float32")  # whose rows are meant is not known
        with pytest.raises(ValueError, match="axis 0"):
            run(main, feed=feed, fetch_list=[double, rows])


def test_size_zero():
    with static_mode():
        main = static.Program()
        with static.program_guard(main):
            out = static.nn.fc(static.data("x", [None, 3]), 2)
        assert static.Executor().run(
            main, feed={"x": np.ones((0, 3), "float32")}, fetch_list=[out]
        )[0].shape == (0, 2)
