"""Means of normal variates of unknown variance."""

import math

from .. import _C
from .distribution import Distribution, parameters
from .gamma import Gamma

_ops = _C.ops


class StudentT(Distribution):
    """Student's t with `df` degrees of freedom, moved and scaled.

    Args:
        df (float|Tensor): Degrees of freedom, above 0.
        loc (float|Tensor): The middle.
        scale (float|Tensor): Above 0.
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> paddle.distribution.StudentT(4.0, 0.0, 1.0).variance.item()
        2.0
    """

    def __init__(self, df, loc, scale, name=None):
        self.name = name or "StudentT"
        self.df, self.loc, self.scale = parameters("StudentT", df=df, loc=loc, scale=scale)
        for name, value in (("df", self.df), ("scale", self.scale)):
            if not (value >= 0.0).all().item():
                raise ValueError(
                    f"(InvalidArgument) StudentT: `{name}` is negative.\n"
                    f"  Expected: at least 0\n  Received: {value.tolist()}"
                )
        self.dtype = self.df.dtype.name
        self._chi2 = Gamma(0.5 * self.df, 0.5)
        super().__init__(self.df.shape)

    @property
    def mean(self):
        return _ops["where"](self.df > 1.0, self.loc, _ops["full_like"](self.loc, math.nan))

    @property
    def variance(self):
        def all_of(v):
            return _ops["full_like"](self.df, v)

        known = _ops["where"](self.df > 2.0, self.df, all_of(3.0))
        result = self.scale.square() * known / (known - 2)
        rest = _ops["where"](self.df > 1.0, all_of(math.inf), all_of(math.nan))
        return _ops["where"](self.df > 2.0, result, rest)

    def sample(self, shape=[]):  # noqa: B006
        z = _ops["standard_normal"](self._extend_shape(shape), self.dtype)
        return self.loc + self.scale * (z * (self._chi2.sample(shape) / self.df).rsqrt())

    def _log_constant(self):
        half = 0.5 * self.df
        return half.lgamma() - (half + 0.5).lgamma() + 0.5 * (self.df.log() + math.log(math.pi))

    def entropy(self):
        half = 0.5 * self.df
        spread = (half + 0.5) * ((half + 0.5).digamma() - half.digamma())
        return self.scale.log() + spread + self._log_constant()

    def log_prob(self, value):
        y = (self._value(value) - self.loc) / self.scale
        tail = (0.5 * (self.df + 1.0)) * (y.square() / self.df).log1p()
        return -tail - self.scale.log() - self._log_constant()
