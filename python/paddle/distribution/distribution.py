"""What all distributions share."""

import numbers

import numpy as np

from .. import _C
from ..framework.state import get_default_dtype

_ops = _C.ops


def sizes(shape):
    """A sample shape as a tuple of ints.

    Args:
        shape (list[int]|tuple[int]|Tensor|numpy.ndarray): As users give it.

    Returns:
        tuple[int]
    """
    if isinstance(shape, _C.Tensor) or hasattr(shape, "tolist"):
        shape = shape.tolist()
    if not isinstance(shape, (list, tuple)):
        raise TypeError(
            "(InvalidType) sample: `shape` is no list of sizes.\n"
            f"  Expected: a list or tuple of ints\n  Received: {type(shape).__name__}"
        )
    return tuple(int(n) for n in shape)


def parameters(op, **values):
    """Parameters as tensors of one floating dtype and one shape.

    Args:
        op (str): The class, for errors.
        values (float|list|numpy.ndarray|Tensor): Numbers take the dtype of tensors and arrays, or the default.

    Returns:
        list[Tensor]: The given tensors themselves where nothing has to change.
    """
    given = list(values.values())
    for name, value in values.items():
        if not isinstance(value, (numbers.Number, list, tuple, np.ndarray, np.generic, _C.Tensor)):
            raise TypeError(
                f"(InvalidType) {op}: argument `{name}` has the wrong type.\n"
                f"  Expected: a number, list, numpy.ndarray or Tensor\n  Received: {type(value).__name__}"
            )
    kinds = [v.dtype.name for v in given if isinstance(v, (np.ndarray, _C.Tensor))]
    floats = [k for k in kinds if "float" in k]
    dtype = (
        max(floats, key=lambda k: (k == "float64", k == "float32"))
        if floats
        else get_default_dtype()
    )
    tensors = [
        v
        if isinstance(v, _C.Tensor) and v.dtype.name == dtype
        else _C.to_tensor(v).astype(dtype)
        if isinstance(v, _C.Tensor)
        else _C.to_tensor(v, dtype)
        for v in given
    ]
    return one_shape(*tensors)


def one_shape(*tensors):
    """Tensors broadcast to one shape; those that have it already are given back as they are.

    Args:
        tensors (Tensor): Of shapes that fit.

    Returns:
        list[Tensor]
    """
    if all(x.shape == tensors[0].shape for x in tensors):
        return list(tensors)
    return list(_ops["broadcast_tensors"](list(tensors)))


def sum_rightmost(value, n):
    """The sum over the last `n` axes.

    Args:
        value (Tensor): With at least `n` axes.
        n (int): How many.

    Returns:
        Tensor
    """
    return value.sum(list(range(-n, 0))) if n > 0 else value


def xlogy(x, log_y):
    """x times a logarithm, and 0 where x is 0.

    Args:
        x (Tensor): Counts.
        log_y (Tensor): Logarithms, -inf among them.

    Returns:
        Tensor
    """
    none = x == 0
    return x * _ops["where"](none, _ops["zeros_like"](log_y), log_y)


def expected_log_ratio(log_p, log_q):
    """The sum of p (log p - log q) over axis 0; where p is 0 nothing is added.

    Args:
        log_p (Tensor): Of all values of a discrete distribution, along axis 0.
        log_q (Tensor): The same of another.

    Returns:
        Tensor
    """
    p = log_p.exp()
    term = p * (log_p - log_q)
    return _ops["where"](p > 0, term, _ops["zeros_like"](term)).sum(0)


class Distribution:
    """The base of all distributions: a batch of independent ones, each of values of one shape.

    Methods: `sample` and `rsample` (through which gradients flow) take a shape that stands before `batch_shape` and
    `event_shape`; `log_prob`, `prob`, `entropy`, `kl_divergence`; the properties `mean` and `variance`.

    Args:
        batch_shape (list[int]): How many distributions.
        event_shape (list[int]): The shape of one value.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Distribution([2, 3]).batch_shape
        (2, 3)
    """

    def __init__(self, batch_shape=(), event_shape=()):
        self._batch_shape = tuple(batch_shape)
        self._event_shape = tuple(event_shape)

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def mean(self):
        return self._missing("mean")

    @property
    def variance(self):
        return self._missing("variance")

    def sample(self, shape=[]):  # noqa: B006
        return self._missing("sample")

    def rsample(self, shape=[]):  # noqa: B006
        return self._missing("rsample")

    def entropy(self):
        return self._missing("entropy")

    def kl_divergence(self, other):
        return self._missing("kl_divergence")

    def prob(self, value):
        return self.log_prob(value).exp()

    def log_prob(self, value):
        return self._missing("log_prob")

    def probs(self, value):
        return self._missing("probs")

    def _missing(self, what):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}.{what}: it has none.")

    def _extend_shape(self, sample_shape):
        return sizes(sample_shape) + self._batch_shape + self._event_shape

    def _value(self, value):
        """A value in the dtype of the distribution."""
        if not isinstance(value, _C.Tensor):
            return _C.to_tensor(value, self.dtype)
        return value if value.dtype.name == self.dtype else value.astype(self.dtype)

    def _same_kind(self, other, kind):
        if not isinstance(other, kind):
            raise TypeError(
                f"(InvalidType) kl_divergence: `other` has the wrong type.\n"
                f"  Expected: {kind.__name__}\n  Received: {type(other).__name__}"
            )
