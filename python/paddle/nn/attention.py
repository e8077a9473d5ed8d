"""Which way of computing attention may be taken."""

import contextlib
import enum

from .functional import attention as _attention

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(enum.IntEnum):
    """The ways: by the matrix of weights, or by tiles that keep none (both names of that mean the same here).

    Examples:
        >>> import paddle
        >>> paddle.nn.attention.SDPBackend.MATH.value
        0
    """

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """A context in which `scaled_dot_product_attention` goes one of these ways, on all threads.

    Args:
        backends (SDPBackend|list[SDPBackend]): Which.
        set_priority (bool): The first of them that can is taken; else the one without weights, where it can.

    Raises:
        TypeError: They are no SDPBackend.
        ValueError: There is none.
        RuntimeError: At a call: none of them takes its arguments.

    Examples:
        >>> import paddle
        >>> from paddle.nn.attention import SDPBackend, sdpa_kernel
        >>> x = paddle.ones([1, 4, 2, 8])
        >>> with sdpa_kernel(SDPBackend.MATH):
        ...     paddle.nn.functional.scaled_dot_product_attention(x, x, x).shape
        paddle.Size([1, 4, 2, 8])
    """
    wanted = list(backends) if isinstance(backends, (list, tuple)) else [backends]
    if not wanted:
        raise ValueError("(InvalidArgument) sdpa_kernel: argument `backends` is empty.")
    for one in wanted:
        if not isinstance(one, SDPBackend):
            raise TypeError(
                "(InvalidType) sdpa_kernel: argument `backends` has the wrong type.\n"
                f"  Expected: SDPBackend or a list of them\n  Received: {type(one).__name__}"
            )
    ways = ["weights" if one is SDPBackend.MATH else "tiles" for one in wanted if one >= 0]
    before = _attention.ways
    _attention.ways = tuple(ways) if set_priority else tuple(sorted(ways))
    try:
        yield
    finally:
        _attention.ways = before
