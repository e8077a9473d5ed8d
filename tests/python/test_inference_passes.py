"""Predictors and loaded models run programs that passes made faster (conv_fused does most of the work): the same
results but for rounding."""

import threading

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.static import InputSpec


class Block(nn.Layer):
    """What mobile networks are made of."""

    def __init__(self, inputs, outputs, stride=1, kernel=3):
        super().__init__()
        self.wide = nn.Conv2D(inputs, 2 * inputs, 1, bias_attr=False)
        self.wide_norm = nn.BatchNorm2D(2 * inputs)
        self.deep = nn.Conv2D(
            2 * inputs, 2 * inputs, kernel, stride, kernel // 2, groups=2 * inputs
        )
        self.deep_norm = nn.BatchNorm2D(2 * inputs)
        self.squeeze = nn.Conv2D(2 * inputs, 4, 1)
        self.excite = nn.Conv2D(4, 2 * inputs, 1)
        self.narrow = nn.Conv2D(2 * inputs, outputs, 1)
        self.scale = self.create_parameter([1])
        self.shift = self.create_parameter([1])

    def forward(self, x):
        y = nn.functional.hardswish(self.wide_norm(self.wide(x)))
        y = nn.functional.relu(self.deep_norm(self.deep(y)))
        gate = nn.functional.adaptive_avg_pool2d(y, 1)
        gate = self.excite(nn.functional.relu(self.squeeze(gate)))
        y = y * nn.functional.hardsigmoid(gate)
        y = self.narrow(y) * self.scale + self.shift
        return nn.functional.silu(y + x) if y.shape == x.shape else y


class Network(nn.Layer):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2D(3, 8, 3, 2, 1)
        self.blocks = nn.LayerList([Block(8, 8), Block(8, 16, (2, 1), 5), Block(16, 16)])
        self.pool = nn.MaxPool2D(3, 2, 1)
        self.head = nn.Linear(32, 10)

    def forward(self, x):
        y = self.pool(nn.functional.gelu(self.stem(x)))
        for block in self.blocks:
            y = block(y)
        y = paddle.concat([y, nn.functional.relu(y)], axis=1)
        return self.head(y.mean([2, 3])), y


def make_network():
    paddle.seed(0)
    net = Network()
    for layer in net.sublayers():
        if isinstance(layer, nn.BatchNorm2D):
            layer._mean.set_value(paddle.randn(layer._mean.shape) * 0.1)
            layer._variance.set_value(paddle.rand(layer._variance.shape) + 0.5)
    net.eval()
    return net


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    net = make_network()
    path = str(tmp_path_factory.mktemp("network") / "model")
    paddle.jit.save(net, path, input_spec=[InputSpec([-1, 3, -1, -1], name="x")])
    return net, path


def image(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape, np.float32)


def predictor(path, optimize=True):
    config = paddle.inference.Config(path)
    config.switch_ir_optim(optimize)
    return paddle.inference.create_predictor(config)


def assert_close(found, wanted):
    for a, b in zip(found, wanted, strict=True):
        a, b = a.numpy(), b.numpy()
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-5 * np.abs(b).max())


def test_results_differ_by_rounding_only(saved):
    net, path = saved
    ours, loaded = predictor(path), paddle.jit.load(path)
    for shape in [(1, 3, 32, 48), (2, 3, 32, 48), (1, 3, 40, 24), (1, 3, 32, 48)]:
        x = paddle.to_tensor(image(*shape))
        with paddle.no_grad():
            wanted = net(x)
            assert_close(loaded(x), wanted)
        assert_close(ours.run([x]), wanted)


def test_without_passes_results_are_those_of_the_operators(saved):
    net, path = saved
    x = paddle.to_tensor(image(1, 3, 32, 48))
    with paddle.no_grad():
        wanted = net(x)
    for plain in (predictor(path, optimize=False), predictor(path, optimize=False).clone()):
        for a, b in zip(plain.run([x]), wanted, strict=True):
            assert a.numpy().tobytes() == b.numpy().tobytes()


