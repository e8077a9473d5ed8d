"""One program for many sizes: the function is run once more, with stand-ins for the sizes that vary.

When a second capture differs from an earlier one in sizes of its arguments only, the function is
interpreted again with tensors that have no memory and large primes as sizes. Nothing is executed, and what
Python code changes is undone. Where the program that comes out is that of the run before but for numbers that
follow from sizes, it serves all sizes; comparisons of sizes in Python code become guards.
"""

from .. import _C
from . import state, vm
from .entry import Entry
from .session import TensorExpectations, TensorSession, are_sizes, is_size, meta
from .vm.arguments import parts_of
from .vm.sizes import Sized, SizeNeeded, sized

_STAND_INS = (16411, 32771, 65537, 131101, 262147, 524309)
# Builtins that hand numbers on, or ask for their class only.
_CARRIERS = (isinstance, tuple, list, zip, enumerate, iter, next, reversed, slice, type, callable)


def axes_that_vary(a, b, path=()):
    """{path of a tensor: {axis: size in `a`}} between argument structures that are equal otherwise, else None."""
    if a[0] != b[0] or a[0] == "again" and a != b:
        return None
    if a[0] == "again":
        return {}
    if a[0] == "leaf":
        return _leaf_axes(a[1], b[1], path)
    if a[1] != b[1] or len(a[2]) != len(b[2]):
        return None
    found = {}
    for i, (p, q) in enumerate(zip(a[2], b[2], strict=True)):
        part = axes_that_vary(p, q, (*path, i))
        if part is None:
            return None
        found |= part
    return found


def _leaf_axes(a, b, path):
    if a[0] != b[0]:
        return None
    if a[0] == "is":
        return {} if a[1] is b[1] else None
    if a[0] != "tensor":
        return {} if a == b else None
    x, y = a[1], b[1]
    if (*x[:2], *x[3:]) != (*y[:2], *y[3:]) or len(x[2]) != len(y[2]):
        return None
    axes = {i: m for i, (m, n) in enumerate(zip(x[2], y[2], strict=True)) if m != n}
    return {path: axes} if axes else {}


class _Expectations(TensorExpectations):
    def __init__(self, types, values, stand_ins):
        super().__init__(types, values, self._meta)
        self.stand_ins = stand_ins

    def _meta(self, tensor):
        kind, dtype, shape, *rest = meta(tensor)
        if self.stand_ins is not None:
            shape = tuple(-1 if n in self.stand_ins else n for n in shape)
        return (kind, dtype, shape, *rest)


class RehearsalSession(TensorSession):
    """Notes of a rehearsal.

    Args:
        tracer (Tracer): It rehearses.
        before (TensorSession): Of the run before.
        stand_ins (dict): Stand-in -> (number of the size, the size in the run before).
    """

    def __init__(self, tracer, before, stand_ins):
        super().__init__(tracer)
        self.expectations = _Expectations(self.tensor_types, self.value_types, stand_ins)
        self.stand_ins, self.size_guards = stand_ins, []
        self._before = iter(before.sizes)
        self._for_tensor = 0

    def seen(self, value):
        several = are_sizes(value)
        if not is_size(value) and not several:
            return value
        was = next(self._before, None)
        if not several and type(was) is int:
            return self._sized(value, was)
        if not several or type(was) is not tuple or len(was) != len(value):
            raise SizeNeeded("other sizes lead to other operations")
        return self.make(type(value)(map(self._sized, value, was)))

    def _sized(self, value, was):
        if value == was:
            return value
        number, seen = self.stand_ins.get(value, (None, None))
        return sized(self, int(value), was, f"s[{number}]" if seen == was else None)

    def seen_length(self, tensor):
        if isinstance(self.seen(len(tensor)), Sized):
            raise SizeNeeded("a loop over a tensor")

    def touch(self, x, deep=False, depth=0):
        if isinstance(x, Sized) and not self._for_tensor:
            raise SizeNeeded(f"C code needs the number itself ({self.where()})")
        super().touch(x, deep, depth)

    def touch_operands(self, a, b, deep=False):
        tensor = isinstance(a, self.tensor_types) or isinstance(b, self.tensor_types)
        self._beside(tensor, super().touch_operands, a, b, deep)

    def touch_key(self, container, key):
        self._beside(isinstance(container, self.tensor_types), super().touch_key, container, key)

    def touch_argument(self, fn, x, deep):
        self._beside(fn in _CARRIERS, super().touch_argument, fn, x, deep)

    def operator_arguments(self, fn, args, kwargs):
        self._beside(True, super().operator_arguments, fn, args, kwargs)

    def _beside(self, tensor, touch, *args):
        """C code of the framework takes sizes as they are."""
        self._for_tensor += tensor
        try:
            touch(*args)
        finally:
            self._for_tensor -= tensor


