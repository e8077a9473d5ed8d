"""C functions: which are pure, which call back, which change their arguments.

What is not known to be pure runs all the same, and is noted as opaque: then
Python has to run at each call.
"""

import builtins
import collections
import functools
import itertools
import math
import operator
import types
import weakref

from . import formatting
from .asked import COMPARING, INDEX
from .attributes import generic, lookup, plain_delete, plain_store
from .frame import ABSENT
from .operators import iterable, mapping, subscript

_FUNCTION = types.FunctionType
UNBOUND = frozenset((types.MethodDescriptorType, types.WrapperDescriptorType))
SPECIAL = {}  # id of a function or class -> what stands for it: f(frame, args, kwargs)

# C functions of these modules look at their arguments only.
PURE_MODULES = frozenset((
    "math", "cmath", "_operator", "itertools", "_functools", "_bisect", "_collections", "_struct", "_string", "_abc",
    "_sre", "_typing", "unicodedata", "binascii", "zlib", "_stat", "_statistics", "_csv",
))  # fmt: skip
PURE_BUILTINS = frozenset(id(getattr(builtins, n)) for n in (
    "len", "isinstance", "issubclass", "range", "zip", "enumerate", "int", "float", "str", "abs", "round", "tuple",
    "list", "dict", "set", "frozenset", "sum", "any", "all", "type", "callable", "bool", "bytes", "bytearray", "chr",
    "ord", "bin", "hex", "oct", "divmod", "pow", "min", "max", "sorted", "reversed", "map", "filter", "iter", "next",
    "slice", "complex", "object", "repr", "ascii", "format", "hash", "super", "property", "staticmethod", "classmethod",
    "memoryview", "hasattr", "getattr", "compile",
))  # fmt: skip
# What these ask of the elements of their arguments: nothing (they count them and hand them on), or how they compare.
_ASKS = dict.fromkeys((
    len, isinstance, issubclass, zip, tuple, list, type, callable, object, map, filter, iter, next, reversed, slice,
    super, property, staticmethod, classmethod, hasattr, getattr, bool, itertools.chain, itertools.zip_longest,
    itertools.product, itertools.permutations, itertools.combinations, itertools.cycle, itertools.tee,
    itertools.pairwise, itertools.starmap, itertools.takewhile, itertools.dropwhile, itertools.filterfalse,
    functools.partial, functools.cmp_to_key,
), False)  # fmt: skip
_ASKS |= dict.fromkeys(
    (min, max, sorted, set, frozenset, dict, itertools.groupby, collections.OrderedDict), COMPARING
)
_ASKS |= {
    enumerate: INDEX,
    collections.deque: INDEX,
    itertools.repeat: INDEX,
    itertools.islice: INDEX,
}
# They go through all of an iterator at once.
_CONSUMING = frozenset(
    (sum, min, max, sorted, set, frozenset, dict, bytes, bytearray, math.fsum, math.prod)
)
# Not a function of the arguments.
_IMPURE = frozenset(("today", "now", "utcnow", "fromtimestamp", "utcfromtimestamp"))
_ITERATING = frozenset(id(getattr(builtins, n)) for n in (
    "list", "tuple", "set", "frozenset", "sum", "any", "all", "min", "max", "sorted", "zip", "enumerate", "map",
    "filter", "dict", "bytes", "bytearray",
))  # fmt: skip
# They call what they are given: by place or by name.
_CALLING = {
    map: 0, filter: 0, iter: 0, itertools.starmap: 0, itertools.takewhile: 0, itertools.dropwhile: 0,
    itertools.filterfalse: 0, functools.cmp_to_key: 0, itertools.accumulate: 1, itertools.groupby: 1,
}  # fmt: skip
_CALLED = frozenset(("key", "func", "mycmp"))
_MUTATORS = frozenset((
    "append", "extend", "insert", "pop", "popleft", "appendleft", "extendleft", "rotate", "remove", "clear", "sort",
    "reverse", "add", "discard", "update", "difference_update", "intersection_update", "symmetric_difference_update",
    "setdefault", "popitem", "__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__", "__iand__", "__isub__",
    "__ixor__", "__init__", "move_to_end", "__setstate__", "heappush", "heappop", "heapify", "heapreplace",
    "heappushpop", "_heappop_max", "_heapreplace_max", "_heapify_max", "insort_left", "insort_right",
    "_count_elements",
))  # fmt: skip
_CONTAINERS = (list, dict, set)
_VALUES = (
    str, bytes, int, float, complex, tuple, frozenset, range, slice, type(None), types.MappingProxyType,
    property, types.SimpleNamespace, BaseException,
)  # fmt: skip


