"""`while` loops whose condition is a traced tensor.

The body is recorded once with what it changes as arguments; which slots these
are is found by recording again until no other slot changes.
"""

from . import both, cfg, fork
from .effects import restore, state
from .exits import Exits
from .frame import NULL, Undefined
from .list_loops import Lists
from .machine import Again, CannotMerge
from .merge import as_tensor
from .numbers import BITS, DTYPES, KINDS, Number, bits_of, checked, kind_of
from .writes import Writes

ROUNDS = 8


def attempt(f, saved, cond, at, target, wanted):
    """Records the loop that the jump at `at` starts or closes: (whether there is one, the frame to go on with)."""
    stay, after = True, None  # the value of the condition that goes round again
    if target <= at:
        head, end, top, stay = target, at, None, wanted
    else:
        head, top = f.pc, at
        end = None if wanted else cfg.loop_end(f.dec, at, head, target)
        if end is None:
            ways = cfg.leaves_loop(f.dec, at, target)
            if ways is None:
                return False, None
            (head, after), end, top = ways, at, None
            stay = wanted == (head == target)
    if f.body and ("loop", head) in [k for k, _ in f.body.values()]:
        return False, None
    return True, Loop(f, saved, cond, head, end, top, stay, after).record()


class Loop:
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
        self.exits = Exits(self)
        last = max(end, self.after - 1)
        for i in range(head, last + 1) if end < head or not rotated else ():
            to = f.dec.ops[i][1]
            if "JUMP" in f.dec.names[i] and to > last and to not in self.stops:
                self.stops[to] = (("exit", to), NULL)
                self.live |= live[to]
        self.dead = set()  # locals that the body sets for itself
        self.lists, self.writes = Lists(self), Writes(self.session)
        self.locals, self.places = (
            {},
            {},
        )  # slot -> dtype of a number or None; place -> (kind, holder, key, dtype)
        for i in cfg.assigned(f.dec, head, last):  # (others are found when it is recorded)
            if isinstance(saved.locals[i], self.session.tensor_types) and self.live >> i & 1:
                self.locals[i] = None

    def record(self):
        try:
            return self.writes.attempt(self._record)
        except BaseException:
            self.lists.put_back()
            raise

    def _record(self):
        f = self.f
        for _ in range(ROUNDS):
            try:
                self.exits.begin()
                init = self._initial()
                region = self._body(init)
            except Again as e:
                if e.reason is not self.exits:
                    raise
                continue
            except CannotMerge as e:
                items, e.grows = e.grows, None
                if items is None:
                    raise
                e.__traceback__ = e.__context__ = None  # which hold it, too
                if not self.lists.take(items):
                    raise
                continue
            if region is not None:
                break
        else:
            raise CannotMerge("what a loop changes does not settle", f.where)
        emitted, written = self.lists.emitted, self.writes.tensors
        options = [emitted] if emitted else []
        outs = self.tracer.emit_while(self._first(), [*init, *written], region, *options)
        end = len(init) + len(written)
        rows, outs = outs[end:], self.writes.finish(outs[:end])
        self._set(outs, done=True)
        self.lists.finish(outs[self._first_of_lists() :], rows)
        for i in self.dead:
            f.locals[i] = Undefined("a variable that a loop sets for itself")
        f.stack.pop()
        f.pc = self.after
        return self.exits.go() if self.exits.place is not None else None

    def leave(self, end):
        """A way out of the loop ends the body, and is gone when the loop is through."""
        if end.key == "return" or type(end.key) is tuple and end.key[0] == "exit":
            self.exits.take(end)
            end.key = ("loop", self.head)
            end.stack = [*self.saved.stack[:-1], not self.stay]

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
        made = [self._carried(v, d) for v, d in values]
        places = [(k, self.session.before(k, h, key), d) for k, h, key, d in self.places.values()]
        made += [self._carried(v, d, k == "exit") for k, v, d in places]
        return made + self.lists.initial()

    def _first_of_lists(self):
        return len(self.locals) + len(self.places)

    def _carried(self, value, dtype, once=False):
        """`once`: set in the last round only."""
        if dtype is not None and type(value) in (Number, *DTYPES):
            value = value if once else checked(self.session, value)
            if kind_of(value) is not KINDS[dtype]:
                raise CannotMerge(
                    "a number that a loop carries becomes one of another kind", self.f.where
                )
            if once:
                self.exits.bits = max(self.exits.bits, bits_of(value))
            elif (
                type(value) is Number
                and value.bits > BITS
                or type(value) is int
                and abs(value) >> 62
            ):
                raise CannotMerge("a number that a loop carries may leave int64", self.f.where)
        return as_tensor(self.tracer, value, dtype)

    def _set(self, values, done=False):
        for (i, dtype), value in zip(self.locals.items(), values, strict=False):
            self.f.locals[i] = value if dtype is None else self.session.number(value, dtype)
        places = values[len(self.locals) :]
        for (kind, holder, key, d), value in zip(self.places.values(), places, strict=False):
            value = value if d is None else self.session.number(value, d)
            if type(value) is Number and kind == "exit":
                value.bits = self.exits.bits
            if done and kind == "exit":
                restore(kind, holder, key, value)
            else:
                self.session.put(kind, holder, key, value)

    def _stack(self, arguments):
        """What lies on the stack where the body begins."""
        return self.saved.stack[:-1]

    def _body(self, init):
        """The region of the body, or None when it changes more than was carried."""
        f, start = self.f, self.session.serial
        written = self.writes.tensors
        with fork.Scope(f, self.saved, init, written=written, carried=True) as scope:
            self._set(scope.arguments)
            self.lists.begin(scope.arguments[self._first_of_lists() :])
            before = list(f.locals)
            f.loop = self
            end = fork.run_way(
                f, self.saved, self.head, self._stack(scope.arguments), self.stops, self.live
            )
            if end.key != ("loop", self.head) or len(end.stack) != len(self.saved.stack):
                raise CannotMerge("a way out of a loop under the condition of a tensor", f.where)
            if end.modes != scope.globals:
                raise CannotMerge("a loop on tensors changes a mode of the process", f.where)
            end.written = both.places(self.session, scope.undo(), start)
            if self._more(end, before):
                return None
            following, *counts = self._next(end, scope.arguments)
            values = [self._carried(end.locals[i], d) for i, d in self.locals.items()]
            for place, (kind, holder, key, dtype) in self.places.items():
                value = both.written_in(self.session, end, place, kind, holder, key)
                values.append(self._carried(value, dtype, kind == "exit"))
            emitted = self.lists.leave(end.written, values)
            values += counts
            for x, y in zip(init, values, strict=True):
                if not isinstance(y, self.session.tensor_types) or (
                    self.session.merge_key(x) != self.session.merge_key(y)
                ):
                    raise CannotMerge(
                        "a value that a loop carries changes its shape or dtype", f.where
                    )
            return scope.close([following, *values], emitted)

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
            if kind == "grown" or self.lists.makes_longer(kind, holder, value):
                known = [before, end.locals, end.stack, *end.written.values()]
                found |= self.lists.add(holder, known)
            elif place not in self.places:
                old = state(kind, holder, key)
                if kind not in ("attr", "item", "cell", "exit"):
                    raise CannotMerge(
                        f"a loop on tensors changes a {type(holder).__name__}", self.f.where
                    )
                dtype = self._dtype(old, value, place=kind != "exit")
                self.places[place] = (kind, holder, key, dtype)
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


def _is_test(name):
    return name.startswith("POP_JUMP_FORWARD")


def _equal(x, y):
    return (
        type(x) is type(y) and type(x) in (int, float, bool, str) and x == y and repr(x) == repr(y)
    )
