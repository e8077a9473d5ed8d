"""Gradients of simulated quantization, which are those of the input, and calls beyond the rows of the operators."""

import numpy as np
import paddle
import pytest
from paddle import _C
from paddle.nn.quant import lsq, quant_layers

OPS = _C.ops
ONE = [paddle.to_tensor([v]) for v in (1.5, 2.0, 1.25)]
CALLS = {
    "fake_quantize_dequantize_abs_max": (),
    "fake_channel_wise_quantize_dequantize_abs_max": (8, 1, 1),
    "fake_quantize_dequantize_moving_average_abs_max": tuple(ONE),
    "moving_average_abs_max_scale": tuple(ONE),
}


def leaf(*shape):
    x = paddle.to_tensor(np.random.RandomState(0).randn(*shape).astype("float32") * 3)
    x.stop_gradient = False
    return x


@pytest.mark.parametrize("captured", [False, True])
@pytest.mark.parametrize("name", CALLS)
def test_the_gradient_passes_through(name, captured):
    x, weight = leaf(4, 5), paddle.to_tensor(np.random.RandomState(1).randn(4, 5).astype("float32"))

    def f(x):
        return (OPS[name](x, *CALLS[name])[0] * weight).sum()

    f = paddle.jit.to_static(f) if captured else f
    for _ in range(2):
        x.clear_grad()
        f(x).backward()
        assert np.array_equal(x.grad.numpy(), weight.numpy())


@pytest.mark.parametrize("name", CALLS)
def test_the_second_gradient_is_that_of_the_first(name):
    x, v = leaf(4, 5), leaf(4, 5)
    (g,) = paddle.grad((OPS[name](x, *CALLS[name])[0] * v * v).sum(), [x], create_graph=True)
    (h,) = paddle.grad(g.sum(), [v])
    np.testing.assert_allclose(h.numpy(), 2 * v.numpy(), rtol=1e-6)


def test_calls_in_the_forms_of_paddles_insides():
    x = leaf(4, 5)
    expected, scale = OPS["fake_channel_wise_quantize_dequantize_abs_max"](x, 8, 1, 1)
    kept = paddle.zeros([5])
    found, _ = paddle._legacy_C_ops.fake_channel_wise_quantize_dequantize_abs_max(
        x, None, kept, "bit_length", 8, "quant_axis", 1
    )
    assert np.array_equal(found.numpy(), expected.numpy())
    assert np.array_equal(kept.numpy(), scale.numpy())
    found, _ = paddle._C_ops.fake_channel_wise_quantize_dequantize_abs_max(x, 8, 1, 1)
    assert np.array_equal(found.numpy(), expected.numpy())
    whole = paddle._legacy_C_ops.quantize_linear(x, scale, None, "quant_axis", 1)
    back = paddle._legacy_C_ops.dequantize_linear(whole, scale, None, "quant_axis", 1)
    np.testing.assert_allclose(back.numpy(), expected.numpy(), rtol=1e-6)
    with pytest.raises(TypeError, match="number of arguments"):
        paddle._legacy_C_ops.quantize_linear(x, scale, "quant_axis", 1)
    with pytest.raises(NotImplementedError, match="_C_ops.matmul"):
        paddle._C_ops.matmul  # noqa: B018


@pytest.mark.parametrize("linear", [False, True])
def test_learned_scales_of_channels_are_those_of_each_channel(linear):
    """Each channel as a weight of its own, whose scale is one."""
    weight = leaf(6, 5)
    channels = 5 if linear else 6
    each = lsq.FakeQuantWeightLSQPlus(4, per_channel=True, channel_num=channels, quant_linear=linear)  # fmt: skip
    factor = paddle.arange(30, dtype="float32").reshape([6, 5])
    (each(weight) * factor).sum().backward()
    for i in range(channels):
        place = (slice(None), i) if linear else i
        part = paddle.to_tensor(weight.numpy()[place], stop_gradient=False)
        one = lsq.FakeQuantWeightLSQPlus(4, channel_num=1)
        one._begin(weight)
        one.s.set_value(each.s[i : i + 1])
        one.batch_init = 0
        (one(part) * factor[place]).sum().backward()
        np.testing.assert_allclose(part.grad.numpy(), weight.grad.numpy()[place], rtol=1e-6)
        np.testing.assert_allclose(one.s.grad.numpy()[0], each.s.grad.numpy()[i], rtol=1e-5)


