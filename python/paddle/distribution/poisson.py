"""How many events come in a time."""

from .. import _C
from .distribution import Distribution, expected_log_ratio, parameters, xlogy

_ops = _C.ops


class Poisson(Distribution):
    """How many events come in a unit of time, independently of each other.

    Args:
        rate (float|Tensor): The mean, of at least 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Poisson(3.0).variance.tolist()
        [3.0]
    """

    def __init__(self, rate):
        (self.rate,) = parameters(
            "Poisson", rate=[rate] if isinstance(rate, (int, float)) else rate
        )
        self.dtype = self.rate.dtype.name
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return self.rate

    @property
    def variance(self):
        return self.rate

    def sample(self, shape=[]):  # noqa: B006
        return _ops["poisson"](self.rate.detach().expand(self._extend_shape(shape)))

    def entropy(self):
        # Beyond 30 standard deviations above the mean nothing is left.
        largest = self.rate.max().item()
        end = int(largest + 30 * max(largest, 1.0) ** 0.5) + 1
        support = _ops["arange"](0, end).astype(self.dtype)
        return -expected_log_ratio(self.log_prob(support.reshape([-1] + [1] * self.rate.ndim)), 0.0)

    def log_prob(self, value):
        value = self._value(value)
        return xlogy(value, self.rate.log() + value * 0) - self.rate - (value + 1).lgamma()

    def kl_divergence(self, other):
        self._same_kind(other, Poisson)
        return xlogy(self.rate, (self.rate / other.rate).log()) + other.rate - self.rate
