"""One program for many sizes: the function is run once more, with stand-ins for the sizes that vary.

When a second capture differs from an earlier one in sizes of its arguments only, the function is
interpreted again with tensors that have no memory and large primes as sizes. Nothing is executed, and what
Python code changes is undone. Where the program that comes out is that of the run before but for numbers that
follow from sizes, it serves all sizes; comparisons of sizes in Python code become guards.
"""

import math
import operator
import re

from .. import _C
from . import state, vm
from .entry import Entry
from .session import TensorExpectations, TensorSession, are_sizes, is_size, meta
from .vm.arguments import replaced
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


class _StandIns:
    """Numbers in the place of others.

    Args:
        sizes (tuple): Of sizes.
        ints (tuple): Of whole numbers.
        first (float), step (float): The first of the floats, and from each to the next.
    """

    def __init__(self, sizes, ints, first, step):
        self.sizes, self.ints, self.first, self.step = sizes, ints, first, step


_PRIMES = _StandIns(
    *_C.prime_stand_ins,
    math.pi * 1e5,
    1234.567,
)
_EVEN = _StandIns(
    *_C.even_stand_ins,
    math.e * 1e-3,
    0.000712345,
)
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
        super().__init__(tracer)
        self.expectations = _Expectations(self.tensor_types, self.value_types, stand_ins)
        self.stand_ins, self.size_guards = stand_ins, []
        self.known = {}  # the expressions of numbers, in the order in which they came up
        self._places, self._symbols, self._made = places, {}, []
        self._before = iter(before.sizes)
        self._for_tensor = 0
        self._given, self._first_call, self._numbers = [], 0, numbers

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


class _Fakes:
    """The sizes that vary: their stand-ins, and where they are found.

    Attributes:
        why (str): Why there can be none.
        like (list), dims (list): Tensors and the shapes of those in their place.
        stand_ins (dict): Stand-in -> (number of the size, size in the run before).
        places (list): Where each size is found: (source, axis).
    """

    def __init__(self, session, varying, stand_ins):
        self.like, self.dims, self.stand_ins, self.places, self.why = [], [], {}, [], None
        pairs = {}
        for source, (path, tensor) in enumerate(session.arguments.inputs):
            if path not in varying.axes:
                continue
            if not tensor.is_contiguous():
                self.why = "a tensor is not contiguous"
            shape = list(tensor.shape)
            for axis, earlier in varying.axes[path].items():
                pair = (shape[axis], earlier)
                if shape[axis] < 2 or earlier is not None and earlier < 2:
                    self.why = "sizes 0 and 1 have programs of their own"
                if pair not in pairs:
                    if len(pairs) == len(stand_ins.sizes):
                        self.why = "too many sizes vary"
                        return
                    pairs[pair] = stand_ins.sizes[len(pairs)]
                    self.stand_ins[pairs[pair]] = (len(self.places), shape[axis])
                    self.places.append((source, axis))
                shape[axis] = pairs[pair]
            self.like.append(tensor)
            self.dims.append(shape)
        if len(varying.arguments) + len(varying.places) > len(stand_ins.ints):
            self.why = "too many numbers vary"


def rehearse(function, args, kwargs, session, entry, varying):
    """An entry for many sizes and numbers, or the reason why there is none.

    Args:
        function (callable): The plain function.
        args (tuple), kwargs (dict): Of the run before.
        session (TensorSession): Of the run before.
        entry (Entry): Of the run before.
        varying (Varying): Between an earlier run and that one.
    """
    if entry.program.assumes:
        return "values were looked at in the middle"
    if entry.program.rebases:
        return "a tensor that has a history is written"
    if not all(tensor.is_leaf for *_, tensor in session.inputs):
        return "a tensor that is read from an object has a history"
    found = []
    for stand_ins in (_PRIMES, _EVEN):  # what follows from a remainder can not be the same for both
        made = _once(function, args, kwargs, session, entry, varying, stand_ins)
        if isinstance(made, str):
            return made
        found.append(made)
    try:
        return _common(*found, entry)
    except (ArithmeticError, ValueError) as why:
        return str(why)


def _once(function, args, kwargs, session, entry, varying, stand_ins):
    """(an entry for the stand-ins, its session, where sizes are found), or the reason why there is none."""
    fakes = _Fakes(session, varying, stand_ins)
    if fakes.why:
        return fakes.why
    tracer = _C.Tracer(_C.ProgramCache())
    rehearsal = RehearsalSession(tracer, session, fakes.stand_ins, varying.places, stand_ins)
    made = tracer.rehearse(fakes.like, fakes.dims, 4 * entry.program.calls + 256)
    tensors = {id(t): fake for t, fake in zip(fakes.like, made, strict=True)}

    def replace(x, path):
        if path in varying.arguments:
            return rehearsal.new_number(varying.arguments[path])
        return tensors.get(id(x))

    try:
        with state.tracing(tracer, started=True):
            args, kwargs = replaced((args, kwargs), replace)
            result = vm.capture(function, args, kwargs, rehearsal)
        made = Entry(rehearsal, tracer, result)
        if not made.same_outcome(entry):
            return "the result follows from sizes or numbers in a way that is not known"
        return made, rehearsal, fakes.places
    except (SizeNeeded, vm.GraphBreak, vm.CannotMerge, Exception) as why:
        return str(why) or type(why).__name__
    finally:
        rehearsal.undo()


def _common(one, other, entry):
    """An entry for many sizes and numbers, where two rehearsals lead to the same formulas."""
    (made, rehearsal, places), (_, again, _) = one, other
    texts = [t for t in {**rehearsal.known, **again.known} if not re.fullmatch(r"s\[\d+\]", t)]
    compute = eval(f"lambda s, v: ({' '.join(t + ',' for t in texts)})")  # noqa: S307 (numbers and operators)
    seen = compute(*rehearsal.seen_numbers())
    programs, kinds = [], (int, float)
    for each, session, _ in (one, other):
        values = compute(*session.stand_in_numbers())
        pairs = [
            (value, was)
            for value, was in zip(values, seen, strict=True)
            if type(value) is type(was)
        ]
        if any(type(n) is int and abs(n) >> 62 for pair in pairs for n in pair):
            return "a number is too large"
        if len(pairs) != len(texts) or any(type(value) not in kinds for value in values):
            return "a number is of another kind for other sizes"
        program, why, used = each.program.for_sizes_of(
            entry.program, *([p for p in pairs if type(p[0]) is kind] for kind in kinds)
        )
        if program is None:
            return why
        programs.append(program)
    if not programs[0].same_formulas(programs[1]):
        return "numbers follow from sizes by their remainders"
    needed = []
    for kind, uses, zero in zip(kinds, used, ("0", "0.0"), strict=True):
        of_kind = [t for t, was in zip(texts, seen, strict=True) if type(was) is kind]
        needed.append([t if use else zero for t, use in zip(of_kind, uses, strict=True)])
    made.for_numbers(programs[0], places, rehearsal.size_guards + again.size_guards, *needed)
    made.expectations.stand_ins = None
    return made
