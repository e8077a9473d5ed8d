"""The interpreter's session, bound to tensors and to the tracer."""

from .. import _C
from . import state
from .entry import world
from .vm import Session


def _meta(tensor):
    return (
        type(tensor),
        tensor.dtype,
        tuple(tensor.shape),
        tensor.stop_gradient,
        tensor.persistable,
    )


class TensorSession(Session):
    """Notes of one capture."""

    tensor_types = (_C.Tensor,)
    value_types = (_C.dtype,)

    def __init__(self, tracer):
        super().__init__()
        self.meta = _meta
        self.tracer = tracer
        self.constants = []
        self.world = world()
        self.ignored_modules = tuple(state.ignored_modules)

    def meta(self, tensor):
        return _meta(tensor)

    def is_traced(self, x):
        return isinstance(x, _C.Tensor) and _C.is_traced(x)

    def is_converted(self, fn):
        return not getattr(fn, "_not_to_static", False)

    def graph_break(self, reason, where):
        self.breaks.append((f"{where}: {reason}", where))
        self.tracer.materialize(f"{where}: {reason}")
