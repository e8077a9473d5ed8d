"""Linear layers whose weights are integers of 8 or 4 bits."""

from ... import _C
from ...framework import named as _named
from .linear import llm_int8_linear, weight_only_linear

__all__ = [
    "llm_int8_linear",
    "weight_dequantize",
    "weight_only_linear",
    "weight_quantize",
]

# Operators whose record names this module.
globals().update({name: _C.ops[name] for name in _C.op_modules["nn.quant"]})

_named.install(globals(), __name__)
