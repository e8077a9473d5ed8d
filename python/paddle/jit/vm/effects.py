"""The journal of writes: done at once, undone where a branch is left, replayed where Python is skipped."""

from .frame import ABSENT
from .guards import elements, fetch, instance_value

LARGE = 1000  # dicts with more entries are not copied at their first write


def location(kind, holder, key):
    """One key for one place, whichever way it was reached."""
    if kind == "attr":
        try:
            return ("item", id(object.__getattribute__(holder, "__dict__")), key)
        except AttributeError:
            pass
    return (kind, id(holder), key)


class Journal:
    def __init__(self):
        self.entries = []  # (kind, holder, key, old)
        self.levels = [set()]  # the places written since each mark
        self.snapshots = {}  # id of a container -> its elements at the start
        self.appended = {}  # id of a list -> (list, its length at the start): so far only appended to

    def wrote(self, place):
        return any(place in level for level in self.levels)

    def add(self, kind, holder, key):
        """To be called before a write."""
        place = location(kind, holder, key)
        if place in self.levels[-1]:
            return
        self.levels[-1].add(place)
        if kind == "item" and id(holder) not in self.snapshots and len(holder) <= LARGE:
            self.snapshots[id(holder)] = elements(holder)
        self.entries.append((kind, holder, key, state(kind, holder, key)))

    def mark(self):
        self.levels.append(set())
        return len(self.entries)

    def undo(self, mark):
        """Back to the mark; gives the places written since, with their last values."""
        written = [(k, h, key, state(k, h, key)) for k, h, key, _ in self.entries[mark:]]
        for kind, holder, key, old in reversed(self.entries[mark:]):
            restore(kind, holder, key, old)
        del self.entries[mark:]
        self.levels.pop()
        return written


def state(kind, holder, key):
    if kind == "content":
        return elements(holder)
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
            dict.pop(holder, key, None)
        else:
            dict.__setitem__(holder, key, old)
    elif kind == "attr":
        if isinstance(holder, type):
            type.__setattr__(holder, key, old) if old is not ABSENT else type.__delattr__(
                holder, key
            )
        elif old is not ABSENT:
            object.__setattr__(holder, key, old)
        elif instance_value(holder, key) is not ABSENT:
            object.__delattr__(holder, key)
    elif kind == "cell":
        if old is ABSENT:
            del holder.cell_contents
        else:
            holder.cell_contents = old
    elif kind == "content":
        refill(holder, old)
    elif kind == "iterator":
        holder.items, holder.index = old
    elif kind == "generator":
        f = holder._frame
        stack, f.locals, f.pc, f.handled, f.yielded, holder._state = old
        f.stack[:] = stack


def refill(container, items):
    if isinstance(container, dict):
        dict.clear(container)
        dict.update(container, zip(items[::2], items[1::2], strict=True))
    elif isinstance(container, list):
        list.__setitem__(container, slice(None), items)
    else:
        container.clear()
        container.update(items) if isinstance(container, set) else container.extend(items)
