"""Guards: what a capture has read, as plain data, and whether it still is so.

A guard is `(kind, holder, key, expected)`:

    item      `holder[key]` of a dict, also of a module's globals
    attr      the entry `key` of an instance's dict, or a slot
    class     `key` as found along the bases of a class; own: in its own dict
    cell      the contents of a closure's cell
    content   all elements of a list, dict, set or deque, in order
    function  code and defaults of a function
    registry  what the holder gives: what is registered with abstract classes, the limit of recursion
    part      element `key` of a tuple, which the place `holder` (kind, holder, key) holds
    special   what a class has of special methods and data descriptors is `key` (see `specials`): it gives the class

and `expected` is one of `("absent",)`, `("is", object, type)`, `("value", type, key)`,
`("number", type)` (any of the type), `("tuple", (...))`, `("list", type, (...))` and `("tensor", meta)`. A tensor is
an input: any tensor of this meta will do.
"""

import struct
import types
from collections import OrderedDict

from .frame import ABSENT

_VALUES = (int, str, bool, bytes, type(None))
_MISSING = ("absent",)


def value_key(x):
    """Equal for numbers that no program can tell apart, and for no others."""
    if type(x) is float:
        return struct.pack("d", x)
    if type(x) is complex:
        return struct.pack("dd", x.real, x.imag)
    return x


class Expectations:
    """Makes and checks what is expected of a value; knows tensors and other plain values."""

    def __init__(self, tensor_types=(), value_types=(), meta=None):
        self.tensor_types, self.value_types = tensor_types, value_types
        self.meta = meta or (lambda tensor: (type(tensor),))

    def of(self, x):
        kind = type(x)
        if x is ABSENT:
            return _MISSING
        if kind in _VALUES or kind in (float, complex) or kind in self.value_types:
            return ("value", kind, value_key(x))
        if isinstance(x, self.tensor_types):
            return ("tensor", self.meta(x))
        if kind is tuple:
            return ("tuple", tuple(self.of(item) for item in x))
        return ("is", x, type(x))

    def holds(self, expected, x):
        kind = expected[0]
        if kind == "absent":
            return x is ABSENT
        if kind == "is":
            return x is expected[1] and type(x) is expected[2]
        if kind == "number":
            return type(x) is expected[1]
        if kind == "value":
            return type(x) is expected[1] and value_key(x) == expected[2]
        if kind == "tensor":
            return isinstance(x, self.tensor_types) and self.same_meta(expected[1], self.meta(x))
        if kind == "tuple":
            return type(x) is tuple and self._all(expected[1], x)
        return type(x) is expected[1] and self._all(expected[2], elements(x))

    def same_meta(self, expected, meta):
        return expected == meta

    def _all(self, expected, items):
        return len(expected) == len(items) and all(map(self.holds, expected, items))

    def content(self, container, items):
        return ("list", type(container), tuple(self.of(item) for item in items))


def elements(container):
    """What is in a container, in order: keys and values in turn for a dict."""
    if isinstance(container, dict):
        items = OrderedDict.items if isinstance(container, OrderedDict) else dict.items
        return [part for item in items(container) for part in item]
    if isinstance(container, list):
        return list(list.__iter__(container))
    return list(container)


def fetch(guard):
    """What a guard looks at."""
    kind, holder, key = guard[:3]
    if kind == "item":
        return dict.get(holder, key, ABSENT)
    if kind == "attr":
        return instance_value(holder, key)
    if kind == "own":
        return holder.__dict__.get(key, ABSENT)
    if kind == "class":
        for base in holder.__mro__:
            if key in base.__dict__:
                return base.__dict__[key]
        return ABSENT
    if kind == "cell":
        try:
            return holder.cell_contents
        except ValueError:
            return ABSENT
    if kind == "function":
        return (holder.__code__, holder.__defaults__, tuple((holder.__kwdefaults__ or {}).items()))
    if kind == "part":
        whole = element(*holder)
        return whole[key] if type(whole) is tuple and key < len(whole) else ABSENT
    if kind == "registry":
        return (holder(),)
    if kind == "special":
        same = same_specials(key, specials(holder, [base for base, _ in key[1]]))
        return holder if same else ABSENT
    return holder  # content


def element(kind, holder, key):
    """What lies at a place, which may be one element of a container that is guarded as a whole."""
    return elements(holder)[key] if kind == "content" else fetch((kind, holder, key))


_SAID = frozenset(
    ("__module__", "__doc__", "__qualname__", "__dict__", "__weakref__", "__annotations__")
)


def specials(cls, bases):
    """The bases of a class, and of `bases` what Python looks for by itself, or prefers to attributes of instances."""
    return cls.__mro__, tuple((base, tuple(_specials_of(base))) for base in bases)


def _specials_of(base):
    for name, value in vars(base).items():
        special = name[:2] == name[-2:] == "__" and len(name) > 4 and name not in _SAID
        if special or hasattr(type(value), "__set__") or hasattr(type(value), "__delete__"):
            yield from (name, value)


def same_specials(a, b):
    """Whether two of `specials` hold the same objects."""

    def flat(x):
        return [*x[0], *(i for base, own in x[1] for i in (base, len(own), *own))]

    a, b = flat(a), flat(b)
    return len(a) == len(b) and all(
        p is q or type(p) in (str, int) and p == q for p, q in zip(a, b, strict=True)
    )


def instance_value(obj, name):
    try:
        value = object.__getattribute__(obj, "__dict__").get(name, ABSENT)
    except AttributeError:
        value = ABSENT
    if value is not ABSENT:
        return value
    for base in type(obj).__mro__:
        slot = base.__dict__.get(name)
        if isinstance(slot, (types.MemberDescriptorType, types.GetSetDescriptorType)):
            try:
                return slot.__get__(obj, type(obj))
            except AttributeError:
                return ABSENT
    return ABSENT


def failing(guards, expectations):
    """The first guard that does not hold, or None."""
    for guard in guards:
        if not expectations.holds(guard[3], fetch(guard)):
            return guard
    return None
