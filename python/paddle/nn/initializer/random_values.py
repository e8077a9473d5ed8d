"""Random first values. All draw from the generator of ``paddle.seed``."""

import math

import paddle

from ...framework.docs import args_of
from .initializer import Initializer, _fans, calculate_gain


def _is_narrow(dtype):
    return str(dtype).replace("paddle.", "") in ("float16", "bfloat16")


def _uniform(shape, dtype, low, high):
    drawn = paddle.uniform(shape, "float32" if _is_narrow(dtype) else dtype, low, high)
    return drawn.astype(dtype) if _is_narrow(dtype) else drawn


def _normal(shape, dtype, mean, std):
    drawn = paddle.standard_normal(shape, "float32" if _is_narrow(dtype) else dtype)
    if std != 1.0:
        drawn = drawn * std
    if mean != 0.0:
        drawn = drawn + mean
    return drawn.astype(dtype) if _is_narrow(dtype) else drawn


class Uniform(Initializer):
    """Uniform over [low, high).

    Args:
        low (float): default -1.0.
        high (float): default 1.0.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.Uniform(-0.5, 0.5)
        >>> layer = paddle.nn.Linear(4, 4, weight_attr=init)
        >>> bool((layer.weight.abs() <= 0.5).all())
        True
    """

    def __init__(self, low=-1.0, high=1.0, name=None):
        if not high >= low:
            raise ValueError(
                f"(InvalidArgument) Uniform: `high` is below `low`.\n  Received: {low}, {high}"
            )
        self._low, self._high = low, high

    def _values(self, shape, dtype):
        return _uniform(shape, dtype, self._low, self._high)


class Normal(Initializer):
    """Normal with the given mean and standard deviation.

    Args:
        mean (float): default 0.0.
        std (float): default 1.0.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.Normal(mean=0.0, std=0.02)
        >>> paddle.nn.Linear(4, 4, weight_attr=init).weight.shape
        paddle.Size([4, 4])
    """

    def __init__(self, mean=0.0, std=1.0, name=None):
        self._mean = mean.real if isinstance(mean, complex) else mean
        self._std = std

    def _values(self, shape, dtype):
        return _normal(shape, dtype, self._mean, self._std)


class TruncatedNormal(Initializer):
    """Normal, of which only values in [a, b] are taken.

    Args:
        mean (float): default 0.0.
        std (float): default 1.0.
        a (float): the least value, default -2.0.
        b (float): the greatest value, default 2.0.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.TruncatedNormal(std=0.5, a=-1.0, b=1.0)
        >>> bool((paddle.nn.Linear(9, 9, weight_attr=init).weight.abs() <= 1.0).all())
        True
    """

    def __init__(self, mean=0.0, std=1.0, a=-2.0, b=2.0, name=None):
        self._mean, self._std, self._a, self._b = mean, std, a, b

    def _values(self, shape, dtype):
        # The inverse of the distribution function at uniform points between its
        # values at a and b: x = mean + std sqrt(2) erfinv(u).
        low, high = (
            math.erf((edge - self._mean) / (self._std * math.sqrt(2)))
            for edge in (self._a, self._b)
        )
        wide = dtype if str(dtype).endswith("float64") else "float32"
        u = _uniform(shape, wide, low, high)
        values = u.erfinv() * (self._std * math.sqrt(2)) + self._mean
        return values.clip(self._a, self._b).astype(dtype)


class _Xavier(Initializer):
    def __init__(self, fan_in=None, fan_out=None, gain=1.0, name=None):
        self._fan_in, self._fan_out, self._gain = fan_in, fan_out, gain

    def _deviation(self, shape):
        fan_in, fan_out = _fans(shape)
        fan_in = fan_in if self._fan_in is None else self._fan_in
        fan_out = fan_out if self._fan_out is None else self._fan_out
        if not fan_in or not fan_out:
            return 0.0
        return self._gain * math.sqrt(2.0 / (fan_in + fan_out))


