"""Attributes, looked up in Python's order, so that what was used is known.

Data descriptors of the type, the instance dict, other attributes of the type,
`__getattr__`. Types of C code that have their own order are asked natively.
"""

import collections
import datetime
import decimal
import functools
import types
import weakref

from .effects import native_method
from .frame import ABSENT
from .grown import Grown, Method
from .guards import instance_value
from .numbers import settled

_FUNCTION = types.FunctionType
_GENERIC = object.__getattribute__
# Those of C types that look attributes up as objects do.
_GENERICS = frozenset(
    kind.__getattribute__
    for kind in (
        object, types.SimpleNamespace, collections.OrderedDict, collections.defaultdict, collections.deque,
        BaseException, functools.partial, weakref.ref, datetime.date, datetime.time, datetime.timedelta,
        decimal.Decimal,
    )
)  # fmt: skip
_NATIVE = (
    int, float, str, bool, bytes, list, tuple, dict, set, frozenset, complex, type(None), range, slice,
    _FUNCTION, types.MethodType, types.BuiltinFunctionType, types.CodeType, types.CellType,
)  # fmt: skip
_NATIVE_SET = frozenset(_NATIVE)
_OTHERS = (functools.partialmethod, functools.partial, staticmethod, classmethod, property)
_SLOTS = (types.MemberDescriptorType, types.GetSetDescriptorType)


def lookup(cls, name):
    """The attribute of a class as it lies in the dict of one of its bases."""
    for base in cls.__mro__:
        found = base.__dict__.get(name, ABSENT)
        if found is not ABSENT:
            return found
    return ABSENT


def class_attribute(vm, cls, name):
    """The same, noted as read."""
    return vm.session.read_class(cls, name, lookup(cls, name))


def python_method(obj, name):
    """The function of the type of `obj` for a special method, if it is written in Python."""
    cls = type(obj)
    if cls in _NATIVE_SET:
        return None
    found = lookup(cls, name)
    return found if type(found) is _FUNCTION else None


def special(vm, obj, name):
    """Like `python_method`, and noted as read."""
    found = python_method(obj, name)
    vm.session.read_specials(type(obj))
    if found is not None:
        vm.session.read_class(type(obj), name, found)
    elif type(obj) not in _NATIVE_SET and type(lookup(type(obj), name)) in _OTHERS:
        vm.session.opaque(f"{type(obj).__name__}.{name}")
    return found


def bind(vm, found, obj, cls):
    """What a non-data descriptor `found` of the class gives for an instance."""
    kind = type(found)
    if kind is _FUNCTION:
        return types.MethodType(found, obj) if obj is not None else found
    if kind is staticmethod:
        return found.__func__
    if kind is classmethod:
        inner = found.__func__
        return types.MethodType(inner, cls)
    get = python_method(found, "__get__")
    if get is not None:
        return vm.call(get, (found, obj, cls))
    return found.__get__(obj, cls) if hasattr(kind, "__get__") else found


def load_attr(vm, obj, name):
    if vm.numbers:
        if type(obj) is Grown and name in ("append", "extend"):
            return Method(obj, name)
        obj = settled(obj)
    cls = type(obj)
    if cls in _NATIVE_SET:
        if cls is types.MethodType and lookup(cls, name) is ABSENT:
            return load_attr(vm, obj.__func__, name)
        if cls is _FUNCTION and name == "__dict__":
            vm.session.opaque("function.__dict__")
        found = lookup(cls, name)
        if cls is _FUNCTION and (found is ABSENT or type(found) in _SLOTS):
            value = vm.session.read("attr", obj, name, instance_value(obj, name))
            return getattr(obj, name) if value is ABSENT else value  # raises
        if cls is types.CellType and name == "cell_contents":
            return vm.session.read("cell", obj, None, obj.cell_contents)
        return getattr(obj, name)
    vm.session.read_specials(cls)
    if (
        issubclass(cls, types.ModuleType)
        and cls.__getattribute__ is types.ModuleType.__getattribute__
    ):
        return _module(vm, obj, name)
    if issubclass(cls, type):
        return _of_class(vm, obj, name)
    if cls is super:
        return _of_super(vm, obj, name)
    custom = lookup(cls, "__getattribute__")
    if custom in _GENERICS:
        return _generic(vm, obj, cls, name)
    if type(custom) is _FUNCTION:
        vm.session.read_class(cls, "__getattribute__", custom)
        return _with_fallback(vm, obj, name, lambda: vm.call(custom, (obj, name)))
    try:
        value = getattr(obj, name)
    except AttributeError:
        if not isinstance(obj, vm.session.tensor_types):
            vm.session.opaque(f"{cls.__name__}.{name}, which may come to be")
        raise
    return vm.session.native_attr(obj, name, value)


