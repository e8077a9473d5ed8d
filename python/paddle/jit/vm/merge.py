"""What two ways of a branch leave behind, in one form.

`combine` compares two values and gives a recipe: keep the one object, take a
result of the `if`, or build a container of recipes.
"""

import types

from .frame import NULL, Undefined
from .guards import value_key
from .machine import CannotMerge
from .numbers import BITS, Number, bits_of, fits, kind_of
from .numbers import DTYPES as _NUMBERS


class Keep:
    def __init__(self, value):
        self.value = value

    def build(self, results, session):
        return self.value


class Result:
    def __init__(self, index, dtype=None, bits=BITS):
        self.index, self.dtype, self.bits = index, dtype, bits  # dtype: of a number

    def build(self, results, session):
        result = results[self.index]
        if self.dtype is None:
            return result
        number = session.number(result, self.dtype)
        number.bits = self.bits
        return number


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
        self.numbers = session.numbers
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
        if type(a) is Number or type(b) is Number:
            if kind_of(a) is None or kind_of(a) is not kind_of(b) or not self.numbers:
                self.fail(what, a, b)
            return self.pair(a, b, _NUMBERS[kind_of(a)], number=True)
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
        if kind in _NUMBERS and self.numbers:
            return self.pair(a, b, _NUMBERS[kind], number=True)
        fresh = self._fresh(a) and self._fresh(b)
        if kind is tuple or kind is list and fresh:
            if len(a) != len(b):
                self.fail(what, a, b)
            pairs = zip(a, b, strict=True)
            if kind is tuple:
                return Build(kind, None, [self.combine(x, y, what) for x, y in pairs])
            return Build(kind, None, [self.combine_stored(x, y, what) for x, y in pairs])
        if kind is dict and fresh:
            if list(a) != list(b):
                self.fail(what, a, b)
            return Build(
                dict, list(a), [self.combine_stored(a[k], b[k], f"{what}[{k!r}]") for k in a]
            )
        if kind is types.MethodType and a.__self__ is b.__self__ and a.__func__ is b.__func__:
            return Keep(a)
        if kind in (slice, range) and a == b:
            return Keep(a)
        return self.fail(what, a, b)

    def combine_stored(self, a, b, what):
        """`combine` for what lies in a container or an attribute, where only values belong."""
        before, self.numbers = self.numbers, self.numbers and self.session.number_places
        try:
            return self.combine(a, b, what)
        finally:
            self.numbers = before

    def _fresh(self, x):
        found = self.session.made.get(id(x))
        return found is not None and found[1] > self.serial

    def pair(self, a, b, dtype, number=False):
        if not fits(a) or not fits(b):
            self.fail("a number beyond int64", a, b)
        shown = dtype if number else None
        bits = max(BITS, bits_of(a), bits_of(b))
        for i, (x, y, d) in enumerate(self.pairs):
            if x is a and y is b and d == dtype:
                return Result(i, shown, bits)
        self.pairs.append((a, b, dtype))
        return Result(len(self.pairs) - 1, shown, bits)


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
    if type(x) is Number:
        return x.tensor
    return tracer.full_like(x, dtype) if type(x) in _NUMBERS else x
