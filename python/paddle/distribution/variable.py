"""What a transform takes and gives: how many axes one value has, and its set."""

from .. import _C
from . import constraint as _constraint

_ops = _C.ops


class Variable:
    """Values with `event_rank` axes."""

    def __init__(self, is_discrete=False, event_rank=0, constraint=None):
        self._is_discrete = is_discrete
        self._event_rank = event_rank
        self._constraint = constraint

    @property
    def is_discrete(self):
        return self._is_discrete

    @property
    def event_rank(self):
        return self._event_rank

    def constraint(self, value):
        return self._constraint.check(value)


class Real(Variable):
    def __init__(self, event_rank=0):
        super().__init__(False, event_rank, _constraint.real)


class Positive(Variable):
    def __init__(self, event_rank=0):
        super().__init__(False, event_rank, _constraint.positive)


class Independent(Variable):
    """A variable with more axes."""

    def __init__(self, base, reinterpreted_batch_rank):
        self._base = base
        self._more = reinterpreted_batch_rank
        super().__init__(base.is_discrete, base.event_rank + reinterpreted_batch_rank)

    def constraint(self, value):
        good = self._base.constraint(value)
        return good.all(list(range(-self._more, 0))) if self._more else good


class Stack(Variable):
    """Variables side by side along an axis."""

    def __init__(self, vars, axis=0):
        self._vars = vars
        self._axis = axis
        super().__init__()

    @property
    def is_discrete(self):
        return any(v.is_discrete for v in self._vars)

    @property
    def event_rank(self):
        rank = max(v.event_rank for v in self._vars)
        return rank + 1 if self._axis + rank < 0 else rank

    def constraint(self, value):
        parts = _ops["unbind"](value, self._axis)
        good = [v.constraint(p) for v, p in zip(self._vars, parts, strict=True)]
        return _ops["stack"](good, self._axis)


real = Real()
positive = Positive()
