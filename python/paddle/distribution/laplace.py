"""Two-sided waiting times."""

import math

from .. import _C
from ..autograd.mode import no_grad
from .bernoulli import EPSILON
from .distribution import Distribution, parameters

_ops = _C.ops


class Laplace(Distribution):
    """Density proportional to exp(-|x - loc| / scale).

    Args:
        loc (float|Tensor): The mean.
        scale (float|Tensor): Above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Laplace(0.0, 2.0).variance.item()
        8.0
    """

    def __init__(self, loc, scale):
        self.loc, self.scale = parameters("Laplace", loc=loc, scale=scale)
        self.dtype = self.loc.dtype.name
        super().__init__(self.loc.shape)

    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return math.sqrt(2) * self.scale

    @property
    def variance(self):
        return 2 * self.scale.square()

    def log_prob(self, value):
        return -(2 * self.scale).log() - (self._value(value) - self.loc).abs() / self.scale

    def entropy(self):
        return 1 + (2 * self.scale).log()

    def cdf(self, value):
        apart = self._value(value) - self.loc
        return 0.5 - 0.5 * apart.sign() * (-apart.abs() / self.scale).expm1()

    def icdf(self, value):
        term = self._value(value) - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        edge = 1 - EPSILON[self.dtype] / 2
        u = _ops["uniform"](self._extend_shape(shape), self.dtype, -edge, edge)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

    def kl_divergence(self, other):
        self._same_kind(other, Laplace)
        ratio, apart = other.scale / self.scale, (self.loc - other.loc).abs()
        near = self.scale * (-apart / self.scale).exp()
        return (near + apart) / other.scale + ratio.log() - 1
