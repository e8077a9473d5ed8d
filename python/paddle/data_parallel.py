"""`paddle.DataParallel` before `paddle.nn` has run: it is a layer, and `import paddle` stays cheap without layers."""

import sys

_HOME = "paddle.distributed.data_parallel"


def _real():
    from .distributed.data_parallel import DataParallel

    return DataParallel


class _Late(type):
    """Makes, and compares with, the class itself; so do those that are derived from it."""

    def __new__(meta, name, bases, space):
        if bases:
            return type(_real())(name, (_real(),), space)
        return super().__new__(meta, name, bases, space)

    def __call__(cls, *args, **kwargs):
        return _real()(*args, **kwargs)

    def __instancecheck__(cls, value):
        return _HOME in sys.modules and isinstance(value, _real())

    def __subclasscheck__(cls, other):
        return other is cls or _HOME in sys.modules and issubclass(other, _real())

    def __getattr__(cls, name):
        return getattr(_real(), name)


class DataParallel(metaclass=_Late):
    """Runs a layer in each process on other data, and averages the gradients. With one process it is the layer.

    Args:
        layers (Layer): The layer.
        strategy (ParallelStrategy, optional): Accepted.
        comm_buffer_size (int): Megabytes of gradients that are sent at once.
        last_comm_buffer_size (float): Those of the last message.
        find_unused_parameters (bool): Look for parameters that the loss does not depend on.
        group (Group, optional): By default all processes.

    Raises:
        NotImplementedError: There are more processes.

    Examples:
        >>> import paddle
        >>> net = paddle.DataParallel(paddle.nn.Linear(2, 1))
        >>> net(paddle.ones([3, 2])).shape
        paddle.Size([3, 1])
        >>> sorted(net.state_dict())
        ['bias', 'weight']
    """
