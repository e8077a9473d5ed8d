"""Correlation matrices, by their Cholesky factors."""

import math

from .. import _C
from ..autograd.mode import no_grad
from .beta import Beta
from .distribution import Distribution, parameters, sizes

__all__ = ["LKJCholesky"]
_ops = _C.ops
_TINY = {"float32": 2.0**-126, "float64": 2.0**-1022}


class LKJCholesky(Distribution):
    """Cholesky factors of correlation matrices whose density is proportional to det^(concentration - 1): Lewandowski,
    Kurowicka and Joe (2009).

    Args:
        dim (int): Rows of a matrix, at least 2.
        concentration (float|Tensor): Above 0; 1 gives all matrices alike.
        sample_method (str): "onion" or "cvine".

    Examples:
        >>> import paddle
        >>> paddle.distribution.LKJCholesky(3, 1.0).sample([2]).shape
        paddle.Size([2, 3, 3])
    """

    def __init__(self, dim=2, concentration=1.0, sample_method="onion"):
        def wrong(name, expected, received):
            raise ValueError(
                f"(InvalidArgument) LKJCholesky: wrong `{name}`.\n  Expected: {expected}\n  Received: {received!r}"
            )

        (self.concentration,) = parameters("LKJCholesky", concentration=concentration)
        self.dtype = self.concentration.dtype.name
        if not isinstance(dim, int) or dim < 2:
            wrong("dim", "an int of at least 2", dim)
        if not (self.concentration > 0).all().item():
            wrong("concentration", "above 0", self.concentration.tolist())
        if sample_method not in ("onion", "cvine"):
            wrong("sample_method", '"onion" or "cvine"', sample_method)
        self.dim = dim
        self.sample_method = sample_method
        marginal = (self.concentration + 0.5 * (dim - 2)).unsqueeze(-1)
        if sample_method == "onion":
            half = _C.to_tensor([0, *(0.5 * r for r in range(dim - 1))], self.dtype)
            self._beta = Beta(half + 0.5, marginal - half)
        else:
            columns = [0.5 * c for r in range(1, dim) for c in range(r)]
            conc = marginal - _C.to_tensor(columns, self.dtype)
            self._beta = Beta(conc, conc)
        super().__init__(self.concentration.shape, (dim, dim))

    def _onion(self, shape):
        y = self._beta.sample(shape).unsqueeze(-1)
        normal = _ops["standard_normal"](self._extend_shape(shape), self.dtype).tril(-1)
        length = normal.square().sum(-1, keepdim=True).sqrt().clip(_TINY[self.dtype])
        w = y.sqrt() * (normal / length)
        rest = (1 - w.square().sum(-1)).clip(_TINY[self.dtype])
        return w + _ops["diag_embed"](rest.sqrt())

    def _cvine(self, shape):
        partial = 2 * self._beta.sample(shape) - 1
        nothing = _ops["zeros_like"](partial[..., :1])
        dim, count = self.dim, partial.shape[-1]
        place = [r * (r - 1) // 2 + c if c < r else count for r in range(dim) for c in range(dim)]
        flat = _ops["concat"]([partial, nothing], -1)
        r = _ops["index_select"](flat, _C.to_tensor(place), -1).reshape(self._extend_shape(shape))
        left = (1 - r.square()).sqrt().cumprod(-1)[..., :-1]
        before = _ops["concat"]([_ops["ones_like"](r[..., :1]), left], -1)
        return (r + _ops["eye"](dim, dim, self.dtype)) * before

    def sample(self, sample_shape=[]):  # noqa: B006
        shape = sizes(sample_shape)
        with no_grad():
            return self._onion(shape) if self.sample_method == "onion" else self._cvine(shape)

    def log_prob(self, value):
        diagonal = _ops["diagonal"](self._value(value), 0, -2, -1)[..., 1:]
        less = self.dim - 1
        order = _C.to_tensor([float(self.dim - k) for k in range(2, self.dim + 1)], self.dtype)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + order
        alpha = self.concentration + 0.5 * less
        steps = _C.to_tensor([0.5 * j for j in range(less)], self.dtype)
        log_gammas = (alpha.unsqueeze(-1) - 0.5 - steps).lgamma().sum(-1)
        constant = (0.5 * less + 0.25 * less * (less - 1)) * math.log(math.pi)
        return (order * diagonal.log()).sum(-1) - (constant + log_gammas - less * alpha.lgamma())
