"""Programs that set attributes of `paddle.Tensor`: captures take its methods for given, and are dropped then."""

import weakref

from .. import _C

_living = weakref.WeakSet()


def watch(capturing):
    """Notes a function that has captures, or soon will have.

    Args:
        capturing (Capturing): The function.
    """
    _living.add(capturing)


def _forget():
    for capturing in list(_living):
        capturing.forget()


_C.on_tensor_patch(_forget)
