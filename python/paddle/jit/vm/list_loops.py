"""The lists that a loop on tensors makes longer (grown.py), while it is recorded."""

from . import grown
from .grown import Grown, Many, State
from .machine import Again, CannotMerge
from .merge import as_tensor
from .numbers import Number, bits_of


class Lists:
    """Of one loop.

    Attributes:
        emitted (int): How many results of the body are added to lists.
    """

    def __init__(self, loop):
        self.loop, self.session = loop, loop.session
        self.emitted = 0
        self._all, self._replaced, self._rounds = [], [], []
        self._without_last = []  # lists of which it can not be carried

    def makes_longer(self, kind, items, new):
        if kind != "content" or type(items) is not list or not self.session.lists:
            return False
        return grown.is_addition(items, new, self.session.tensor_types)

    def add(self, holder, known):
        """Takes in a list, or what stands for one; whether it is new. `known`: see `grown.stand_in`."""
        if type(holder) is Grown:
            if holder in self._all:
                return False
            if holder.state.settled or holder.state.parts is None:
                raise CannotMerge("a list grows in two loops on tensors", self.loop.f.where)
            self._all.append(holder)
            return True
        return self.take(holder, known)

    def take(self, items, known=()):
        """Puts a Grown in the place of a list; False where that can not be."""
        if type(items) is not list or not self.session.lists:
            return False
        made = grown.stand_in(self.loop.f, self.loop.saved, items, known)
        if made is None:
            raise CannotMerge(
                "a loop on tensors changes a list that is known elsewhere", self.loop.f.where
            )
        self._replaced.append(made)
        self._all.append(made)
        return True

    def put_back(self):
        """The loop is given up."""
        f, saved = self.loop.f, self.loop.saved
        for made in self._replaced:
            grown.replace((f.locals, f.stack, saved.locals, saved.stack), made, made.items)

    def _last(self, of):
        if of in self._without_last:
            return None
        last = of.state.parts[-1] if of.state.parts else None
        last = last.last if type(last) is Many else last
        return last if isinstance(last, self.session.tensor_types) else None

    def initial(self):
        """What the loop carries for its lists: how many elements there are, and the last one."""
        values, vm = [], self.loop.f.vm
        for of in self._all:
            length = of.length(vm)
            values.append(as_tensor(self.session.tracer, length, "int64"))
            last = self._last(of)
            values += [last] if last is not None else []
        return values

    def begin(self, values):
        """The body is recorded: `values` are what `initial` gave, of its round."""
        values = iter(values)
        for of in self._all:
            count = self.session.number(next(values), "int64")
            last = next(values) if self._last(of) is not None else None
            of.set(State(before=(count, last)))

    def leave(self, written, values):
        """The body is recorded: appends what is carried to the next round, gives what is added in this one."""
        self._rounds, emitted, vm = [], [], self.loop.f.vm
        for of in self._all:
            state = written.get(("grown", id(of), None), (None, None, None, None))[3]
            if state is None or state.settled or state.parts is not None:
                raise CannotMerge("a list is changed in a loop on tensors", self.loop.f.where)
            length = of.length_after(vm, state)
            if type(length) is not Number:
                raise CannotMerge("the length of a list", self.loop.f.where)
            values.append(length.tensor)
            if state.before[1] is not None:
                last, key = of.last_after(state), self.session.merge_key
                if key(last) != key(state.before[1]):
                    self._without_last.append(of)
                    raise Again(self.loop.exits)
                values.append(last)
            sure = all(there is True for _, there in state.added)
            keys = {self.session.merge_key(x) for x, _ in state.added}
            if len(keys) > 1:
                raise CannotMerge(
                    "a loop on tensors appends tensors of several kinds", self.loop.f.where
                )
            for x, there in state.added:
                emitted.append(x)
                if not sure:
                    emitted.append(as_tensor(self.session.tracer, there, "bool"))
            self._rounds.append((len(state.added), sure))
        self.emitted = len(emitted)
        return emitted

    def finish(self, values, rows):
        """The loop is recorded: what it carried at last, and the rows of all rounds."""
        values, rows, vm = iter(values), iter(rows), self.loop.f.vm
        for of, (adds, sure) in zip(self._all, self._rounds, strict=True):
            before = of.length(vm)
            after = self.session.number(next(values), "int64")
            last = next(values) if self._last(of) is not None else None
            if not adds:
                continue
            rounds = [(next(rows), True if sure else next(rows)) for _ in range(adds)]
            count = self.session.number(
                self.session.number_operation("sub", after, before, int), "int64"
            )
            count.bits = bits_of(after)
            ends = rounds[-1][0] if rounds[-1][1] is True else None
            many = Many(self.session.rows_of_rounds(rounds), count, last, ends)
            of.set(State((*of.state.parts, many)))
