"""One program for many sizes: the function is run once more, with stand-ins for the sizes that vary.

When a second capture differs from an earlier one in sizes of its arguments only, the function is
interpreted again with tensors that have no memory and large primes as sizes. Nothing is executed, and what
Python code changes is undone. Where the program that comes out is that of the run before but for numbers that
follow from sizes, it serves all sizes; comparisons of sizes in Python code become guards.
"""

import math
import re

from .. import _C
from . import state, vm
from .entry import Entry
from .rehearsal_session import RehearsalSession
from .vm.arguments import replaced
from .vm.tail import Outcome


class _StandIns:
    """Numbers in the place of others.

    Args:
        sizes (tuple): Of sizes.
        ints (tuple): Of whole numbers.
        first (float), step (float): The first of the floats, and from each to the next.
        late (tuple): Of sizes that only a run knows.
    """

    def __init__(self, sizes, ints, first, step, late):
        self.sizes, self.late = sizes, late
        self.ints, self.first, self.step = ints, first, step

    def with_late(self, k, size):
        late = (*self.late[:k], size, *self.late[k + 1 :])
        return _StandIns(self.sizes, self.ints, self.first, self.step, late)


_PRIMES = _StandIns(
    *_C.prime_stand_ins,
    math.pi * 1e5,
    1234.567,
    (1048583, 2097169, 4194319, 8388617, 16777259, 33554467),
)
_EVEN = _StandIns(
    *_C.even_stand_ins,
    math.e * 1e-3,
    0.000712345,
    (1048560, 2097144, 4194288, 8388600, 16777200, 33554424),
)


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
    if entry.assumptions > entry.late_peeks:
        return "values were looked at in the middle"
    if entry.program.rebases:
        return "a tensor that has a history is written"
    if not all(tensor.is_leaf for *_, tensor in session.inputs):
        return "a tensor that is read from an object has a history"
    made = _for_all(function, args, kwargs, session, entry, varying, frozenset())
    fixed = frozenset(k for k, size in enumerate(entry.late_sizes) if size < 2)
    if isinstance(made, str) and fixed:  # which broadcast, and are empty
        made = _for_all(function, args, kwargs, session, entry, varying, fixed)
    return made


def _for_all(function, args, kwargs, session, entry, varying, fixed):
    """The same, with these of the sizes that only a run knows as they were."""
    found = []

    def once(stand_ins):
        return _once(function, args, kwargs, session, entry, varying, stand_ins, fixed)

    for stand_ins in (_PRIMES, _EVEN):  # what follows from a remainder can not be the same for both
        made = once(stand_ins)
        if isinstance(made, str):
            return made
        found.append(made)
    free = [k for k in range(len(entry.late_sizes)) if k not in fixed]
    try:
        made = _common(*found, entry, len(free))
    except (ArithmeticError, ValueError) as why:
        return str(why)
    if isinstance(made, str):
        return made
    for number, k in enumerate(free):
        for size in (0, 1):  # the operations have to be the same
            small = once(_EVEN.with_late(k, size))
            if not isinstance(small, str):
                if _agrees(made.program, [session for _, session, _ in found], small):
                    made.small.add((number, size))
    return made


def _once(function, args, kwargs, session, entry, varying, stand_ins, fixed):
    """(an entry for the stand-ins, its session, where sizes are found), or the reason why there is none."""
    fakes = _Fakes(session, varying, stand_ins)
    if fakes.why:
        return fakes.why
    tracer = _C.Tracer(_C.ProgramCache())
    seen = entry.late_sizes
    if len(seen) > len(stand_ins.late):
        return "too many sizes depend on values"
    late = [seen[k] if k in fixed else stand_ins.late[k] for k in range(len(seen))]
    free = [(late[k], seen[k]) for k in range(len(seen)) if k not in fixed]
    numbers = dict(fakes.stand_ins)
    for k, (there, here) in enumerate(free, len(fakes.places)):
        numbers[there] = (k, here)
    rehearsal = RehearsalSession(tracer, session, numbers, varying.places, stand_ins)
    made = tracer.rehearse(fakes.like, fakes.dims, 4 * entry.program.calls + 256, late)
    tensors = {id(t): fake for t, fake in zip(fakes.like, made, strict=True)}

    def replace(x, path):
        if path in varying.arguments:
            return rehearsal.new_number(varying.arguments[path])
        return tensors.get(id(x))

    try:
        with state.tracing(tracer, rehearsal, started=True):
            args, kwargs = replaced((args, kwargs), replace)
            result = vm.capture(function, args, kwargs, rehearsal)
            if type(result) is Outcome:
                rehearsal.raises(result.tree)
            else:
                rehearsal.settle_sharing(result)
        made = Entry(rehearsal, tracer, result)
        if not made.same_outcome(entry):
            return "the result follows from sizes or numbers in a way that is not known"
        return made, rehearsal, fakes.places
    except BaseException as why:  # SystemExit, too
        rehearsal.abandon()  # before its frames go
        if not rehearsal.is_of_function(why):
            raise
        return _without_stand_ins(str(why), numbers) or type(why).__name__
    finally:
        rehearsal.undo()


