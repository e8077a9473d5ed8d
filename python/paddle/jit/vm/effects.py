"""The journal of writes: done at once, undone where a branch is left, replayed where Python is skipped."""

import operator
import types
from collections import OrderedDict

from .frame import ABSENT
from .guards import elements, fetch, instance_value
from .numbers import settled


class Shown:
    """A tensor that is printed as one that wants a gradient."""

    def __init__(self, tensor):
        self.tensor = tensor

    def made(self):
        self.tensor.stop_gradient = False
        return self.tensor


class Printed:
    """Text that is printed when the call ends."""

    def __init__(self, args, kwargs):
        self.value, self.shown = (args, tuple(kwargs.items())), False

    def show(self):
        args, kwargs = self.value
        if not self.shown:
            args = [x.made() if type(x) is Shown else settled(x) for x in args]
            print(*args, **dict(kwargs))
        self.shown = True


LARGE = 1000  # dicts with more entries are not copied at their first write


def instance_dict(x):
    try:
        return object.__getattribute__(x, "__dict__")
    except AttributeError:
        return None


def location(kind, holder, key):
    """One key for one place, whichever way it was reached."""
    space = instance_dict(holder) if kind == "attr" else None
    return (kind, id(holder), key) if space is None else ("item", id(space), key)


class _Before(list):
    """The elements of a list that is appended to, and how many of the run's own values had been by then."""

    def __init__(self, elements, own):
        super().__init__(elements)
        self.own = own


class Journal:
    def __init__(self):
        self.entries = []  # (kind, holder, key, old)
        self.levels = [set()]  # the places written since each mark
        self.orders = [{}]  # the same: id of a dict -> (dict, its keys at the mark)
        self.snapshots = {}  # id of a container -> its elements at the start
        self.spaces = {}  # the same of dicts in which places are written: (dict, elements)
        self.appended = {}  # id of a list -> (list, its length at the start): so far only appended to
        self.own = {}  # the same -> the values that the run has appended; None where it has done more

    def wrote(self, place):
        return any(place in level for level in self.levels)

    def add(self, kind, holder, key):
        """To be called before a write."""
        if kind == "content":
            self.own[id(holder)] = None
        self._add(kind, holder, key)

    def _add(self, kind, holder, key):
        place = location(kind, holder, key)
        if place in self.levels[-1]:
            return
        self.levels[-1].add(place)
        space = holder if kind == "item" else instance_dict(holder) if kind == "attr" else None
        if isinstance(space, dict) and id(space) not in self.snapshots and len(space) <= LARGE:
            self.snapshots[id(space)] = elements(space)
            self.spaces[id(space)] = space, self.snapshots[id(space)]
        if type(space) is dict and len(self.levels) > 1:
            if ("content", id(space), None) not in self.levels[-1]:
                self.orders[-1].setdefault(id(space), (space, list(space)))
        self.entries.append((kind, holder, key, state(kind, holder, key)))

    def append(self, holder, values):
        """To be called before values are appended to one of `appended`."""
        self._add("content", holder, None)
        own = self.own.setdefault(id(holder), [])
        if own is not None:
            kind, of, key, old = self.entries[-1]
            if of is holder and type(old) is list:
                self.entries[-1] = kind, of, key, _Before(old, len(own))
            own += values

    def _take_back(self, holder, old):
        """Removes the run's own values from a list: another thread may have appended to it, too."""
        own, now = self.own[id(holder)], elements(holder)
        mine = [id(x) for x in own[old.own :]]
        del own[old.own :]
        start = len(old)
        if len(now) >= start and all(map(operator.is_, old, now)):
            for i in range(len(now) - 1, start - 1, -1):
                if id(now[i]) in mine:
                    mine.remove(id(now[i]))
                    del holder[i]
        else:
            refill(holder, old)

    def moves(self, holder, key):
        """Whether to set this item of a dict puts it in another place: it was taken out since the start."""
        if key in holder or not self.wrote(("item", id(holder), key)):
            return False
        place = ("item", id(holder), key)
        return next(e[3] for e in self.entries if location(*e[:3]) == place) is not ABSENT

    def mark(self):
        self.levels.append(set())
        self.orders.append({})
        return len(self.entries)

    def undo(self, mark):
        """Back to the mark; gives the places written since, with their last values."""
        written, failed = [], None
        try:
            written = [(k, h, key, state(k, h, key)) for k, h, key, _ in self.entries[mark:]]
        except BaseException as error:
            failed = error
        for kind, holder, key, old in reversed(self.entries[mark:]):
            try:
                if type(old) is _Before and self.own[id(holder)] is not None:
                    self._take_back(holder, old)
                else:
                    restore(kind, holder, key, old)
            except BaseException as error:  # the other places are put back in any case
                failed = failed or error
        for holder, keys in self.orders.pop().values():
            if list(holder) != keys:
                refill(holder, [part for key in keys for part in (key, holder[key])])
        if mark == 0:
            self._put_back_orders()
        del self.entries[mark:]
        self.levels.pop()
        if failed is not None:
            raise failed
        return written

    def _put_back_orders(self):
        for space, before in self.spaces.values():
            now, places = elements(space), [id(key) for key in before[::2]]
            found = dict(zip(map(id, now[::2]), zip(now[::2], now[1::2], strict=True), strict=True))
            if list(found) != places and found.keys() == set(places):
                refill(space, [part for place in places for part in found[place]])


