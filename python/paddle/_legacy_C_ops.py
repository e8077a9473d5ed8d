"""Paddle's operators as its older C++ takes them: some of quantization; of others use raises.

A call lists inputs, then tensors for the results (or none), then names of attributes each with its value.
"""

from . import _C as _C
from .missing import attribute_of as _attribute_of


def _legacy(name, inputs, outputs):
    """The function of this name; it takes so many inputs and, if any, tensors for results."""

    def call(*args):
        first = next((i for i, x in enumerate(args) if isinstance(x, str)), len(args))
        given, attributes = args[:first], args[first:]
        if len(given) not in (inputs, inputs + outputs) or len(attributes) % 2:
            raise TypeError(
                f"(InvalidType) _legacy_C_ops.{name}: the number of arguments is wrong.\n"
                f"  Expected: {inputs} inputs, none or {outputs} results, pairs of names and values\n"
                f"  Received: {len(given)} tensors, {len(attributes)} others"
            )
        found = _C.ops[name](
            *given[:inputs], **dict(zip(attributes[::2], attributes[1::2], strict=True))
        )
        results = found if isinstance(found, (list, tuple)) else (found,)
        for target, result in zip(given[inputs + 1 :], results[1:], strict=False):
            if target is not None:
                target.copy_(result.detach(), True)
        return found

    call.__name__ = name
    return call


_OPERATORS = {  # inputs, results
    "fake_quantize_dequantize_abs_max": (1, 2),
    "fake_channel_wise_quantize_dequantize_abs_max": (1, 2),
    "quantize_linear": (3, 1),
    "dequantize_linear": (3, 1),
}
globals().update({name: _legacy(name, *counts) for name, counts in _OPERATORS.items()})

__getattr__ = _attribute_of(__name__)
