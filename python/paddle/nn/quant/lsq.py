"""Scales that are learned (Esser et al. 2020, "Learned Step Size Quantization"; LSQ+, Bhalgat et al. 2020).

Halves are rounded away from zero.
"""

import math

import paddle

from ...autograd import PyLayer
from ...framework import unique_name
from ...framework.param_attr import ParamAttr
from ..initializer import Constant
from ..layer.layers import Layer


def round(x):
    """Whole numbers; halves go away from zero."""
    return paddle.sign(x) * paddle.floor(paddle.abs(x) + 0.5)


def _parts(q, low, high):
    """Below, above and within the levels, as 0 and 1."""
    below, above = (q < low).cast(q.dtype), (q > high).cast(q.dtype)
    return below, above, 1.0 - below - above


def _of_scale(q, low, high):
    """How the result changes with the scale."""
    below, above, within = _parts(q, low, high)
    return below * low + above * high + within * (round(q) - q)


def _along(scale, x, axis):
    shape = [1] * len(x.shape)
    shape[axis] = -1
    return scale.reshape(shape)


class LsqFunc(PyLayer):
    """What is left of ``x`` with levels that are ``alpha`` apart."""

    @staticmethod
    def forward(ctx, weight, alpha, g, Qn, Qp, per_channel=False, quant_axis=0):
        """round(weight / alpha) in [Qn, Qp], times alpha; ``g`` scales the gradient of alpha."""
        ctx.save_for_backward(weight, alpha)
        ctx.other = g, Qn, Qp, quant_axis if per_channel else None
        if per_channel:
            alpha = _along(alpha, weight, quant_axis)
        return round(weight / alpha).clip(Qn, Qp) * alpha

    @staticmethod
    def backward(ctx, grad):
        """Straight through within the levels; of alpha, what rounding and cutting changed."""
        weight, alpha = ctx.saved_tensor()
        g, low, high, axis = ctx.other
        q = weight / (alpha if axis is None else _along(alpha, weight, axis))
        others = None if axis is None else [i for i in range(len(weight.shape)) if i != axis]
        of_alpha = (_of_scale(q, low, high) * grad * g).sum(axis=others)
        return _parts(q, low, high)[2] * grad, of_alpha.reshape(alpha.shape)


class LsqPlusActFunc(PyLayer):
    """The same with levels that ``beta`` shifts."""

    @staticmethod
    def forward(ctx, x, alpha, beta, g, Qn, Qp):
        """round((x - beta) / alpha) in [Qn, Qp], times alpha, plus beta."""
        ctx.save_for_backward(x, alpha, beta)
        ctx.other = g, Qn, Qp
        return round((x - beta) / alpha).clip(Qn, Qp) * alpha + beta

    @staticmethod
    def backward(ctx, grad):
        """Straight through within the levels; beta has what is cut."""
        x, alpha, beta = ctx.saved_tensor()
        g, low, high = ctx.other
        q = (x - beta) / alpha
        below, above, within = _parts(q, low, high)
        of_alpha = (_of_scale(q, low, high) * grad * g).sum()
        of_beta = ((below + above) * grad * g).sum()
        return within * grad, of_alpha.reshape(alpha.shape), of_beta.reshape(beta.shape)


