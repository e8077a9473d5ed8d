"""How often each class comes."""

from .. import _C
from ..nn import functional as F
from .categorical import Categorical
from .distribution import Distribution, parameters, sizes, xlogy

_ops = _C.ops


class Multinomial(Distribution):
    """How often each of k classes comes in `total_count` draws.

    Args:
        total_count (int): Draws.
        probs (Tensor): [..., k], in proportion to the probabilities.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Multinomial(10, paddle.to_tensor([1.0, 3.0])).mean.tolist()
        [2.5, 7.5]
    """

    def __init__(self, total_count, probs):
        if not isinstance(total_count, int) or total_count < 1:
            raise ValueError(
                "(InvalidArgument) Multinomial: wrong `total_count`.\n"
                f"  Expected: an int of at least 1\n  Received: {total_count!r}"
            )
        (probs,) = parameters("Multinomial", probs=probs)
        if probs.ndim < 1:
            raise ValueError(
                "(InvalidArgument) Multinomial: `probs` has no axis.\n  Expected: [..., k]\n  Received: a number"
            )
        self.dtype = probs.dtype.name
        self.probs = probs / probs.sum(-1, keepdim=True)
        self.total_count = total_count
        self._categorical = Categorical(probs.log())
        super().__init__(probs.shape[:-1], probs.shape[-1:])

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def log_prob(self, value):
        value = self._value(value)
        logs = self.probs.log().expand(_ops["broadcast_tensors"]([self.probs, value])[0].shape)
        ways = (value.sum(-1) + 1).lgamma() - (value + 1).lgamma().sum(-1)
        return ways + xlogy(value, logs).sum(-1)

    def sample(self, shape=[]):  # noqa: B006
        drawn = self._categorical.sample((self.total_count, *sizes(shape)))
        return F.one_hot(drawn, self.probs.shape[-1]).astype(self.dtype).sum(0)

    def entropy(self):
        n, p = self.total_count, self.probs
        k = _ops["arange"](1, n + 1).astype(self.dtype).reshape([-1] + [1] * p.ndim)
        log_n = (_ops["zeros_like"](p[..., 0]) + (n + 1.0)).lgamma()
        ways = log_n.unsqueeze(-1) - (k + 1).lgamma() - (n - k + 1).lgamma()
        times = (ways + xlogy(k, p.log()) + xlogy(n - k, (-p).log1p())).exp()
        return n * self._categorical.entropy() - log_n + (times * (k + 1).lgamma()).sum([0, -1])
