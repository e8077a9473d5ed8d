"""Built-in functions that look at the caller's frame, at handled exceptions, or call special methods."""

import _operator
import abc
import builtins
import functools
import inspect
import sys
import types

from . import attributes, in_python, operators, recursion, tracebacks
from .attributes import load_attr, lookup, special
from .frame import ABSENT, NULL, Frame
from .generators import Generator
from .natives import SPECIAL, construct, invoke, native, pure_call, wrap
from .numbers import settled, settled_arguments
from .opcodes_calls import build_class
from .opcodes_stack import contents
from .sizes import Sized, kind_of

SPECIAL[id(build_class)] = build_class


def stands_for(*functions):
    def register(handler):
        for fn in functions:
            SPECIAL[id(fn)] = handler
        return handler

    return register


def user_frame(f):
    """The frame that makes the call (not one that stands for C code)."""
    while f.code.co_filename == "<native>" and f.back is not None:
        f = f.back
    return f


@stands_for(super)
def super_(f, args, kwargs):
    if args or kwargs:
        return super(*args, **kwargs)
    f = user_frame(f)
    names = f.code.co_freevars
    if "__class__" not in names:
        raise RuntimeError("super(): __class__ cell not found")
    if not f.code.co_argcount:
        raise RuntimeError("super(): no arguments")
    cls = contents(f.locals[f.dec.free + names.index("__class__")])
    if cls is ABSENT:
        raise RuntimeError("super(): empty __class__ cell")
    self = f.locals[0]
    return super(cls, contents(self) if type(self) is types.CellType else self)


def namespace(f):
    f = user_frame(f)
    if f.names is not None:
        return f.names
    code = f.code
    names = (
        code.co_varnames
        + tuple(c for c in code.co_cellvars if c not in code.co_varnames)
        + code.co_freevars
    )
    values = [contents(v) if type(v) is types.CellType else v for v in f.locals]
    pairs = zip(names, values, strict=True)
    return f.vm.session.make({n: settled(v) for n, v in pairs if v is not NULL and v is not ABSENT})


@stands_for(locals)
def locals_(f, args, kwargs):
    return namespace(f)


@stands_for(globals)
def globals_(f, args, kwargs):
    return user_frame(f).globals


@stands_for(vars)
def vars_(f, args, kwargs):
    return load_attr(f.vm, args[0], "__dict__") if args else namespace(f)


@stands_for(dir)
def dir_(f, args, kwargs):
    if not args:
        return sorted(namespace(f))
    f.vm.session.opaque("dir")
    return dir(*args)


@stands_for(eval)
def eval_(f, args, kwargs, mode="eval"):
    vm, user = f.vm, user_frame(f)
    source, space, names = (*args, *[None] * (3 - len(args)))
    if isinstance(source, types.CodeType):
        code = source
    else:
        code = compile(
            source.lstrip(" \t") if isinstance(source, str) else source, "<string>", mode
        )
    if space is None:
        space, names = user.globals, namespace(f) if names is None else names
    frame = Frame(vm, code, space, [], names=space if names is None else names)
    space.setdefault("__builtins__", builtins)
    vm.push(frame)
    frame.base = True
    return vm.run(frame)


@stands_for(exec)
def exec_(f, args, kwargs):
    eval_(f, args, {}, "exec")


@stands_for(type)
def type_(f, args, kwargs):
    if len(args) == 1 and not kwargs:
        if isinstance(args[0], Sized):
            return kind_of(args[0])
        return types.GeneratorType if type(args[0]) is Generator else type(args[0])
    return f.vm.session.make(invoke(f.vm, type, args, kwargs))


@stands_for(sys.exc_info)
def exc_info(f, args, kwargs):
    error = f.exception()
    return (type(error), error, error.__traceback__) if error is not None else (None, None, None)


@stands_for(sys.exception)
def exception(f, args, kwargs):
    return f.exception()


@stands_for(sys.getrecursionlimit)
def recursion_limit(f, args, kwargs):
    f.vm.session.read_state(recursion.users_limit)
    return recursion.users_limit()


@stands_for(sys._getframe)
def get_frame(f, args, kwargs):
    f.vm.session.opaque("sys._getframe")
    depth = args[0] if args else 0
    f = user_frame(f)
    for _ in range(depth):
        if f.back is None:
            raise ValueError("call stack is not deep enough")
        f = user_frame(f.back)
    return tracebacks.stand_in(f.code, f.globals)


@stands_for(inspect.currentframe)
def current_frame(f, args, kwargs):
    return get_frame(f, (), {})


@stands_for(len)
def len_(f, args, kwargs):
    return operators.length(f.vm, *args, **kwargs)


def _deciding(fn):
    """`max` and `min`, which ask for the truth of a comparison of what they are given."""

    def handler(f, args, kwargs):
        if len(args) < 2 or kwargs or not any(map(f.vm.session.is_traced, args)):
            return native(f, fn, args, kwargs)
        return f.vm.call(in_python.BY_NAME[fn.__name__], args)

    SPECIAL[id(fn)] = handler


_deciding(max)
_deciding(min)


@stands_for(print)
def print_(f, args, kwargs):
    if not f.vm.session.print_later(args, kwargs):
        args, kwargs = settled_arguments(args, kwargs)
        native(f, print, args, kwargs)


@stands_for(iter)
def iter_(f, args, kwargs):
    if len(args) == 1:
        return operators.get_iter(f.vm, *args)
    return f.vm.session.make(iter(wrap(f.vm, args[0], True), *args[1:]))


