"""Operators: natively for what C code implements, by Python's rules where a class defines them in Python."""

import operator
from collections import defaultdict

from . import numbers
from .asked import COMPARING
from .attributes import load_attr, lookup, python_method, special
from .frame import ABSENT, NULL
from .grown import Grown, Method
from .numbers import Number, looked_at, settled

_FAST = frozenset((int, float, bool, str, complex, bytes, type(None)))
# The order of the argument of BINARY_OP.
_NAMES = (
    "add", "and", "floordiv", "lshift", "matmul", "mul", "mod", "or", "pow", "rshift", "sub", "truediv", "xor",
)  # fmt: skip
_FUNCTIONS = tuple(getattr(operator, n + "_" if n in ("and", "or") else n) for n in _NAMES)
_INPLACE = tuple(getattr(operator, "i" + n) for n in _NAMES)
_SEQUENCES = (list, tuple, str, bytes, bytearray)
_HASHED = (dict, set, frozenset, type({}.keys()), type({}.items()))
_SWAPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
_COMPARE = {n: getattr(operator, n) for n in _SWAPPED}


def _call_if(vm, obj, name, *args):
    """`type(obj).name(obj, *args)`, NotImplemented where there is none."""
    method = special(vm, obj, name)
    if method is not None:
        return vm.call(method, (obj, *args))
    found = lookup(type(obj), name)
    if found is ABSENT or found is None:
        return NotImplemented
    return vm.call(found.__get__(obj, type(obj)), args)


def binary(vm, arg, a, b):
    inplace, arg = arg >= 13, arg % 13
    if type(a) in _FAST and type(b) in _FAST:
        return _FUNCTIONS[arg](a, b)
    name = _NAMES[arg]
    if vm.numbers:
        if type(a) is Number or type(b) is Number:
            value = numbers.binary(vm, name, a, b)
            if value is not NotImplemented:
                return value
        if type(a) is Grown and name == "add" and inplace and type(b) in (list, tuple):
            Method(a, "extend").call((b,), {})
            return a
        a, b = looked_at(vm, a), looked_at(vm, b)
        if type(a) in _FAST and type(b) in _FAST:
            return _FUNCTIONS[arg](a, b)
    forward, backward = f"__{name}__", f"__r{name}__"
    if inplace and python_method(a, f"__i{name}__"):
        value = _call_if(vm, a, f"__i{name}__", b)
        if value is not NotImplemented:
            return value
    if python_method(a, forward) or python_method(b, backward):
        return _by_methods(vm, arg, forward, backward, a, b)
    if inplace and hasattr(type(a), f"__i{name}__"):
        vm.session.mutate(a)
        if isinstance(a, list) and hasattr(type(b), "__iter__"):
            b = iterable(vm, b)
        elif isinstance(a, dict) and hasattr(b, "keys"):
            b = mapping(vm, b)
        vm.session.touch_operands(a, b, isinstance(a, _HASHED) and COMPARING)
        value = _INPLACE[arg](a, b)
        vm.session.taken()
        return value
    if name == "or" and isinstance(a, dict) and isinstance(b, dict):
        b = mapping(vm, b)
    if name == "mod" and isinstance(a, (str, bytes)):
        deep = True
    else:
        deep = isinstance(a, _HASHED) and COMPARING
    vm.session.touch_operands(a, b, deep)
    value = _FUNCTIONS[arg](a, b)
    vm.session.taken()
    return vm.session.make_container(value)


def _by_methods(vm, arg, forward, backward, a, b):
    order = [(a, forward, b), (b, backward, a)]
    if type(a) is type(b):
        order.pop()
    elif issubclass(type(b), type(a)) and lookup(type(b), backward) is not lookup(
        type(a), backward
    ):
        order.reverse()
    elif (
        isinstance(a, _SEQUENCES)
        and forward in ("__add__", "__mul__")
        and not python_method(a, forward)
    ):
        order.reverse()  # C code asks numbers first
    for left, name, right in order:
        value = _call_if(vm, left, name, right)
        if value is not NotImplemented:
            return value
    symbol = ("+", "&", "//", "<<", "@", "*", "%", "|", "** or pow()", ">>", "-", "/", "^")[arg]
    raise TypeError(
        f"unsupported operand type(s) for {symbol}: '{type(a).__name__}' and '{type(b).__name__}'"
    )


