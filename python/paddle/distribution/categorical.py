"""One of several classes."""

from .. import _C
from ..nn import functional as F
from .distribution import Distribution, parameters, sizes

_ops = _C.ops


class Categorical(Distribution):
    """One of k classes. As in PaddlePaddle, `sample`, `entropy` and `kl_divergence` take the softmax of `logits` as
    probabilities; `probs` and `log_prob` take `logits` divided by their sum.

    Args:
        logits (list|numpy.ndarray|Tensor): [..., k].
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> c = paddle.distribution.Categorical(paddle.to_tensor([1.0, 3.0]))
        >>> c.probs(paddle.to_tensor([1])).tolist()
        [0.75]
    """

    def __init__(self, logits, name=None):
        self.name = name or "Categorical"
        (self.logits,) = parameters("Categorical", logits=logits)
        self.dtype = self.logits.dtype.name
        self._prob = self.logits / self.logits.sum(-1, keepdim=True)
        super().__init__(self.logits.shape[:-1])

    def sample(self, shape=[]):  # noqa: B006
        shape, k = sizes(shape), self.logits.shape[-1]
        count = 1
        for n in shape:
            count *= n
        if count == 0:
            return _ops["zeros"](shape + self.batch_shape, "int64")
        p = F.softmax(self.logits.detach(), axis=-1).reshape([-1, k])
        drawn = _ops["multinomial"](p, count, True)  # [batch, count]
        return drawn.transpose([1, 0]).reshape(shape + self.batch_shape)

    def _log_softmax(self):
        return F.log_softmax(self.logits, axis=-1)

    def kl_divergence(self, other):
        self._same_kind(other, Categorical)
        log_p = self._log_softmax()
        return (log_p.exp() * (log_p - other._log_softmax())).sum(-1, keepdim=True)

    def entropy(self):
        log_p = self._log_softmax()
        return -(log_p.exp() * log_p).sum(-1)

    def probs(self, value):
        if self._prob.ndim == 1:
            return _ops["gather"](self._prob, value.reshape([-1])).reshape(value.shape)
        if value.ndim == 1:
            value = value.reshape([1] * (self._prob.ndim - 1) + [-1])
        return _ops["take_along_axis"](self._prob, value, -1)

    def log_prob(self, value):
        return self.probs(value).log()
