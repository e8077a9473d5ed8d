"""Exponentials of normal variates."""

from .normal import Normal
from .transform import ExpTransform
from .transformed_distribution import TransformedDistribution


class LogNormal(TransformedDistribution):
    """exp(x) of a normal variate x.

    Args:
        loc (float|list|numpy.ndarray|Tensor): The mean of x.
        scale (float|list|numpy.ndarray|Tensor): The standard deviation of x.

    Examples:
        >>> import paddle
        >>> paddle.distribution.LogNormal(0.0, 1.0).mean.item()
        1.6487
    """

    def __init__(self, loc, scale):
        base = Normal(loc, scale)
        self.loc, self.scale, self.dtype = base.loc, base.scale, base.dtype
        super().__init__(base, [ExpTransform()])

    @property
    def mean(self):
        return (self._base.mean + self._base.variance / 2).exp()

    @property
    def variance(self):
        return self._base.variance.expm1() * (2 * self._base.mean + self._base.variance).exp()

    def entropy(self):
        return self._base.entropy() + self._base.mean

    def probs(self, value):
        return self.log_prob(value).exp()

    def kl_divergence(self, other):
        self._same_kind(other, LogNormal)
        return self._base.kl_divergence(other._base)