def compare(vm, name, a, b):
    if type(a) in _FAST and type(b) in _FAST:
        return _COMPARE[name](a, b)
    if vm.numbers:
        if type(a) is Number or type(b) is Number:
            value = numbers.compare(vm, name, a, b)
            if value is not NotImplemented:
                return value
        a, b = looked_at(vm, a), looked_at(vm, b)
        if type(a) in _FAST and type(b) in _FAST:
            return _COMPARE[name](a, b)
    method, swapped = f"__{name}__", f"__{_SWAPPED[name]}__"
    if not any(python_method(x, m) for x, m in ((a, method), (b, swapped))) and not (
        name == "ne" and (python_method(a, "__eq__") or python_method(b, "__eq__"))
    ):
        vm.session.touch_operands(a, b, COMPARING)
        return _COMPARE[name](a, b)
    order = [(a, method, b), (b, swapped, a)]
    if type(a) is not type(b) and issubclass(type(b), type(a)):
        order.reverse()
    for left, m, right in order:
        if m == "__ne__" and lookup(type(left), m) is object.__ne__:
            value = _call_if(vm, left, "__eq__", right)
            if value is not NotImplemented:
                return not truth(vm, settled(value))
        else:
            value = _call_if(vm, left, m, right)
        if value is not NotImplemented:
            return value
    if name == "eq":
        return a is b
    if name == "ne":
        return a is not b
    symbol = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}[name]
    raise TypeError(
        f"'{symbol}' not supported between instances of"
        f" '{type(a).__name__}' and '{type(b).__name__}'"
    )


def unary(vm, name, x):
    if vm.numbers and type(x) is Number:
        value = numbers.negative(vm, x) if name == "neg" else NotImplemented
        if value is not NotImplemented:
            return value
        x = looked_at(vm, x)
    method = special(vm, x, f"__{name}__")
    if method is not None:
        return vm.call(method, (x,))
    if type(x) not in _FAST:
        vm.session.touch(x)
    return getattr(operator, name)(x)


def truth(vm, x):
    """`bool(x)`. (The condition is no traced tensor: fork.py has dealt with these.)"""
    if type(x) in _FAST:
        return bool(x)
    method = special(vm, x, "__bool__")
    if method is not None:
        value = vm.call_for_native(method, (x,))
        if type(value) is not bool:
            raise TypeError(f"__bool__ should return bool, returned {type(value).__name__}")
        return value
    if lookup(type(x), "__bool__") is ABSENT and special(vm, x, "__len__"):
        return length(vm, x) != 0
    vm.session.touch(x)
    vm.session.data_read(x, "bool")
    return bool(x)


def length(vm, x):
    method = special(vm, x, "__len__")
    if method is not None:
        return len(_Length(vm.call_for_native(method, (x,))))
    vm.session.touch(x)
    value = len(x)
    return vm.session.seen(value) if isinstance(x, vm.session.tensor_types) else value


class _Length:
    def __init__(self, value):
        self.value = value

    def __len__(self):
        return self.value


def contains(vm, x, container):
    method = special(vm, container, "__contains__")
    if method is not None:
        return truth(vm, vm.call_for_native(method, (container, x)))
    session = vm.session
    if isinstance(container, dict) and type(container).__contains__ is dict.__contains__:
        session.touch(x, COMPARING)
        found = x in container
        session.read("item", container, x, dict.get(container, x, ABSENT))
        return found
    if lookup(type(container), "__contains__") is ABSENT:
        container = iterable(vm, container)
    if hasattr(type(container), "__next__"):
        while (item := advance(vm, container)) is not NULL:
            if item is x or truth(vm, settled(compare(vm, "eq", item, x))):
                return True
        return False
    text = isinstance(container, (str, bytes))
    session.touch(container, COMPARING)
    session.touch(x, True if text else COMPARING)
    return x in container


def subscript(vm, container, key):
    method = special(vm, container, "__getitem__")
    if method is not None:
        return vm.call(method, (container, key))
    session = vm.session
    if isinstance(container, session.tensor_types):
        picked = session.picked(container, key)
        if picked is not None:
            return picked
    if vm.numbers:
        if type(container) is Grown and type(key) is int and not container.state.settled:
            value = container.subscript(key)
            if value is not NotImplemented:
                return value
        container, key = settled(container), settled(key)
    if type(key) not in _FAST:
        session.touch_key(container, key)
    if isinstance(container, dict) and type(container).__getitem__ is dict.__getitem__:
        value = dict.get(container, key, ABSENT)
        value = session.read("item", container, key, value)
        if value is not ABSENT:
            return value
        missing = special(vm, container, "__missing__")
        if missing is not None:
            return vm.call(missing, (container, key))
        if isinstance(container, defaultdict):
            return _missing(vm, container, key)
    elif isinstance(container, type):
        method = lookup(container, "__class_getitem__")
        if isinstance(method, classmethod):
            return vm.call(method.__get__(None, container), (key,))
    else:
        session.touch(container)
    value = container[key]
    session.taken()
    if type(key) is slice:
        return session.make_container(value)
    return session.element(container, key, value)


