"""Random values in the memory of a tensor, and what is drawn like one."""

import math

from .. import _C

__all__ = ["log_normal", "rand_like", "randn_like"]

_ops = _C.ops


def rand_like(input, name=None, *, dtype=None, device=None, requires_grad=False):
    """Values of the uniform distribution over [0, 1) in the shape of `input`.

    Args:
        input (Tensor): Gives the shape, and the dtype where none is named.
        dtype (dtype|str, optional): A float type.
        device (str, optional): Accepted; the tensor is made on the current device.
        requires_grad (bool): Sets stop_gradient to its opposite.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.rand_like(paddle.ones([2, 3])).shape
        paddle.Size([2, 3])
    """
    out = _ops["rand"](input.shape, dtype or input.dtype)
    out.stop_gradient = not requires_grad
    return out


def randn_like(input, name=None, *, dtype=None, device=None, requires_grad=False):
    """Values of the standard normal distribution in the shape of `input`.

    Args:
        input (Tensor): Gives the shape, and the dtype where none is named.
        dtype (dtype|str, optional): A float or complex type.
        device (str, optional): Accepted; the tensor is made on the current device.
        requires_grad (bool): Sets stop_gradient to its opposite.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.randn_like(paddle.ones([2, 3]), dtype="float64").dtype
        paddle.float64
    """
    out = _ops["randn"](input.shape, dtype or input.dtype)
    out.stop_gradient = not requires_grad
    return out


def log_normal(mean=1.0, std=2.0, shape=None, name=None):
    """Values whose logarithm is normally distributed: exp(normal(mean, std)).

    Args:
        mean (float|Tensor): Of the logarithm.
        std (float|Tensor): Of the logarithm, 0 or more.
        shape (list[int], optional): Where both are numbers.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.log_normal(0.0, 1.0, [2, 3]).shape
        paddle.Size([2, 3])
    """
    return _ops["exp"](_ops["normal"](mean, std, shape))


def uniform_(x, min=0.0, max=1.0, seed=0, name=None):
    """Fills `x` with values of the uniform distribution over [min, max).

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        min (float): The lower bound.
        max (float): The upper bound.
        seed (int): 0: the generator of paddle.seed(); else a generator of its own.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([100]).uniform_(2.0, 3.0)
        >>> bool((x >= 2.0).all()), bool((x <= 3.0).all())
        (True, True)
    """
    return _ops["uniform_random_"](x, min, max, seed)


def normal_(x, mean=0.0, std=1.0, name=None):
    """Fills `x` with values of the normal distribution.

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        mean (float): Of the distribution.
        std (float): The standard deviation, 0 or more.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).normal_(5.0, 0.0).tolist()
        [5.0, 5.0]
    """
    return _ops["normal_random_"](x, mean, std)


def exponential_(x, lam=1.0, name=None, *, lambd=None):
    """Fills `x` with values of the exponential distribution, of density lam * exp(-lam * v).

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        lam (float): The rate, above 0.
        lambd (float, optional): Another name of `lam`.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> bool((paddle.zeros([100]).exponential_() >= 0).all())
        True
    """
    return _ops["exponential_"](x, lam if lambd is None else lambd)


def bernoulli_(x, p=0.5, name=None):
    """Fills `x` with 1 with probability `p`, else 0.

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        p (float|Tensor): In [0, 1]; a tensor broadcasts to `x`.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> paddle.zeros([3]).bernoulli_(1.0).tolist()
        [1.0, 1.0, 1.0]
    """
    return _ops["bernoulli_random_"](x, p)


def log_normal_(x, mean=1.0, std=2.0, name=None):
    """Fills `x` with values whose logarithm is normally distributed.

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        mean (float): Of the logarithm.
        std (float): The standard deviation of the logarithm, 0 or more.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).log_normal_(0.0, 0.0).tolist()
        [1.0, 1.0]
    """
    return normal_(x, mean, std).exp_()


def cauchy_(x, loc=0, scale=1, name=None):
    """Fills `x` with values of the Cauchy distribution: loc + scale * tan(pi * (u - 1/2)) for uniform u.

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        loc (float): The median.
        scale (float): Half the distance between the quartiles, above 0.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> paddle.zeros([2]).cauchy_(3.0, 0.0).tolist()
        [3.0, 3.0]
    """
    return (
        uniform_(x)
        .subtract_(0.5)
        .scale_(math.pi)
        .tan_()
        .scale_(scale)
        .add_(_C.to_tensor(loc, x.dtype))
    )


def geometric_(x, probs, name=None):
    """Fills `x` with log(u) / log(1 - probs) for uniform u: a geometric distribution that is not rounded.

    Args:
        x (Tensor): Of a float type; it keeps its shape.
        probs (float|Tensor): The probability of success, in (0, 1); a tensor broadcasts to `x`.

    Returns:
        Tensor: `x`.

    Examples:
        >>> import paddle
        >>> bool((paddle.zeros([100]).geometric_(0.5) >= 0).all())
        True
    """
    uniform_(x, 1e-30, 1.0).log_()
    return x.divide_(_ops["log1p"](-(probs * _ops["ones_like"](x))))


_C.extend_tensor({
    "bernoulli_": bernoulli_, "cauchy_": cauchy_, "exponential_": exponential_, "geometric_": geometric_,
    "log_normal_": log_normal_, "normal_": normal_, "uniform_": uniform_,
})  # fmt: skip
