"""Layers that are quantized: linear ones with weights of 8 and 4 bits, and those that train with quantization."""

from ... import _C
from ...framework import named as _named
from . import qat  # noqa: F401
from .functional_layers import (  # noqa: F401
    FloatFunctionalLayer,
    add,
    concat,
    divide,
    flatten,
    matmul,
    multiply,
    reshape,
    subtract,
    transpose,
)
from .linear import llm_int8_linear, weight_only_linear
from .quant_layers import QuantStub  # noqa: F401
from .stub import Stub

__all__ = [
    "Stub",
    "llm_int8_linear",
    "weight_dequantize",
    "weight_only_linear",
    "weight_quantize",
]

# Operators whose record names this module.
globals().update({name: _C.ops[name] for name in _C.op_modules["nn.quant"]})

_named.install(globals(), __name__)
