"""Quantized layers as they are deployed: weights as integers, and operators that quantize and dequantize."""

import abc

import paddle

from ... import _C
from ..layer.layers import Layer
from .fake import constant

_ops = _C.ops
_FP8 = {"e4m3": (448, "float8_e4m3fn"), "e5m2": (57344, "float8_e5m2")}
_OF_BITS = {(4, 3): "e4m3", (5, 2): "e5m2"}


def _fp8(type):
    if type not in _FP8:
        raise NotImplementedError(
            f"(Unimplemented) float8: the format is unknown.\n  Expected: e4m3 or e5m2\n  Received: {type!r}"
        )
    return _FP8[type]


def _along(scale, x, axis):
    if axis < 0:
        return scale
    shape = [1] * len(x.shape)
    shape[axis] = -1
    return scale.reshape(shape)


def fake_fp8_quant(input, scale, axis=-1, type="e4m3"):
    """What is left of ``input * most / scale`` in a float of 8 bits, as the dtype of ``input``.

    Args:
        input (Tensor): of a float type.
        scale (Tensor): one number, or one for each index of ``axis``.
        axis (int): -1 where there is one scale.
        type (str): "e4m3" or "e5m2".
    """
    most, dtype = _fp8(type)
    x = input.astype("float32") * most / _along(scale, input, axis)
    return x.clip(-most, most).cast(dtype).astype(input.dtype)


def fake_fp8_dequant(input, scale, axis=-1, type="e4m3"):
    """The inverse of ``fake_fp8_quant``, but for what rounding lost.

    Args:
        input (Tensor): what that gave.
        scale (Tensor): what that was given.
        axis (int): what that was given.
        type (str): "e4m3" or "e5m2".
    """
    most, _ = _fp8(type)
    return (input.astype("float32") / most * _along(scale, input, axis)).astype(input.dtype)


class LinearQuanterDequanter(Layer):
    """A quantizing and a dequantizing layer, one after the other.

    Args:
        quanter (LinearQuanter, optional): None where weights are integers already.
        dequanter (LinearDequanter, optional): the second.
    """

    def __init__(self, quanter, dequanter):
        super().__init__()
        self._quanter, self._dequanter = quanter, dequanter

    def forward(self, input):
        """What both leave of `input`."""
        for layer in (self._quanter, self._dequanter):
            if layer is not None:
                input = layer(input)
        return input

    @staticmethod
    def from_quanter(quanter):
        """With the scales that a quanter, or observer, has found."""
        return LinearQuanterDequanter(
            LinearQuanter.from_quanter(quanter), LinearDequanter.from_quanter(quanter)
        )


class _Linear(Layer):
    """The scales, and what follows from the bits."""

    def __init__(self, scales, zero_point=None, quant_axis=None, bit_length=8, group_size=128):
        super().__init__()
        scales = paddle.to_tensor(scales, dtype="float32").detach()
        if zero_point is None:
            zero_point = paddle.zeros_like(scales)
        zero_point = paddle.to_tensor(zero_point, dtype="float32").detach()
        self._scales = constant(self, "quant_dequant.scale", 1.0, scales.shape, "float32")
        self._scales.set_value(scales)
        self._zero_point = constant(
            self, "quant_dequant.zero_point", 0.0, zero_point.shape, "float32"
        )
        self._zero_point.set_value(zero_point)
        self._is_shifted = bool((zero_point != 0).any())
        self._quant_axis = -1 if quant_axis is None else quant_axis
        self._group_size, self._fp8 = group_size, None
        if isinstance(bit_length, (tuple, list)):
            self._fp8 = _OF_BITS.get(tuple(bit_length))
            if self._fp8 is None:
                raise NotImplementedError(
                    "(Unimplemented) LinearQuanter: the format of 8 bits is unknown.\n"
                    f"  Expected: (4, 3) or (5, 2)\n  Received: {bit_length}"
                )
            self._qmax = _FP8[self._fp8][0]
            self._qmin = -self._qmax
            self._bit_length = sum(bit_length) + 1
        else:
            self._qmax = (1 << (bit_length - 1)) - 1
            self._qmin = -self._qmax - 1
            self._bit_length = bit_length

    @classmethod
    def from_quanter(cls, quanter):
        """With the scales that a quanter, or observer, has found."""
        return cls(
            quanter.scales(),
            zero_point=quanter.zero_points(),
            quant_axis=quanter.quant_axis(),
            bit_length=quanter.bit_length(),
        )

    def _by_rows(self):
        """Scales and zero points of a weight by groups, for each row of it."""
        rows = [self._group_size] * self._scales.shape[0]
        each = paddle.to_tensor(sum(([i] * n for i, n in enumerate(rows)), []), dtype="int64")
        return paddle.gather(self._scales, each), paddle.gather(self._zero_point, each)


