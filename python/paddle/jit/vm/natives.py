"""C functions: which are pure, which call back, which change their arguments.

What is not known to be pure runs all the same, and is noted as opaque: then
Python has to run at each call.
"""

import builtins
import types

from .attributes import generic, lookup, plain_delete, plain_store, python_method
from .operators import iterable

_FUNCTION = types.FunctionType
UNBOUND = frozenset((types.MethodDescriptorType, types.WrapperDescriptorType))
SPECIAL = {}  # id of a function or class -> what stands for it: f(frame, args, kwargs)

# C functions of these modules look at their arguments only.
PURE_MODULES = frozenset((
    "math", "cmath", "_operator", "itertools", "_functools", "_bisect", "_collections", "_struct", "_string", "_json",
    "_abc", "_weakref", "_sre", "_typing", "time.struct_time", "_datetime.date", "unicodedata", "binascii", "zlib",
    "_stat", "_statistics", "_csv", "atexit.none",
))  # fmt: skip
PURE_BUILTINS = frozenset(id(getattr(builtins, n)) for n in (
    "len", "isinstance", "issubclass", "range", "zip", "enumerate", "int", "float", "str", "abs", "round", "tuple",
    "list", "dict", "set", "frozenset", "sum", "any", "all", "type", "callable", "bool", "bytes", "bytearray", "chr",
    "ord", "bin", "hex", "oct", "divmod", "pow", "min", "max", "sorted", "reversed", "map", "filter", "iter", "next",
    "slice", "complex", "object", "repr", "ascii", "format", "hash", "super", "property", "staticmethod", "classmethod",
    "memoryview", "hasattr", "getattr", "compile",
))  # fmt: skip
# Of these the elements are looked at too, not only counted and handed on.
_DEEP = frozenset(id(getattr(builtins, n)) for n in (
    "sum", "any", "all", "min", "max", "sorted", "str", "repr", "ascii", "format", "hash", "set", "frozenset", "dict",
    "int", "float", "bytes", "bytearray", "complex", "round", "abs", "divmod", "pow",
))  # fmt: skip
_ITERATING = frozenset(id(getattr(builtins, n)) for n in (
    "list", "tuple", "set", "frozenset", "sum", "any", "all", "min", "max", "sorted", "zip", "enumerate", "map",
    "filter", "dict", "bytes", "bytearray",
))  # fmt: skip
_CALLING = frozenset(
    id(getattr(builtins, n)) for n in ("min", "max", "sorted", "map", "filter", "iter")
)
_MUTATORS = frozenset((
    "append", "extend", "insert", "pop", "popleft", "appendleft", "extendleft", "rotate", "remove", "clear", "sort",
    "reverse", "add", "discard", "update", "difference_update", "intersection_update", "symmetric_difference_update",
    "setdefault", "popitem", "__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__", "__iand__", "__isub__",
    "__ixor__", "__init__", "move_to_end", "__setstate__", "heappush", "heappop", "heapify", "heapreplace",
    "heappushpop", "_heappop_max", "_heapreplace_max", "_heapify_max", "insort_left", "insort_right",
))  # fmt: skip
_CONTAINERS = (list, dict, set)
_VALUES = (
    str, bytes, int, float, complex, tuple, frozenset, range, slice, type(None), types.MappingProxyType,
    property, types.SimpleNamespace, BaseException,
)  # fmt: skip


class Callback:
    """A Python function in the hands of C code: called, it is interpreted."""

    __slots__ = ("vm", "fn")

    def __init__(self, vm, fn):
        self.vm, self.fn = vm, fn

    def __call__(self, *args, **kwargs):
        return self.vm.call(self.fn, args, kwargs)


def wrap(vm, x):
    """`x`, as a callback if calling it would run Python code."""
    if type(x) in (_FUNCTION, types.MethodType) or python_method(x, "__call__"):
        return Callback(vm, x)
    if isinstance(x, type) and (
        type(lookup(x, "__init__")) is _FUNCTION or python_method(x, "__call__")
    ):
        return Callback(vm, x)
    return x


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
    return invoke(vm, fn, args, kwargs)


def _name(fn):
    module = getattr(fn, "__module__", None)
    name = getattr(fn, "__qualname__", None) or repr(fn)
    return f"{module}.{name}" if isinstance(module, str) else name


