"""Positive numbers: waiting times of several events."""

from .. import _C
from ..autograd.mode import no_grad
from .distribution import parameters
from .exponential_family import ExponentialFamily

_ops = _C.ops


class Gamma(ExponentialFamily):
    """Density proportional to x^(concentration - 1) exp(-rate x) for x above 0. Gradients flow from samples to `rate`,
    not to `concentration`.

    Args:
        concentration (float|Tensor): Above 0.
        rate (float|Tensor): Above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Gamma(3.0, 2.0).mean.item()
        1.5
    """

    def __init__(self, concentration, rate):
        self.concentration, self.rate = parameters("Gamma", concentration=concentration, rate=rate)
        self.dtype = self.rate.dtype.name
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def variance(self):
        return self.concentration / self.rate.square()

    def log_prob(self, value):
        value, a = self._value(value), self.concentration
        return a * self.rate.log() + (a - 1) * value.log() - self.rate * value - a.lgamma()

    def entropy(self):
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1.0 - a) * a.digamma()

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        a = self.concentration.detach().expand(self._extend_shape(shape))
        return _ops["standard_gamma"](a) / self.rate

    def kl_divergence(self, other):
        self._same_kind(other, Gamma)
        a, b = self.concentration, other.concentration
        return (
            b * (self.rate / other.rate).log()
            + b.lgamma()
            - a.lgamma()
            + (a - b) * a.digamma()
            + (other.rate - self.rate) * (a / self.rate)
        )

    @property
    def _natural_parameters(self):
        return (self.concentration - 1, -self.rate)

    def _log_normalizer(self, x, y):
        return (x + 1).lgamma() - (x + 1) * (-y).log()
