"""What a call does: interpret, or run natively."""

import functools
import types
import weakref

from . import natives
from .attributes import bind, lookup, python_method
from .frame import ABSENT
from .grown import Grown, Method
from .numbers import looked_at

_FUNCTION = types.FunctionType
_ASYNC = 0x80 | 0x100 | 0x200  # coroutines, iterable coroutines, async generators


def call(f, fn, args, kwargs):
    """Calls `fn`: a frame to go on with, or None when the value lies on the stack of `f`."""
    vm = f.vm
    if vm.numbers and args and type(args[0]) is Grown:
        value = args[0].call(vm, fn, args, kwargs)
        if value is not NotImplemented:
            return _give(f, value)
    while True:
        kind = type(fn)
        if kind is Method:
            value = fn.call(args, kwargs)
            if value is not NotImplemented:
                return _give(f, value)
            fn = fn.value()
            continue
        if kind is _FUNCTION:
            special = natives.SPECIAL.get(id(fn))
            if special is not None:
                args, kwargs = _plain(vm, args, kwargs)
                return _give(f, special(f, args, kwargs))
            policy = vm.session.policy(fn)
            if policy is None and not fn.__code__.co_flags & _ASYNC:
                return vm.frame(fn, args, kwargs)
            args, kwargs = _plain(vm, args, kwargs)
            return _give(f, natives.run(vm, fn, args, kwargs, policy or "opaque"))
        if kind is types.MethodType:
            args, fn = (fn.__self__, *args), fn.__func__
            continue
        special = natives.SPECIAL.get(id(fn))
        if special is not None:
            if fn is not range and fn is not print:
                args, kwargs = _plain(vm, args, kwargs)
            return _give(f, special(f, args, kwargs))
        if kind is functools.partial:
            _read_partial(vm, fn)
            args, kwargs, fn = (*fn.args, *args), {**fn.keywords, **kwargs}, fn.func
        elif isinstance(fn, type):
            return _construct(f, fn, args, kwargs)
        elif kind in natives.OF_TYPE:
            args, kwargs = _plain(vm, args, kwargs)
            return _give(f, natives.OF_TYPE[kind](f, fn, args, kwargs))
        elif (method := python_method(fn, "__call__")) is not None:
            vm.session.read_class(kind, "__call__", method)
            args, fn = (fn, *args), method
        elif kind is weakref.ref and not args and not kwargs:
            return _give(f, vm.session.referent(fn))
        elif kind in natives.UNBOUND and args and isinstance(args[0], fn.__objclass__):
            fn, args = fn.__get__(args[0]), args[1:]
        else:
            args, kwargs = _plain(vm, args, kwargs)
            args = vm.session.sizes_among(fn, args)
            return _give(f, natives.native(f, fn, args, kwargs))


def _read_partial(vm, fn):
    for name in ("func", "args", "keywords"):
        vm.session.read("attr", fn, name, getattr(fn, name))
    if vm.session.is_old(fn):
        vm.session.touch(fn.keywords)


def _plain(vm, args, kwargs):
    if not vm.numbers:
        return args, kwargs
    return tuple(looked_at(vm, x) for x in args), {k: looked_at(vm, x) for k, x in kwargs.items()}


def _give(f, value):
    f.stack.append(value)


def _construct(f, cls, args, kwargs):
    """`type.__call__`, with a Python `__new__` and `__init__` interpreted."""
    vm = f.vm
    maker = python_method(cls, "__call__")
    if maker is not None:
        return call(f, maker, (cls, *args), kwargs)
    vm.session.construct(cls)
    new, init = lookup(cls, "__new__"), lookup(cls, "__init__")
    python_new = type(new) is staticmethod and type(new.__func__) is _FUNCTION
    python_new = python_new and vm.session.policy(new.__func__) is None
    if not python_new and type(init) is not _FUNCTION:
        args, kwargs = _plain(vm, args, kwargs)
        return _give(f, natives.construct(vm, cls, args, kwargs))
    vm.session.read_class(cls, "__new__", new)
    vm.session.read_class(cls, "__init__", init)
    if python_new:
        obj = vm.call(new.__func__, (cls, *args), kwargs)
        if isinstance(obj, weakref.ref):
            vm.session.may_die(obj(), obj.__callback__)
    elif new is object.__dict__["__new__"]:
        obj = vm.session.make(object.__new__(cls))
    else:
        args, kwargs = _plain(vm, args, kwargs)
        vm.session.touch(args, deep=True)
        obj = vm.session.make(cls.__new__(cls, *args, **kwargs))
    if not isinstance(obj, cls):
        return _give(f, obj)
    init = lookup(type(obj), "__init__")
    if type(init) is _FUNCTION and vm.session.policy(init) is None:
        frame = vm.frame(init, (obj, *args), kwargs)
        frame.on_return = _Constructed(obj)
        return frame
    if init is not ABSENT and init is not object.__init__:
        vm.call(bind(vm, init, obj, type(obj)), args, kwargs)
    elif (args or kwargs) and not python_new:
        raise TypeError(f"{cls.__name__}() takes no arguments")
    return _give(f, obj)


class _Constructed:
    """Takes the None of `__init__` and gives the object."""

    __slots__ = ("obj",)

    def __init__(self, obj):
        self.obj = obj

    def __call__(self, value):
        if value is not None:
            raise TypeError(f"__init__() should return None, not '{type(value).__name__}'")
        return self.obj
