"""Layers that simulate quantization, as the older interface of Paddle has them."""

from ... import _C
from ...framework import unique_name
from .. import functional as F
from ..layer.layers import Layer
from .fake import MovingAverageScale, constant
from .lsq import FakeQuantActLSQPlus, FakeQuantWeightLSQPlus
from .qat.conv import convolve, take_settings

_ops = _C.ops


def _one_process(reduce_type, name):
    if reduce_type is not None:
        raise NotImplementedError(
            f"(Unimplemented) {name}: reduce_type={reduce_type!r} needs several processes, which this version has not."
        )


class FakeQuantAbsMax(Layer):
    """What is left of the input with one scale, its greatest magnitude. The gradient passes through.

    Args:
        name (str, optional): the first part of the scale's name.
        quant_bits (int): bits of the integers.
        dtype (str): of the scale.
        quant_on_weight (bool): keeps the scale as a parameter.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(
        self, name=None, quant_bits=8, dtype="float32", quant_on_weight=False, reduce_type=None
    ):
        super().__init__()
        _one_process(reduce_type, "FakeQuantAbsMax")
        self._quant_bits, self._name, self._reduce_type = quant_bits, name, reduce_type
        prefix = f"{name}.scale" if name else "quant_dequant.scale"
        self._scale_name = unique_name.generate(prefix)
        self._scale = constant(self, prefix, 0.001, [1], dtype) if quant_on_weight else None

    def forward(self, input):
        """`input`, rounded to what its integers stand for."""
        out, scale = _ops["fake_quantize_dequantize_abs_max"](input, self._quant_bits, 1)
        if self._scale is not None:
            self._scale.copy_(scale.detach(), True)
        return out


class FakeQuantMovingAverageAbsMax(MovingAverageScale, Layer):
    """What is left of the input with one scale, a moving average of its greatest magnitude.

    Args:
        name (str, optional): the first part of the names of its tensors.
        moving_rate (float): of the average.
        quant_bits (int): bits of the integers.
        dtype (str): of the scale.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(self, name=None, moving_rate=0.9, quant_bits=8, dtype="float32", reduce_type=None):
        super().__init__()
        _one_process(reduce_type, "FakeQuantMovingAverageAbsMax")
        self._moving_rate, self._quant_bits, self._reduce_type = moving_rate, quant_bits, None
        self._make_average(name or "quant_dequant", (0.001, 1, 1), dtype)

    def forward(self, input):
        """`input`, rounded to what its integers stand for."""
        return self._quantized(input, self._quant_bits)


class FakeQuantChannelWiseAbsMax(Layer):
    """What is left of a weight with a scale for each index of an axis. The gradient passes through.

    Args:
        name (str, optional): the first part of the scale's name.
        channel_num (int): size of the axis.
        quant_bits (int): bits of the integers.
        quant_axis (int): the axis, 0 or 1.
        dtype (str): of the scales.
        quant_on_weight (bool): True: it is for weights alone.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(
        self,
        name=None,
        channel_num=None,
        quant_bits=8,
        quant_axis=0,
        dtype="float32",
        quant_on_weight=False,
        reduce_type=None,
    ):
        if not quant_on_weight:
            raise ValueError(
                "(InvalidArgument) FakeQuantChannelWiseAbsMax: it is for weights.\n"
                "  Expected: quant_on_weight=True\n  Received: False"
            )
        super().__init__()
        _one_process(reduce_type, "FakeQuantChannelWiseAbsMax")
        self._quant_bits, self._quant_axis, self._name = quant_bits, quant_axis, name
        self._channel_num, self._reduce_type = channel_num, reduce_type
        prefix = f"{name}.scale" if name else "quant_dequant.scale"
        self._scale = constant(self, prefix, 0.0, [channel_num], dtype)
        self._scale_name = self._scale.name

    def forward(self, input):
        """`input`, rounded to what its integers stand for."""
        out, scale = _ops["fake_channel_wise_quantize_dequantize_abs_max"](
            input, self._quant_bits, 1, self._quant_axis
        )
        self._scale.copy_(scale.detach(), True)
        return out


class MovingAverageAbsMaxScale(MovingAverageScale, Layer):
    """Gives its input, and keeps a moving average of its greatest magnitude.

    Args:
        name (str, optional): the first part of the names of its tensors.
        moving_rate (float): of the average.
        dtype (str): of the scale.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(self, name=None, moving_rate=0.9, dtype="float32", reduce_type=None):
        super().__init__()
        _one_process(reduce_type, "MovingAverageAbsMaxScale")
        self._moving_rate, self._reduce_type = moving_rate, reduce_type
        self._make_average(name or "outscale", (0, 0, 0), dtype)

    def forward(self, input):
        """`input`."""
        return self._observed(input)


QuantStub = MovingAverageAbsMaxScale