def _without_stand_ins(text, stand_ins):
    """The text with "?" for sizes and numbers that stand for any."""
    return re.sub(r"\d+", lambda n: "?" if int(n[0]) in stand_ins else n[0], text)


class _Numbers:
    """The numbers that Python code computes of sizes, but for those that only a run knows.

    Attributes:
        texts (list), known (dict): As expressions of sizes `s` and numbers `v`.
        compute (callable): Their values.
    """

    def __init__(self, sessions, early):
        self.early = early
        texts = self.known = dict.fromkeys(t for session in sessions for t in session.known)
        self.texts = [t for t in texts if not re.fullmatch(r"s\[\d+\]", t) and not self.is_late(t)]
        self.compute = eval(f"lambda s, v: ({' '.join(t + ',' for t in self.texts)})")  # noqa: S307

    def is_late(self, text):
        return any(int(k) >= self.early for k in re.findall(r"s\[(\d+)\]", text))

    def pairs(self, there, here):
        """[(whole numbers, floats)] as pairs of what they are in two runs; None where one is of another kind."""
        found = list(zip(self.compute(*there), self.compute(*here), strict=True))
        if any(type(a) is not type(b) or type(a) not in (int, float) for a, b in found):
            return None
        return [[p for p in found if type(p[0]) is kind] for kind in (int, float)]


def _agrees(program, sessions, small):
    """Whether the program for many sizes is that of a rehearsal with small ones."""
    again, session, places = small
    numbers = _Numbers(sessions, len(places))
    known = {t for t in session.known if not numbers.is_late(t)}
    if not known.issubset(numbers.known):
        return False
    try:
        values = numbers.compute(*session.stand_in_numbers())
    except (ArithmeticError, ValueError):
        return False
    return program.agrees_at(again.program, [n for n in values if type(n) is int])


def _common(one, other, entry, late):
    """An entry for many sizes and numbers, where two rehearsals lead to the same formulas; `late`: how many are."""
    (made, rehearsal, places), (_, again, _) = one, other
    numbers = _Numbers((rehearsal, again), len(places))
    programs, seen = [], rehearsal.seen_numbers()
    for each, session, _ in (one, other):
        pairs = numbers.pairs(session.stand_in_numbers(), seen)
        if pairs is None:
            return "a number is of another kind for other sizes"
        if any(abs(n) >> 62 for pair in pairs[0] for n in pair):
            return "a number is too large"
        program, why, used = each.program.for_sizes_of(entry.program, *pairs)
        if program is None:
            return why
        programs.append(program)
    if not programs[0].same_formulas(programs[1]):
        return "numbers follow from sizes by their remainders"
    if used[2] != late:
        return "a size that depends on values is found in a way that is not known"
    needed, values = [], numbers.compute(*seen)
    for kind, uses, zero in zip((int, float), used[:2], ("0", "0.0"), strict=True):
        of_kind = [t for t, was in zip(numbers.texts, values, strict=True) if type(was) is kind]
        needed.append([t if use else zero for t, use in zip(of_kind, uses, strict=True)])
    guards = rehearsal.size_guards + again.size_guards
    made.late_sizes = entry.late_sizes
    made.for_numbers(programs[0], places, guards, numbers.is_late, *needed)
    made.expectations.stand_ins = None
    return made
