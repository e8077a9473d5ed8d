"""Layers and losses under auto_cast: forward, backward, and results near those of float32."""

import paddle
import paddle.nn.functional as F
import pytest
from paddle import nn


def rand(*shape):
    return paddle.rand(list(shape))


def linear(outputs=4):
    return lambda: nn.Linear(4, outputs)


def convolution():
    return nn.Conv2D(2, 4, 3, bias_attr=False)


def after_conv(*layers):
    return lambda: nn.Sequential(convolution(), *(make() for make in layers))


def write_row(y, z):
    y[0] = z[1]
    return y


IMAGE = (2, 2, 8, 8)
CASES = {
    "lstm": (lambda: nn.LSTM(4, 5), lambda f: f(rand(2, 3, 4))[0]),
    "gru": (lambda: nn.GRU(4, 5), lambda f: f(rand(2, 3, 4))[0]),
    "simple_rnn": (lambda: nn.SimpleRNN(4, 5), lambda f: f(rand(2, 3, 4))[0]),
    "attention": (lambda: nn.MultiHeadAttention(8, 2), lambda f: f(rand(2, 3, 8))),
    "encoder": (lambda: nn.TransformerEncoderLayer(8, 2, 16, 0.0), lambda f: f(rand(2, 3, 8))),
    "conv1d": (lambda: nn.Conv1D(2, 3, 3), lambda f: f(rand(1, 2, 8))),
    "channels_last": (lambda: nn.Conv2D(2, 3, 3, data_format="NHWC"), lambda f: f(rand(1, 8, 8, 2))),
    "conv3d": (lambda: nn.Conv3D(2, 3, 3), lambda f: f(rand(1, 2, 5, 5, 5))),
    "transposed": (lambda: nn.Conv2DTranspose(2, 3, 3), lambda f: f(rand(1, 2, 5, 5))),
    "batch_norm": (after_conv(lambda: nn.BatchNorm2D(4), nn.ReLU), lambda f: f(rand(*IMAGE))),
    "group_norm": (after_conv(lambda: nn.GroupNorm(2, 4)), lambda f: f(rand(*IMAGE))),
    "instance_norm": (after_conv(lambda: nn.InstanceNorm2D(4)), lambda f: f(rand(*IMAGE))),
    "upsample": (after_conv(lambda: nn.Upsample(scale_factor=2, mode="bilinear")), lambda f: f(rand(*IMAGE))),
    "pool": (after_conv(lambda: nn.MaxPool2D(2), lambda: nn.AdaptiveAvgPool2D(1)), lambda f: f(rand(*IMAGE))),
    "response_norm": (after_conv(lambda: nn.LocalResponseNorm(3)), lambda f: f(rand(*IMAGE))),
    "shuffle": (convolution, lambda f: F.pixel_shuffle(f(rand(*IMAGE)), 2)),
    "spectral_norm": (lambda: nn.utils.spectral_norm(nn.Linear(4, 4)), lambda f: f(rand(2, 4))),
    "weight_norm": (lambda: nn.utils.weight_norm(nn.Linear(4, 4)), lambda f: f(rand(2, 4))),
    "bilinear": (lambda: nn.Bilinear(4, 5, 3), lambda f: f(rand(2, 4), rand(2, 5))),
    "embedding": (lambda: nn.Sequential(nn.Embedding(5, 4), nn.Linear(4, 3)),
                  lambda f: f(paddle.to_tensor([1, 2]))),
    "ctc": (linear(5), lambda f: F.ctc_loss(
        F.log_softmax(f(rand(6, 2, 4)), -1), paddle.to_tensor([[1, 2], [2, 3]], dtype="int32"),
        paddle.to_tensor([6, 6]), paddle.to_tensor([2, 2]))),
    "cross_entropy": (linear(), lambda f: F.cross_entropy(f(rand(3, 4)), paddle.to_tensor([1, 2, 3]))),
    "soft_labels": (linear(), lambda f: F.cross_entropy(f(rand(3, 4)), F.softmax(rand(3, 4)), soft_label=True)),
    "binary": (linear(), lambda f: F.binary_cross_entropy(F.sigmoid(f(rand(3, 4))), rand(3, 4))),
    "kl_div": (linear(), lambda f: F.kl_div(F.log_softmax(f(rand(3, 4))), F.softmax(rand(3, 4)))),
    "norm": (linear(), lambda f: f(rand(3, 4)).norm()),
    "variance": (linear(), lambda f: f(rand(3, 4)).var() + f(rand(3, 4)).std()),
    "einsum": (linear(), lambda f: paddle.einsum("ij,kj->ik", f(rand(3, 4)), rand(5, 4))),
    "solve": (linear(), lambda f: paddle.linalg.solve(f(rand(4, 4)) + 3 * paddle.eye(4), rand(4, 4))),
    "topk": (linear(), lambda f: paddle.topk(f(rand(3, 4)), 2)[0]),
    "where": (linear(), lambda f: (lambda y: paddle.where(y > 0, y, 0.5))(f(rand(3, 4)))),
    "scatter": (linear(), lambda f: paddle.scatter(paddle.zeros([4, 4]), paddle.to_tensor([1, 2]), f(rand(2, 4)))),
    "set_item": (linear(), lambda f: write_row(paddle.zeros([4, 4]), f(rand(3, 4)))),
}  # fmt: skip


@pytest.mark.parametrize("decorated", [False, True])
@pytest.mark.parametrize("level", ["O1", "O2", "OD"])
@pytest.mark.parametrize("name", CASES)
def test_layer(name, level, decorated):
    make, run = CASES[name]
    paddle.seed(1)
    layer = make()
    paddle.seed(2)
    expected = run(layer)
    if decorated:
        paddle.amp.decorate(layer, level="O2", dtype="bfloat16")
    paddle.seed(2)
    with paddle.amp.auto_cast(level=level, dtype="bfloat16"):
        y = run(layer)
    y.astype("float32").sum().backward()
    scale = float(expected.abs().max()) + 1e-3
    assert float((y.astype("float32") - expected).abs().max()) < 0.1 * scale
    for param in layer.parameters():
        assert param.grad is None or param.grad.dtype is param.dtype
