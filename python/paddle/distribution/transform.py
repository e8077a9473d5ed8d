"""Functions of random values, with the logarithm of how they change volumes."""

import math

from .. import _C
from ..nn import functional as F
from . import constraint, variable
from .composite_transform import (
    ChainTransform,
    IndependentTransform,
    ReshapeTransform,
    StackTransform,
)
from .transform_base import Transform, Type, broadcast_shape, require_tensor, wrong

__all__ = [
    "Transform", "AbsTransform", "AffineTransform", "ChainTransform", "ExpTransform", "IndependentTransform",
    "PowerTransform", "ReshapeTransform", "SigmoidTransform", "SoftmaxTransform", "StackTransform",
    "StickBreakingTransform", "TanhTransform",
]  # fmt: skip
_ops = _C.ops


class AbsTransform(Transform):
    """y = |x|. The inverse gives both -y and y.

    Examples:
        >>> import paddle
        >>> paddle.distribution.AbsTransform().forward(paddle.to_tensor([-1.0])).tolist()
        [1.0]
    """

    _type = Type.SURJECTION
    _codomain = variable.positive

    def _forward(self, x):
        return x.abs()

    def _inverse(self, y):
        return -y, y

    def _inverse_log_det_jacobian(self, y):
        zero = _ops["zeros"]([], y.dtype)
        return zero, zero


class AffineTransform(Transform):
    """y = loc + scale x.

    Args:
        loc (Tensor): What is added.
        scale (Tensor): The factor.

    Examples:
        >>> import paddle
        >>> t = paddle.distribution.AffineTransform(paddle.to_tensor(1.0), paddle.to_tensor(2.0))
        >>> t.forward(paddle.to_tensor(3.0)).item()
        7.0
    """

    _type = Type.BIJECTION

    def __init__(self, loc, scale):
        require_tensor(loc, "loc")
        require_tensor(scale, "scale")
        self._loc, self._scale = loc, scale

    @property
    def loc(self):
        return self._loc

    @property
    def scale(self):
        return self._scale

    def _forward(self, x):
        return self._loc + self._scale * x

    def _inverse(self, y):
        return (y - self._loc) / self._scale

    def _forward_log_det_jacobian(self, x):
        return self._scale.abs().log()

    def _forward_shape(self, shape):
        return broadcast_shape(shape, self._loc.shape, self._scale.shape)

    _inverse_shape = _forward_shape


class ExpTransform(Transform):
    """y = exp(x).

    Examples:
        >>> import paddle
        >>> paddle.distribution.ExpTransform().inverse(paddle.ones([1])).tolist()
        [0.0]
    """

    _type = Type.BIJECTION
    _codomain = variable.positive

    def _forward(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def _forward_log_det_jacobian(self, x):
        return x


class PowerTransform(Transform):
    """y = x^power, of positive x.

    Args:
        power (Tensor): The exponent.

    Examples:
        >>> import paddle
        >>> paddle.distribution.PowerTransform(paddle.to_tensor(2.0)).forward(paddle.to_tensor(3.0)).item()
        9.0
    """

    _type = Type.BIJECTION
    _codomain = variable.positive

    def __init__(self, power):
        require_tensor(power, "power")
        self._power = power

    @property
    def power(self):
        return self._power

    def _forward(self, x):
        return x.pow(self._power)

    def _inverse(self, y):
        return y.pow(1 / self._power)

    def _forward_log_det_jacobian(self, x):
        return (self._power * x.pow(self._power - 1)).abs().log()

    def _forward_shape(self, shape):
        return broadcast_shape(shape, self._power.shape)

    _inverse_shape = _forward_shape


class SigmoidTransform(Transform):
    """y = 1 / (1 + exp(-x)).

    Examples:
        >>> import paddle
        >>> paddle.distribution.SigmoidTransform().forward(paddle.zeros([1])).tolist()
        [0.5]
    """

    _codomain = variable.Variable(False, 0, constraint.Range(0.0, 1.0))

    def _forward(self, x):
        return F.sigmoid(x)

    def _inverse(self, y):
        return y.log() - (-y).log1p()

    def _forward_log_det_jacobian(self, x):
        return -F.softplus(-x) - F.softplus(x)


class SoftmaxTransform(Transform):
    """y = exp(x) divided by its sum over the last axis.

    Examples:
        >>> import paddle
        >>> paddle.distribution.SoftmaxTransform().forward(paddle.ones([1, 2])).tolist()
        [[0.5, 0.5]]
    """

    _type = Type.OTHER
    _domain = variable.Independent(variable.real, 1)
    _codomain = variable.Variable(False, 1, constraint.simplex)

    def _forward(self, x):
        return F.softmax(x, axis=-1)

    def _inverse(self, y):
        return y.log()

    def _forward_shape(self, shape):
        if len(shape) < 1:
            wrong(ValueError, "`shape` is empty.", "at least one axis", f"{shape}")
        return shape

    _inverse_shape = _forward_shape


class StickBreakingTransform(Transform):
    """k numbers to k + 1 that are not negative and have sum 1: each takes its share of what is left of a stick.

    Examples:
        >>> import paddle
        >>> paddle.distribution.StickBreakingTransform().forward(paddle.zeros([1])).tolist()
        [0.5, 0.5]
    """

    _type = Type.BIJECTION
    _domain = variable.Independent(variable.real, 1)
    _codomain = variable.Variable(False, 1, constraint.simplex)

    @staticmethod
    def _log_left(k, like):
        """The logarithm of how many parts are still to come."""
        return _C.to_tensor([math.log(k - i) for i in range(k)], like.dtype)

    def _forward(self, x):
        z = F.sigmoid(x - self._log_left(x.shape[-1], x))
        one = _ops["ones_like"](x[..., :1])
        return _ops["concat"]([z, one], -1) * _ops["concat"]([one, (1 - z).cumprod(-1)], -1)

    def _inverse(self, y):
        part = y[..., :-1]
        rest = 1 - part.cumsum(-1)
        return part.log() - rest.log() + self._log_left(part.shape[-1], y)

    def _forward_log_det_jacobian(self, x):
        y = self.forward(x)
        x = x - self._log_left(x.shape[-1], x)
        return (F.log_sigmoid(x) - x + y[..., :-1].log()).sum(-1)

    def _forward_shape(self, shape):
        return self._longer(shape, 1)

    def _inverse_shape(self, shape):
        return self._longer(shape, -1)

    @staticmethod
    def _longer(shape, by):
        if not shape:
            wrong(ValueError, "`shape` is empty.", "at least one axis", f"{shape}")
        return (*shape[:-1], shape[-1] + by)


class TanhTransform(Transform):
    """y = tanh(x).

    Examples:
        >>> import paddle
        >>> paddle.distribution.TanhTransform().inverse(paddle.zeros([1])).tolist()
        [0.0]
    """

    _type = Type.BIJECTION
    _codomain = variable.Variable(False, 0, constraint.Range(-1.0, 1.0))

    def _forward(self, x):
        return x.tanh()

    def _inverse(self, y):
        return y.atanh()

    def _forward_log_det_jacobian(self, x):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))