class _Learned(Layer):
    """The levels, and a scale that trains once some batches have set it."""

    def __init__(self, quant_bits, all_positive, batch_init, name, reduce_type):
        super().__init__()
        if reduce_type is not None:
            raise NotImplementedError(
                f"(Unimplemented) {type(self).__name__}: reduce_type={reduce_type!r} needs several processes."
            )
        self.bits, self.all_positive = quant_bits, all_positive
        self.batch_init, self.name, self.reduce_type = batch_init, name, None
        half = 2 ** (quant_bits - 1)
        self.Qn, self.Qp = (0, 2 * half - 1) if all_positive else (-half, half - 1)
        self.init_state = 0

    def _learned(self, what, value, shape, dtype="float32"):
        prefix = f"{self.name}.{what}" if self.name else f"quant_dequant.{what}"
        attr = ParamAttr(name=unique_name.generate(prefix), initializer=Constant(value))
        return self.create_parameter(shape=shape, attr=attr, dtype=dtype)

    def _begin(self, x):
        """Whether the scale still follows what passes; the first time it takes it as it is."""
        if self.init_state == 0:
            self.g = 1.0 / math.sqrt(x.size * self.Qp)
        self.init_state += 1
        return self.init_state <= self.batch_init

    def _follow(self, parameter, value):
        """A mean over batches."""
        old = None if self.init_state == 1 else parameter.detach() * 0.9
        parameter.set_value(value if old is None else old + 0.1 * value)


class FakeQuantActLSQPlus(_Learned):
    """Quantizes an input; its scale, and where it is not symmetric a shift, are learned.

    Args:
        quant_bits (int): bits of the integers.
        all_positive (bool): levels from 0 on.
        symmetric (bool): no shift.
        batch_init (int): how many batches set the scale before it is learned alone.
        dtype (str): accepted.
        name (str, optional): the first part of the names of its parameters.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(
        self,
        quant_bits,
        all_positive=False,
        symmetric=False,
        batch_init=20,
        dtype="float32",
        name=None,
        reduce_type=None,
    ):
        super().__init__(quant_bits, all_positive, batch_init, name, reduce_type)
        self.symmetric = symmetric
        self.s = self._learned("scale", 1.0, [])
        if not symmetric:
            self.beta = self._learned("beta", 0.0, [])

    def forward(self, activation):
        """`activation`, rounded to levels."""
        if self._begin(activation):
            least, most = activation.detach().min(), activation.detach().max()
            self._follow(self.s, (most - least) / (self.Qp - self.Qn))
            if not self.symmetric:
                self._follow(self.beta, least - self.s.detach() * self.Qn)
        if self.symmetric:
            return LsqFunc.apply(activation, self.s, self.g, self.Qn, self.Qp)
        return LsqPlusActFunc.apply(activation, self.s, self.beta, self.g, self.Qn, self.Qp)


class FakeQuantWeightLSQPlus(_Learned):
    """Quantizes a weight; its scale, or those of its channels, are learned.

    Args:
        quant_bits (int): bits of the integers.
        all_positive (bool): levels from 0 on.
        per_channel (bool): a scale for each channel.
        batch_init (int): how many batches set the scale before it is learned alone.
        channel_num (int): channels, 1 where they share a scale.
        quant_linear (bool): channels are axis 1, not 0.
        dtype (str): of the scale.
        name (str, optional): the first part of the scale's name.
        reduce_type (str, optional): None: there is one process.
    """

    def __init__(
        self,
        quant_bits,
        all_positive=False,
        per_channel=False,
        batch_init=20,
        channel_num=None,
        quant_linear=False,
        dtype="float32",
        name=None,
        reduce_type=None,
    ):
        super().__init__(quant_bits, all_positive, batch_init, name, reduce_type)
        self.per_channel, self.quant_linear = per_channel, quant_linear
        self.quant_axis, self.collect_axis = (1, 0) if quant_linear else (0, 1)
        self.s = self._learned("scale", 1.0, [channel_num], dtype)

    def forward(self, weight):
        """`weight`, rounded to levels."""
        if self._begin(weight):
            w = weight.detach()
            axis = None
            if self.per_channel:
                axis = [i for i in range(len(w.shape)) if i != self.quant_axis]
            mean, deviation = paddle.mean(w, axis=axis), paddle.std(w, axis=axis)
            far = paddle.maximum((mean - 3 * deviation).abs(), (mean + 3 * deviation).abs())
            self._follow(self.s, (far / (2**self.bits - 1)).reshape(self.s.shape))
        return LsqFunc.apply(
            weight, self.s, self.g, self.Qn, self.Qp, self.per_channel, self.quant_axis
        )
