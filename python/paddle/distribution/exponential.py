"""Waiting times."""

from .. import _C
from ..autograd.mode import no_grad
from .distribution import parameters
from .exponential_family import ExponentialFamily

_ops = _C.ops


class Exponential(ExponentialFamily):
    """Density rate exp(-rate x) for x above 0.

    Args:
        rate (float|Tensor): Above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Exponential(2.0).mean.item()
        0.5
    """

    def __init__(self, rate):
        (self.rate,) = parameters("Exponential", rate=rate)
        self.dtype = self.rate.dtype.name
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.square().reciprocal()

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        u = _ops["rand"](self._extend_shape(shape), self.dtype)
        return -(-u).log1p() / self.rate

    def log_prob(self, value):
        return self.rate.log() - self.rate * self._value(value)

    def entropy(self):
        return 1.0 - self.rate.log()

    def cdf(self, value):
        return -(-self.rate * self._value(value)).expm1()

    def icdf(self, value):
        return -(-self._value(value)).log1p() / self.rate

    def kl_divergence(self, other):
        self._same_kind(other, Exponential)
        ratio = other.rate / self.rate
        return ratio - 1 - ratio.log()

    @property
    def _natural_parameters(self):
        return (-self.rate,)

    def _log_normalizer(self, x):
        return -(-x).log()