def _is_property(found):
    """Also of a class of the user's, which does nothing of its own."""
    names = ("__get__", "__set__", "__delete__")
    return isinstance(found, property) and not any(python_method(found, n) for n in names)


def _without(vm, obj, name, get):
    return get()


def generic(vm, obj, name):
    """`object.__getattribute__`."""
    return _generic(vm, obj, type(obj), name, fallback=False)


def _with_fallback(vm, obj, name, get):
    try:
        return get()
    except AttributeError:
        fallback = special(vm, obj, "__getattr__")
        if fallback is None:
            raise
    return vm.call(fallback, (obj, name))


def _generic(vm, obj, cls, name, fallback=True):
    session = vm.session
    otherwise = _with_fallback if fallback else _without
    found = lookup(cls, name)
    if found is not ABSENT:
        kind = type(found)
        if kind is property or _is_property(found):
            session.read_class(cls, name, found)
            if type(found.fget) is _FUNCTION:
                return otherwise(vm, obj, name, lambda: vm.call(found.fget, (obj,)))
            return otherwise(vm, obj, name, lambda: found.__get__(obj, cls))
        if kind in _SLOTS:
            if name == "__dict__":
                return session.instance_dict(obj, found.__get__(obj, cls))
            if name in ("__weakref__", "__class__"):
                return found.__get__(obj, cls)
            return _slot(vm, obj, cls, name, found)
        if hasattr(kind, "__set__") or hasattr(kind, "__delete__"):
            session.read_class(cls, name, found)
            return otherwise(vm, obj, name, lambda: bind(vm, found, obj, cls))
    space = _space(obj)
    if space is not None:
        value = space.get(name, ABSENT)
        if value is not ABSENT:
            return session.read("attr", obj, name, value)
        session.read("attr", obj, name, ABSENT)
    found = session.read_class(cls, name, found)
    if found is not ABSENT:
        value = bind(vm, found, obj, cls)
        return session.input_of("type", cls, name, value) if value is found else value
    return otherwise(vm, obj, name, lambda: _GENERIC(obj, name))


def _space(obj):
    try:
        return _GENERIC(obj, "__dict__")
    except AttributeError:
        return None


def _slot(vm, obj, cls, name, found):
    try:
        value = found.__get__(obj, cls)
    except AttributeError:
        value = ABSENT
    value = vm.session.read("attr", obj, name, value)
    if value is ABSENT:
        return _with_fallback(vm, obj, name, lambda: found.__get__(obj, cls))
    return value


def _module(vm, module, name):
    session, space = vm.session, module.__dict__
    value = space.get(name, ABSENT)
    fallback = space.get("__getattr__")
    if session.is_trusted(space):
        if (
            value is ABSENT and type(fallback) is _FUNCTION
        ):  # a package that is loaded when it is needed
            given = getattr(module, name)
            value = space.get(name, ABSENT)
            if value is ABSENT:
                return given
        if vm.of_user():  # the framework's own code does not expect that its names are exchanged
            value = session.read("item", space, name, value)
        return getattr(module, name) if value is ABSENT else value
    value = session.read("item", space, name, value)
    if value is not ABSENT:
        return value
    return vm.call(fallback, (name,)) if type(fallback) is _FUNCTION else getattr(module, name)


