"""paddle.quantization: agreement with PaddlePaddle, captures, files, errors."""

import json
import pathlib

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn.quant import format as quant_format
from paddle.quantization import PTQ, QAT, BaseObserver, BaseQuanter, QuantConfig, quanter
from paddle.quantization.observers import AbsmaxObserver, GroupWiseWeightObserver
from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver

from tests.quant.cases import CASES, Net, batches, trained

EXPECTED = json.loads((pathlib.Path(__file__).parent / "expected.json").read_text())


@pytest.mark.parametrize("name", CASES)
def test_it_is_as_in_paddle(name):
    """Of 127 levels none is another one, where all but the last digits of floats agree."""
    found = json.loads(json.dumps(CASES[name]()))
    assert found.keys() == EXPECTED[name].keys()
    for key, expected in EXPECTED[name].items():
        numbers = isinstance(expected, list) and isinstance(expected[0], float)
        if numbers:
            np.testing.assert_allclose(found[key], expected, rtol=2e-5, atol=2e-6, err_msg=key)
        else:
            assert found[key] == expected, key


def quantized(bits=8):
    one = FakeQuanterWithAbsMaxObserver(bit_length=bits)
    return QAT(QuantConfig(activation=one, weight=one)).quantize(Net())


def test_a_captured_step_gives_the_bits_of_eager_code():
    eager, captured = quantized(), quantized()
    data = batches(5)
    losses = trained(eager, data)
    assert trained(paddle.jit.to_static(captured), data) == losses
    for a, b in zip(eager.state_dict().values(), captured.state_dict().values(), strict=True):
        assert np.array_equal(a.numpy(), b.numpy())
    assert captured.conv.weight_quanter.scales().item() != pytest.approx(0.001)


def test_the_original_stays():
    net = Net()
    before = [p.numpy() for p in net.parameters()]
    made = QAT(QuantConfig(FakeQuanterWithAbsMaxObserver(), None)).quantize(net)
    trained(made, batches(2))
    assert all(np.array_equal(a, p.numpy()) for a, p in zip(before, net.parameters(), strict=True))
    assert type(net.conv) is nn.Conv2D
    inplace = QAT(QuantConfig(FakeQuanterWithAbsMaxObserver(), None)).quantize(net, inplace=True)
    assert inplace is net
    assert type(net.conv).__name__ == "QuantedConv2D"


@pytest.mark.parametrize("converted", [True, False])
def test_it_is_saved_and_loaded(tmp_path, converted):
    net = quantized()
    trained(net, batches(3))
    net.eval()
    if converted:
        net = QAT(QuantConfig(None, None)).convert(net)
    x = batches(1)[0][0]
    y = net(x)
    spec = [paddle.static.InputSpec([None, 1, 8, 8], "float32")]
    paddle.jit.save(net, str(tmp_path / "net"), input_spec=spec)
    loaded = paddle.jit.load(str(tmp_path / "net"))
    np.testing.assert_allclose(loaded(x).numpy(), y.numpy(), rtol=1e-5, atol=1e-6)
    assert '"1.quantize_linear"' in (tmp_path / "net.json").read_text()


def test_paddles_own_file_is_read():
    """As its eager code gives it; PaddlePaddle 3.3.1 itself loads other scales."""
    folder = pathlib.Path(__file__).parent / "data"
    known = np.load(folder / "ptq.npz")
    out = paddle.jit.load(str(folder / "ptq"))(paddle.to_tensor(known["x"]))
    np.testing.assert_allclose(out.numpy(), known["y"], rtol=1e-5, atol=1e-5)


def test_converted_weights_are_whole_numbers():
    net = quantized(bits=4)
    trained(net, batches(2))
    net = QAT(QuantConfig(None, None)).convert(net)
    for weight in (net.conv.weight, net.fc[1].weight):
        assert bool((weight == weight.round()).all())
        assert 4 < float(weight.abs().max()) <= 8
    again = QAT(QuantConfig(None, None)).convert(net)  # what is converted stays
    assert np.array_equal(again.conv.weight.numpy(), net.conv.weight.numpy())


def test_priorities_of_settings():
    a, b, c, d = (FakeQuanterWithAbsMaxObserver(bit_length=n) for n in (2, 3, 4, 5))
    inner = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    net = nn.Sequential(inner, nn.Linear(2, 2), nn.Conv2D(1, 1, 1))
    config = QuantConfig(activation=None, weight=a)
    config.add_layer_config(net[0], weight=b)
    config.add_layer_config(net[0][1], weight=c)
    config.add_type_config(nn.Conv2D, weight=d)
    made = QAT(config).quantize(net)
    bits = [layer.weight_quanter.bit_length() for layer in (*made[0], made[1], made[2])]
    assert bits == [3, 4, 2, 5]