def native(f, fn, args, kwargs):
    vm, session = f.vm, f.vm.session
    if session.is_operator(fn):
        number = session.number_of_item(fn, args)
        if number is not None:
            return number
        session.operator_arguments(fn, args, kwargs)
        return session.make_container(session.seen(invoke(vm, fn, args, kwargs)))
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
        for i, a in enumerate(args):
            session.touch(a, deep=True)
            args = (*args[:i], iterable(vm, a), *args[i + 1 :]) if i and a is not None else args
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
    deep = key in _DEEP or key not in PURE_BUILTINS
    args = list(args)
    if key in _ITERATING or fn.__module__ in ("itertools", "collections", "_collections"):
        if not (fn in (min, max) and len(args) > 1):
            skip = fn in (map, filter)
            end = 1 if fn is sum else len(args)  # `start` is no iterable
            args = args[:skip] + [iterable(vm, a) for a in args[skip:end]] + args[end:]
    for a in (*args, *kwargs.values()):
        session.touch_argument(fn, a, deep)
    if key in _CALLING or key not in PURE_BUILTINS:
        if key in _CALLING:
            args[:1] = [wrap(vm, args[0])] if fn in (map, filter) and args else args[:1]
        else:
            args = [wrap(vm, a) if type(a) in (_FUNCTION, types.MethodType) else a for a in args]
        kwargs = {k: wrap(vm, v) for k, v in kwargs.items()}
    value = invoke(vm, fn, args, kwargs)
    if fn is len and isinstance(args[0], session.tensor_types):
        return session.seen(value)
    fresh = isinstance(fn, type) and type(value) is fn and fn is not type or fn is sorted
    return session.make(value) if fresh or fn is iter and value is not args[0] else value


def construct(vm, cls, args, kwargs):
    """Instances of classes of C code."""
    session = vm.session
    if session.is_operator(cls):
        session.operator_arguments(cls, args, kwargs)
        return session.make_container(invoke(vm, cls, args, kwargs))
    module = cls.__module__
    if id(cls) in PURE_BUILTINS or module in PURE_MODULES or module in ("collections", "functools"):
        return pure_call(vm, cls, args, kwargs)
    maker = getattr(lookup(cls, "__new__"), "__self__", None)
    if not (issubclass(cls, (BaseException, type)) or maker in _MAKERS or module in _HARMLESS):
        session.opaque(_name(cls))
    for a in args:
        session.touch(a, deep=True)
    return session.make(invoke(vm, cls, [iterable(vm, a) for a in args], kwargs))


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
        for a in (owner, *args, *kwargs.values()):
            session.touch(a, deep=True)
        if name in ("join", "format", "format_map", "__contains__"):
            args = [iterable(vm, a) for a in args]
        if name in ("sub", "subn"):
            args = [wrap(vm, a) for a in args]
        return _fresh(session, name, invoke(vm, fn, args, kwargs))
    if type(owner).__module__ in ("builtins", "re") and name not in ("close", "write", "read"):
        session.touch(owner)
        for a in args:
            session.touch(a, deep=True)
        session.advanced(owner)
        return _fresh(session, name, invoke(vm, fn, args, kwargs))
    session.opaque(f"{type(owner).__name__}.{name}")
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
    key = args[:1] if name in _BY_KEY else ()
    for a in key if name in _SHALLOW else args:
        session.touch(a, deep=True)
    if name == "append" and type(owner) is list and len(args) == 1:
        session.append(owner, args)
        return fn(*args)
    if isinstance(owner, dict) and len(args) >= 1 and name in _BY_KEY:
        from .frame import ABSENT

        session.read("item", owner, args[0], dict.get(owner, args[0], ABSENT))
        if name in ("setdefault", "pop", "__setitem__", "__delitem__"):
            session.write("item", owner, args[0])
        value = invoke(vm, fn, args, kwargs)
        return session.input_of("item", owner, args[0], value)
    if name in _MUTATORS:
        session.mutate(owner)
        if name in ("extend", "update", "__init__", "__iadd__", "__ior__", "extendleft"):
            args = [iterable(vm, a) if not hasattr(a, "keys") else a for a in args]
        if name == "sort":
            session.touch(owner, deep=True)
            kwargs = {k: wrap(vm, v) for k, v in kwargs.items()}
        return invoke(vm, fn, args, kwargs)
    session.touch(owner, deep=name in ("index", "count", "__eq__", "__contains__", "__repr__"))
    return _fresh(session, name, invoke(vm, fn, args, kwargs))
