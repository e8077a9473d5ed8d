"""Vectors of normal variates."""

import math

from .. import _C
from ..autograd.mode import no_grad
from .distribution import Distribution, parameters

_ops = _C.ops


def _from_precision(p):
    """The Cholesky factor of the inverse of p, from that of p with rows and columns in reverse."""
    upper = _ops["cholesky"](p.flip([-2, -1])).flip([-2, -1]).mT
    identity = _ops["eye"](p.shape[-1], p.shape[-1], p.dtype)
    return _ops["triangular_solve"](upper, identity.expand(p.shape), False)


class MultivariateNormal(Distribution):
    """Vectors with normal elements. One of the three matrices is given.

    Args:
        loc (float|Tensor): [..., n], the mean.
        covariance_matrix (Tensor, optional): [..., n, n], positive definite.
        precision_matrix (Tensor, optional): The inverse of the covariance.
        scale_tril (Tensor, optional): A lower triangular factor L of the covariance L L^T.

    Examples:
        >>> import paddle
        >>> m = paddle.distribution.MultivariateNormal(paddle.zeros([2]), scale_tril=paddle.eye(2))
        >>> m.log_prob(paddle.zeros([2])).item()
        -1.8379
    """

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None):
        given = {
            "covariance_matrix": covariance_matrix,
            "precision_matrix": precision_matrix,
            "scale_tril": scale_tril,
        }
        named = {k: v for k, v in given.items() if v is not None}
        if len(named) != 1:
            raise ValueError(
                "(InvalidArgument) MultivariateNormal: it takes one matrix.\n"
                f"  Expected: one of {', '.join(given)}\n  Received: {', '.join(named) or 'none'}"
            )
        (loc,) = parameters("MultivariateNormal", loc=loc)
        loc = loc.reshape([1]) if loc.ndim == 0 else loc
        self.dtype = loc.dtype.name
        ((name, matrix),) = named.items()
        n = loc.shape[-1]
        if matrix.ndim < 2 or list(matrix.shape[-2:]) != [n, n]:
            raise ValueError(
                f"(InvalidArgument) MultivariateNormal: `{name}` does not fit `loc`.\n"
                f"  Expected: [..., {n}, {n}]\n  Received: a shape of {list(matrix.shape)}"
            )
        matrix = matrix.astype(self.dtype)
        if name == "scale_tril":
            self._factor = matrix
        else:
            self._factor = (
                _ops["cholesky"](matrix) if name == "covariance_matrix" else _from_precision(matrix)
            )
        batch = (_ops["zeros"](loc.shape[:-1]) + _ops["zeros"](matrix.shape[:-2])).shape
        self.covariance_matrix = self.precision_matrix = self.scale_tril = None
        setattr(self, name, matrix.expand([*batch, n, n]))
        self.loc = loc.expand([*batch, n])
        super().__init__(batch, (n,))

    @property
    def mean(self):
        return self.loc

    @property
    def variance(self):
        return self._factor.square().sum(-1).expand(self.batch_shape + self.event_shape)

    def sample(self, shape=[]):  # noqa: B006
        with no_grad():
            return self.rsample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        z = _ops["standard_normal"](self._extend_shape(shape), self.dtype)
        return self.loc + _ops["matmul"](self._factor, z.unsqueeze(-1)).squeeze(-1)

    def _half_log_det(self):
        return _ops["diagonal"](self._factor, 0, -2, -1).log().sum(-1)

    def _squared_distance(self, apart):
        """Of vectors from 0, in units of the standard deviation."""
        shape = list(apart.shape[:-1]) + list(self._factor.shape[-2:])
        factor = self._factor.expand(shape)
        return _ops["triangular_solve"](factor, apart.unsqueeze(-1), False).square().sum([-2, -1])

    def log_prob(self, value):
        apart = self._value(value) - self.loc
        squares = self._squared_distance(apart)
        n = self.event_shape[0]
        return -0.5 * (n * math.log(2 * math.pi) + squares) - self._half_log_det()

    def entropy(self):
        n = self.event_shape[0]
        return (self._half_log_det() + 0.5 * n * (1.0 + math.log(2 * math.pi))).expand(
            self.batch_shape
        )

    def kl_divergence(self, other):
        self._same_kind(other, MultivariateNormal)
        if self.event_shape != other.event_shape:
            raise ValueError(
                "(InvalidArgument) kl_divergence: the distributions differ in length.\n"
                f"  Expected: one event_shape\n  Received: {self.event_shape} and {other.event_shape}"
            )
        batch = (self.loc + other.loc).shape[:-1]
        square = [*batch, *self._factor.shape[-2:]]
        ratio = _ops["triangular_solve"](
            other._factor.expand(square), self._factor.expand(square), False
        )
        trace = ratio.square().sum([-2, -1])
        apart = other._squared_distance(self.loc - other.loc)
        log_dets = other._half_log_det() - self._half_log_det()
        return log_dets + 0.5 * (trace + apart - self.event_shape[0])
