"""Numbers without a mean."""

import math

from .. import _C
from ..autograd.mode import no_grad
from .distribution import Distribution, parameters

_ops = _C.ops


class Cauchy(Distribution):
    """Density proportional to 1 / (1 + ((x - loc) / scale)^2).

    Args:
        loc (float|Tensor): The middle.
        scale (float|Tensor): Above 0.
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Cauchy(0.0, 1.0).cdf(paddle.to_tensor(1.0)).item()
        0.75
    """

    def __init__(self, loc, scale, name=None):
        self.name = name or "Cauchy"
        self.loc, self.scale = parameters("Cauchy", loc=loc, scale=scale)
        self.dtype = self.loc.dtype.name
        super().__init__(self.loc.shape)

    @property
    def mean(self):
        raise ValueError("(InvalidArgument) Cauchy: it has no mean.")

    @property
    def variance(self):
        raise ValueError("(InvalidArgument) Cauchy: it has no variance.")

    @property
    def stddev(self):
        raise ValueError("(InvalidArgument) Cauchy: it has no stddev.")

    def sample(self, shape=[], name=None):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[], name=None):  # noqa: B006
        u = _ops["rand"](self._extend_shape(shape), self.dtype)
        return self.loc + self.scale * (math.pi * (u - 0.5)).tan()

    def log_prob(self, value):
        z = (self._value(value) - self.loc) / self.scale
        return -z.square().log1p() - (self.scale.log() + math.log(math.pi))

    def cdf(self, value):
        return ((self._value(value) - self.loc) / self.scale).atan() / math.pi + 0.5

    def entropy(self):
        return self.scale.log() + math.log(4 * math.pi)

    def kl_divergence(self, other):
        self._same_kind(other, Cauchy)
        apart = (self.scale + other.scale).square() + (self.loc - other.loc).square()
        return apart.log() - (4 * self.scale * other.scale).log()
