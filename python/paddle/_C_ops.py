"""Paddle's operators as its C++ takes them: those of simulated quantization; use of others raises."""

from . import _C as _C
from .missing import attribute_of as _attribute_of

_SAME = (
    "fake_channel_wise_quantize_abs_max", "fake_channel_wise_quantize_dequantize_abs_max", "fake_quantize_abs_max",
    "fake_quantize_dequantize_abs_max", "fake_quantize_dequantize_moving_average_abs_max",
    "fake_quantize_moving_average_abs_max",
)  # fmt: skip
globals().update({name: _C.ops[name] for name in _SAME})

__getattr__ = _attribute_of(__name__)
