"""Lists that a loop on tensors makes longer: how long they are is known to the run of the program only.

A `Grown` stands for such a list wherever the function holds it. What the loop adds comes out of it as tensors with a
row for each round. Appending, the length, the last element and joining all of them need no more than that; whatever
else looks at one gets the list itself, for which the number of rows has to be known.
"""

import gc
import types
from typing import NamedTuple

from . import numbers
from .machine import CannotMerge, GraphBreak


class Many:
    """Elements that a loop has added: the rows of a tensor.

    Args:
        rows (Tensor): Of any number.
        count (Number): How many there are.
        last (Tensor): The last one, or what was last before the loop; None where there may be none.
        ends (Tensor): What was last in each round, which alone has the gradient of the last one; None where some
            rounds add nothing.
    """

    __slots__ = ("rows", "count", "last", "ends")

    def __init__(self, rows, count, last, ends):
        self.rows, self.count, self.last, self.ends = rows, count, last, ends


class State(NamedTuple):
    """What a Grown holds.

    Attributes:
        parts (tuple): Elements and Many, in order; None in the body of a loop.
        before (tuple): In the body: how many there were when the round began, and the last of them or None.
        added (Added): In the body: (element, whether it is there), in this round.
        settled (bool): Whether it is a list like others by now.
    """

    parts: tuple = None
    before: tuple = None
    added: tuple = ()
    settled: bool = False


class Grown:
    """In the place of a list.

    Args:
        session (Session): Of the capture.
        items (list): It.
    """

    __slots__ = ("session", "items", "state", "_filled")

    def __init__(self, session, items):
        self.session, self.items = session, items
        self.state = State(tuple(items))
        self._filled = None  # (parts, the tensor that says if there are any)

    def set(self, state):
        self.session.journal.add("grown", self, None)
        self.state = state

    def value(self):
        """The list itself."""
        state, session = self.state, self.session
        if state.settled:
            return self.items
        if state.parts is None:
            raise GraphBreak(
                "a list that a loop on tensors makes longer is looked at", session.where()
            )
        items = []
        for part in state.parts:
            items += session.elements_of(part.rows) if type(part) is Many else [part]
        if session.machine is not None:
            session.looked()
            session.mutate(self.items)
            self.set(State(settled=True))
        self.items[:] = items
        return self.items

    def append(self, x):
        state, session = self.state, self.session
        if state.settled:
            session.append(self.items, (x,))
            self.items.append(x)
        elif state.parts is not None:
            self.set(state._replace(parts=(*state.parts, x)))
        elif isinstance(x, session.tensor_types):
            self.set(state._replace(added=(*state.added, (x, True))))
        else:
            raise CannotMerge("a loop on tensors appends what is no tensor", session.where())

    def length(self, vm):
        """An int or a Number."""
        state = self.state
        if state.parts is None:
            return self.length_after(vm, state)
        total = sum(type(part) is not Many for part in state.parts)
        for part in state.parts:
            if type(part) is Many:
                total = numbers.binary(vm, "add", part.count, total)
        return total

    @staticmethod
    def length_after(vm, state):
        total = state.before[0]
        for _, there in state.added:
            total = numbers.binary(vm, "add", total, 1 if there is True else there)
        return total

    def last_after(self, state):
        """The last element in the body of a loop; None where there may be none."""
        last = state.before[1]
        for x, there in state.added:
            if there is True:
                last = x
            else:
                last = None if last is None else self.session.either(there.tensor, x, last)
        return last

    def last(self):
        """The last element; NotImplemented where the list itself has to say that."""
        parts = self.state.parts
        if parts is None:
            found = self.last_after(self.state)
        elif not parts or type(parts[-1]) is not Many:
            return parts[-1] if parts else NotImplemented
        else:
            found = parts[-1].last
            if found is None and len(parts) == 1 and self.is_filled():
                only = parts[0]
                found = self.session.row_of(only.rows if only.ends is None else only.ends, -1)
        if found is None and parts is None:
            raise GraphBreak("the last element of a list that may be empty", self.session.where())
        return NotImplemented if found is None else found

    def is_filled(self):
        """Whether there is an element; where the other case is left to Python, it is noted."""
        session, parts = self.session, self.state.parts
        if any(type(part) is not Many for part in parts):
            return True
        if self._filled is not None and self._filled[0] is parts:
            cond = self._filled[1]
            if any(o is not None and o[0] is cond and o[1] for o in session.machine.outcomes):
                return True
        return len(parts) == 1 and session.required(parts[0].count)

    def truth(self, vm):
        """True or a tensor."""
        parts = self.state.parts
        if parts is not None and any(type(part) is not Many for part in parts):
            return True
        cond = numbers.truth(vm, self.length(vm))
        self._filled = parts, cond
        return cond

    def subscript(self, key):
        """The element number `key`, or NotImplemented."""
        parts = self.state.parts
        if key == -1:
            return self.last()
        if parts is None or key < -len(parts) or key >= len(parts):
            return NotImplemented
        between = parts[: key + 1] if key >= 0 else parts[key:]
        return parts[key] if all(type(part) is not Many for part in between) else NotImplemented

    def call(self, vm, fn, args, kwargs):
        """`fn(self, ...)` where that needs no look at the elements, or NotImplemented."""
        if self.state.settled:
            return NotImplemented
        if fn is len and not kwargs and len(args) == 1:
            return self.length(vm)
        if self.state.parts is None:
            return NotImplemented
        return self.session.joined(fn, self, args[1:], kwargs)


