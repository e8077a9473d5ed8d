"""`while` loops whose condition is a traced tensor.

The body is recorded once with what it changes as arguments; which slots these
are is found by recording again until no other slot changes.
"""

from . import cfg, fork
from .effects import restore, state
from .frame import NULL, Undefined
from .machine import CannotMerge, Unwind
from .merge import as_tensor
from .numbers import DTYPES, KINDS, Number, kind_of

ROUNDS = 8


def attempt(f, saved, cond, at, target, wanted):
    """Records the loop that the jump at `at` starts or closes; False if it is none."""
    stay, after = True, None  # the value of the condition that goes round again
    if target <= at:
        head, end, top, stay = target, at, None, wanted
    else:
        head, top = f.pc, at
        end = None if wanted else cfg.loop_end(f.dec, at, head, target)
        if end is None:
            ways = cfg.leaves_loop(f.dec, at, target)
            if ways is None:
                return False
            (head, after), end, top = ways, at, None
            stay = wanted == (head == target)
    if f.body and ("loop", head) in [k for k, _ in f.body.values()]:
        return False
    _Loop(f, saved, cond, head, end, top, stay, after).record()
    return True


class _Loop:
    def __init__(self, f, saved, cond, head, end, top, stay, after):
        self.f, self.saved, self.cond, self.head, self.end = f, saved, cond, head, end
        self.session, self.tracer = f.vm.session, f.vm.session.tracer
        self.stay, rotated = stay, after is not None
        self.after = end + 1 if after is None else after
        key = ("loop", head)
        self.stops = {end: (key, NULL), self.after: (key, not stay)}
        live = cfg.live(f.dec)
        self.live = live[head] | live[self.after]
        if rotated:
            self.live |= live[end]
        elif top is None:
            top = next(
                (i for i in range(head) if f.dec.ops[i][1] == end + 1 and _is_test(f.dec.names[i])),
                None,
            )
        if top is not None:
            self.stops[top] = (key, NULL)
        self.dead = set()  # locals that the body sets for itself
        self.locals, self.places = (
            {},
            {},
        )  # slot -> dtype of a number or None; place -> (kind, holder, key, dtype)
        for i in (
            cfg.assigned(f.dec, 0, len(f.dec.ops)) if rotated else cfg.assigned(f.dec, head, end)
        ):
            if isinstance(saved.locals[i], self.session.tensor_types) and self.live >> i & 1:
                self.locals[i] = None

    def record(self):
        for _ in range(ROUNDS):
            init = self._initial()
            region = self._body(init)
            if region is not None:
                break
        else:
            raise CannotMerge("what a loop changes does not settle", self.f.where)
        outs = self.tracer.emit_while(self._first(), init, region)
        self._set(outs, self.session.journal.add)
        for i in self.dead:
            self.f.locals[i] = Undefined("a variable that a loop sets for itself")
        self.f.stack.pop()
        self.f.pc = self.after

    def _first(self):
        """The condition before the first round."""
        return self.cond if self.stay else self.session.logical_not(self.cond)

    def _next(self, end, arguments):
        """The condition after a round, and what counts the rounds."""
        following = end.stack[-1]
        if type(following) is Number and following.kind is bool:
            following = following.tensor
        if not isinstance(following, self.session.tensor_types):
            raise CannotMerge(
                "the condition of a loop is no tensor in its second round", self.f.where
            )
        if self.session.merge_key(following) != self.session.merge_key(self.cond):
            raise CannotMerge("the condition of a loop changes its shape or dtype", self.f.where)
        return [following if self.stay else self.session.logical_not(following)]

    def _initial(self):
        values = [(self.saved.locals[i], d) for i, d in self.locals.items()]
        values += [(self.session.before(k, h, key), d) for k, h, key, d in self.places.values()]
        return [self._carried(v, d) for v, d in values]

    def _carried(self, value, dtype):
        if dtype is not None and type(value) in (Number, *DTYPES):
            if kind_of(value) is not KINDS[dtype]:
                raise CannotMerge(
                    "a number that a loop carries becomes one of another kind", self.f.where
                )
            if value.grows if type(value) is Number else type(value) is int and abs(value) >> 62:
                raise CannotMerge("a number that a loop carries may leave int64", self.f.where)
        return as_tensor(self.tracer, value, dtype)

    def _set(self, values, note):
        for (i, dtype), value in zip(self.locals.items(), values, strict=False):
            self.f.locals[i] = value if dtype is None else self.session.number(value, dtype)
        places = values[len(self.locals) :]
        for (kind, holder, key, _), value in zip(self.places.values(), places, strict=False):
            note(kind, holder, key)
            restore(kind, holder, key, value)

    def _stack(self, arguments):
        """What lies on the stack where the body begins."""
        return self.saved.stack[:-1]

    def _body(self, init):
        """The region of the body, or None when it changes more than was carried."""
        f, start = self.f, self.session.serial
        with fork.Scope(f, self.saved, init) as scope:
            self._set(scope.arguments, self.session.journal.add)
            before = list(f.locals)
            stack = self._stack(scope.arguments)
            end = fork.run_way(f, self.saved, self.head, stack, self.stops, self.live)
            if end.key != ("loop", self.head) or len(end.stack) != len(self.saved.stack):
                raise CannotMerge("a way out of a loop under the condition of a tensor", f.where)
            end.written = fork._places(self.session, scope.undo(), start)
            if self._more(end, before):
                return None
            following, *counts = self._next(end, scope.arguments)
            values = [(end.locals[i], d) for i, d in self.locals.items()]
            values += [
                (fork._written(self.session, end, p, *self.places[p][:3]), d)
                for p, (*_, d) in self.places.items()
            ]
            values = [self._carried(v, d) for v, d in values] + counts
            for x, y in zip(init, values, strict=True):
                if not isinstance(y, self.session.tensor_types) or (
                    self.session.merge_key(x) != self.session.merge_key(y)
                ):
                    raise CannotMerge(
                        "a value that a loop carries changes its shape or dtype", f.where
                    )
            return scope.close([following, *values])

    def _more(self, end, before):
        """Adds what the body changed and is not carried yet."""
        found = False
        for i, (x, y) in enumerate(zip(before, end.locals, strict=True)):
            if x is not y and i not in self.locals and not _equal(x, y):
                if not self.live >> i & 1:
                    self.dead.add(i)
                    continue
                if x is NULL or type(x) is Undefined or y is NULL or type(y) is Undefined:
                    raise CannotMerge("a variable that a loop sets first", self.f.where)
                self.locals[i] = self._dtype(x, y)
                found = True
        for x, y in zip(self.saved.stack[:-1], end.stack[:-1], strict=True):
            if x is not y and not _equal(x, y):
                raise CannotMerge("a value in use changes in a loop", self.f.where)
        for place, (kind, holder, key, value) in end.written.items():
            if place not in self.places:
                old = state(kind, holder, key)
                if kind not in ("attr", "item", "cell"):
                    raise CannotMerge(
                        f"a loop on tensors changes a {type(holder).__name__}", self.f.where
                    )
                self.places[place] = (kind, holder, key, self._dtype(old, value, place=True))
                found = True
        return found

    def _dtype(self, x, y, place=False):
        tensors = self.session.tensor_types
        if isinstance(x, tensors):
            return None
        kind = kind_of(x)
        known = (
            kind is not None and self.session.numbers and (self.session.number_places or not place)
        )
        if not known or kind_of(y) is not kind and not isinstance(y, tensors):
            raise CannotMerge(
                f"a loop on tensors changes a value of type {type(x).__name__}", self.f.where
            )
        return DTYPES[kind]