def _replaced(x, tensors):
    """The arguments with other tensors in them."""
    if id(x) in tensors:
        return tensors[id(x)]
    parts = parts_of(x)
    if parts is None:
        return x
    kind = type(x)
    items = [_replaced(p, tensors) for p in parts[1]]
    if kind is dict:
        return dict(zip(items[::2], items[1::2], strict=True))
    if kind in (list, tuple):
        return kind(items)
    if hasattr(kind, "_make"):
        return kind._make(items)
    made = object.__new__(kind)
    for name, item in zip(parts[0][1], items, strict=True):
        object.__setattr__(made, name, item)
    return made


def rehearse(function, args, kwargs, session, entry, axes):
    """An entry for many sizes, or the reason why there is none.

    Args:
        function (callable): The plain function.
        args (tuple), kwargs (dict): Of the run before.
        session (TensorSession): Of the run before.
        entry (Entry): Of the run before.
        axes (dict): Of `axes_that_vary` between an earlier run and this one.
    """
    like, dims, stand_ins, places, pairs = [], [], {}, [], {}
    for source, (path, tensor) in enumerate(session.arguments.inputs):
        if path not in axes:
            continue
        shape = list(tensor.shape)
        for axis, earlier in axes[path].items():
            pair = (shape[axis], earlier)
            if min(pair) < 2:
                return "sizes 0 and 1 have programs of their own"
            if pair not in pairs:
                if len(pairs) == len(_STAND_INS):
                    return "too many sizes vary"
                pairs[pair] = _STAND_INS[len(pairs)]
                stand_ins[pairs[pair]] = (len(places), shape[axis])
                places.append((source, axis))
            shape[axis] = pairs[pair]
        if not tensor.is_contiguous():
            return "a tensor is not contiguous"
        like.append(tensor)
        dims.append(shape)
    if not all(tensor.is_leaf for *_, tensor in session.inputs):
        return "a tensor that is read from an object has a history"
    tracer = _C.Tracer(_C.ProgramCache())
    rehearsal = RehearsalSession(tracer, session, stand_ins)
    fakes = tracer.rehearse(like, dims, 4 * entry.program.calls + 256)
    tensors = {id(t): fake for t, fake in zip(like, fakes, strict=True)}
    try:
        with state.tracing(tracer, started=True):
            args, kwargs = _replaced(args, tensors), _replaced(kwargs, tensors)
            result = vm.capture(function, args, kwargs, rehearsal)
        made = Entry(rehearsal, tracer, result)
        if not made.same_outcome(entry):
            return "the result holds numbers that follow from sizes"
        program, why = made.program.for_sizes_of(entry.program)
        if program is None:
            return why
        made.for_sizes(program, places, rehearsal.size_guards)
    except (SizeNeeded, vm.GraphBreak, vm.CannotMerge, Exception) as why:
        return str(why) or type(why).__name__
    finally:
        tracer.undo()
        rehearsal.journal.undo(0)
    made.expectations.stand_ins = None
    return made
