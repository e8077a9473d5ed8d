"""First values that are known beforehand."""

import numpy as np

import paddle

from ... import _C
from .initializer import Initializer


class Constant(Initializer):
    """Every element equal to ``value``.

    Args:
        value (float): default 0.0.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.Constant(2.0)
        >>> paddle.nn.Linear(1, 2, weight_attr=init).weight.tolist()
        [[2.0, 2.0]]
    """

    def __init__(self, value=0.0):
        self._value = value

    def _values(self, shape, dtype):
        return _C.ops["full"](shape, self._value, dtype)


class Assign(Initializer):
    """The given values.

    Args:
        value (Tensor|numpy.ndarray|list|tuple): in the parameter's shape.

    Raises:
        ValueError: the number of values is not the parameter's.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.Assign([3.0, 4.0])
        >>> paddle.nn.Linear(1, 2, bias_attr=init).bias.tolist()
        [3.0, 4.0]
    """

    def __init__(self, value, name=None):
        if not isinstance(value, (np.ndarray, list, tuple, _C.Tensor)):
            raise TypeError(
                "(InvalidType) Assign: argument `value` has the wrong type.\n"
                "  Expected: Tensor, numpy.ndarray, list or tuple\n"
                f"  Received: {type(value).__name__}"
            )
        self._value = value

    def _values(self, shape, dtype):
        value = self._value
        if isinstance(value, _C.Tensor):
            value = value.detach().clone()
        else:
            value = paddle.to_tensor(np.asarray(value))
        if value.size != np.prod(shape, dtype=np.int64):
            raise ValueError(
                "(InvalidArgument) Assign: the number of values is not the parameter's.\n"
                f"  Received: value.shape = {list(value.shape)}, param.shape = {list(shape)}"
            )
        return value.astype(dtype).reshape(shape)


class Dirac(Initializer):
    """A convolution kernel [out, in, ...] that passes its input through.

    Args:
        groups (int): of the convolution; ``out`` is divided among them.

    Raises:
        ValueError: the shape has no 3 to 5 axes, or ``out`` no multiple of ``groups``.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.Dirac()
        >>> paddle.nn.Conv1D(1, 1, 3, weight_attr=init).weight.tolist()
        [[[0.0, 1.0, 0.0]]]
    """

    def __init__(self, groups=1, name=None):
        if not isinstance(groups, int) or groups < 1:
            raise ValueError(
                f"(InvalidArgument) Dirac: `groups` must be a positive int.\n  Received: {groups}"
            )
        self._groups = groups

    def _values(self, shape, dtype):
        if not 3 <= len(shape) <= 5:
            raise ValueError(
                f"(InvalidArgument) Dirac: the shape needs 3 to 5 axes.\n  Received: shape = {shape}"
            )
        if shape[0] % self._groups:
            raise ValueError(
                "(InvalidArgument) Dirac: shape[0] is no multiple of groups.\n"
                f"  Received: shape = {shape}, groups = {self._groups}"
            )
        values = np.zeros(shape, np.float32)
        per_group = shape[0] // self._groups
        middle = tuple(size // 2 for size in shape[2:])
        for group in range(self._groups):
            for i in range(min(per_group, shape[1])):
                values[(group * per_group + i, i, *middle)] = 1.0
        return paddle.to_tensor(values, dtype=dtype)


class Bilinear(Initializer):
    """A transposed convolution's kernel [out, in, size, size] that enlarges smoothly.

    Raises:
        ValueError: the shape is not 4-D with a square kernel.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.Bilinear()
        >>> layer = paddle.nn.Conv2DTranspose(1, 1, 4, stride=2, weight_attr=init)
        >>> layer.weight[0, 0, 0].tolist()
        [0.0625, 0.1875, 0.1875, 0.0625]
    """

    def _values(self, shape, dtype):
        if len(shape) != 4 or shape[2] != shape[3]:
            raise ValueError(
                f"(InvalidArgument) Bilinear: the shape must be [out, in, size, size].\n  Received: shape = {shape}"
            )
        size = shape[3]
        half = np.ceil(size / 2.0)
        center = (2 * half - 1 - half % 2) / (2.0 * half)
        line = 1 - np.abs(np.arange(size) / half - center)
        values = np.broadcast_to(np.outer(line, line), shape).astype(np.float32)
        return paddle.to_tensor(np.ascontiguousarray(values), dtype=dtype)