def state(kind, holder, key):
    if kind == "content":
        return elements(holder)
    if kind == "print":
        return holder.value
    if kind == "exit":
        return holder.slots[key]
    if kind == "grown":
        return holder.state
    if kind == "iterator":
        return (holder.items, holder.index)
    if kind == "generator":
        f = holder._frame
        return (list(f.stack), list(f.locals), f.pc, f.handled, f.yielded, holder._state)
    if kind == "attr":
        value = instance_value(holder, key)
        if value is ABSENT and not hasattr(holder, "__dict__") or isinstance(holder, type):
            value = (
                getattr(holder, key, ABSENT)
                if not isinstance(holder, type)
                else holder.__dict__.get(key, ABSENT)
            )
        return value
    return fetch((kind, holder, key))


def restore(kind, holder, key, old):
    """Sets a place to a state that `state` gave."""
    if kind == "item":
        if old is ABSENT:
            kind_of(holder).pop(holder, key, None)
        else:
            kind_of(holder).__setitem__(holder, key, old)
    elif kind == "attr":
        if isinstance(holder, type):
            type.__setattr__(holder, key, old) if old is not ABSENT else type.__delattr__(
                holder, key
            )
        elif old is not ABSENT:
            native_method(type(holder), "__setattr__")(holder, key, old)
        elif instance_value(holder, key) is not ABSENT:
            native_method(type(holder), "__delattr__")(holder, key)
    elif kind == "cell":
        if old is ABSENT:
            del holder.cell_contents
        else:
            holder.cell_contents = old
    elif kind == "content":
        refill(holder, old)
    elif kind == "exit":
        holder.slots[key] = old
    elif kind == "grown":
        holder.state = old
    elif kind == "iterator":
        holder.items, holder.index = old
    elif kind == "generator":
        f = holder._frame
        stack, f.locals, f.pc, f.handled, f.yielded, holder._state = old
        f.stack[:] = stack


def native_method(cls, name):
    """The method of the nearest base that C code implements."""
    return next(
        m
        for b in cls.__mro__
        if (m := b.__dict__.get(name)) is not None and type(m) is not types.FunctionType
    )


def kind_of(container):
    """The class whose methods change what C code keeps of a dict."""
    return OrderedDict if isinstance(container, OrderedDict) else dict


def refill(container, items):
    if isinstance(container, dict):
        kind = kind_of(container)
        kind.clear(container)
        for key, value in zip(items[::2], items[1::2], strict=True):
            kind.__setitem__(container, key, value)
    elif isinstance(container, list):
        list.__setitem__(container, slice(None), items)
    else:
        container.clear()
        container.update(items) if isinstance(container, set) else container.extend(items)
