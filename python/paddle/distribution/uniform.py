"""Numbers of an interval."""

from .. import _C
from .distribution import Distribution, parameters

_ops = _C.ops


class Uniform(Distribution):
    """All numbers between two alike.

    Args:
        low (float|list|numpy.ndarray|Tensor): The lower end.
        high (float|list|numpy.ndarray|Tensor): The upper end.
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Uniform(1.0, 3.0).probs(paddle.to_tensor(2.0)).item()
        0.5
    """

    def __init__(self, low, high, name=None):
        self.name = name or "Uniform"
        self.low, self.high = parameters("Uniform", low=low, high=high)
        self.dtype = self.low.dtype.name
        super().__init__(self.low.shape)

    @property
    def mean(self):
        return (self.low + self.high) / 2

    @property
    def variance(self):
        return (self.high - self.low).square() / 12

    def sample(self, shape=[], seed=0):  # noqa: B006
        u = _ops["rand"](self._extend_shape(shape), self.dtype)
        return self.low + u * (self.high - self.low)

    def rsample(self, shape=[]):  # noqa: B006
        return self.sample(shape)

    def probs(self, value):
        value = self._value(value)
        inside = ((self.low < value) & (value < self.high)).astype(self.dtype)
        return inside / (self.high - self.low)

    def log_prob(self, value):
        value = self._value(value)
        inside = ((self.low < value) & (value < self.high)).astype(self.dtype)
        return inside.log() - (self.high - self.low).log()

    def entropy(self):
        return (self.high - self.low).log()

    def kl_divergence(self, other):
        self._same_kind(other, Uniform)
        ratio = ((other.high - other.low) / (self.high - self.low)).log()
        inside = (other.low <= self.low) & (self.high <= other.high)
        return _ops["where"](inside, ratio, _ops["full_like"](ratio, float("inf")))
