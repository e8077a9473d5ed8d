"""What a rehearsal notes: the interpreter's session where sizes and numbers are stand-ins."""

import operator

from .. import _C
from .session import TensorExpectations, TensorSession, are_sizes, is_size, meta
from .vm.effects import location
from .vm.sizes import Sized, SizeNeeded, decide, plain, sized

# What does not fit is cut by these, not refused.
_CLAMPING = frozenset((
    "slice", "strided_slice", "crop", "narrow", "as_strided", "unfold", "tensor_unfold", "diagonal", "split", "chunk",
    "tensor_split", "unflatten", "unbind", "unstack", "roll", "select_scatter", "slice_scatter", "diagonal_scatter",
))  # fmt: skip
# These note places in memory: not for sizes that vary.
_BY_PLACE = frozenset((
    "trace", "diagonal", "diagonal_", "fill_diagonal_", "fill_diagonal", "fill_diagonal_tensor",
    "fill_diagonal_tensor_", "slice_scatter", "select_scatter", "diagonal_scatter", "as_strided", "tensor_unfold",
))  # fmt: skip
_LARGE = 256  # sizes from here on follow from stand-ins


# Builtins that hand numbers on, or ask for their class only.
_CARRIERS = (isinstance, tuple, list, zip, enumerate, iter, next, reversed, slice, type, callable)


