"""First values of parameters."""

from ...framework import named as _named
from .initializer import (
    Initializer,
    _default,
    _first_values,
    calculate_gain,
    set_global_initializer,
)
from .lazy_init import LazyGuard  # noqa: F401
from .legacy import (
    ConstantInitializer,  # noqa: F401
    MSRAInitializer,  # noqa: F401
    NormalInitializer,  # noqa: F401
    NumpyArrayInitializer,  # noqa: F401
    TruncatedNormalInitializer,  # noqa: F401
    UniformInitializer,  # noqa: F401
    XavierInitializer,  # noqa: F401
)
from .random_values import (
    KaimingNormal,
    KaimingUniform,
    Normal,
    Orthogonal,
    TruncatedNormal,
    Uniform,
    XavierNormal,
    XavierUniform,
)
from .set_values import Assign, Bilinear, Constant, Dirac

__all__ = [
    "Assign",
    "Bilinear",
    "Constant",
    "Dirac",
    "Initializer",
    "KaimingNormal",
    "KaimingUniform",
    "Normal",
    "Orthogonal",
    "TruncatedNormal",
    "Uniform",
    "XavierNormal",
    "XavierUniform",
    "calculate_gain",
    "set_global_initializer",
]

_named.install_classes(globals(), __name__)
