"""Layers, losses, initializers and gradient clipping."""

from ..framework.parameter import Parameter
from . import functional, initializer, utils
from .clip import ClipGradByGlobalNorm, ClipGradByNorm, ClipGradByValue
from .layer import (
    activation,
    batch_norm,
    common,
    container,
    conv,
    distance,
    loss,
    norm,
    padding,
    pooling,
    rectifier,
    softmax,
    vision,
)
from .layer.layers import Layer

_PARTS = (
    activation,
    batch_norm,
    common,
    container,
    conv,
    distance,
    loss,
    norm,
    padding,
    pooling,
    rectifier,
    softmax,
    vision,
)

__all__ = [
    "ClipGradByGlobalNorm",
    "ClipGradByNorm",
    "ClipGradByValue",
    "Layer",
    "Parameter",
    "functional",
    "initializer",
    "utils",
]
for _part in _PARTS:
    for _name, _value in vars(_part).items():
        if not _name.startswith("_") and getattr(_value, "__module__", None) == _part.__name__:
            globals()[_name] = _value
            __all__.append(_name)
del _part, _name, _value

# Other names of the same classes.
Module = Layer
ModuleList = LayerList  # noqa: F821
ModuleDict = LayerDict  # noqa: F821
SiLU = Silu  # noqa: F821
for _n in "123":
    for _stem in ("Conv{}D", "AdaptiveMaxPool{}D", "ConstantPad{}D", "CircularPad{}D"):
        _name = _stem.format(_n)
        globals()[_name[:-1] + "d"] = globals()[_name]
    for _stem in ("ReflectionPad{}D", "ReplicationPad{}D"):
        _name = _stem.format(_n)
        globals()[_name[:-1] + "d"] = globals()[_name]
del _n, _stem, _name


def __getattr__(name):
    # The larger composites are read when they are first asked for.
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module

            value = getattr(import_module(f".layer.{module}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_LATER = {
    "transformer": (
        "MultiHeadAttention",
        "Transformer",
        "TransformerDecoder",
        "TransformerDecoderLayer",
        "TransformerEncoder",
        "TransformerEncoderLayer",
    ),
}
__all__ += [name for names in _LATER.values() for name in names]


def __dir__():
    return sorted({*globals(), *__all__})
