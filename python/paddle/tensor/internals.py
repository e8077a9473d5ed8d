"""Methods of tensors that Paddle hides behind an underscore and packages call all the same."""

from .. import _C


def _is_initialized(self):
    """Whether it has memory: not where it has no elements."""
    return self.size > 0


def _numel(self):
    """How many elements it has, as an int."""
    return self.size


def _grad_ivar(self):
    """Its gradient, or None."""
    return self.grad


def _copy_to(self, place, blocking=True):
    """A copy on a device.

    Args:
        place (Place): The device.
        blocking (bool): Accepted: the copy is complete.
    """
    moved = self.to(place)
    return moved.clone() if moved is self else moved


def _to_device(self, device=None, dtype=None, blocking=None):
    """`Tensor.to()`.

    Args:
        device (str|Place, optional): The device.
        dtype (dtype|str, optional): The dtype.
        blocking (bool, optional): Accepted.
    """
    return self.to(device=device, dtype=dtype)


_PLAIN = (_is_initialized, _numel, _grad_ivar, _copy_to)
_C.extend_tensor({**{f.__name__: f for f in _PLAIN}, "_to": _to_device})
