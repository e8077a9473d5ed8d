"""What code runs under that neither a tensor nor an object holds: grad mode, default dtype, mixed precision."""

from typing import Any, NamedTuple

from .. import _C


class ProcessState(NamedTuple):
    """As it is at one moment; a captured call compares it, a way of a branch leaves one."""

    grad_enabled: bool
    default_dtype: str
    amp: Any

    @classmethod
    def now(cls):
        return cls(_C.is_grad_enabled(), _C.get_default_dtype(), _C.current_amp())

    def put_back(self):
        _C.set_grad_enabled(self.grad_enabled)
        _C.set_default_dtype(self.default_dtype)
        _C.set_amp(self.amp)
