"""What layers that simulate quantization share: a scale that is a moving average of magnitudes."""

from ... import _C
from ...framework import unique_name
from ...framework.param_attr import ParamAttr
from ..initializer import Constant

_ops = _C.ops


def constant(layer, prefix, value, shape, dtype):
    """A parameter of `layer` that does not train.

    Args:
        layer (Layer): that it belongs to.
        prefix (str): of its name.
        value (float): of all elements.
        shape (list[int]): its sizes.
        dtype (str): its dtype.
    """
    attr = ParamAttr(
        name=unique_name.generate(prefix), initializer=Constant(value), trainable=False
    )
    made = layer.create_parameter(shape=shape, attr=attr, dtype=dtype)
    made.stop_gradient = True
    return made


class MovingAverageScale:
    """A part of layers: `_scale`, `_state`, `_accum` and what changes them."""

    def _make_average(self, name, values, dtype):
        scale, state, accum = values
        self._scale = constant(self, f"{name}.scale", scale, [1], dtype)
        self._state = constant(self, f"{name}.state", state, [1], dtype)
        self._accum = constant(self, f"{name}.accum", accum, [1], dtype)

    def _quantized(self, x, bits):
        name = "fake_quantize_dequantize_moving_average_abs_max"
        accum, state = (self._accum, self._state) if self.training else (None, None)
        out, *found = _ops[name](
            x, self._scale, accum, state, self._moving_rate, bits, not self.training, 1
        )
        self._keep(*found)
        return out

    def _observed(self, x):
        accum, state = (self._accum, self._state) if self.training else (None, None)
        out, *found = _ops["moving_average_abs_max_scale"](
            x, self._scale, accum, state, self._moving_rate, not self.training
        )
        self._keep(*found)
        return out

    def _keep(self, scale, state, accum):
        if self.training:
            for kept, found in ((self._scale, scale), (self._state, state), (self._accum, accum)):
                kept.copy_(found.detach(), True)
