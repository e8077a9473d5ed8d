"""Eager mode, under its old name."""

import contextlib

import paddle

from ..framework import static_mode


def to_variable(value, name=None, zero_copy=None, dtype=None):
    """A tensor of an array.

    Args:
        value (array): The values.
        name (str, optional): Accepted.
        zero_copy (bool, optional): Accepted.
        dtype (str, optional): Of the tensor.

    Returns:
        Tensor
    """
    return paddle.to_tensor(value, dtype=dtype)


@contextlib.contextmanager
def guard(place=None):
    """A block in eager mode.

    Args:
        place (Place, optional): Where new tensors are made.
    """
    static, device = static_mode.enabled, paddle.get_device()
    paddle.disable_static(place)
    try:
        yield
    finally:
        paddle.set_device(device)
        if static:
            paddle.enable_static()
