"""The number of threads operators use."""

from .. import _C


def set_num_threads(num_threads):
    """The number of threads that operators use.

    Args:
        num_threads (int): 1 to 1024; 1 keeps all work on the calling thread.

    Raises:
        ValueError: `num_threads` is out of range.

    Examples:
        >>> import paddle
        >>> threads = paddle.get_num_threads()
        >>> paddle.set_num_threads(1)
        >>> paddle.get_num_threads()
        1
        >>> paddle.set_num_threads(threads)
    """
    _C.set_num_threads(num_threads)


def get_num_threads():
    """The number of threads that operators use: at first the cores this process may run on.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.get_num_threads() >= 1
        True
    """
    return _C.get_num_threads()
