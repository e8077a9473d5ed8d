"""Numbers between 0 and 1."""

from .. import _C
from .dirichlet import Dirichlet
from .distribution import parameters
from .exponential_family import ExponentialFamily

_ops = _C.ops


class Beta(ExponentialFamily):
    """Density proportional to x^(alpha - 1) (1 - x)^(beta - 1) in (0, 1).

    Args:
        alpha (float|Tensor): Above 0.
        beta (float|Tensor): Above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Beta(1.0, 3.0).mean.item()
        0.25
    """

    def __init__(self, alpha, beta):
        self.alpha, self.beta = parameters("Beta", alpha=alpha, beta=beta)
        self.dtype = self.alpha.dtype.name
        self._dirichlet = Dirichlet(_ops["stack"]([self.alpha, self.beta], -1))
        super().__init__(self._dirichlet.batch_shape)

    @property
    def mean(self):
        return self.alpha / (self.alpha + self.beta)

    @property
    def variance(self):
        total = self.alpha + self.beta
        return self.alpha * self.beta / (total.square() * (total + 1))

    def log_prob(self, value):
        value = self._value(value)
        return self._dirichlet.log_prob(_ops["stack"]([value, 1.0 - value], -1))

    def sample(self, shape=[]):  # noqa: B006
        return self._dirichlet.sample(shape)[..., 0]

    def entropy(self):
        return self._dirichlet.entropy()

    @property
    def _natural_parameters(self):
        return (self.alpha, self.beta)

    def _log_normalizer(self, x, y):
        return x.lgamma() + y.lgamma() - (x + y).lgamma()