class LinearQuanter(_Linear):
    """Integers, as floats: round(x / scale * qmax), brought into [qmin, qmax].

    Args:
        scales (Tensor|numpy.ndarray): one number, one for each index of ``quant_axis``, or [groups, n].
        zero_point (Tensor|numpy.ndarray, optional): counts, as in Paddle, only beside scales by groups.
        quant_axis (int, optional): -1 or None where there is one scale.
        bit_length (int|tuple): bits; (4, 3) or (5, 2) for floats of 8 bits.
        group_size (int): rows of a group.
    """

    def forward(self, input):
        """The integers of `input`, in its dtype."""
        if self._fp8:
            return fake_fp8_quant(input, self._scales, self._quant_axis, self._fp8)
        wide = input.cast("float32")
        if len(self._scales.shape) > 1:
            if self._is_shifted:
                q = paddle.round(wide / self._scales) + self._zero_point
            else:
                scales, zeros = self._by_rows()
                q = paddle.round(wide / scales * self._qmax) + zeros
            return q.clip(self._qmin, self._qmax).cast(input.dtype)
        out = _ops["quantize_linear"](
            wide, self._scales, self._zero_point, self._quant_axis, self._bit_length, self._qmin, self._qmax
        )  # fmt: skip
        return out.cast(input.dtype)


class LinearDequanter(_Linear):
    """The numbers that integers stand for: x * scale / qmax.

    Args:
        scales (Tensor|numpy.ndarray): those of the ``LinearQuanter``.
        zero_point (Tensor|numpy.ndarray, optional): its zero points.
        quant_axis (int, optional): its axis.
        bit_length (int|tuple): its bits.
        group_size (int): its group.
    """

    def forward(self, input):
        """The numbers, in the dtype of `input`."""
        if self._fp8:
            return fake_fp8_dequant(input, self._scales, self._quant_axis, self._fp8)
        wide = input.cast("float32")
        if len(self._scales.shape) > 1:
            if self._is_shifted:
                out = (wide - self._zero_point) * self._scales
            else:
                scales, zeros = self._by_rows()
                out = (wide - zeros) / self._qmax * scales
            return out.cast(input.dtype)
        out = _ops["dequantize_linear"](
            wide, self._scales, self._zero_point, self._quant_axis, self._bit_length, self._qmin, self._qmax
        )  # fmt: skip
        return out.cast(input.dtype)


class ConvertibleQuantedLayer(Layer, metaclass=abc.ABCMeta):
    """A quantized layer that ``convert()`` of QAT and PTQ makes ready for deployment.

    Write ``weights_to_quanters`` and ``activation_quanters``.
    """

    def __init__(self):
        super().__init__()
        self.converted = False

    @abc.abstractmethod
    def weights_to_quanters(self):
        """Pairs of names: of a weight, and of the attribute that holds its quanter."""

    @abc.abstractmethod
    def activation_quanters(self):
        """Names of the attributes that hold quanters of activations."""

    def _convert_quanter_to_qdq(self, quanter_name):
        quanter = getattr(self, quanter_name, None)
        if quanter is None:
            return None
        made = LinearQuanterDequanter.from_quanter(quanter)
        setattr(self, quanter_name, made)
        return made

    def _quant_weights(self, weight_name, quanter):
        weight = getattr(self, weight_name)
        with paddle.no_grad():
            weight.set_value(quanter(weight))

    def _convert(self, remain_weight=False):
        """Weights become integers, unless they are to remain; quanters become operators."""
        if self.converted:
            raise RuntimeError(
                f"(PreconditionNotMet) {type(self).__name__}: it has been converted already."
            )
        for weight_name, quanter_name in self.weights_to_quanters():
            made = self._convert_quanter_to_qdq(quanter_name)
            if made is not None and not remain_weight:
                self._quant_weights(weight_name, made._quanter)
                made._quanter = None
        for quanter_name in self.activation_quanters():
            self._convert_quanter_to_qdq(quanter_name)
        self.converted = True