def fake_quant(quant_type, **options):
    """A layer that simulates quantization.

    Args:
        quant_type (str): "abs_max", "moving_average_abs_max", "channel_wise_abs_max", "lsq_weight",
            "channel_wise_lsq_weight" or "lsq_act".
        options: name, quant_bits, dtype, moving_rate, quant_on_weight, channel_num, quant_axis, quant_linear,
            all_positive, symmetric.
    """
    common = {key: options[key] for key in ("name", "quant_bits", "dtype") if key in options}
    if quant_type == "abs_max":
        return FakeQuantAbsMax(quant_on_weight=options.get("quant_on_weight", False), **common)
    if quant_type == "moving_average_abs_max":
        return FakeQuantMovingAverageAbsMax(moving_rate=options.get("moving_rate", 0.9), **common)
    if quant_type == "channel_wise_abs_max":
        more = {key: options.get(key) for key in ("quant_on_weight", "channel_num", "quant_axis")}
        return FakeQuantChannelWiseAbsMax(**more, **common)
    positive = options.get("all_positive", False)
    if quant_type == "lsq_act":
        symmetric = options.get("symmetric", True)
        return FakeQuantActLSQPlus(all_positive=positive, symmetric=symmetric, **common)
    if quant_type in ("lsq_weight", "channel_wise_lsq_weight"):
        each = quant_type != "lsq_weight"
        return FakeQuantWeightLSQPlus(
            all_positive=positive, per_channel=each, channel_num=options["channel_num"] if each else 1,
            quant_linear=options.get("quant_axis") == 1, **common,
        )  # fmt: skip
    raise NotImplementedError(
        "(Unimplemented) quantization: the type is not part of this version.\n"
        "  Expected: abs_max, moving_average_abs_max, channel_wise_abs_max, lsq_weight, channel_wise_lsq_weight "
        f"or lsq_act\n  Received: {quant_type!r}"
    )


_get_fake_quant_type = fake_quant


class QuantizedLayer(Layer):
    """The weight of another layer, and what quantizes it and the input.

    Args:
        layer (Layer): the other one.
        weight_bits (int): bits of the weight's integers.
        activation_bits (int): bits of the input's integers.
        moving_rate (float): of averages.
        weight_quantize_type (str): how the weight is quantized.
        activation_quantize_type (str): how the input is quantized.
        weight_pre_layer (callable, optional): makes a layer that the weight goes through before.
        act_pre_layer (callable, optional): the same for the input.
        weight_quant_layer (callable, optional): makes what quantizes the weight.
        act_quant_layer (callable, optional): the same for the input.
    """

    _axis = 0  # of a channel, in the weight

    def __init__(
        self,
        layer,
        weight_bits=8,
        activation_bits=8,
        moving_rate=0.9,
        weight_quantize_type="abs_max",
        activation_quantize_type="abs_max",
        weight_pre_layer=None,
        act_pre_layer=None,
        weight_quant_layer=None,
        act_quant_layer=None,
    ):
        super().__init__()
        self.weight, self.bias = layer.weight, layer.bias
        self._fake_quant_weight = (
            weight_quant_layer()
            if weight_quant_layer is not None
            else fake_quant(
                weight_quantize_type, name=self.weight.name, moving_rate=moving_rate, quant_bits=weight_bits,
                dtype=self._dtype, quant_on_weight=True, channel_num=self.weight.shape[self._axis],
                quant_axis=self._axis,
            )
        )  # fmt: skip
        self._fake_quant_input = (
            act_quant_layer()
            if act_quant_layer is not None
            else fake_quant(
                activation_quantize_type, name=layer.full_name(), moving_rate=moving_rate,
                quant_bits=activation_bits, dtype=self._dtype,
            )
        )  # fmt: skip
        self._act_preprocess = act_pre_layer() if act_pre_layer is not None else None
        self._weight_preprocess = weight_pre_layer() if weight_pre_layer is not None else None

    def _quantized(self, input):
        weight = self.weight
        if self._act_preprocess is not None:
            input = self._act_preprocess(input)
        if self._weight_preprocess is not None:
            weight = self._weight_preprocess(weight)
        return self._fake_quant_input(input), self._fake_quant_weight(weight)


class QuantizedConv2D(QuantizedLayer):
    """``Conv2D`` of a quantized input and a quantized weight.

    Args:
        layer (Conv2D): whose weight, bias and settings it takes.
        args, kwargs: bits, rate, types and layers, as in ``QuantizedLayer``.
    """

    def __init__(self, layer, *args, **kwargs):
        super().__init__(layer, *args, **kwargs)
        take_settings(self, layer)

    def forward(self, input):
        """The convolution of `input`."""
        return convolve(self, *self._quantized(input))


