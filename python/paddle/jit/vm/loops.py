"""`while` loops whose condition is a traced tensor.

The body is recorded once with what it changes as arguments; which slots these
are is found by recording again until no other slot changes.
"""

from . import cfg, fork
from .effects import restore, state
from .frame import NULL, Undefined
from .machine import CannotMerge
from .merge import _NUMBERS, as_tensor

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
        cond = self.cond if self.stay else self.session.logical_not(self.cond)
        outs = self.tracer.emit_while(cond, init, region)
        self._set(outs, self.session.journal.add)
        for i in self.dead:
            self.f.locals[i] = Undefined("a variable that a loop sets for itself")
        self.f.stack.pop()
        self.f.pc = self.after

    def _initial(self):
        values = [(self.saved.locals[i], d) for i, d in self.locals.items()]
        values += [(state(k, h, key), d) for k, h, key, d in self.places.values()]
        return [as_tensor(self.tracer, v, d) for v, d in values]

    def _set(self, values, note):
        for i, value in zip(self.locals, values, strict=False):
            self.f.locals[i] = value
        for (kind, holder, key, _), value in zip(
            self.places.values(), values[len(self.locals) :], strict=True
        ):
            note(kind, holder, key)
            restore(kind, holder, key, value)

    def _body(self, init):
        """The region of the body, or None when it changes more than was carried."""
        f, start = self.f, self.session.serial
        with fork.Scope(f, self.saved, init) as scope:
            self._set(scope.arguments, self.session.journal.add)
            before = list(f.locals)
            entry = {
                p: v for p, v in zip(self.places, scope.arguments[len(self.locals) :], strict=True)
            }
            end = fork.run_way(
                f, self.saved, self.head, self.saved.stack[:-1], self.stops, self.live
            )
            if end.key != ("loop", self.head) or len(end.stack) != len(self.saved.stack):
                raise CannotMerge("a way out of a loop under the condition of a tensor", f.where)
            end.written = fork._places(self.session, scope.undo(), start)
            if self._more(end, before, entry):
                return None
            following = end.stack[-1]
            if not isinstance(following, self.session.tensor_types):
                raise CannotMerge(
                    "the condition of a loop is no tensor in its second round", f.where
                )
            if self.session.merge_key(following) != self.session.merge_key(self.cond):
                raise CannotMerge("the condition of a loop changes its shape or dtype", f.where)
            values = [(end.locals[i], d) for i, d in self.locals.items()]
            values += [(end.written[p][3], d) for p, (*_, d) in self.places.items()]
            values = [as_tensor(self.tracer, v, d) for v, d in values]
            for x, y in zip(init, values, strict=True):
                if not isinstance(y, self.session.tensor_types) or (
                    self.session.merge_key(x) != self.session.merge_key(y)
                ):
                    raise CannotMerge(
                        "a value that a loop carries changes its shape or dtype", f.where
                    )
            following = following if self.stay else self.session.logical_not(following)
            return scope.close([following, *values])

    def _more(self, end, before, entry):
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
                self.places[place] = (kind, holder, key, self._dtype(old, value))
                found = True
        return found

    def _dtype(self, x, y):
        tensors = self.session.tensor_types
        if isinstance(x, tensors):
            return None
        dtype = _NUMBERS.get(type(x))
        if (
            dtype is None
            or not self.session.numbers
            or type(y) is not type(x)
            and not isinstance(y, tensors)
        ):
            raise CannotMerge(
                f"a loop on tensors changes a value of type {type(x).__name__}", self.f.where
            )
        return dtype


def _is_test(name):
    return name.startswith("POP_JUMP_FORWARD")


def _equal(x, y):
    return (
        type(x) is type(y) and type(x) in (int, float, bool, str) and x == y and repr(x) == repr(y)
    )
