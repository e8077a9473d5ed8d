"""How many of several trials succeed."""

from .. import _C
from .bernoulli import EPSILON
from .distribution import Distribution, expected_log_ratio, parameters

_ops = _C.ops


class Binomial(Distribution):
    """How many of `total_count` trials succeed, each with a probability.

    Args:
        total_count (int|Tensor): Trials.
        probs (float|Tensor): Of success.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Binomial(10, 0.25).mean.item()
        2.5
    """

    def __init__(self, total_count, probs):
        if isinstance(total_count, _C.Tensor) and "float" not in total_count.dtype.name:
            total_count = total_count.astype(
                probs.dtype if isinstance(probs, _C.Tensor) else "float32"
            )
        self.total_count, self.probs = parameters("Binomial", total_count=total_count, probs=probs)
        self.dtype = self.probs.dtype.name
        super().__init__(self.probs.shape)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, shape=[]):  # noqa: B006
        shape = self._extend_shape(shape)
        count = self.total_count.detach().expand(shape)
        return _ops["binomial"](count, self.probs.detach().expand(shape)).astype(self.dtype)

    def _support(self):
        values = _ops["arange"](0, int(self.total_count.max().item()) + 1).astype(self.dtype)
        return values.reshape([-1] + [1] * len(self.batch_shape))

    def entropy(self):
        log_prob = self.log_prob(self._support())
        return -expected_log_ratio(log_prob, 0.0)

    def log_prob(self, value):
        value, n = self._value(value), self.total_count
        inside = (value >= 0) & (value <= n)
        known = _ops["where"](inside, value, _ops["zeros_like"](value))
        choices = (n + 1).lgamma() - (n - known + 1).lgamma() - (known + 1).lgamma()
        epsilon = EPSILON[self.dtype]
        p = self.probs.clip(epsilon, 1 - epsilon)
        result = choices + known * p.log() + (n - known) * (1 - p).log()
        return _ops["where"](inside, result, _ops["full_like"](result, float("-inf")))

    def kl_divergence(self, other):
        self._same_kind(other, Binomial)
        support = self._support()
        return expected_log_ratio(self.log_prob(support), other.log_prob(support))