def _missing(vm, container, key):
    """`defaultdict.__missing__`."""
    factory = vm.session.read("attr", container, "default_factory", container.default_factory)
    if factory is None:
        raise KeyError(key)
    value = settled(vm.call(factory))
    store_subscript(vm, container, key, value)
    return value


def store_subscript(vm, container, key, value):
    method = special(vm, container, "__setitem__")
    if method is not None:
        vm.call(method, (container, key, value))
        return
    session = vm.session
    if isinstance(container, dict):
        session.touch(key, deep=True)
        session.write("item", container, key)
    else:
        session.touch_key(container, key)
        session.mutate(container)
    container[key] = value


def delete_subscript(vm, container, key):
    method = special(vm, container, "__delitem__")
    if method is not None:
        vm.call(method, (container, key))
        return
    session = vm.session
    if isinstance(container, dict):
        session.touch(key, deep=True)
        session.read("item", container, key, dict.get(container, key, ABSENT))
        session.write("item", container, key)
    else:
        session.mutate(container)
    del container[key]


class SequenceIterator:
    """Iterates as a list's iterator does; its state can be read and set."""

    __slots__ = ("items", "index")

    def __init__(self, items):
        self.items, self.index = items, 0

    def __iter__(self):
        return self

    def __next__(self):
        items, i = self.items, self.index
        if items is None or i >= len(items):
            self.items = None
            raise StopIteration
        self.index = i + 1
        return items[i]


class PythonIterator:
    """For C code: an iterator whose class is written in Python, or an object with `__getitem__` alone."""

    def __init__(self, vm, obj):
        self.vm, self.obj = vm, obj

    def __iter__(self):
        return self

    def __next__(self):
        return self.vm.call_for_native(special(self.vm, self.obj, "__next__"), (self.obj,))


class ItemIterator:
    """The items of an object from `index` on, in steps of 1 or -1, until there is none."""

    def __init__(self, vm, obj, index=0, step=1):
        self.vm, self.obj, self.index, self.step = vm, obj, index, step

    def __iter__(self):
        return self

    def __next__(self):
        at = self.index
        if at < 0:
            raise StopIteration
        self.index += self.step
        try:
            return settled(subscript(self.vm, self.obj, at))
        except (IndexError, StopIteration):
            self.index = -1
            raise StopIteration from None


def get_iter(vm, x, on_stack=False):
    """`iter(x)`; for a loop's own use of lists, tuples and ranges an iterator that can be wound back."""
    cls = type(x)
    if cls is SequenceIterator:
        return x
    if cls is numbers.TensorRange:
        if on_stack:
            return numbers.TensorIterator(x)
        x, cls = x.value(), range
    elif vm.numbers and cls in numbers.STAND_FOR:
        x = looked_at(vm, x)
        cls = type(x)
    if on_stack and cls in (list, tuple, range):
        vm.session.touch(x)
        return SequenceIterator(x)
    method = special(vm, x, "__iter__")
    if method is not None:
        value = vm.call(method, (x,))
        if not hasattr(type(value), "__next__"):
            raise TypeError(f"iter() returned non-iterator of type '{type(value).__name__}'")
        return value
    if lookup(cls, "__iter__") is ABSENT and special(vm, x, "__getitem__"):
        return ItemIterator(vm, x)
    vm.session.touch(x)
    if isinstance(x, vm.session.tensor_types):
        vm.session.seen_length(x)
    return vm.session.made_iterator(x, iter(x))


def iterable(vm, x):
    """`x` in a form that C code iterates over without running Python code behind the interpreter's back."""
    if python_method(x, "__iter__") or python_method(x, "__next__"):
        it = get_iter(vm, x)
        return PythonIterator(vm, it) if python_method(it, "__next__") else it
    if lookup(type(x), "__iter__") is ABSENT and python_method(x, "__getitem__"):
        return ItemIterator(vm, x)
    return x


def mapping(vm, x):
    """A mapping in a form that C code reads without running Python code."""
    if isinstance(x, dict) and not special(vm, x, "__iter__"):
        vm.session.touch(x)
        return x
    keys = iterable(vm, vm.call(load_attr(vm, x, "keys")))
    return {key: subscript(vm, x, key) for key in keys}


def advance(vm, it):
    """`next(it)`, NULL at the end."""
    try:
        return advance_raising(vm, it)
    except StopIteration:
        return NULL


def advance_raising(vm, it, default=()):
    """`next(it, *default)`."""
    try:
        if type(it) is SequenceIterator:
            if vm.forks:
                vm.session.write("iterator", it, None)
            return it.__next__()
        method = special(vm, it, "__next__")
        if method is not None:
            return vm.call(method, (it,))
        vm.session.advanced(it)
        return next(it)
    except StopIteration:
        if default:
            return default[0]
        raise