class Method:
    """`append` or `extend` of a Grown."""

    __slots__ = ("owner", "name")

    def __init__(self, owner, name):
        self.owner, self.name = owner, name

    def value(self):
        return getattr(self.owner.value(), self.name)

    def call(self, args, kwargs):
        if kwargs or len(args) != 1:
            return NotImplemented
        if self.name == "append":
            self.owner.append(args[0])
        elif type(args[0]) in (list, tuple):
            self.owner.session.touch(args[0])
            for x in args[0]:
                self.owner.append(x)
        else:
            return NotImplemented
        return None


numbers.STAND_FOR.update((Grown, Method))


def is_addition(old, new, tensors):
    """Whether elements of a list `new` are those of `old` and then tensors."""
    return (
        len(new) > len(old)
        and all(a is b for a, b in zip(old, new, strict=False))
        and all(isinstance(x, tensors) for x in new[len(old) :])
    )


def stand_in(f, saved, items, known):
    """Puts a Grown in the place of a list that only this frame holds; None where that is not known.

    Args:
        known (iterable): Objects of the capture that hold it, too.
    """
    session = f.vm.session
    if type(items) is not list or session.is_old(items):
        return None
    places = (f.locals, f.stack, saved.locals, saved.stack)
    known = {id(x) for x in (*places, *known)}
    known.add(id(session.made[id(items)]))
    known.update(id(entry) for entry in session.journal.entries)
    known.update(id(pair) for pair in session.journal.spaces.values())
    holders = gc.get_referrers(items)
    if any(id(x) not in known and type(x) is not types.FrameType for x in holders):
        return None
    made = Grown(session, items)
    f.vm.numbers = True
    replace(places, items, made)
    return made


def replace(places, old, new):
    for place in places:
        place[:] = [new if x is old else x for x in place]


class AddedRecipe:
    """What two ways of a branch have added in one round."""

    def __init__(self, state, parts, like):
        self.state, self.parts, self.keys, self.like = state, parts, None, like

    def build(self, results, session):
        made = [p.build(results, session) for p in self.parts]
        added = tuple(zip(made[::2], made[1::2], strict=True))
        return self.state._replace(added=added)


class _Padded:
    """The elements of one way and whether they are there, in turn; behind them others that are not."""

    def __init__(self, session, added, like):
        self.session, self.added, self.like = session, added, like

    def __getitem__(self, at):
        index, second = divmod(at, 2)
        if index < len(self.added):
            return self.added[index][second]
        return False if second else self.session.hidden_zeros(self.like[index])


def combine(merger, x, y):
    """A recipe for the state after a branch in which two ways have left these."""
    if (
        x.parts is not y.parts
        or x.before is not y.before
        or x.settled
        or y.settled
        or x.parts is not None
    ):
        merger.fail("a list", x, y)
    longer = x.added if len(x.added) > len(y.added) else y.added
    parts, session = [], merger.session
    for i in range(len(longer)):
        (a, has_a), (b, has_b) = (
            (s.added[i] if i < len(s.added) else (None, False)) for s in (x, y)
        )
        if a is not None and b is not None and session.merge_key(a) != session.merge_key(b):
            merger.fail("an element of a list", a, b)
        parts += [merger.pair(a, b, None), merger.combine(has_a, has_b, "an element of a list")]
    return AddedRecipe(x, parts, [a for a, _ in longer])


def padded(session, state, like):
    """`state` where a recipe looks for its parts."""
    return _Padded(session, state.added, like)