class Callback:
    """A function in the hands of C code: called while the capture lasts, it is interpreted."""

    __slots__ = ("vm", "fn", "asks")

    def __init__(self, vm, fn, asks):
        self.vm, self.fn, self.asks = vm, fn, asks

    def __call__(self, *args, **kwargs):
        value = self.vm.call_for_native(self.fn, args, kwargs)
        if self.asks and not isinstance(value, (int, float)):
            self.vm.session.touch(value, deep=True)
        return value

    def __reduce__(self):
        return _same, (self.fn,)  # copies are the user's own function


def _same(fn):
    return fn


def wrap(vm, x, asks=False):
    """`x` as a callback, if it can be called; with `asks` C code asks its results for more than what they are."""
    return Callback(vm, x, asks) if callable(x) and type(x) is not Callback else x


def invoke(vm, fn, args, kwargs):
    """Calls C code; where an exception is being handled, C code sees it as Python would."""
    handled = vm.current.exception() if vm.current is not None else None
    if handled is None:
        return fn(*args, **kwargs)
    traceback = handled.__traceback__
    context = handled.__context__
    try:
        try:
            raise handled
        except BaseException:
            handled.__traceback__, handled.__context__ = traceback, context
            return fn(*args, **kwargs)
    finally:
        handled.__traceback__, handled.__context__ = traceback, context


def run(vm, fn, args, kwargs, policy):
    """A Python function that is not to be interpreted."""
    if policy == "opaque":
        vm.session.opaque(_name(fn))
    elif policy == "pure":
        vm.session.touch((args, kwargs), deep=True)
        if fn.__name__ in ("sub", "subn"):
            args = [wrap(vm, a) for a in args]
            kwargs = {k: wrap(vm, v) for k, v in kwargs.items()}
        return vm.session.follows(invoke(vm, fn, args, kwargs))
    return invoke(vm, fn, args, kwargs)


def _name(fn):
    module = getattr(fn, "__module__", None)
    name = getattr(fn, "__qualname__", None) or repr(fn)
    return f"{module}.{name}" if isinstance(module, str) else name


OF_TYPE = {}  # the same by the class of the object that is called


def native(f, fn, args, kwargs):
    vm, session = f.vm, f.vm.session
    if session.is_operator(fn):
        number = session.number_of_item(fn, args)
        if number is not None:
            return number
        session.operator_arguments(fn, args, kwargs)
        value = session.from_python(fn, args, invoke(vm, fn, args, kwargs))
        return session.make_container(session.seen(value))
    owner = getattr(fn, "__self__", None)
    if owner is not None and not isinstance(owner, (types.ModuleType, type)):
        return _method(vm, fn, owner, args, kwargs)
    key = id(fn)
    pure = key in PURE_BUILTINS or getattr(fn, "__module__", None) in PURE_MODULES
    if isinstance(owner, type):  # class methods of C: dict.fromkeys, float.fromhex, object.__new__
        pure = (
            owner.__module__ in ("builtins", "collections", "datetime") or fn.__name__ == "__new__"
        )
        pure = pure or issubclass(owner, (dict, int, float, str, bytes, tuple))
        if fn.__name__ in _IMPURE:
            session.opaque(_name(fn))
        for i, a in enumerate(args):
            session.touch(a, deep=True)
            if i and a is not None and not isinstance(a, session.tensor_types):
                args = (*args[:i], iterable(vm, a), *args[i + 1 :])
        if pure:
            value = invoke(vm, fn, args, kwargs)
            return session.make(value) if fn.__name__ in ("__new__", "fromkeys") else value
    if not pure and type(fn).__module__ in ("operator", "_operator"):
        session.touch(args, deep=True)
        return invoke(vm, fn, args, kwargs)
    if not pure:
        session.opaque(_name(fn))
        return invoke(vm, fn, args, kwargs)
    if getattr(fn, "__name__", "") in _MUTATORS and args:
        session.mutate(args[0])
    return pure_call(vm, fn, args, kwargs)