class _Expectations(TensorExpectations):
    def __init__(self, types, values, stand_ins):
        super().__init__(types, values, self._meta)
        self.stand_ins = stand_ins

    def of(self, x):
        if isinstance(x, Sized):
            return ("number", int if isinstance(x, int) else float)
        return super().of(x)

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
        places (dict): Where numbers lie that vary -> the number in the run before.
        numbers (_StandIns): Where they come from.
    """

    def __init__(self, tracer, before, stand_ins, places, numbers):
        super().__init__(tracer, before.careful, before.wary)
        self.expectations = _Expectations(self.tensor_types, self.value_types, stand_ins)
        self.stand_ins, self.size_guards = stand_ins, []
        self.known = {}  # the expressions of numbers, in the order in which they came up
        self._places, self._symbols, self._made = places, {}, []
        self._before = iter(before.sizes)
        self._decided = iter(before.decisions)
        self._for_tensor = 0
        self._given, self._first_call, self._numbers = [], 0, numbers

    def opaque(self, name):
        raise SizeNeeded(f"{name} is called for other sizes")  # and nothing is executed here

    def may_leave_to_python(self):
        return True  # it runs nothing

    def need_care(self, **options):
        raise SizeNeeded("results that may share memory")

    def decide(self, cond):
        super().decide(cond)
        return next(self._decided, None)

    def new_number(self, seen):
        """The stand-in of the next number that varies."""
        k = len(self._made)
        numbers = self._numbers
        stand_in = numbers.ints[k] if type(seen) is int else numbers.first + k * numbers.step
        self._made.append((stand_in, seen))
        return sized(self, stand_in, seen, f"v[{k}]")

    def stand_in_numbers(self):
        """(sizes, numbers) as they are in this rehearsal."""
        return list(self.stand_ins), [stand_in for stand_in, _ in self._made]

    def seen_numbers(self):
        """The same in the run before."""
        return [size for _, size in self.stand_ins.values()], [seen for _, seen in self._made]

    def note_number(self, x):
        self.known.setdefault(x.text)

    def read(self, kind, holder, key, value):
        value = super().read(kind, holder, key, value)
        if type(value) in (int, float):
            place = location(kind, holder, key)
            if place in self._symbols and not self.journal.wrote(place):
                return self._symbols[place]
        return value

    def symbol(self, value, place):
        if place not in self._places:
            return value
        self._symbols[place] = symbol = self.new_number(self._places[place])
        *guard, _ = self.guards.pop()
        self.guards.append((*guard, ("number", type(value))))
        return symbol

    def same_number(self, kind, args):
        if len(args) == 1 and isinstance(args[0], Sized) and isinstance(args[0], kind):
            return args[0]
        return None

    def seen(self, value):
        self.taken()
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
        if tensor:
            self._give(a, b)

    def touch_key(self, container, key):
        tensor = isinstance(container, self.tensor_types)
        self._beside(tensor, super().touch_key, container, key)
        if tensor:
            self._compare_key(container.shape, key if type(key) is tuple else (key,))

    def touch_argument(self, fn, x, deep):
        self._beside(fn in _CARRIERS, super().touch_argument, fn, x, deep)

    def operator_arguments(self, fn, args, kwargs):
        self._beside(True, super().operator_arguments, fn, args, kwargs)
        self._give(*args, *kwargs.values())
        name, owner = getattr(fn, "__name__", None), getattr(fn, "__self__", None)
        if name in _BY_PLACE:
            for x in (owner, *args, *kwargs.values()):
                if isinstance(x, _C.Tensor) and any(n >= _LARGE for n in x.shape):
                    raise SizeNeeded(f"{fn.__name__} notes places in memory")
        if name in ("__getitem__", "__setitem__") and isinstance(owner, _C.Tensor) and args:
            self._compare_key(owner.shape, args[0] if type(args[0]) is tuple else (args[0],))
        elif self._given and name in _CLAMPING:
            raise SizeNeeded(f"{fn.__name__} takes what there is of a size")

    def _give(self, *values):
        """An operator is about to take numbers: it has to take them as they are."""
        self._given, self._first_call = [], self.tracer.num_calls
        while values:
            self._given += [plain(x) for x in values if isinstance(x, Sized) and isinstance(x, int)]
            parts = [x for x in values if isinstance(x, (list, tuple))]
            values = [part for x in parts for part in x]

    def taken(self):
        for number in self._given:
            if not self.tracer.mentions(self._first_call, number):
                raise SizeNeeded(
                    f"an operator decides by a number that follows from sizes ({self.where()})"
                )
        self._given = []

    def _compare_key(self, shape, key):
        """How the bounds of an index compare with the sizes becomes guards: what is out of bounds is cut."""
        axes = [k for k in key if k is not None and type(k) is not bool]
        if Ellipsis in [k for k in axes if type(k) in (type(Ellipsis), int, slice)]:
            at = next(i for i, k in enumerate(axes) if k is Ellipsis)
            left = sum(k.ndim if _is_mask(k) else 1 for k in axes[at + 1 :])
        else:
            at, left = len(axes), 0
        axis = 0
        for i, k in enumerate(axes):
            if i == at:
                axis = len(shape) - left
                continue
            if type(k) is slice and isinstance(k.step, Sized):
                raise SizeNeeded("the step of a slice")
            for bound in (k.start, k.stop) if type(k) is slice else (k,):
                if isinstance(bound, Sized):
                    self._compare(bound, self._known_size(shape[axis]))
                elif type(bound) is int and shape[axis] >= _LARGE:
                    self._compare_size(self._known_size(shape[axis]), abs(bound))
            axis += k.ndim if _is_mask(k) else 1

    def _compare(self, bound, size):
        for symbol, compare, other in (
            ("<", operator.lt, 0),
            ("<=", operator.le, size),
            (">=", operator.ge, -size),
        ):
            outcome = decide(bound, symbol, compare, other)
            if compare(plain(bound), plain(other)) is not outcome:
                raise SizeNeeded("a bound of an index that is cut")

    def _compare_size(self, size, bound):
        for symbol, compare in ((">=", operator.ge), (">", operator.gt)):
            if decide(size, symbol, compare, bound) is not compare(plain(size), bound):
                raise SizeNeeded("a bound of an index that is cut")

    def _known_size(self, n):
        if n in self.stand_ins:
            number, seen = self.stand_ins[n]
            return sized(self, n, seen, f"s[{number}]")
        if n >= _LARGE:
            raise SizeNeeded("an index into a size that follows from sizes")
        return n

    def _beside(self, tensor, touch, *args):
        """C code of the framework takes sizes as they are."""
        self._for_tensor += tensor
        try:
            touch(*args)
        finally:
            self._for_tensor -= tensor


def _is_mask(k):
    return isinstance(k, _C.Tensor) and k.dtype is _C.bool