def _of_class(vm, cls, name):
    meta = type(cls)
    if lookup(meta, "__getattribute__") is not type.__getattribute__:
        return vm.session.native_attr(cls, name, getattr(cls, name))
    found = lookup(meta, name)
    if found is not ABSENT and hasattr(type(found), "__set__"):
        if type(found) is property and type(found.fget) is _FUNCTION:
            vm.session.read_class(meta, name, found)
            return vm.call(found.fget, (cls,))
        if meta is type and cls.__flags__ & 1 << 9:
            return vm.session.read("attr", cls, name, getattr(cls, name))
        return getattr(cls, name)
    own = class_attribute(vm, cls, name)
    if own is not ABSENT:
        value = bind(vm, own, None, cls)
        return vm.session.input_of("type", cls, name, value) if value is own else value
    if found is not ABSENT:
        found = vm.session.read_class(meta, name, found)
        return bind(vm, found, cls, meta)
    return _with_fallback(vm, cls, name, lambda: getattr(cls, name))


def _of_super(vm, obj, name):
    if name in ("__thisclass__", "__self__", "__self_class__"):
        return getattr(obj, name)
    cls, self, start = obj.__self_class__, obj.__self__, obj.__thisclass__
    if cls is None:
        return getattr(obj, name)
    mro = cls.__mro__
    for base in mro[mro.index(start) + 1 :]:
        found = base.__dict__.get(name, ABSENT)
        found = vm.session.read_class(base, name, found, own=True)
        if found is not ABSENT:
            if type(found) is property and type(found.fget) is _FUNCTION and self is not cls:
                return vm.call(found.fget, (self,))
            return bind(vm, found, None if self is cls else self, cls)
    return getattr(obj, name)


def store_attr(vm, obj, name, value):
    custom = special(vm, obj, "__setattr__")
    if custom is not None:
        vm.call(custom, (obj, name, value))
    else:
        plain_store(vm, obj, name, value)


def plain_store(vm, obj, name, value):
    """`object.__setattr__`."""
    cls = type(obj)
    if _ask_descriptor(vm, obj, name, "__set__", "fset", value):
        return
    vm.session.write("attr", obj, name)
    native_method(cls, "__setattr__")(obj, name, value)


def _ask_descriptor(vm, obj, name, method, of_property, *value):
    """Where the class holds what sets or deletes the attribute in Python, calls that."""
    cls = type(obj)
    found = lookup(cls, name)
    if found is ABSENT or type(found) in _SLOTS:
        return False
    if _is_property(found) and type(getattr(found, of_property)) is _FUNCTION:
        vm.session.read_class(cls, name, found)
        vm.call(getattr(found, of_property), (obj, *value))
        return True
    does = python_method(found, method)
    if does is not None:
        vm.session.read_class(cls, name, found)
        vm.call(does, (found, obj, *value))
        return True
    owner = next(base for base in cls.__mro__ if name in base.__dict__)
    if hasattr(type(found), method) and owner.__module__.split(".")[0] != vm.session.framework:
        vm.session.opaque(f"{type(found).__name__}.{method}")
    return False


def delete_attr(vm, obj, name):
    custom = special(vm, obj, "__delattr__")
    if custom is not None:
        vm.call(custom, (obj, name))
    else:
        plain_delete(vm, obj, name)


def plain_delete(vm, obj, name):
    if _ask_descriptor(vm, obj, name, "__delete__", "fdel"):
        return
    if not isinstance(obj, type):
        vm.session.read("attr", obj, name, instance_value(obj, name))
    vm.session.write("attr", obj, name)
    native_method(type(obj), "__delattr__")(obj, name)