@stands_for(next)
def next_(f, args, kwargs):
    if not args or len(args) > 2 or not hasattr(type(args[0]), "__next__"):
        return next(*args)
    return operators.advance_raising(f.vm, args[0], args[1:])


@stands_for(range)
def range_(f, args, kwargs):
    made = f.vm.session.range_of(args) if not kwargs else None
    if made is not None:
        f.vm.numbers = True
        return made
    args, kwargs = settled_arguments(args, kwargs)
    return construct(f.vm, range, args, kwargs)


@stands_for(bool)
def bool_(f, args, kwargs):
    if len(args) == 1 and (number := f.vm.session.number_from(args[0], bool)) is not None:
        return number
    return operators.truth(f.vm, *args, **kwargs) if args else bool(**kwargs)


@stands_for(getattr)
def getattr_(f, args, kwargs):
    if not 2 <= len(args) <= 3 or kwargs or not isinstance(args[1], str):
        return getattr(*args, **kwargs)
    try:
        return load_attr(f.vm, args[0], args[1])
    except AttributeError:
        if len(args) == 3:
            return args[2]
        raise


@stands_for(hasattr)
def hasattr_(f, args, kwargs):
    if len(args) != 2 or kwargs or not isinstance(args[1], str):
        return hasattr(*args, **kwargs)
    try:
        load_attr(f.vm, *args)
    except AttributeError:
        return False
    return True


@stands_for(setattr)
def setattr_(f, args, kwargs):
    if len(args) != 3 or not isinstance(args[1], str):
        return setattr(*args, **kwargs)
    return attributes.store_attr(f.vm, *args)


@stands_for(delattr)
def delattr_(f, args, kwargs):
    return attributes.delete_attr(f.vm, *args) if len(args) == 2 else delattr(*args)


@stands_for(object.__setattr__)
def object_setattr(f, args, kwargs):
    return attributes.plain_store(f.vm, *args)


@stands_for(object.__delattr__)
def object_delattr(f, args, kwargs):
    return attributes.plain_delete(f.vm, *args)


@stands_for(object.__getattribute__)
def object_getattribute(f, args, kwargs):
    return attributes.generic(f.vm, *args)


def _checking(check, hook):
    """`isinstance` or `issubclass`: what classes answer in Python is unknown, what abstract ones know is guarded."""

    def handler(f, args, kwargs):
        result = check(*args, **kwargs)
        for cls in _classes(args[1]):
            method = special(f.vm, cls, hook)
            if method is getattr(abc.ABCMeta, hook):
                subclass = args[0] if check is issubclass else type(args[0])
                if cls not in subclass.__mro__:
                    f.vm.session.read_registry()
            elif method is not None:
                f.vm.session.opaque(hook)
        return result

    SPECIAL[id(check)] = handler


def _classes(x):
    if isinstance(x, tuple):
        return [cls for part in x for cls in _classes(part)]
    return _classes(x.__args__) if isinstance(x, types.UnionType) else [x]


_checking(isinstance, "__instancecheck__")
_checking(issubclass, "__subclasscheck__")


def _value(value, *args):
    return value


def _converting(fn, *names):
    """`fn`, whose argument may have the special method `names` in Python: C code gets its result."""

    def handler(f, args, kwargs):
        vm = f.vm
        same = vm.session.same_number(fn, args)
        if same is not None:
            return same
        if fn in (int, float) and len(args) == 1 and not kwargs:
            number = vm.session.number_from(args[0], fn)
            if number is not None:
                return number
        if args and not kwargs:
            for name in names:
                method = special(vm, args[0], name)
                if method is not None:
                    extra = args[1:] if name in ("__format__", "__round__") else ()
                    value = vm.call_for_native(method, (args[0], *extra))
                    same = vm.session.same_number(fn, (value,))
                    if same is not None:
                        return same
                    proxy = type("proxy", (), {name: functools.partial(_value, value)})
                    return fn(proxy(), *(args[1:] if fn is not divmod else ()))
                if lookup(type(args[0]), name) is not lookup(object, name):
                    break
        vm.session.data_read(args[0], fn.__name__) if args and fn in (int, float, complex) else None
        return (
            construct(vm, fn, args, kwargs) if isinstance(fn, type) else native(f, fn, args, kwargs)
        )

    SPECIAL[id(fn)] = handler


for _fn, *_names in (
    (str, "__str__", "__repr__"), (repr, "__repr__"), (int, "__int__", "__index__", "__trunc__"),
    (float, "__float__", "__index__"), (complex, "__complex__", "__float__"), (hash, "__hash__"), (abs, "__abs__"),
    (round, "__round__"), (format, "__format__", "__str__", "__repr__"), (bytes, "__bytes__"),
    (_operator.index, "__index__"), (bin, "__index__"), (hex, "__index__"), (oct, "__index__"),
):  # fmt: skip
    _converting(_fn, *_names)


@stands_for(reversed)
def reversed_(f, args, kwargs):
    method = special(f.vm, args[0], "__reversed__") if args else None
    if method is not None:
        return f.vm.call(method, args)
    if (
        args
        and lookup(type(args[0]), "__reversed__") is ABSENT
        and special(f.vm, args[0], "__getitem__")
    ):
        n = operators.length(f.vm, args[0])
        return operators.ItemIterator(f.vm, args[0], n - 1, -1)
    return pure_call(f.vm, reversed, args, kwargs)