class QuantizedConv2DTranspose(QuantizedLayer):
    """``Conv2DTranspose`` of a quantized input and a quantized weight.

    Args:
        layer (Conv2DTranspose): whose weight, bias and settings it takes.
        args, kwargs: bits, rate, types and layers, as in ``QuantizedLayer``.
    """

    _axis = 1

    def __init__(self, layer, *args, **kwargs):
        super().__init__(layer, *args, **kwargs)
        for name in ("_groups", "_stride", "_padding", "_dilation", "_data_format"):
            setattr(self, name, getattr(layer, name))
        self._output_padding = layer.output_padding

    def forward(self, input, output_size=None):
        """The transposed convolution of `input`."""
        x, weight = self._quantized(input)
        return F.conv2d_transpose(
            x, weight, bias=self.bias, padding=self._padding, stride=self._stride, dilation=self._dilation,
            output_padding=self._output_padding if output_size is None else 0, groups=self._groups,
            output_size=output_size, data_format=self._data_format,
        )  # fmt: skip


class QuantizedLinear(QuantizedLayer):
    """``Linear`` of a quantized input and a quantized weight.

    Args:
        layer (Linear): whose weight, bias and settings it takes.
        args, kwargs: bits, rate, types and layers, as in ``QuantizedLayer``.
    """

    _axis = 1

    def __init__(self, layer, *args, **kwargs):
        super().__init__(layer, *args, **kwargs)
        self.name = layer.name

    def forward(self, input):
        """The product, plus the bias."""
        x, weight = self._quantized(input)
        return F.linear(x=x, weight=weight, bias=self.bias)


class QuantizedMatmul(Layer):
    """``matmul`` of two quantized tensors.

    Args:
        layer: accepted.
        weight_bits (int): accepted.
        activation_bits (int): bits of the integers.
        moving_rate (float): of averages.
        weight_quantize_type (str): accepted.
        activation_quantize_type (str): how both are quantized.
        weight_pre_layer: accepted.
        act_pre_layer (callable, optional): makes a layer that each goes through before.
        weight_quant_layer: accepted.
        act_quant_layer (callable, optional): makes what quantizes each.
    """

    def __init__(
        self,
        layer=None,
        weight_bits=8,
        activation_bits=8,
        moving_rate=0.9,
        weight_quantize_type="abs_max",
        activation_quantize_type="abs_max",
        weight_pre_layer=None,
        act_pre_layer=None,
        weight_quant_layer=None,
        act_quant_layer=None,
    ):
        super().__init__()

        def quanter():
            if act_quant_layer is not None:
                return act_quant_layer()
            return fake_quant(
                activation_quantize_type, moving_rate=moving_rate, quant_bits=activation_bits
            )

        self._fake_quant_x, self._fake_quant_y = quanter(), quanter()
        self._act_preprocess_x = act_pre_layer() if act_pre_layer is not None else None
        self._act_preprocess_y = act_pre_layer() if act_pre_layer is not None else None

    def forward(self, x, y, transpose_x=False, transpose_y=False, name=None):
        """The product of x and y."""
        if self._act_preprocess_x is not None:
            x = self._act_preprocess_x(x)
        if self._act_preprocess_y is not None:
            y = self._act_preprocess_y(y)
        return _ops["matmul"](
            self._fake_quant_x(x), self._fake_quant_y(y), transpose_x, transpose_y
        )


class MAOutputScaleLayer(Layer):
    """A layer, and a moving average of the greatest magnitude of its result.

    Args:
        layer (Layer): the layer.
        moving_rate (float): of the average.
        name (str, optional): the first part of the names of its tensors.
        dtype (str): of the scale.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(self, layer=None, moving_rate=0.9, name=None, dtype="float32", reduce_type=None):
        super().__init__()
        self._layer = layer
        self._ma_output_scale = MovingAverageAbsMaxScale(
            layer.full_name() if name is None else name, moving_rate, dtype, reduce_type
        )

    def forward(self, *inputs, **kwargs):
        """What the layer gives; several results are not observed."""
        out = self._layer(*inputs, **kwargs)
        return out if isinstance(out, (list, tuple, dict)) else self._ma_output_scale(out)


class FakeQuantMAOutputScaleLayer(Layer):
    """A layer whose result is quantized, with a moving average of its magnitude.

    Args:
        layer (Layer): the layer.
        weight_bits (int): accepted.
        activation_bits (int): bits of the integers.
        moving_rate (float): of the average.
        name (str, optional): the first part of the names of its tensors.
        reduce_type (str, optional): None: there is one process.
        args, kwargs: accepted.
    """

    def __init__(
        self,
        layer,
        weight_bits=8,
        activation_bits=8,
        moving_rate=0.9,
        name=None,
        reduce_type=None,
        *args,
        **kwargs,
    ):
        super().__init__()
        _one_process(reduce_type, "FakeQuantMAOutputScaleLayer")
        self._layer = layer
        self._fake_quant_output = fake_quant(
            "moving_average_abs_max", name=layer.full_name() if name is None else name, moving_rate=moving_rate,
            quant_bits=activation_bits, dtype=self._dtype,
        )  # fmt: skip

    def forward(self, *inputs, **kwargs):
        """What the layer gives, quantized; several results stay."""
        out = self._layer(*inputs, **kwargs)
        if isinstance(out, (list, tuple)) and len(out) > 1:
            return out
        return self._fake_quant_output(out)
