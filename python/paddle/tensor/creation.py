"""paddle.to_tensor and what is close to it."""

from .. import _C

__all__ = ["clone", "tensor", "to_tensor"]

to_tensor = _C.to_tensor


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor with a copy of `data`; `requires_grad` is not stop_gradient."""
    return _C.to_tensor(data, dtype, device, not requires_grad)


def clone(x, name=None):
    """A copy of `x` through which gradients flow."""
    return _C.ops["assign"](x)


_C.extend_tensor({"clone": clone})
