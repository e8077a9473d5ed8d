"""The seed of the generator."""

from .device.generator import Generator

__all__ = ["initial_seed"]


def initial_seed():
    """The seed that the random numbers of this process began with.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> _ = paddle.seed(7)
        >>> paddle.random.initial_seed()
        7
    """
    return Generator().initial_seed()
