"""The arguments of a capture as a structure with leaves.

Containers are described by type and parts; tensors are inputs; numbers, strings
and None are compared, anything else has to be the same object. That two parts
are one object is part of the structure.
"""

import dataclasses

from .guards import elements


def parts_of(x):
    """(what the container is, its parts), None for a leaf."""
    kind = type(x)
    if kind in (list, tuple) or isinstance(x, tuple) and hasattr(kind, "_fields"):
        return (kind, len(x)), list(x)
    if kind is dict:
        return (kind, len(x)), elements(x)
    if kind in (set, frozenset):
        return None
    if dataclasses.is_dataclass(x) and not isinstance(x, type) and hasattr(x, "__dict__"):
        space = vars(x)
        return (kind, tuple(space)), list(space.values())
    return None


class Structure:
    """Flattened arguments: `spec` compares and hashes nothing, `matches` does."""

    def __init__(self, expectations, args, kwargs):
        self.expectations = expectations
        self.inputs, self.containers = [], {}  # [(path, tensor)]; id -> (object, path)
        self.spec = self._flatten((args, kwargs), ())

    def _flatten(self, x, path):
        parts = parts_of(x)
        if id(x) in self.containers and type(x) is not tuple:
            return ("again", self.containers[id(x)][1])
        if parts is None:
            if isinstance(x, self.expectations.tensor_types):
                for before, other in self.inputs:
                    if other is x:
                        return ("again", before)
                self.inputs.append((path, x))
            return ("leaf", self.expectations.of(x))
        if type(x) is not tuple:
            self.containers[id(x)] = (x, path)
        head, items = parts
        return ("node", head, tuple(self._flatten(p, (*path, i)) for i, p in enumerate(items)))

    def without_values(self):
        """What `matches` needs: the tensors and containers of the call need not live on."""
        made = object.__new__(Structure)
        made.expectations, made.spec = self.expectations, self.spec
        made.inputs, made.containers = [], {}
        return made

    def has(self, tensor):
        return any(t is tensor for _, t in self.inputs)

    def matches(self, args, kwargs):
        return _same(self.expectations, self.spec, (args, kwargs), (), {}, {})


def _same(expectations, spec, x, path, seen, paths):
    if spec[0] == "again":
        return paths.get(spec[1]) is x
    shared = type(x) is not tuple and (
        parts_of(x) is not None or isinstance(x, expectations.tensor_types)
    )
    if shared:
        if id(x) in seen:
            return False
        seen[id(x)] = x
    paths[path] = x
    if spec[0] == "leaf":
        return expectations.holds(spec[1], x)
    parts = parts_of(x)
    if parts is None or parts[0] != spec[1]:
        return False
    return all(
        _same(expectations, s, p, (*path, i), seen, paths)
        for i, (s, p) in enumerate(zip(spec[2], parts[1], strict=True))
    )


def replaced(x, replace, path=()):
    """The arguments with other tensors and numbers in them: what `replace(x, path)` gives, if not None."""
    other = replace(x, path)
    if other is not None:
        return other
    parts = parts_of(x)
    if parts is None:
        return x
    kind = type(x)
    items = [replaced(p, replace, (*path, i)) for i, p in enumerate(parts[1])]
    if kind is dict:
        return dict(zip(items[::2], items[1::2], strict=True))
    if kind in (list, tuple):
        return kind(items)
    if hasattr(kind, "_make"):
        return kind._make(items)
    made = object.__new__(kind)
    for name, item in zip(parts[0][1], items, strict=True):
        object.__setattr__(made, name, item)
    return made
