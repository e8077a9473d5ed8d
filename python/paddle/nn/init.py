"""Initializers as functions that fill a tensor, in the names of other frameworks."""

import paddle

from ..framework import named as _named
from .initializer import (  # noqa: F401
    Constant,
    Dirac,
    KaimingNormal,
    KaimingUniform,
    Normal,
    Orthogonal,
    TruncatedNormal,
    Uniform,
    XavierNormal,
    XavierUniform,
    calculate_gain,
)
from .initializer.initializer import _first_values

__all__ = [
    "calculate_gain",
    "constant_",
    "dirac_",
    "eye_",
    "kaiming_normal_",
    "kaiming_uniform_",
    "normal_",
    "ones_",
    "orthogonal_",
    "trunc_normal_",
    "uniform_",
    "xavier_normal_",
    "xavier_uniform_",
    "zeros_",
]


def _fill(tensor, initializer):
    """Writes into the memory of the tensor, which may be a view."""
    with paddle.no_grad():
        return tensor.copy_(_first_values(initializer, list(tensor.shape), tensor.dtype))


def constant_(tensor, val):
    """Fills a tensor with one number.

    Args:
        tensor (Tensor): of any shape.
        val (float): the number.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.constant_(paddle.zeros([2]), 3.0).tolist()
        [3.0, 3.0]
    """
    return _fill(tensor, Constant(val))


def ones_(tensor):
    """Fills a tensor with 1.

    Args:
        tensor (Tensor): of any shape.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.ones_(paddle.zeros([2])).tolist()
        [1.0, 1.0]
    """
    return _fill(tensor, Constant(1.0))


def zeros_(tensor):
    """Fills a tensor with 0.

    Args:
        tensor (Tensor): of any shape.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.zeros_(paddle.ones([2])).tolist()
        [0.0, 0.0]
    """
    return _fill(tensor, Constant(0.0))


def eye_(tensor):
    """Fills a matrix with 1 on its diagonal and 0 elsewhere.

    Args:
        tensor (Tensor): 2-D.

    Returns:
        Tensor: itself.

    Raises:
        ValueError: the tensor is no matrix.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.eye_(paddle.zeros([2, 2])).tolist()
        [[1.0, 0.0], [0.0, 1.0]]
    """
    if tensor.ndim != 2:
        raise ValueError(
            "(InvalidArgument) eye_: argument `tensor` has the wrong rank.\n"
            f"  Expected: 2-D\n  Received: {tensor.ndim}-D"
        )
    with paddle.no_grad():
        return tensor.copy_(paddle.eye(*tensor.shape, dtype=tensor.dtype))


def uniform_(tensor, a=0.0, b=1.0):
    """Fills a tensor with values of the uniform distribution over [a, b).

    Args:
        tensor (Tensor): of floats.
        a (float): the lower end.
        b (float): the upper end.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> x = paddle.nn.init.uniform_(paddle.zeros([100]), 2.0, 3.0)
        >>> 2.0 <= x.min().item() and x.max().item() < 3.0
        True
    """
    return _fill(tensor, Uniform(a, b))


def normal_(tensor, mean=0.0, std=1.0):
    """Fills a tensor with values of a normal distribution.

    Args:
        tensor (Tensor): of floats.
        mean (float): of the distribution.
        std (float): its standard deviation.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> abs(paddle.nn.init.normal_(paddle.zeros([10000]), 5.0).mean().item() - 5.0) < 0.1
        True
    """
    return _fill(tensor, Normal(mean, std))


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    """Fills a tensor with values of a normal distribution that lie in [a, b].

    Args:
        tensor (Tensor): of floats.
        mean (float): of the distribution.
        std (float): its standard deviation.
        a (float): the least value.
        b (float): the greatest.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.trunc_normal_(paddle.zeros([1000])).abs().max().item() <= 2.0
        True
    """
    return _fill(tensor, TruncatedNormal(mean, std, a, b))


def xavier_uniform_(tensor, gain=1.0, fan_in=None, fan_out=None):
    """Fills a tensor so that variances stay through a layer, from a uniform distribution (Glorot and Bengio, 2010).

    Args:
        tensor (Tensor): a weight.
        gain (float): multiplies the values.
        fan_in (float, optional): inputs of an output, by default of the shape.
        fan_out (float, optional): outputs of an input, by default of the shape.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.xavier_uniform_(paddle.zeros([3, 3])).abs().max().item() <= 1.0
        True
    """
    return _fill(tensor, XavierUniform(fan_in, fan_out, gain=gain))


def xavier_normal_(tensor, gain=1.0, fan_in=None, fan_out=None):
    """Fills a tensor so that variances stay through a layer, from a normal distribution (Glorot and Bengio, 2010).

    Args:
        tensor (Tensor): a weight.
        gain (float): multiplies the values.
        fan_in (float, optional): inputs of an output, by default of the shape.
        fan_out (float, optional): outputs of an input, by default of the shape.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.xavier_normal_(paddle.zeros([3, 3])).shape
        paddle.Size([3, 3])
    """
    return _fill(tensor, XavierNormal(fan_in, fan_out, gain=gain))


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fills a tensor so that variances stay through a layer and its activation, uniformly (He et al., 2015).

    Args:
        tensor (Tensor): a weight.
        a (float): the negative slope of leaky_relu.
        mode (str): "fan_in" or "fan_out": for the forward or the backward pass.
        nonlinearity (str): the activation.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.kaiming_uniform_(paddle.zeros([6, 3])).abs().max().item() <= 1.0
        True
    """
    return _fill(tensor, KaimingUniform(negative_slope=a, nonlinearity=nonlinearity, mode=mode))


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """Fills a tensor so that variances stay through a layer and its activation, normally (He et al., 2015).

    Args:
        tensor (Tensor): a weight.
        a (float): the negative slope of leaky_relu.
        mode (str): "fan_in" or "fan_out": for the forward or the backward pass.
        nonlinearity (str): the activation.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.kaiming_normal_(paddle.zeros([6, 3])).shape
        paddle.Size([6, 3])
    """
    return _fill(tensor, KaimingNormal(negative_slope=a, nonlinearity=nonlinearity, mode=mode))


def orthogonal_(tensor, gain=1):
    """Fills a tensor with a matrix whose rows or columns are orthonormal (Saxe et al., 2013).

    Args:
        tensor (Tensor): 2-D or more; axes behind the first are one.
        gain (float): multiplies the values.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> x = paddle.nn.init.orthogonal_(paddle.zeros([3, 3]))
        >>> bool(paddle.allclose(x @ x.t(), paddle.eye(3), atol=1e-5))
        True
    """
    return _fill(tensor, Orthogonal(gain))


def dirac_(tensor, groups=1):
    """Fills the kernel of a convolution so that each channel passes as it is.

    Args:
        tensor (Tensor): 3-D to 5-D, [out, in, ...].
        groups (int): of channels.

    Returns:
        Tensor: itself.

    Examples:
        >>> import paddle
        >>> paddle.nn.init.dirac_(paddle.zeros([1, 1, 3])).tolist()
        [[[0.0, 1.0, 0.0]]]
    """
    return _fill(tensor, Dirac(groups))


_named.install(globals(), __name__)