def pure_call(vm, fn, args, kwargs):
    session, key = vm.session, id(fn)
    asks = _ASKS.get(fn, True)
    args = list(args)
    if fn in (dict, collections.OrderedDict) and args and hasattr(args[0], "keys"):
        args[0] = mapping(vm, args[0])
    if key in _ITERATING or fn.__module__ in ("itertools", "collections", "_collections"):
        if not (fn in (min, max) and len(args) > 1):
            skip = fn in _CALLING and _CALLING[fn] == 0 and fn is not iter
            end = _ITERABLES.get(fn, len(args))
            args = args[:skip] + [iterable(vm, a) for a in args[skip:end]] + args[end:]
    if fn in _CONSUMING and len(args) > 0 and not (fn in (min, max) and len(args) > 1):
        args[0] = listed(vm, args[0])
    for a in (*args, *kwargs.values()):
        session.touch_argument(fn, a, asks)
    if asks == INDEX:
        for a in (*args[1:], *kwargs.values()):
            session.touch_argument(fn, a, True)
    if fn in _CALLING or fn in (min, max, sorted) or fn.__module__ == "_bisect":
        _wrap_called(vm, fn, args, kwargs)
    value = invoke(vm, fn, args, kwargs)
    if fn is len and isinstance(args[0], session.tensor_types):
        return session.seen(value)
    fresh = (
        isinstance(fn, type) and type(value) is fn and fn is not type or fn in (sorted, reversed)
    )
    return session.make(value) if fresh or fn is iter and value is not args[0] else value


# How many arguments are iterables, where not all are.
_ITERABLES = dict.fromkeys((
    sum, enumerate, itertools.islice, itertools.groupby, itertools.accumulate, itertools.permutations, itertools.tee,
    itertools.combinations, itertools.combinations_with_replacement, collections.deque,
), 1) | {itertools.repeat: 0, itertools.count: 0}  # fmt: skip


def _wrap_called(vm, fn, args, kwargs):
    """Puts callbacks in the place of what `fn` calls."""
    at = _CALLING.get(fn, len(args))
    asks = fn not in (map, itertools.starmap, itertools.accumulate)
    if fn in (filter, itertools.filterfalse) and args and args[0] is None:
        args[0] = bool
    if fn is itertools.accumulate and len(args) == 1 and "func" not in kwargs:
        args.append(operator.add)
    if at < len(args):
        args[at] = wrap(vm, args[at], asks)
    for name in _CALLED & kwargs.keys():
        kwargs[name] = wrap(vm, kwargs[name], asks)


def listed(vm, x):
    """What C code is going to take from an iterator, in a list: so that it can be looked at."""
    if not hasattr(type(x), "__next__"):
        return x
    vm.session.advanced(x)
    return vm.session.make(list(x))


def construct(vm, cls, args, kwargs):
    """Instances of classes of C code."""
    session = vm.session
    if session.is_operator(cls):
        session.operator_arguments(cls, args, kwargs)
        return session.make_container(invoke(vm, cls, args, kwargs))
    if cls is types.MethodType:
        return session.make(invoke(vm, cls, args, kwargs))
    module = cls.__module__
    if (
        id(cls) in PURE_BUILTINS
        or module in PURE_MODULES
        or module in ("collections", "functools", "operator")
    ):
        return pure_call(vm, cls, args, kwargs)
    maker = getattr(lookup(cls, "__new__"), "__self__", None)
    if not (issubclass(cls, (BaseException, type)) or maker in _MAKERS or module in _HARMLESS):
        session.opaque(_name(cls))
    for a in args:
        session.touch(a, deep=True)
    keeps = module in _HARMLESS or maker is object or issubclass(cls, (BaseException, weakref.ref))
    args = args if keeps else [iterable(vm, a) for a in args]
    return session.make(invoke(vm, cls, args, kwargs))


_MAKERS = (
    object,
    list,
    dict,
    set,
    tuple,
    str,
    int,
    float,
    bytes,
    frozenset,
    complex,
    BaseException,
)
_HARMLESS = ("types", "weakref", "datetime", "_thread")