class XavierUniform(_Xavier):
    r"""Uniform over :math:`\pm gain \sqrt{6 / (fan_{in} + fan_{out})}`.

    Glorot and Bengio, 2010: keeps the deviation alike forward and backward.

    Args:
        fan_in (float, optional): inputs of one output, by default from the shape.
        fan_out (float, optional): outputs of one input, by default from the shape.
        gain (float): a factor, see ``calculate_gain``.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.XavierUniform()
        >>> bool((paddle.nn.Linear(3, 3, weight_attr=init).weight.abs() <= 1.0).all())
        True
    """

    def _values(self, shape, dtype):
        limit = math.sqrt(3.0) * self._deviation(shape)
        return _uniform(shape, dtype, -limit, limit)


@args_of(XavierUniform)
class XavierNormal(_Xavier):
    r"""Normal of deviation :math:`gain \sqrt{2 / (fan_{in} + fan_{out})}`.

    Glorot and Bengio, 2010.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.XavierNormal()
        >>> paddle.nn.Linear(3, 3, weight_attr=init).weight.shape
        paddle.Size([3, 3])
    """

    def _values(self, shape, dtype):
        return _normal(shape, dtype, 0.0, self._deviation(shape))


class _Kaiming(Initializer):
    def __init__(self, fan_in=None, negative_slope=0.0, nonlinearity="relu", mode="fan_in"):
        if mode not in ("fan_in", "fan_out"):
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: argument `mode` is wrong.\n"
                f"  Expected: fan_in or fan_out\n  Received: {mode}"
            )
        if mode == "fan_out" and fan_in is not None:
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: fan_in can not be given with mode='fan_out'"
            )
        self._fan_in, self._negative_slope = fan_in, negative_slope
        self._nonlinearity, self._mode = nonlinearity, mode

    def _deviation(self, shape):
        fan_in, fan_out = _fans(shape)
        fan = fan_out if self._mode == "fan_out" else self._fan_in or fan_in
        if not fan:
            return 0.0
        return calculate_gain(self._nonlinearity, self._negative_slope) / math.sqrt(fan)


class KaimingUniform(_Kaiming):
    r"""Uniform over :math:`\pm gain \sqrt{3 / fan_{in}}`.

    He et al., 2015: keeps the deviation through rectified layers.

    Args:
        fan_in (float, optional): by default from the shape.
        negative_slope (float): of leaky_relu.
        nonlinearity (str): decides the gain, see ``calculate_gain``.
        mode (str): ``fan_in`` keeps the forward pass, ``fan_out`` the backward.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.KaimingUniform()
        >>> paddle.nn.Linear(3, 3, weight_attr=init).weight.shape
        paddle.Size([3, 3])
    """

    def _values(self, shape, dtype):
        limit = math.sqrt(3.0) * self._deviation(shape)
        return _uniform(shape, dtype, -limit, limit)


@args_of(KaimingUniform)
class KaimingNormal(_Kaiming):
    r"""Normal of deviation :math:`gain / \sqrt{fan_{in}}`.

    He et al., 2015.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.KaimingNormal()
        >>> paddle.nn.Conv2D(3, 8, 3, weight_attr=init).weight.shape
        paddle.Size([8, 3, 3, 3])
    """

    def _values(self, shape, dtype):
        return _normal(shape, dtype, 0.0, self._deviation(shape))


class Orthogonal(Initializer):
    """A matrix [shape[0], rest] whose rows or columns are orthonormal, times gain.

    Saxe et al., 2013: the Q of a normal matrix, with signs that make it uniform.

    Args:
        gain (float): default 1.0.

    Raises:
        ValueError: the shape has fewer than two axes.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(4, 4, weight_attr=paddle.nn.initializer.Orthogonal())
        >>> product = layer.weight.numpy() @ layer.weight.numpy().T
        >>> bool(abs(product - paddle.eye(4).numpy()).max() < 1e-5)
        True
    """

    def __init__(self, gain=1.0, name=None):
        self._gain = 1.0 if gain is None else gain

    def _values(self, shape, dtype):
        import numpy as np

        if len(shape) < 2:
            raise ValueError(
                f"(InvalidArgument) Orthogonal: the shape needs at least 2 axes.\n  Received: shape = {shape}"
            )
        rows, columns = shape[0], math.prod(shape[1:])
        sample = _normal([rows, columns], "float64", 0.0, 1.0).numpy()
        q, r = np.linalg.qr(sample if rows >= columns else sample.T)
        q = q * np.sign(np.diag(r))
        q = q if rows >= columns else q.T
        return paddle.to_tensor(np.ascontiguousarray(q.reshape(shape)) * self._gain, dtype=dtype)
