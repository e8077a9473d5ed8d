"""What C code asks of the objects it is handed: the special methods that run Python behind the interpreter."""

import datetime
import decimal
import enum
import fractions
import functools
import pathlib
import re
import types
import weakref
from collections import OrderedDict, deque

_HEAP, _FIXED = 1 << 9, 1 << 8

# To find an object in a container, or to sort.
COMPARING = frozenset(f"__{n}__" for n in ("eq", "ne", "lt", "le", "gt", "ge", "hash"))
INDEX = frozenset(("__index__",))
_ARITHMETIC = (
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "xor",
    "or",
)  # fmt: skip
# All of them: numbers, texts, truth, elements, arithmetic.
ALL = COMPARING | frozenset(
    f"__{n}__" for n in (
        "str", "repr", "format", "bytes", "fspath", "bool", "len", "length_hint", "int", "float", "index", "complex",
        "trunc", "floor", "ceil", "round", "neg", "pos", "abs", "invert", "iter", "next", "getitem", "contains",
        "reversed", "missing", "array", "setitem", "delitem", "call",
        *(prefix + n for n in _ARITHMETIC for prefix in ("", "r", "i")),
    )
)  # fmt: skip
# What a function that takes numbers, sizes and arrays may ask.
NUMBERS = frozenset(
    f"__{n}__" for n in ("index", "int", "float", "complex", "bool", "len", "getitem", "iter", "array")
)  # fmt: skip

# C types whose objects do not change, or of which C code looks at the identity only.
IMMUTABLE = (
    re.Pattern, re.Match, datetime.date, datetime.time, datetime.timedelta, decimal.Decimal, functools.partial,
    weakref.ref, types.CodeType, types.CellType, property, staticmethod, classmethod, object, super, types.GenericAlias,
    types.UnionType, types.MethodWrapperType, types.WrapperDescriptorType, types.MethodDescriptorType,
    types.ClassMethodDescriptorType, types.GetSetDescriptorType, types.MemberDescriptorType, types.TracebackType,
)  # fmt: skip
_KNOWN_BASES = frozenset((
    *IMMUTABLE, int, float, complex, bool, str, bytes, list, dict, set, frozenset, tuple, deque, OrderedDict, type,
    types.ModuleType,
))  # fmt: skip
_C_CODE = (
    types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType, types.BuiltinFunctionType,
    types.MemberDescriptorType, types.GetSetDescriptorType, type(None),
)  # fmt: skip
# Classes of the standard library whose special methods depend on what does not change, or is looked at anyway.
_VALUES = (tuple, list, dict, deque, enum.Enum, fractions.Fraction, pathlib.PurePath)


def is_python(method, kind, is_trusted):
    """Whether a special method of the class `kind` runs Python code that may read anything."""
    if isinstance(method, _C_CODE):
        return False
    if type(method) is types.FunctionType and issubclass(kind, _VALUES):
        return not is_trusted(method.__globals__)
    return True


def runs_python(kind, names, is_trusted):
    """The special method of `names` that is Python code in the class `kind`; None where there is none."""
    for base in kind.__mro__:
        if base.__flags__ & _HEAP:
            space = base.__dict__
            for name in names & space.keys():
                if is_python(space[name], kind, is_trusted):
                    return name
    return None


def is_plain(kind, framework):
    """Whether objects of the class hold nothing but attributes, slots and elements."""
    for base in kind.__mro__:
        c_code = not base.__flags__ & _HEAP or base.__flags__ & _FIXED
        if c_code and base not in _KNOWN_BASES and not issubclass(base, BaseException):
            if base.__module__.split(".")[0] != framework:
                return False
    if any(type(v) is types.FunctionType for b in kind.__mro__ for v in b.__dict__.values()):
        return True
    of_python = kind.__flags__ & _HEAP and not kind.__dict__.keys().isdisjoint(
        ("__weakref__", "__slots__")
    )
    return bool(of_python) or kind.__module__.split(".")[0] == framework