def test_a_factory_for_a_class_of_the_user():
    @quanter("Coarse")
    class CoarseLayer(BaseQuanter):
        def __init__(self, layer, unit, name="coarse"):
            super().__init__()
            self.unit, self.name = unit, name

        def forward(self, input):
            return paddle.round(input / self.unit) * self.unit

        def scales(self):
            return paddle.to_tensor([self.unit * 127])

        def zero_points(self):
            return None

        def quant_axis(self):
            return -1

        def bit_length(self):
            return 8

    made = Coarse(0.5, name="one")  # noqa: F821
    assert str(made) == "Coarse(0.5,name=one)"
    net = QAT(QuantConfig(activation=made, weight=None)).quantize(nn.Sequential(nn.Linear(2, 2)))
    assert net[0].activation_quanter.unit == 0.5
    x = paddle.to_tensor([[0.3, 0.8]])
    expected = nn.functional.linear(paddle.to_tensor([[0.5, 1.0]]), net[0].weight, net[0].bias)
    assert np.array_equal(net(x).numpy(), expected.numpy())


def test_layers_of_the_user_take_others_places():
    class Doubled(nn.Layer):
        def __init__(self, layer, config):
            super().__init__()
            self.inner, self.bits = layer, config.activation.kwargs["bit_length"]

        def forward(self, x):
            return self.inner(x) * 2

    class Leaf(nn.Layer):
        def __init__(self):
            super().__init__()
            self.act = nn.Tanh()

        def forward(self, x):
            return self.act(x)

    config = QuantConfig(FakeQuanterWithAbsMaxObserver(), None)
    config.add_qat_layer_mapping(nn.Linear, Doubled)
    config.add_customized_leaf(Leaf)
    made = QAT(config).quantize(nn.Sequential(nn.Linear(2, 2), Leaf(), nn.Sequential(nn.Tanh())))
    names = [type(layer).__name__ for layer in (*made, made[2][0])]
    assert names == ["Doubled", "ObserveWrapper", "Sequential", "ObserveWrapper"]
    assert made[0].bits == 8


def test_group_wise_scales():
    observer = GroupWiseWeightObserver(group_size=64)._instance(None)
    assert isinstance(observer, BaseObserver)
    weight = paddle.to_tensor(np.random.RandomState(0).randn(128, 5).astype("float32"))
    weight[:64, 2] = 0
    assert observer(weight) is weight
    expected = np.abs(weight.numpy().reshape(2, 64, 5)).max(1)
    expected[0, 2] = 1e-8
    assert np.array_equal(observer.scales().numpy(), expected.astype("float32"))
    q = quant_format.LinearQuanter.from_quanter(observer)
    q._group_size = 64
    back = quant_format.LinearDequanter.from_quanter(observer)
    back._group_size = 64
    assert float((back(q(weight)) - weight).abs().max()) < float(expected.max()) / 127
    with pytest.raises(ValueError, match="k divisible by 64"):
        observer(paddle.ones([65, 5]))
    with pytest.raises(ValueError, match="group_size"):
        GroupWiseWeightObserver(group_size=32)._instance(None)


@pytest.mark.parametrize("bits", [(4, 3), (5, 2)])
def test_floats_of_8_bits(bits):
    x = paddle.to_tensor(np.random.RandomState(0).randn(4, 8).astype("float32"))
    scale = x.abs().max(axis=0)
    pair = quant_format.LinearQuanterDequanter(
        quant_format.LinearQuanter(scale, None, 1, bits),
        quant_format.LinearDequanter(scale, None, 1, bits),
    )
    unit = 2.0 ** -(bits[1] + 1)
    error = (pair(x) - x).abs() / x.abs().clip(min=1e-3)
    assert 0 < float(error.max()) <= unit * 1.01
    with pytest.raises(NotImplementedError, match="format of 8 bits"):
        quant_format.LinearQuanter(scale, None, 1, (3, 4))


def test_wrong_use_says_so():
    config = QuantConfig(AbsmaxObserver(), AbsmaxObserver())
    net = Net()
    with pytest.raises(ValueError, match="call model.eval"):
        PTQ(config).quantize(net)
    net.eval()
    with pytest.raises(ValueError, match="call model.train"):
        QAT(config).quantize(net)
    with pytest.raises(RuntimeError, match="it has seen nothing"):
        PTQ(config).convert(PTQ(config).quantize(net))
    with pytest.raises(TypeError, match="add_type_config"):
        config.add_type_config(3)
    with pytest.raises(TypeError, match="add_layer_config"):
        config.add_layer_config("linear")
    with pytest.raises(TypeError, match="add_name_config"):
        config.add_name_config(nn.Linear)
    with pytest.raises(TypeError, match="add_qat_layer_mapping"):
        config.add_qat_layer_mapping(nn.Linear, "other")
    with pytest.raises(NotImplementedError, match="ImperativePTQ"):
        paddle.quantization.ImperativePTQ()