def _method(vm, fn, owner, args, kwargs):
    session, name = vm.session, fn.__name__
    if name == "__setattr__":
        return plain_store(vm, owner, *args)
    if name == "__delattr__":
        return plain_delete(vm, owner, *args)
    if name == "__getattribute__":
        return (
            generic(vm, owner, *args) if fn.__objclass__ is object else invoke(vm, fn, args, kwargs)
        )
    if name in ("__init_subclass__", "__init__") and not isinstance(owner, _CONTAINERS):
        return invoke(vm, fn, args, kwargs)
    if isinstance(owner, _CONTAINERS) or type(owner).__module__ == "collections":
        return _of_container(vm, fn, owner, name, args, kwargs)
    if (
        isinstance(owner, _VALUES)
        or type(owner).__module__ in PURE_MODULES
        or type(fn).__name__ == "method-wrapper"
    ):
        if name == "join":
            args = [listed(vm, iterable(vm, a)) for a in args]
        elif name in ("format", "format_map") and type(owner) is str:
            return formatting.method(vm, owner, name, args, kwargs)
        for a in (owner, *args, *kwargs.values()):
            session.touch(a, deep=True)
        return _fresh(session, name, invoke(vm, fn, args, kwargs))
    if type(owner).__module__ in ("builtins", "re") and name not in ("close", "write", "read"):
        if name in ("sub", "subn"):
            args = [wrap(vm, a) for a in args]
        session.touch(owner)
        for a in args:
            session.touch(a, deep=True)
        session.advanced(owner)
        return _fresh(session, name, invoke(vm, fn, args, kwargs))
    bound = type(owner).__name__.startswith("pybind11_")  # a function of the framework's own
    session.opaque(
        f"{_name(fn).split('.')[0]}.{name}" if bound else f"{type(owner).__name__}.{name}"
    )
    return invoke(vm, fn, args, kwargs)


# Methods whose result is a new object.
_FRESH = frozenset((
    "split", "rsplit", "splitlines", "findall", "finditer", "copy", "keys", "values", "items", "union", "intersection",
    "difference", "symmetric_difference", "groupdict", "__add__", "__mul__", "__iter__", "__reversed__",
))  # fmt: skip


def _fresh(session, name, value):
    return session.make(value) if name in _FRESH else value


_BY_KEY = frozenset(
    ("get", "__getitem__", "__contains__", "setdefault", "pop", "__setitem__", "__delitem__")
)
_SHALLOW = frozenset(("append", "insert", "appendleft", "__setitem__", "setdefault", "get", "pop"))


def _of_container(vm, fn, owner, name, args, kwargs):
    session = vm.session
    asks = COMPARING | INDEX
    if name not in _SHALLOW and name not in ("extend", "extendleft"):
        args = [listed(vm, iterable(vm, a)) if hasattr(type(a), "__next__") else a for a in args]
    by_place = args[:1] if name in _BY_KEY or name == "insert" else ()
    for a in by_place if name in _SHALLOW else args:
        session.touch(a, asks)
    if name == "append" and type(owner) is list and len(args) == 1:
        session.append(owner, args)
        return fn(*args)
    if isinstance(owner, dict) and name == "__getitem__" and len(args) == 1:
        return subscript(vm, owner, *args)
    if isinstance(owner, dict) and len(args) >= 1 and name in _BY_KEY:
        found = session.read("item", owner, args[0], dict.get(owner, args[0], ABSENT))
        if (
            name in ("pop", "__setitem__", "__delitem__")
            or name == "setdefault"
            and found is ABSENT
        ):
            session.write("item", owner, args[0])
        value = invoke(vm, fn, args, kwargs)
        gives = name in ("get", "__getitem__", "pop", "setdefault")
        return found if gives and found is not ABSENT else value
    if name in _MUTATORS:
        session.mutate(owner)
        if name in ("extend", "update", "__init__", "__iadd__", "__ior__", "extendleft"):
            args = [mapping(vm, a) if hasattr(a, "keys") else iterable(vm, a) for a in args]
        if name in ("sort", "remove", "add", "update", "discard") or isinstance(owner, set):
            session.touch(owner, asks)
        if name == "sort":
            kwargs = {k: wrap(vm, v, True) for k, v in kwargs.items()}
        return invoke(vm, fn, args, kwargs)
    session.touch(
        owner,
        True
        if name == "__repr__"
        else COMPARING
        if name not in ("copy", "keys", "values")
        else False,
    )
    return _fresh(session, name, invoke(vm, fn, args, kwargs))
