"""The objects that a run makes, and how long they live."""

import types
import weakref
from collections import deque

CONTAINERS = (list, dict, set, deque)


class Made:
    """The part of a session that knows what is made in the capture.

    Attributes:
        made (dict): id of an object -> (the object or a weak reference to it, the number of objects made by then).
        serial (int): How many have been made.
    """

    def __init__(self):
        self.made, self.serial = {}, 0
        self._finalized = {}  # class -> whether it has a `__del__` in Python

    def construct(self, cls):
        """An object of the class is about to be made; whether its end will run Python."""
        known = self._finalized.get(cls)
        if known is None:
            found = next(
                (b.__dict__["__del__"] for b in cls.__mro__ if "__del__" in b.__dict__), None
            )
            known = type(found) is types.FunctionType and not cls.__module__.startswith(__package__)
            self._finalized[cls] = known
        if known:
            self.opaque(f"{cls.__name__}.__del__")
        return known

    def make(self, x):
        kind = type(x)
        if self.construct(kind):
            return self.make_dying(x)
        if issubclass(kind, weakref.ref):
            self.may_die(x(), x.__callback__)
        self.serial += 1
        self.made[id(x)] = (x, self.serial)
        return x

    def make_dying(self, x):
        """The same for what ends when the function drops it, and tells somebody."""
        self.serial += 1
        self._hold_weakly(x, self.serial)
        return x

    def _hold_weakly(self, x, serial):
        made, key = self.made, id(x)
        try:
            made[key] = (weakref.ref(x, lambda _: made.pop(key, None)), serial)
        except TypeError:  # it has no place for weak references
            made[key] = (x, serial)

    def may_die(self, x, callback=None):
        """There is a weak reference to `x`: an object of the function's own ends when the function drops it."""
        found = self.made.get(id(x))
        if found is not None and found[0] is x:
            if callback is not None:
                self.opaque("a weak reference with a callback")
            self._hold_weakly(x, found[1])

    def make_container(self, x):
        return self.make(x) if type(x) in CONTAINERS else x

    def made_iterator(self, source, it):
        return self.make(it) if it is not source else it

    def is_old(self, x):
        return id(x) not in self.made

    def instance_dict(self, obj, space):
        """The dict of an instance is as old as the instance, and an argument where that is one."""
        if id(obj) in self.made:
            self.make(space)
        elif self._covered(obj):
            self.arguments.containers[id(space)] = (
                space,
                (*self.arguments.containers[id(obj)][1], "__dict__"),
            )
        return space