def test_learned_scales_follow_the_first_batches():
    x = leaf(4, 6)
    layer = lsq.FakeQuantActLSQPlus(8, symmetric=True, batch_init=2)
    layer(x)
    first = float(layer.s)
    assert first == pytest.approx(float(x.max() - x.min()) / 255)
    layer(x * 3)
    assert float(layer.s) == pytest.approx(first * (0.9 + 0.3))
    layer(x * 100)
    assert float(layer.s) == pytest.approx(first * 1.2)
    captured = paddle.jit.to_static(layer)
    assert np.array_equal(captured(x).numpy(), layer(x).numpy())


def test_whole_numbers_have_no_gradient():
    assert OPS["fake_quantize_abs_max"](leaf(3))[0].stop_gradient
    assert OPS["quantize_linear"](leaf(3), ONE[0], None, -1).stop_gradient


def test_bytes_are_dequantized():
    x = paddle.to_tensor([-127, 0, 64], dtype="int8")
    out = OPS["dequantize_linear"](x, paddle.to_tensor([2.0]), None, -1)
    assert out.dtype == paddle.float32
    np.testing.assert_allclose(out.numpy(), [-2.0, 0.0, 128 / 127], rtol=1e-6)


def test_numbers_that_are_none():
    x = paddle.to_tensor([1.0, float("nan"), 2.0])
    out, scale = OPS["fake_quantize_dequantize_abs_max"](x)
    assert bool(out.isnan().all() & scale.isnan().all())
    with pytest.raises(ValueError, match="no element"):
        OPS["fake_quantize_dequantize_abs_max"](paddle.ones([0]))
    assert OPS["fake_quantize_dequantize_abs_max"](paddle.zeros([3]))[0].tolist() == [0.0] * 3


@pytest.mark.parametrize("round_type", [0, 1])
def test_many_elements_by_threads(round_type):
    x = leaf(700, 300)
    threads = paddle.get_num_threads()
    for axis in (0, 1):
        found = []
        for n in (1, 4):
            paddle.set_num_threads(n)
            found.append(OPS["fake_channel_wise_quantize_dequantize_abs_max"](x, 8, round_type, axis)[0])  # fmt: skip
        paddle.set_num_threads(threads)
        assert np.array_equal(found[0].numpy(), found[1].numpy())
        unit = x.abs().max(axis=1 - axis, keepdim=True) / 127
        assert bool(((found[0] - x).abs() <= unit * 0.5001).all())


def test_layers_of_several_processes_are_refused():
    with pytest.raises(NotImplementedError, match="several processes"):
        quant_layers.FakeQuantAbsMax(reduce_type="max")
    with pytest.raises(NotImplementedError, match="range_abs_max"):
        quant_layers.QuantizedMatmul(activation_quantize_type="range_abs_max")
    with pytest.raises(NotImplementedError, match="several processes"):
        lsq.FakeQuantActLSQPlus(8, reduce_type="max")
    with pytest.raises(ValueError, match="quant_on_weight"):
        quant_layers.FakeQuantChannelWiseAbsMax(channel_num=3)


def test_transposed_convolutions():
    layer = paddle.nn.Conv2DTranspose(2, 3, 3)
    x = leaf(1, 2, 5, 5)
    made = quant_layers.QuantizedConv2DTranspose(layer, weight_quantize_type="channel_wise_abs_max")
    assert made(x).shape == layer(x).shape
    assert 0 < float((made(x) - layer(x)).abs().max()) < 0.1
    assert made._fake_quant_weight._scale.shape == [3]
