"""Normal variates, also complex ones."""

import math

import numpy as np

from .. import _C
from .distribution import Distribution, parameters

_ops = _C.ops


def _is_complex(x):
    if isinstance(x, _C.Tensor):
        return "complex" in x.dtype.name
    return isinstance(x, complex) or np.iscomplexobj(np.asarray(x))


class Normal(Distribution):
    """Density proportional to exp(-((x - loc) / scale)^2 / 2). With a complex mean: circular complex variates, whose
    real and imaginary parts have half the variance each.

    Args:
        loc (float|complex|list|numpy.ndarray|Tensor): The mean.
        scale (float|list|numpy.ndarray|Tensor): The standard deviation.
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> n = paddle.distribution.Normal(0.0, 1.0)
        >>> n.log_prob(paddle.to_tensor(0.0)).item()
        -0.9189
    """

    def __init__(self, loc, scale, name=None):
        self.name = name or "Normal"
        self._complex_gaussian = _is_complex(loc)
        if self._complex_gaussian:
            wide = getattr(getattr(loc, "dtype", None), "name", "complex64") == "complex128"
            self.loc = (
                loc
                if isinstance(loc, _C.Tensor)
                else _C.to_tensor(loc, "complex128" if wide else "complex64")
            )
            (self.scale,) = parameters("Normal", scale=scale)
            self.scale = self.scale.astype("float64" if wide else "float32")
            self.loc, self.scale = (
                self.loc + _ops["zeros_like"](self.scale),
                self.scale + _ops["zeros_like"](_ops["real"](self.loc)),
            )
        else:
            self.loc, self.scale = parameters("Normal", loc=loc, scale=scale)
        self.dtype = self.loc.dtype.name
        super().__init__(self.loc.shape)

    @property
    def mean(self):
        return self.loc

    @property
    def variance(self):
        return self.scale.square()

    def sample(self, shape=[], seed=0):  # noqa: B006
        shape = self._extend_shape(shape)
        if self._complex_gaussian:
            parts = [
                _ops["standard_normal"](shape, self.scale.dtype) * math.sqrt(0.5) for _ in "ri"
            ]
            return self.loc + _ops["complex"](*parts) * self.scale
        return self.loc + _ops["standard_normal"](shape, self.dtype) * self.scale

    def rsample(self, shape=[]):  # noqa: B006
        return self.sample(shape)

    def entropy(self):
        if self._complex_gaussian:
            return 1.0 + math.log(math.pi) + 2.0 * self.scale.log()
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()

    def log_prob(self, value):
        apart = (self._value(value) - self.loc) / self.scale
        if self._complex_gaussian:
            return -(apart.conj() * apart) - (2.0 * self.scale.log() + math.log(math.pi))
        return -0.5 * apart.square() - (self.scale.log() + 0.5 * math.log(2 * math.pi))

    def probs(self, value):
        return self.log_prob(value).exp()

    def kl_divergence(self, other):
        self._same_kind(other, Normal)
        if self._complex_gaussian != other._complex_gaussian:
            raise ValueError(
                "(InvalidArgument) kl_divergence: one distribution is complex, one is real.\n"
                "  Expected: two of one kind\n"
                f"  Received: {self.dtype} and {other.dtype}"
            )
        ratio, apart = (self.scale / other.scale).square(), (self.loc - other.loc) / other.scale
        if self._complex_gaussian:
            return ratio + apart.conj() * apart - 1.0 - ratio.log()
        return 0.5 * (ratio + apart.square() - 1.0 - ratio.log())