class Deep(nn.Layer):
    """Small images with many weights: threads share out channels."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2D(192, 256, 3, 2, 1)
        self.second = nn.Conv2D(256, 256, 3, padding=1, bias_attr=False)

    def forward(self, x):
        y = nn.functional.relu(self.first(x))
        return (nn.functional.relu(self.second(y) + y),)


@pytest.mark.parametrize("shape", [(2, 3, 96, 128), (1, 192, 14, 13)])
def test_numbers_of_threads_differ_in_nothing_but_rounding(saved, tmp_path, shape):
    net, path = saved
    if shape[1] != 3:
        net, path = Deep(), str(tmp_path / "deep")
        paddle.jit.save(net, path, input_spec=[InputSpec(shape, name="x")])
    ours = predictor(path)
    x = paddle.to_tensor(image(*shape))
    with paddle.no_grad():
        wanted = net(x)
    before = paddle.get_num_threads()
    try:
        for threads in (1, 2, 3):
            paddle.set_num_threads(threads)
            assert_close(ours.run([x]), wanted)
    finally:
        paddle.set_num_threads(before)


def test_plans_for_many_sizes_share_packed_weights(tmp_path):
    net, path = Deep(), str(tmp_path / "deep")
    paddle.jit.save(net, path, input_spec=[InputSpec([-1, 192, -1, -1], name="x")])
    loaded = paddle.jit.load(path)
    weight = sum(p.size for p in net.parameters()) * 4
    grown = []
    for width in (13, 15, 17, 13):
        x = paddle.to_tensor(image(1, 192, 14, width))
        before = paddle.device.memory_allocated()
        with paddle.no_grad():
            assert_close([loaded(x)], net(x))
        grown.append(paddle.device.memory_allocated() - before)
    assert grown[0] >= weight and max(grown[1:]) < weight / 10
    # Those of other weights are others.
    for p in (*loaded.parameters(), *net.parameters()):
        p.set_value(p * 0.5)
    for width in (15, 17):
        x = paddle.to_tensor(image(1, 192, 14, width))
        with paddle.no_grad():
            assert_close([loaded(x)], net(x))


def test_nan_stays(saved):
    _, path = saved
    x = image(1, 3, 32, 48)
    x[0, 0, 5, 5] = np.nan
    assert np.isnan(predictor(path).run([paddle.to_tensor(x)])[0].numpy()).all()


def test_parameters_of_a_loaded_layer_can_change(saved):
    _, path = saved
    loaded = paddle.jit.load(path)
    x = paddle.to_tensor(image(1, 3, 32, 48))
    with paddle.no_grad():
        first = loaded(x)[0].numpy()
        for p in loaded.parameters():
            p.set_value(p * 1.25)
        changed = loaded(x)[0].numpy()
    assert np.abs(changed - first).max() > 0.01 * np.abs(first).max()
    loaded.train()
    recorded = loaded(x)[0]
    np.testing.assert_allclose(recorded.numpy(), changed, rtol=0, atol=1e-5 * np.abs(changed).max())


def test_many_threads_and_sizes(saved):
    net, path = saved
    ours = predictor(path)
    wrong = []

    def work(number):
        mine = ours.clone()
        for turn in range(6):
            x = paddle.to_tensor(image(1, 3, 16 + 8 * ((number + turn) % 4), 24))
            with paddle.no_grad():
                wanted = net(x)[0].numpy()
            found = mine.run([x])[0].numpy()
            if np.abs(found - wanted).max() > 1e-5 * np.abs(wanted).max():
                wrong.append((number, turn))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_more_sizes_than_are_kept(saved):
    net, path = saved
    ours = predictor(path)
    for width in [*range(16, 16 + 4 * 20, 4), 16]:
        x = paddle.to_tensor(image(1, 3, 16, width))
        with paddle.no_grad():
            wanted = net(x)
        assert_close(ours.run([x]), wanted)


class Branching(nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2D(3, 4, 3, padding=1)

    def forward(self, x):
        y = nn.functional.relu(self.conv(x))
        return y * 2 if y.sum() > 0 else y - 1


def test_programs_that_passes_can_not_take_run_as_they_are(tmp_path):
    paddle.seed(1)
    net = Branching()
    net.eval()
    path = str(tmp_path / "branching")
    paddle.jit.save(net, path, input_spec=[InputSpec([1, 3, 8, 8], name="x")])
    x = paddle.to_tensor(image(1, 3, 8, 8))
    with paddle.no_grad():
        assert_close(predictor(path).run([x]), [net(x)])
