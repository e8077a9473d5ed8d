"""Arguments of a call to the fast locals of a new frame."""

import types

from .frame import NULL, Frame
from .numbers import settled

_stubs = {}


def enter(vm, fn, args, kwargs):
    """A frame that is ready to run `fn(*args, **kwargs)`."""
    code = fn.__code__
    if (
        not kwargs
        and len(args) == code.co_argcount
        and not code.co_flags & 0x0C
        and not code.co_kwonlyargcount
    ):
        slots = list(args)
    else:
        slots = _bind(vm, fn, code, args, kwargs)
    return Frame(vm, code, fn.__globals__, slots, fn)


def _bind(vm, fn, code, args, kwargs):
    count, total = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames
    slots = list(args[:count]) + [NULL] * (total - min(len(args), count))
    at = total
    if code.co_flags & 0x04:
        slots.append(tuple(args[count:]))
        at += 1
    elif len(args) > count:
        _complain(fn, args, kwargs)
    extra = {}
    for key, value in kwargs.items():
        try:
            i = names.index(key, code.co_posonlyargcount, total)
        except ValueError:
            extra[key] = value
            continue
        if slots[i] is not NULL:
            _complain(fn, args, kwargs)
        slots[i] = value
    if code.co_flags & 0x08:
        extra = {key: settled(value) for key, value in extra.items()}
        slots.append(vm.session.make(extra))
    elif extra:
        _complain(fn, args, kwargs)
    defaults, keywords = fn.__defaults__ or (), fn.__kwdefaults__ or {}
    for i in range(total):
        if slots[i] is NULL:
            if count - len(defaults) <= i < count:
                slots[i] = defaults[i - count + len(defaults)]
            elif i >= count and names[i] in keywords:
                slots[i] = keywords[names[i]]
            else:
                _complain(fn, args, kwargs)
    return slots


def _complain(fn, args, kwargs):
    """Raises what CPython raises: by calling a function of the same signature that does nothing."""
    code = fn.__code__
    stub = _stubs.get(code)
    if stub is None:
        nothing = (lambda: None).__code__
        stub = _stubs[code] = code.replace(
            co_code=nothing.co_code, co_consts=(None,), co_names=(), co_freevars=(), co_cellvars=(),
            co_exceptiontable=b"", co_stacksize=2, co_flags=code.co_flags & ~0x2A0,
        )  # fmt: skip
    call = types.FunctionType(stub, {}, fn.__name__, fn.__defaults__)
    call.__kwdefaults__, call.__qualname__ = fn.__kwdefaults__, fn.__qualname__
    call(*args, **kwargs)
    raise SystemError(f"capture: {fn.__qualname__} took arguments that it should not")
