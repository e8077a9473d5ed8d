"""Programs with paddle.quantization, whose results PaddlePaddle has told: `python tests/quant/cases.py OUT.json`.

PaddlePaddle 3.3.1 can not convert a model that trained with FakeQuanterWithAbsMaxObserver (its zero points are None):
when its answers are recorded, they are zeros.
"""

import json
import sys

import numpy as np
import paddle
from paddle import nn
from paddle.nn.quant import lsq, quant_layers
from paddle.quantization import PTQ, QAT, QuantConfig
from paddle.quantization.observers import AbsmaxObserver
from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver


class Net(nn.Layer):
    """A convolution, a norm, a place for a quanter, and two linear layers, with given weights."""

    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.act = nn.Conv2D(1, 4, 3, padding=1), nn.BatchNorm2D(4), nn.ReLU()
        self.pool, self.stub = nn.AvgPool2D(2), nn.quant.Stub()
        self.fc = nn.Sequential(nn.Flatten(), nn.Linear(64, 10), nn.ReLU(), nn.Linear(10, 3))
        rng = np.random.RandomState(0)
        for p in self.parameters():
            if len(p.shape) > 1:
                p.set_value((rng.randn(*p.shape) * 0.3).astype("float32"))

    def forward(self, x):
        return self.fc(self.stub(self.pool(self.act(self.bn(self.conv(x)))) * 2.0))


def batches(n):
    rng = np.random.RandomState(1)
    xs = [paddle.to_tensor(rng.randn(8, 1, 8, 8).astype("float32")) for _ in range(n)]
    return [(x, paddle.to_tensor(rng.randint(0, 3, (8,)).astype("int64"))) for x in xs]


def trained(net, data):
    """The losses of a pass."""
    momentum = paddle.optimizer.Momentum(0.05, parameters=net.parameters())
    losses = []
    for x, y in data:
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        momentum.step()
        momentum.clear_grad()
        losses.append(float(loss))
    return losses


def values(tensor):
    return np.asarray(tensor.numpy(), "float64").ravel().tolist()


def shapes(net):
    return sorted([name, list(value.shape)] for name, value in net.state_dict().items())


def with_training():
    data = batches(10)
    quanter = FakeQuanterWithAbsMaxObserver(moving_rate=0.9)
    qat = QAT(QuantConfig(activation=quanter, weight=quanter))
    net = qat.quantize(Net())
    told = {"text": str(net), "losses": trained(net, data), "state": shapes(net)}
    net.eval()
    seen = net.conv.activation_quanter, net.conv.weight_quanter, net.stub._observer
    told["scales"] = [value for q in seen for value in values(q.scales())]
    told["evaluated"] = values(net(data[0][0]))
    made = qat.convert(net)
    told |= {"converted text": str(made), "converted": values(made(data[0][0]))}
    told["converted state"] = shapes(made)
    told["weights"] = values(made.conv.weight) + values(made.fc[3].weight)
    told["weights remain"] = values(qat.convert(net, remain_weight=True)(data[0][0]))
    return told


def after_training():
    data = batches(4)
    observer = AbsmaxObserver()
    ptq = PTQ(QuantConfig(activation=observer, weight=observer))
    net = Net()
    net.eval()
    net = ptq.quantize(net)
    told = {"text": str(net)}
    with paddle.no_grad():
        for x, _ in data:
            told["observed"] = values(net(x))
    seen = net.conv.activation_quanter, net.conv.weight_quanter, net.fc[1].activation_quanter
    told["scales"] = [value for q in seen for value in values(q.scales())]
    made = ptq.convert(net)
    told |= {"converted text": str(made), "converted": values(made(data[0][0]))}
    return told


def by_parts():
    quanter = FakeQuanterWithAbsMaxObserver(bit_length=4)
    net, config = Net(), QuantConfig(activation=None, weight=None)
    config.add_layer_config([net.fc], activation=quanter, weight=quanter)
    config.add_type_config(nn.Conv2D, weight=quanter)
    qat = QAT(config)
    net = qat.quantize(net)
    return {"text": str(net), "config": str(qat), "losses": trained(net, batches(4))}


def older_layers():
    """Those of nn.quant.quant_layers."""
    told = {}
    data = batches(4)
    for weight in ("abs_max", "channel_wise_abs_max"):
        for activation in ("abs_max", "moving_average_abs_max"):
            net = Net()
            more = {"weight_quantize_type": weight, "activation_quantize_type": activation}
            net.conv = quant_layers.QuantizedConv2D(net.conv, **more)
            net.fc[1] = quant_layers.QuantizedLinear(net.fc[1], **more)
            net.act = quant_layers.MAOutputScaleLayer(net.act)
            net.pool = quant_layers.FakeQuantMAOutputScaleLayer(net.pool)
            told[f"{weight} {activation}"] = trained(net, data)
            told[f"{weight} {activation} scale"] = values(net.act._ma_output_scale._scale)
    product = quant_layers.QuantizedMatmul(activation_bits=4)
    a, b = data[0][0].reshape([16, 32]), data[1][0].reshape([16, 32])
    told["matmul"] = values(product(a, b, transpose_y=True))
    return told


def learned_scales():
    """PaddlePaddle raises for one scale of a weight, and takes other scales of channels after the first batch."""
    told = {}
    data = batches(4)
    net = Net()
    net.conv = quant_layers.QuantizedConv2D(net.conv, activation_quantize_type="lsq_act")
    net.fc[1] = quant_layers.QuantizedLinear(net.fc[1], activation_quantize_type="lsq_act")
    told["losses"] = trained(net, data)
    told["scales"] = values(net.conv._fake_quant_input.s) + values(net.fc[1]._fake_quant_input.s)
    x = paddle.to_tensor(data[0][0].numpy().reshape([16, 32]), stop_gradient=False)
    shifted = lsq.FakeQuantActLSQPlus(4)
    y = (shifted(x) * data[1][0].reshape([16, 32])).sum()
    y.backward()
    told["shifted"] = values(y) + values(shifted.s) + values(shifted.beta)
    told["gradients"] = values(x.grad) + values(shifted.s.grad) + values(shifted.beta.grad)
    weight = paddle.to_tensor(np.random.RandomState(3).randn(4, 3, 2, 2).astype("float32"))
    weight.stop_gradient = False
    each = lsq.FakeQuantWeightLSQPlus(4, per_channel=True, channel_num=4)
    (each(weight) * paddle.arange(48, dtype="float32").reshape([4, 3, 2, 2])).sum().backward()
    told["channels"] = values(each.s) + values(each.s.grad) + values(weight.grad)
    return told


CASES = {
    f.__name__: f for f in (with_training, after_training, by_parts, older_layers, learned_scales)
}

if __name__ == "__main__":
    from paddle.quantization.quanters import abs_max

    abs_max.FakeQuanterWithAbsMaxObserverLayer.zero_points = lambda self: paddle.zeros([1])
    with open(sys.argv[1], "w") as file:
        json.dump({name: case() for name, case in CASES.items()}, file, indent=1)
