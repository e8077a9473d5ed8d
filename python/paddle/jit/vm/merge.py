"""What two ways of a branch leave behind, in one form.

`combine` compares two values and gives a recipe: keep the one object, take a
result of the `if`, or build a container of recipes.
"""

import types

from .frame import NULL, Undefined
from .guards import value_key
from .machine import CannotMerge

_NUMBERS = {bool: "bool", int: "int64", float: "float64"}


class Keep:
    def __init__(self, value):
        self.value = value

    def build(self, results, session):
        return self.value


class Result:
    def __init__(self, index):
        self.index = index

    def build(self, results, session):
        return results[self.index]


class Build:
    def __init__(self, kind, keys, parts):
        self.kind, self.keys, self.parts = kind, keys, parts

    def build(self, results, session):
        parts = [p.build(results, session) for p in self.parts]
        if self.kind is dict:
            return session.make(dict(zip(self.keys, parts, strict=True)))
        return session.make(parts) if self.kind is list else tuple(parts)


class Merger:
    """Collects the pairs of which the `if` has to choose one: (a, b, dtype of a number or None)."""

    def __init__(self, session, serial, where):
        self.session, self.serial, self.where = session, serial, where
        self.pairs = []

    def fail(self, what, a, b):
        raise CannotMerge(
            f"{what}: {_show(a)} and {_show(b)} of the two ways have no common form", self.where
        )

    def combine(self, a, b, what):
        if a is b:
            return Keep(a)
        if a is NULL or b is NULL or type(a) is Undefined or type(b) is Undefined:
            raise CannotMerge(f"{what} is set in one way of a tensor's condition only", self.where)
        session, tensors = self.session, self.session.tensor_types
        if isinstance(a, tensors) and isinstance(b, tensors):
            if session.merge_key(a) != session.merge_key(b):
                self.fail(what, a, b)
            return self.pair(a, b, None)
        if isinstance(a, tensors) or isinstance(b, tensors):
            tensor, number = (a, b) if isinstance(a, tensors) else (b, a)
            dtype = _NUMBERS.get(type(number))
            if dtype is None or not session.is_number(tensor, dtype):
                self.fail(what, a, b)
            return self.pair(a, b, dtype)
        if type(a) is not type(b):
            self.fail(what, a, b)
        return self._same_type(a, b, what)

    def _same_type(self, a, b, what):
        kind = type(a)
        if kind in (bool, int, float, str, bytes, complex) and value_key(a) == value_key(b):
            return Keep(a)
        if kind in _NUMBERS and self.session.numbers:
            return self.pair(a, b, _NUMBERS[kind])
        fresh = self._fresh(a) and self._fresh(b)
        if kind is tuple or kind is list and fresh:
            if len(a) != len(b):
                self.fail(what, a, b)
            parts = [
                self.combine(x, y, f"{what}[{i}]")
                for i, (x, y) in enumerate(zip(a, b, strict=True))
            ]
            return Build(kind, None, parts)
        if kind is dict and fresh:
            if list(a) != list(b):
                self.fail(what, a, b)
            return Build(dict, list(a), [self.combine(a[k], b[k], f"{what}[{k!r}]") for k in a])
        if kind is types.MethodType and a.__self__ is b.__self__ and a.__func__ is b.__func__:
            return Keep(a)
        if kind in (slice, range) and a == b:
            return Keep(a)
        return self.fail(what, a, b)

    def _fresh(self, x):
        found = self.session.made.get(id(x))
        return found is not None and found[1] > self.serial

    def pair(self, a, b, dtype):
        for i, (x, y, d) in enumerate(self.pairs):
            if x is a and y is b and d == dtype:
                return Result(i)
        self.pairs.append((a, b, dtype))
        return Result(len(self.pairs) - 1)


def _show(x):
    return (
        "nothing"
        if x is NULL
        else f"{type(x).__name__} {x!r:.40}"
        if type(x) in _NUMBERS
        else type(x).__name__
    )


def as_tensor(tracer, x, dtype):
    """A number as a tensor of the region that is open now."""
    return tracer.full_like(x, dtype) if type(x) in _NUMBERS else x
