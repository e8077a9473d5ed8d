"""Gradients of leaves that a captured function sets or clears: outside of branches the program says what they are in
the end. In ways of branches and in bodies of loops they are places of the journal, which is undone and merged as usual.
"""

from .. import _C
from . import number_ops

# The place of a tensor's gradient: None, a tensor, or the dtype of zeros that nobody has made yet. It is set behind the
# tracer's back.
GRAD = "_grad_state"


class LeafGradients:
    """The part of a session that knows gradients.

    Attributes:
        grads (dict): id -> tensor whose gradient the function has set or cleared.
    """

    def __init__(self):
        super().__init__()
        self.grads = {}

    def grad_changes(self, tensor):
        """The gradient of a tensor is about to be set or cleared."""
        self.grads[id(tensor)] = tensor
        if self.machine.forks:
            self.journal.add("attr", tensor, GRAD)
            self.tracer.grad_is_journaled(tensor)
        # Else the program says what gradients its inputs have in the end.

    def clears_grad(self, tensor):
        """What comes of it depends on whether there is a gradient."""
        before = tensor._grad_state
        if id(tensor) not in self.grads:
            if not isinstance(before, _C.Tensor):
                self.facts.append((tensor, GRAD, before))
            elif not self.is_traced(before):
                self.facts.append((tensor, GRAD, _C.Tensor))
        if before is not None:
            self.grad_changes(tensor)

    def put(self, kind, holder, key, value):
        if key != GRAD or not isinstance(holder, _C.Tensor):
            super().put(kind, holder, key, value)
            return
        self.grads[id(holder)] = holder
        if self.machine.forks:
            super().put(kind, holder, key, value)
        elif isinstance(value, _C.dtype):
            holder.grad = _C.ops["full"](list(holder.shape), 0, number_ops.name_of(value))
            holder.clear_gradient()
        else:
            holder.grad = value

    def before(self, kind, holder, key):
        if key == GRAD and isinstance(holder, _C.Tensor):
            return self.native_attr(holder, "grad", holder.grad)
        return super().before(kind, holder, key)
