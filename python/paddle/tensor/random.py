"""Random values in the memory of a tensor, and what is drawn like one."""

import math

from .. import _C

__all__ = ["log_normal", "rand_like", "randn_like"]

_ops = _C.ops


def rand_like(input, name=None, *, dtype=None, device=None, requires_grad=False):
    """Values drawn evenly from [0, 1), in the shape of `input`."""
    out = _ops["rand"](input.shape, dtype or input.dtype)
    out.stop_gradient = not requires_grad
    return out


def randn_like(input, name=None, *, dtype=None, device=None, requires_grad=False):
    """Values of the standard normal distribution, in the shape of `input`."""
    out = _ops["randn"](input.shape, dtype or input.dtype)
    out.stop_gradient = not requires_grad
    return out


def log_normal(mean=1.0, std=2.0, shape=None, name=None):
    """The exponential of normal(mean, std, shape)."""
    return _ops["exp"](_ops["normal"](mean, std, shape))


def uniform_(x, min=0.0, max=1.0, seed=0, name=None):
    """Fills `x` with values drawn evenly from [min, max)."""
    return _ops["uniform_random_"](x, min, max, seed)


def normal_(x, mean=0.0, std=1.0, name=None):
    """Fills `x` with values of a normal distribution."""
    return _ops["normal_random_"](x, mean, std)


def exponential_(x, lam=1.0, name=None):
    """Fills `x` with values of an exponential distribution of rate `lam`."""
    return _ops["exponential_"](x, lam)


def bernoulli_(x, p=0.5, name=None):
    """Fills `x` with 1 with probability `p`, else 0."""
    return _ops["bernoulli_random_"](x, p)


def log_normal_(x, mean=1.0, std=2.0, name=None):
    """Fills `x` with the exponential of normal values."""
    return normal_(x, mean, std).exp_()


def cauchy_(x, loc=0, scale=1, name=None):
    """Fills `x` with values of a Cauchy distribution."""
    return (
        uniform_(x)
        .subtract_(0.5)
        .scale_(math.pi)
        .tan_()
        .scale_(scale)
        .add_(_C.to_tensor(loc, x.dtype))
    )


def geometric_(x, probs, name=None):
    """Fills `x` with values of a geometric distribution."""
    uniform_(x, 1e-30, 1.0).log_()
    return x.divide_(_ops["log1p"](-(probs * _ops["ones_like"](x))))


_C.extend_tensor({
    "bernoulli_": bernoulli_, "cauchy_": cauchy_, "exponential_": exponential_, "geometric_": geometric_,
    "log_normal_": log_normal_, "normal_": normal_, "uniform_": uniform_,
})  # fmt: skip
