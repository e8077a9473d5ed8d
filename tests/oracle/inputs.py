"""What snippets are written with: tensors whose values follow from their shape and every dtype can hold.

The same helpers run here and in PaddlePaddle, so they use nothing of paddle but `to_tensor` and `cast`.
"""

import itertools
import math

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

__all__ = [
    "paddle", "np", "nn", "F", "A", "T", "F32", "F64", "F16", "BF16", "I8",
    "I16", "I32", "I64", "U8", "B", "C64", "C128", "P32", "P64", "Q32", "Q64",
    "G32", "G64", "GP32", "GP64", "GQ32", "GQ64", "GC64", "leaf", "moments", "Near", "meta",
    "kind", "strides", "text", "grid", "lines",
]  # fmt: skip

LEAVES = []  # tensors of the running snippet whose gradients are compared


def A(dtype, *shape):
    """A numpy array: whole numbers from -11 to 11, or multiples of 1/16 within 3.2, no two alike among 101."""
    i = np.arange(math.prod(shape))
    if dtype == "bool":
        values = i * 7 % 5 < 2
    elif dtype.startswith("uint"):
        values = i * 37 % 23
    elif dtype.startswith("int"):
        values = (i * 37 + 11) % 23 - 11
    else:
        values = ((i * 37 + 11) % 101 - 50) / 16
        if dtype.startswith("complex"):
            values = values + 1j * ((i * 29 + 5) % 97 - 48) / 16
    return values.astype(dtype).reshape(shape)


def T(values, dtype=None):
    """A tensor of the numbers in a list, exactly of `dtype`."""
    if dtype == "bfloat16":
        return paddle.to_tensor(np.array(values, "float32")).cast("bfloat16")
    return paddle.to_tensor(np.array(values, dtype))


def _maker(dtype):
    return lambda *shape: paddle.to_tensor(A(dtype, *shape))


F32, F64, F16 = _maker("float32"), _maker("float64"), _maker("float16")
I8, I16, I32, I64 = _maker("int8"), _maker("int16"), _maker("int32"), _maker("int64")
U8, B, C64, C128 = _maker("uint8"), _maker("bool"), _maker("complex64"), _maker("complex128")


def BF16(*shape):
    return F32(*shape).cast("bfloat16")


def _positive(dtype):
    """Multiples of 1/16 from 1/16 to 6.4."""
    return lambda *shape: paddle.to_tensor(A(dtype, *shape) + np.array(3.1875, dtype))


def _fraction(dtype):
    """Multiples of 1/128 in (0.05, 0.95)."""
    return lambda *shape: paddle.to_tensor(A(dtype, *shape) / 8 + np.array(0.5, dtype))


P32, P64, Q32, Q64 = (
    _positive("float32"),
    _positive("float64"),
    _fraction("float32"),
    _fraction("float64"),
)


def leaf(x):
    """`x`, whose gradient is compared too."""
    x.stop_gradient = False
    LEAVES.append(x)
    return x


def _leaves(make):
    return lambda *shape: leaf(make(*shape))


G32, G64, GC64 = _leaves(F32), _leaves(F64), _leaves(C64)
GP32, GP64, GQ32, GQ64 = _leaves(P32), _leaves(P64), _leaves(Q32), _leaves(Q64)


class Near:
    """Numbers that agree where they differ by no more than `within`."""

    def __init__(self, values, within):
        self.values, self.within = [float(v) for v in values], within


def moments(x, within=0.05):
    """Dtype, shape, mean and deviation of random numbers."""
    values = x.cast("float64").numpy()
    return [x.dtype, list(x.shape), x.stop_gradient, Near([values.mean(), values.std()], within)]


def meta(x):
    """A tensor without its values."""
    return [x.dtype, list(x.shape), x.stop_gradient]


def kind(x):
    """The class of a Python object."""
    return type(x).__name__


def strides(x):
    return [list(x.shape), list(x.strides), x.is_contiguous()]


def text(*values):
    return [str(v) for v in values]


def lines(block):
    """The snippets in a text: one on each line, lines with # in front left out."""
    return [s for s in map(str.strip, block.splitlines()) if s and not s.startswith("#")]


def grid(template, **choices):
    """The template with each combination of the choices: lists, or words of a text."""
    values = [v.split() if isinstance(v, str) else v for v in choices.values()]
    return [
        template.format(**dict(zip(choices, chosen, strict=True)))
        for chosen in itertools.product(*values)
    ]
