"""How many trials fail before one succeeds."""

from .. import _C
from ..autograd.mode import no_grad
from .distribution import Distribution, parameters, xlogy

_ops = _C.ops


class Geometric(Distribution):
    """How many trials fail before the first success.

    Args:
        probs (float|Tensor): Of success, in (0, 1].

    Examples:
        >>> import paddle
        >>> paddle.distribution.Geometric(0.25).mean.item()
        3.0
    """

    def __init__(self, probs):
        (self.probs,) = parameters("Geometric", probs=probs)
        self.dtype = self.probs.dtype.name
        super().__init__(self.probs.shape)

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    @property
    def stddev(self):
        return self.variance.sqrt()

    def pmf(self, k):
        return (1.0 - self.probs).pow(self._value(k)) * self.probs

    def log_pmf(self, k):
        return xlogy(self._value(k), (-self.probs).log1p()) + self.probs.log()

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        u = 1 - _ops["rand"](self._extend_shape(shape), self.dtype)
        return (u.log() / (-self.probs).log1p()).floor()

    def entropy(self):
        p, q = self.probs, 1.0 - self.probs
        return -(xlogy(q, q.log()) + p * p.log()) / p

    def cdf(self, k):
        return 1.0 - (1.0 - self.probs).pow(self._value(k) + 1)

    def kl_divergence(self, other):
        self._same_kind(other, Geometric)
        p, q = self.probs, other.probs
        return (p / q).log() + (1.0 / p - 1.0) * ((1.0 - p) / (1.0 - q)).log()
