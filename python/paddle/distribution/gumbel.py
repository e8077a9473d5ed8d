"""Largest values."""

import math

from .. import _C
from ..autograd.mode import no_grad
from .distribution import parameters
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform

_ops = _C.ops
_EULER = 0.57721566490153286


class Gumbel(TransformedDistribution):
    """The limit of maxima: P(x < v) = exp(-exp(-(v - loc) / scale)).

    Args:
        loc (float|Tensor): The mode.
        scale (float|Tensor): Above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Gumbel(0.0, 1.0).mean.item()
        0.5772
    """

    def __init__(self, loc, scale):
        self.loc, self.scale = parameters("Gumbel", loc=loc, scale=scale)
        self.dtype = self.loc.dtype.name
        low = _ops["full_like"](self.loc, 2.0**-126)
        self.base_dist = Uniform(low, _ops["full_like"](self.loc, 1 - 2.0**-23))
        self.transforms = ()
        super().__init__(self.base_dist, self.transforms)

    @property
    def mean(self):
        return self.loc + self.scale * _EULER

    @property
    def variance(self):
        return self.scale.square() * (math.pi * math.pi / 6)

    @property
    def stddev(self):
        return self.scale * (math.pi / math.sqrt(6))

    def prob(self, value):
        return self.log_prob(value).exp()

    def log_prob(self, value):
        y = (self.loc - self._value(value)) / self.scale
        return y - y.exp() - self.scale.log()

    def cdf(self, value):
        return (-((self.loc - self._value(value)) / self.scale).exp()).exp()

    def entropy(self):
        return self.scale.log() + (1 + _EULER)

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        return self.loc - self.scale * (-self.base_dist.sample(shape).log()).log()
