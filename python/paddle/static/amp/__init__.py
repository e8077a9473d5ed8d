"""Mixed precision in static programs: losses that are scaled, lists of operators.

Operators are cast where they are called under ``paddle.amp.auto_cast``, as in dynamic code.
"""

from .decorator import OptimizerWithMixedPrecision, decorate
from .lists import AutoMixedPrecisionLists, CustomOpLists, fp16_guard

__all__ = [
    "AutoMixedPrecisionLists",
    "CustomOpLists",
    "OptimizerWithMixedPrecision",
    "decorate",
    "fp16_guard",
]
