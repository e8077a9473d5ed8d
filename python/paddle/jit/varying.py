"""In what two runs of a function differ, or what its `input_spec` leaves open."""

import struct

from .. import _C
from .vm.effects import location


class Varying:
    """In what two runs differ, where that is sizes and numbers only.

    Attributes:
        axes (dict): Path of an argument -> {axis: size in the earlier run}.
        arguments (dict): Path of an argument -> the number in the later run.
        places (dict): Where a guard looks -> the number in the later run.
    """

    def __init__(self, earlier, later):
        self.axes, self.arguments, self.places = {}, {}, {}
        self.found = self._compare(
            earlier.arguments.spec, later.arguments.spec, ()
        ) and self._guards(earlier.guards, later.guards)

    def __bool__(self):
        return self.found and bool(self.axes or self.arguments or self.places)

    def _compare(self, a, b, path):
        if a[0] != b[0]:
            return False
        if a[0] == "again":
            return a == b
        if a[0] == "leaf":
            return self._leaf(a[1], b[1], path)
        if a[1] != b[1] or len(a[2]) != len(b[2]):
            return False
        parts = enumerate(zip(a[2], b[2], strict=True))
        return all(self._compare(p, q, (*path, i)) for i, (p, q) in parts)

    def _leaf(self, a, b, path):
        if _number_varies(a, b):
            self.arguments[path] = _value(b)
            return True
        if a[0] == b[0] == "tensor":
            x, y = a[1], b[1]
            if (*x[:2], *x[3:]) != (*y[:2], *y[3:]) or len(x[2]) != len(y[2]):
                return False
            axes = {i: m for i, (m, n) in enumerate(zip(x[2], y[2], strict=True)) if m != n}
            if axes:
                self.axes[path] = axes
            return True
        return _same(a, b)

    def _guards(self, earlier, later):
        if len(earlier) != len(later):
            return False
        for a, b in zip(earlier, later, strict=True):
            temporary = a[0] == b[0] == "content" and type(a[1]) is type(
                b[1]
            )  # two lists that native code made
            if (
                a[0] != b[0]
                or not (temporary or a[1] is b[1])
                or not (a[2] is b[2] or a[2] == b[2])
            ):
                return False
            if _number_varies(a[3], b[3]):
                self.places[location(*b[:3])] = _value(b[3])
            elif not _same(a[3], b[3]):
                return False
        return True

    @classmethod
    def nothing(cls):
        """What is known before a call is the same each time."""
        varying = cls.__new__(cls)
        varying.axes, varying.arguments, varying.places, varying.found = {}, {}, {}, True
        return varying

    @classmethod
    def of_numbers(cls, spec):
        """Every number among the arguments."""
        varying = cls.nothing()
        varying._take_numbers(spec, ())
        return varying

    def _take_numbers(self, spec, path):
        if spec[0] == "node":
            for i, part in enumerate(spec[2]):
                self._take_numbers(part, (*path, i))
        elif spec[0] == "leaf" and spec[1][0] == "value" and spec[1][1] in (int, float):
            self.arguments[path] = _value(spec[1])

    @classmethod
    def of_spec(cls, input_spec, args):
        """What `input_spec` leaves open: sizes of None or -1."""
        varying = cls.nothing()
        first = len(args) - len(input_spec)
        if first in (0, 1):  # a method decorated in its class has `self` before the others
            for i, spec in enumerate(input_spec):
                varying._open(spec, args[first + i], (0, first + i))
        return varying

    def _open(self, spec, x, path):
        if isinstance(x, _C.Tensor):
            shape = getattr(spec, "shape", None)
            if shape is not None and len(shape) == x.ndim:
                axes = {i: None for i, n in enumerate(shape) if n is None or n == -1}
                if axes:
                    self.axes[path] = axes
        elif isinstance(spec, (list, tuple)) and isinstance(x, (list, tuple)):
            for i, (s, part) in enumerate(zip(spec, x, strict=False)):
                self._open(s, part, (*path, i))
        elif isinstance(spec, dict) and isinstance(x, dict):
            for i, key in enumerate(x):
                if key in spec:
                    self._open(spec[key], x[key], (*path, 2 * i + 1))


def _number_varies(a, b):
    return a[0] == b[0] == "value" and a[1] is b[1] and a[1] in (int, float) and a[2] != b[2]


def _value(expected):
    return struct.unpack("d", expected[2])[0] if expected[1] is float else expected[2]


def _same(a, b):
    """Whether two expectations are one, without asking objects."""
    if a[0] != b[0] or len(a) != len(b):
        return False
    if a[0] == "is":
        return a[1] is b[1]
    if a[0] in ("tuple", "list"):
        return a[1:-1] == b[1:-1] and len(a[-1]) == len(b[-1]) and all(map(_same, a[-1], b[-1]))
    return a == b
