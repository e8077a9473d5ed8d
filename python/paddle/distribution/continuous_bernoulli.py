"""Numbers in [0, 1] whose density is that of a coin."""

import math

from .. import _C
from ..autograd.mode import no_grad
from .bernoulli import EPSILON
from .distribution import Distribution, parameters

_ops = _C.ops


def _atanh(x):
    return 0.5 * (x.log1p() - (-x).log1p())


class ContinuousBernoulli(Distribution):
    """Density proportional to probs^x (1 - probs)^(1 - x) for x in [0, 1].

    Args:
        probs (float|Tensor): In (0, 1).
        lims (tuple[float]): Between these, where the formulas cancel, series around 0.5 are used.

    Examples:
        >>> import paddle
        >>> paddle.distribution.ContinuousBernoulli(paddle.to_tensor(0.5)).mean.item()
        0.5
    """

    def __init__(self, probs, lims=(0.499, 0.501)):
        probs = [probs] if isinstance(probs, (int, float)) else probs
        (probs,) = parameters("ContinuousBernoulli", probs=probs)
        self.dtype = probs.dtype.name
        self.lims = _C.to_tensor(lims, self.dtype)
        epsilon = EPSILON[self.dtype]
        self.probs = probs.clip(epsilon, 1 - epsilon)
        super().__init__(self.probs.shape)

    def _outside(self):
        return (self.probs <= self.lims[0]) | (self.probs > self.lims[1])

    def _far(self):
        """The probabilities, and a limit in the place of those near 0.5."""
        return _ops["where"](self._outside(), self.probs, self.lims[0].expand(self.probs.shape))

    def _log_constant(self):
        p = self._far()
        far = (2.0 * _atanh(1.0 - 2.0 * p).abs()).log() - (1.0 - 2.0 * p).abs().log()
        x = (self.probs - 0.5).square()
        near = math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x
        return _ops["where"](self._outside(), far, near)

    @property
    def mean(self):
        p = self._far()
        far = p / (2.0 * p - 1.0) + 0.5 / _atanh(1.0 - 2.0 * p)
        x = self.probs - 0.5
        near = 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.square()) * x
        return _ops["where"](self._outside(), far, near)

    @property
    def variance(self):
        p = self._far()
        far = p * (p - 1.0) / (1.0 - 2.0 * p).square() + 1.0 / ((-p).log1p() - p.log()).square()
        x = (self.probs - 0.5).square()
        near = 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x
        return _ops["where"](self._outside(), far, near)

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        return self.icdf(_ops["rand"](self._extend_shape(shape), self.dtype))

    def log_prob(self, value):
        value = self._value(value)
        return (
            self._log_constant() + value * self.probs.log() + (1.0 - value) * (-self.probs).log1p()
        )

    def entropy(self):
        log_p, log_q = self.probs.log(), (-self.probs).log1p()
        return -self._log_constant() + self.mean * (log_q - log_p) - log_q

    def cdf(self, value):
        value, p = self._value(value), self._far()
        far = (p.pow(value) * (1.0 - p).pow(1.0 - value) + p - 1.0) / (2.0 * p - 1.0)
        inside = _ops["where"](self._outside(), far, value + far * 0)
        zero = _ops["zeros_like"](inside)
        return _ops["where"](value <= 0, zero, _ops["where"](value >= 1, zero + 1, inside))

    def icdf(self, value):
        value, p = self._value(value), self._far()
        far = ((-p + value * (2.0 * p - 1.0)).log1p() - (-p).log1p()) / (p.log() - (-p).log1p())
        return _ops["where"](self._outside(), far, value + far * 0)

    def kl_divergence(self, other):
        self._same_kind(other, ContinuousBernoulli)
        if self.batch_shape != other.batch_shape:
            raise ValueError(
                "(InvalidArgument) kl_divergence: the distributions differ in shape.\n"
                f"  Expected: one batch_shape\n  Received: {self.batch_shape} and {other.batch_shape}"
            )
        log_p, log_q = other.probs.log(), (-other.probs).log1p()
        return -self.entropy() - (other._log_constant() + self.mean * (log_p - log_q) + log_q)
