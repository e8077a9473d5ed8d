"""Rare functions of static.nn beside the same by hand."""

import numpy as np
import paddle
import pytest
from paddle.static import nn as snn

HALF = paddle.ParamAttr(initializer=paddle.nn.initializer.Constant(0.5))
RNG = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def static():
    paddle.enable_static()
    yield
    paddle.disable_static()


def run(function, *arrays, gradients=False):
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        given = []
        for i, array in enumerate(arrays):
            shape = [-1, *array.shape[1:]] if not gradients else array.shape
            given.append(paddle.static.data(f"x{i}", shape, str(array.dtype)))
            given[-1].stop_gradient = not gradients
        out = function(*given)
        fetched = [out]
        if gradients:
            fetched += paddle.static.gradients(out.sum(), given)
    executor = paddle.static.Executor()
    executor.run(startup)
    feed = {f"x{i}": array for i, array in enumerate(arrays)}
    results = executor.run(main, feed=feed, fetch_list=fetched)
    return results if gradients else results[0]


def random(*shape):
    return RNG.random(shape, dtype="float32")


def test_bilinear_tensor_product():
    x, y = random(2, 4), random(2, 5)
    got = run(lambda x, y: snn.bilinear_tensor_product(x, y, 3, act="exp", param_attr=HALF), x, y)
    want = np.exp(0.5 * x.sum(1) * y.sum(1))
    assert np.allclose(got, np.repeat(want[:, None], 3, 1), rtol=1e-5)


def test_conv3d():
    x = random(2, 2, 4, 4, 4)
    got = run(lambda x: snn.conv3d(x, 4, 3, groups=2, act="relu", param_attr=HALF), x)
    assert got.shape == (2, 4, 2, 2, 2)
    want = 0.5 * x[:, 0, :3, :3, :3].sum((1, 2, 3))
    assert np.allclose(got[:, 0, 0, 0, 0], want, rtol=1e-5)
    with pytest.raises(ValueError, match="groups"):
        run(lambda x: snn.conv3d(x, 4, 3, groups=3), x)


def test_conv3d_transpose():
    x = random(1, 2, 3, 3, 3)
    got = run(lambda x: snn.conv3d_transpose(x, 2, filter_size=3, param_attr=HALF), x)
    assert got.shape == (1, 2, 5, 5, 5)
    assert np.allclose(got.sum(), 2 * 27 * 0.5 * x.sum(), rtol=1e-4)
    sized = run(lambda x: snn.conv3d_transpose(x, 2, output_size=6, stride=2, param_attr=HALF), x)
    assert sized.shape == (1, 2, 6, 6, 6)
    assert np.allclose(sized.sum(), 2 * 8 * 0.5 * x.sum(), rtol=1e-4)
    with pytest.raises(ValueError, match="output_size"):
        run(lambda x: snn.conv3d_transpose(x, 2), x)


@pytest.mark.parametrize(
    ("options", "window"),
    [
        ({"output_size": 8, "stride": 2}, [2, 2]),
        ({"output_size": [9, 8], "stride": 2, "padding": 1}, [5, 4]),
        ({"output_size": 8, "stride": 2, "dilation": 2}, [1, 1]),
        ({"output_size": 8, "stride": 2, "data_format": "NHWC"}, [2, 2]),
    ],
)
def test_conv2d_transpose_window_of_output_size(options, window):
    last = options.get("data_format") == "NHWC"
    x = random(2, 4, 4, 3) if last else random(2, 3, 4, 4)
    shapes = []

    def layer(x):
        result = snn.conv2d_transpose(x, 5, param_attr=HALF, **options)
        shapes.extend(list(p.shape) for p in paddle.static.default_main_program().all_parameters())
        return result

    got = run(layer, x)
    assert [3, 5, *window] in shapes
    size = options["output_size"]
    high, wide = size if isinstance(size, list) else (size, size)
    assert got.shape == ((2, high, wide, 5) if last else (2, 5, high, wide))


def test_conv2d_transpose_without_any_size():
    with pytest.raises(ValueError, match="output_size"):
        run(lambda x: snn.conv2d_transpose(x, 2), random(1, 2, 3, 3))


@pytest.mark.parametrize("masked", [True, False])
def test_deform_conv2d(masked):
    x, offset, mask = random(1, 2, 5, 5), np.zeros((1, 18, 3, 3), "float32"), random(1, 9, 3, 3)
    arrays = [x, offset, mask] if masked else [x, offset]

    def layer(x, offset, mask=None):
        return snn.deform_conv2d(x, offset, mask, 2, 3, weight_attr=HALF)

    got = run(layer, *arrays)
    window = x[0, :, :3, :3].sum(0)
    weights = mask[0, :, 0, 0].reshape(3, 3) if masked else 1
    assert np.allclose(got[0, 0, 0, 0], (0.5 * window * weights).sum(), rtol=1e-5)


def test_row_conv():
    x = random(2, 4, 3)
    got = run(lambda x: snn.row_conv(x, 2, param_attr=HALF, act="relu"), x)
    later = np.pad(x, [(0, 0), (0, 2), (0, 0)])
    assert np.allclose(got, 0.5 * (later[:, :4] + later[:, 1:5] + later[:, 2:]), rtol=1e-5)


def test_spectral_norm():
    w = random(3, 4)
    got = run(lambda w: snn.spectral_norm(w, power_iters=50), w, gradients=True)[0]
    assert np.allclose(np.linalg.norm(got, 2), 1, rtol=1e-4)


def test_static_pylayer():
    x = random(2, 2)
    out, grad = run(lambda x: snn.static_pylayer(paddle.exp, [x], lambda g: g * 7), x, gradients=True)  # fmt: skip
    assert np.allclose(out, np.exp(x)) and (grad == 7).all()
    assert np.allclose(run(lambda x: snn.static_pylayer(paddle.exp, [x]), x), np.exp(x))


def test_settings_are_seen_on_the_class():
    strategy = paddle.static.BuildStrategy()
    assert isinstance(paddle.static.BuildStrategy.fuse_adamw, property)
    assert strategy.fuse_broadcast_ops and strategy.memory_optimize is None
    strategy.fuse_broadcast_ops = False
    assert not strategy.fuse_broadcast_ops and paddle.static.BuildStrategy().fuse_broadcast_ops
    with pytest.raises(AttributeError, match="no_such"):
        strategy.no_such = 1
    with pytest.raises(AttributeError, match="no_such"):
        strategy.no_such  # noqa: B018
