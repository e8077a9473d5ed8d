"""Numbers that are not negative and have sum 1."""

from .. import _C
from ..autograd.mode import no_grad
from ..nn import functional as F
from .distribution import parameters
from .exponential_family import ExponentialFamily

_ops = _C.ops


class Dirichlet(ExponentialFamily):
    """Density proportional to the product of x_i^(concentration_i - 1) where the x_i have sum 1.

    Args:
        concentration (Tensor): [..., k], above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Dirichlet(paddle.to_tensor([1.0, 3.0])).mean.tolist()
        [0.25, 0.75]
    """

    def __init__(self, concentration):
        (self.concentration,) = parameters("Dirichlet", concentration=concentration)
        if self.concentration.ndim < 1 or self.concentration.size == 0:
            raise ValueError(
                "(InvalidArgument) Dirichlet: `concentration` has no axis, or no elements.\n"
                f"  Expected: [..., k]\n  Received: a shape of {list(self.concentration.shape)}"
            )
        self.dtype = self.concentration.dtype.name
        super().__init__(self.concentration.shape[:-1], self.concentration.shape[-1:])

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, keepdim=True)

    @property
    def variance(self):
        total = self.concentration.sum(-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total.square() * (total + 1))

    def sample(self, shape=[]):  # noqa: B006
        shape = self._extend_shape(shape)
        with no_grad():
            a = self.concentration.expand(shape)
            # The logarithms of gamma variates, whose shapes may be far below 1: of shape a + 1, times u^(1/a).
            u = 1 - _ops["rand"](shape, self.dtype)
            return F.softmax(_ops["standard_gamma"](a + 1).log() + u.log() / a, axis=-1)

    def log_prob(self, value):
        value, a = self._value(value), self.concentration
        return (value.log() * (a - 1.0)).sum(-1) + a.sum(-1).lgamma() - a.lgamma().sum(-1)

    def entropy(self):
        a = self.concentration
        total, k = a.sum(-1), a.shape[-1]
        log_beta = a.lgamma().sum(-1) - total.lgamma()
        return log_beta - (k - total) * total.digamma() - ((a - 1.0) * a.digamma()).sum(-1)

    @property
    def _natural_parameters(self):
        return (self.concentration,)

    def _log_normalizer(self, x):
        return x.lgamma().sum(-1) - x.sum(-1).lgamma()