class _RangeLoop(_Loop):
    """`for` over a TensorRange: `at` is the FOR_ITER, which finds the iterator on the stack."""

    def __init__(self, f, saved, range_, at, target):
        self.range = range_
        super().__init__(f, saved, None, at + 1, at, at, True, target)
        self.stops[at] = (("loop", at + 1), fork.NEXT)

    def _more_to_come(self, index):
        ahead = self.session.number_operation
        return ahead("lt" if self.range.step > 0 else "gt", index, self.range.stop, int)

    def _first(self):
        return self._more_to_come(self.range.start)

    def _initial(self):
        return [*super()._initial(), self.session.number_operation("add", self.range.start, 0, int)]

    def _stack(self, arguments):
        return [*self.saved.stack, self.session.number(arguments[-1], "int64")]

    def _next(self, end, arguments):
        session = self.session
        index = session.number_operation(
            "add", session.number(arguments[-1], "int64"), self.range.step, int
        )
        more = self._more_to_come(session.number(index, "int64"))
        stays = end.stack[-1]  # False where `break` was reached
        if stays is not True:
            more = session.both(more, as_tensor(self.tracer, stays, "bool"))
        return [more, index]


def over_range(f, it, target):
    """Records a loop over a TensorRange; False where it has to be gone through one by one."""
    vm, session = f.vm, f.vm.session
    at = f.pc - 1
    if (
        not session.regions
        or vm.branches >= fork.FORKS
        or vm.forks >= fork.DEPTH
        or vm.fails_often(f, at)
    ):
        return False
    session.before_fork(f)
    vm.branches += 1
    try:
        _RangeLoop(f, fork.Saved(f), it.range, at, target).record()
    except (
        Unwind,
        *session.break_exceptions,
        Exception,
    ):  # (the function's own comes again, one by one)
        vm.fails_often(f, at, failed=True)
        return False
    if not vm.forks:
        vm.branches = 0
    return True


def _is_test(name):
    return name.startswith("POP_JUMP_FORWARD")


def _equal(x, y):
    return (
        type(x) is type(y) and type(x) in (int, float, bool, str) and x == y and repr(x) == repr(y)
    )
