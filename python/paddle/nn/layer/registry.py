"""Named members of a layer, and handles of its hooks."""

import weakref
from collections import OrderedDict


class _Registry(OrderedDict):
    """Named members of a layer, which also stand in the layer's ``__dict__``.

    ``layer.weight`` is then an ordinary attribute and costs no ``__getattr__``.
    Owners are held weakly: layers and registries form no cycle.
    """

    def __init__(self, owner=None):
        super().__init__()
        self._owners = [] if owner is None else [weakref.ref(owner)]

    def owner(self):
        """A layer whose ``__dict__`` has these members, or None."""
        return next((owner for r in self._owners if (owner := r()) is not None), None)

    def bind(self, owner):
        self._owners.append(weakref.ref(owner))
        owner.__dict__.update(self)

    def unbind(self):
        for name in self:
            self._forget(name)
        self._owners = []

    def _forget(self, name):
        for reference in self._owners:
            owner = reference()
            if owner is not None:
                owner.__dict__.pop(name, None)

    def __setitem__(self, name, value):
        super().__setitem__(name, value)
        for reference in self._owners:
            owner = reference()
            if owner is not None:
                owner.__dict__[name] = value

    def __delitem__(self, name):
        super().__delitem__(name)
        self._forget(name)

    def pop(self, name, *default):
        value = super().pop(name, *default)
        self._forget(name)
        return value

    def popitem(self, last=True):
        name, value = super().popitem(last)
        self._forget(name)
        return name, value

    def clear(self):
        for name in self:
            self._forget(name)
        super().clear()

    def __reduce__(self):  # owners bind again in Layer.__setstate__
        return _Registry, (), None, None, iter(self.items())


class HookRemoveHelper:
    """What registering a hook returns; ``remove()`` takes the hook away."""

    next_hook_id = 0

    def __init__(self, hooks, extras=()):
        self._hooks = [weakref.ref(table) for table in (hooks, *extras)]
        self._hook_id = HookRemoveHelper.next_hook_id
        HookRemoveHelper.next_hook_id += 1

    def remove(self):
        """Takes the hook away; a second call does nothing."""
        for reference in self._hooks:
            table = reference()
            if table is not None:
                table.pop(self._hook_id, None)
