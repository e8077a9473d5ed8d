"""Parameters whose values come later."""

from contextvars import ContextVar

__all__ = ["LazyGuard"]

_depth = ContextVar("LazyGuard", default=0)


def is_lazy():
    """Whether parameters that are made here get no values yet.

    Returns:
        bool

    Examples:
        >>> from paddle.framework.lazy_guard import is_lazy
        >>> is_lazy()
        False
    """
    return _depth.get() > 0


class LazyGuard:
    """Inside, parameters of layers are made without memory and values.

    ``parameter.initialize()`` gives a parameter the values that it would have had at once, ``set_value`` and
    ``Layer.set_state_dict`` others. Operators refuse one that has none.

    Examples:
        >>> import paddle
        >>> with paddle.LazyGuard():
        ...     net = paddle.nn.Linear(10, 10)
        >>> net.weight.shape
        paddle.Size([10, 10])
        >>> for parameter in net.parameters():
        ...     parameter.initialize()
        >>> net(paddle.ones([1, 10])).shape
        paddle.Size([1, 10])
    """

    def __enter__(self):
        _depth.set(_depth.get() + 1)

    def __exit__(self, *exception):
        _depth.set(_depth.get() - 1)
