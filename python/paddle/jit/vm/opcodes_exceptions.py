"""Raising, handling, `with`."""

import types

from .attributes import lookup, special
from .decode import op
from .frame import ABSENT


@op("PUSH_EXC_INFO")
def push_exc_info(f, _):
    error = f.stack.pop()
    f.stack += (f.handled, error)
    f.handled = error


@op("POP_EXCEPT")
def pop_except(f, _):
    f.handled = f.stack.pop()


@op("CHECK_EXC_MATCH")
def check_exc_match(f, _):
    kinds = f.stack.pop()
    for kind in kinds if type(kinds) is tuple else (kinds,):
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            raise TypeError(
                "catching classes that do not inherit from BaseException is not allowed"
            )
    error = f.stack[-1]
    cls = type(error)
    f.stack.append(any(k in cls.__mro__ for k in (kinds if type(kinds) is tuple else (kinds,))))


@op("CHECK_EG_MATCH")
def check_eg_match(f, _):
    kinds = f.stack.pop()
    error = f.stack.pop()
    if isinstance(error, BaseExceptionGroup):
        match, rest = error.split(kinds)
    elif isinstance(error, kinds):
        match, rest = ExceptionGroup("", [error]), None
    else:
        match, rest = None, error
    f.stack += (rest, match)
    if match is not None:
        f.handled = match


@op("PREP_RERAISE_STAR")
def prep_reraise_star(f, _):
    errors, original = f.stack.pop(), f.stack.pop()
    left = [e for e in errors if e is not None]
    if not left:
        f.stack.append(None)
    elif len(left) == 1:
        f.stack.append(left[0])
    else:
        f.stack.append(
            original.derive(left) if hasattr(original, "derive") else ExceptionGroup("", left)
        )


@op("RERAISE")
def reraise(f, n):
    raise f.stack.pop()


@op("RAISE_VARARGS")
def raise_varargs(f, n):
    if n == 0:
        error = f.exception()
        if error is None:
            raise RuntimeError("No active exception to reraise")
        raise error
    cause = f.stack.pop() if n == 2 else ABSENT
    error = _instance(f.vm, f.stack.pop(), "exceptions must derive from BaseException")
    if cause is not ABSENT:
        if cause is not None:
            cause = _instance(f.vm, cause, "exception causes must derive from BaseException")
        error.__cause__ = cause
    raise error


def _instance(vm, error, message):
    if isinstance(error, type) and issubclass(error, BaseException):
        error = vm.call(error)
    if not isinstance(error, BaseException):
        raise TypeError(message)
    return error


@op("LOAD_ASSERTION_ERROR")
def load_assertion_error(f, _):
    f.stack.append(AssertionError)


def _context_method(vm, manager, name):
    method = special(vm, manager, name)
    if method is not None:
        return types.MethodType(method, manager)
    found = lookup(type(manager), name)
    if found is ABSENT:
        kind = type(manager).__qualname__
        missed = "" if name == "__enter__" else " (missed __exit__ method)"
        raise TypeError(f"'{kind}' object does not support the context manager protocol{missed}")
    return found.__get__(manager, type(manager))


@op("BEFORE_WITH")
def before_with(f, _):
    manager = f.stack.pop()
    enter = _context_method(f.vm, manager, "__enter__")
    f.stack.append(_context_method(f.vm, manager, "__exit__"))
    f.stack.append(f.vm.call(enter))


@op("WITH_EXCEPT_START")
def with_except_start(f, _):
    error = f.stack[-1]
    f.stack.append(f.vm.call(f.stack[-4], (type(error), error, error.__traceback__)))
