"""0 or 1."""

from .. import _C
from ..nn import functional as F
from .distribution import one_shape, parameters
from .exponential_family import ExponentialFamily

_ops = _C.ops
EPSILON = {"float32": 2.0**-23, "float64": 2.0**-52, "float16": 2.0**-10, "bfloat16": 2.0**-7}


class Bernoulli(ExponentialFamily):
    """1 with a probability, else 0.

    Args:
        probs (float|Tensor): Probabilities of 1, kept a rounding away from 0 and 1.
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Bernoulli(0.25).variance.item()
        0.1875
    """

    def __init__(self, probs, name=None):
        self.name = name or "Bernoulli"
        (probs,) = parameters("Bernoulli", probs=probs)
        self.dtype = probs.dtype.name
        epsilon = EPSILON[self.dtype]
        self.probs = probs.clip(epsilon, 1 - epsilon)
        self.logits = self.probs.log() - (-self.probs).log1p()
        super().__init__(self.probs.shape)

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, shape=[]):  # noqa: B006
        return _ops["bernoulli"](self.probs.detach().expand(self._extend_shape(shape)))

    def rsample(self, shape=[], temperature=1.0):  # noqa: B006
        shape = self._extend_shape(shape)
        u = _ops["rand"](shape, self.dtype)
        return (u.log() - (-u).log1p() + self.logits.expand(shape)) / temperature

    def cdf(self, value):
        probs, value = one_shape(self.probs, self._value(value))
        zeros = _ops["zeros_like"](probs)
        return _ops["where"](value < 0, zeros, _ops["where"](value < 1, 1 - probs, zeros + 1))

    def log_prob(self, value):
        logits, value = one_shape(self.logits, self._value(value))
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def kl_divergence(self, other):
        self._same_kind(other, Bernoulli)
        p = F.sigmoid(self.logits)
        one = F.softplus(-other.logits) - F.softplus(-self.logits)
        zero = F.softplus(other.logits) - F.softplus(self.logits)
        return p * one + F.sigmoid(-self.logits) * zero

    @property
    def _natural_parameters(self):
        return (self.logits,)

    def _log_normalizer(self, x):
        return F.softplus(x)
