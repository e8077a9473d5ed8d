"""Calls, functions, classes, imports."""

import sys
import types

from .attributes import load_attr
from .calls import call
from .decode import op
from .frame import ABSENT, NULL
from .opcodes_stack import contents
from .operators import iterable


@op("CALL")
def call_(f, arg):
    n, names = arg
    stack = f.stack
    args = stack[len(stack) - n :]
    del stack[len(stack) - n :]
    fn = stack.pop()
    below = stack.pop()
    if below is not NULL:
        args.insert(0, fn)
        fn = below
    if names:
        k = len(names)
        kwargs = dict(zip(names, args[-k:], strict=True))
        del args[-k:]
    else:
        kwargs = {}
    return call(f, fn, tuple(args), kwargs)


@op("CALL_FUNCTION_EX")
def call_function_ex(f, flags):
    kwargs = f.stack.pop() if flags & 1 else {}
    args = f.stack.pop()
    fn = f.stack.pop()
    f.stack.pop()
    if type(args) is not tuple:
        f.vm.session.touch(args)
        if not hasattr(type(args), "__iter__") and not hasattr(type(args), "__getitem__"):
            name = f"{getattr(fn, '__module__', '')}.{getattr(fn, '__qualname__', fn)}()"
            raise TypeError(
                f"{name.removeprefix('builtins.')} argument after * must be an iterable,"
                f" not {type(args).__name__}"
            )
        args = tuple(f.vm.session.iterate_native(iterable(f.vm, args)))
    if kwargs:
        for key in kwargs:
            if type(key) is not str and not isinstance(key, str):
                raise TypeError("keywords must be strings")
    return call(f, fn, args, dict(kwargs))


@op("MAKE_FUNCTION")
def make_function(f, flags):
    code = f.stack.pop()
    closure = f.stack.pop() if flags & 8 else None
    annotations = f.stack.pop() if flags & 4 else None
    keywords = f.stack.pop() if flags & 2 else None
    defaults = f.stack.pop() if flags & 1 else None
    fn = types.FunctionType(code, f.globals, code.co_name, defaults, closure)
    if keywords:
        fn.__kwdefaults__ = keywords
    if annotations:
        fn.__annotations__ = dict(zip(annotations[::2], annotations[1::2], strict=True))
    f.stack.append(f.vm.session.make(fn))


@op("LOAD_BUILD_CLASS")
def load_build_class(f, _):
    f.stack.append(build_class)


def build_class(f, args, kwargs):
    """`__build_class__`: the body is interpreted."""
    vm = f.vm
    fn, name, *given = args
    bases = tuple(types.resolve_bases(given))
    meta, space, kwargs = types.prepare_class(name, bases, kwargs)
    vm.session.make(space)
    for base in bases:
        hook = getattr(base, "__init_subclass__", None)
        if type(getattr(hook, "__func__", None)) is types.FunctionType:
            vm.session.opaque(f"{base.__qualname__}.__init_subclass__")
    if tuple(given) != bases:
        space["__orig_bases__"] = tuple(given)
    frame = vm.frame(fn, (), {})
    frame.names = space
    frame.base = True
    cell = vm.run(frame)
    cls = vm.call(meta, (name, bases, space), kwargs)
    vm.session.make(cls)
    if isinstance(cell, types.CellType):
        held = contents(cell)
        if held is ABSENT:
            raise RuntimeError(f"__class__ not set defining '{name}' as {cls!r}")
        if held is not cls:
            raise TypeError(f"__class__ set to {held!r} defining {name!r} as {cls!r}")
    return cls


@op("SETUP_ANNOTATIONS")
def setup_annotations(f, _):
    if "__annotations__" not in f.names:
        f.names["__annotations__"] = f.vm.session.make({})


@op("IMPORT_NAME")
def import_name(f, name):
    names, level = f.stack.pop(), f.stack.pop()
    full = name
    if level:
        package = f.globals.get("__package__") or f.globals.get("__name__", "").rpartition(".")[0]
        full = ".".join([package.rsplit(".", level - 1)[0], name]).rstrip(".") if package else None
    if full not in sys.modules:
        f.vm.session.opaque(f"import {name}")
    importer = f.builtins["__import__"]
    f.stack.append(importer(name, f.globals, f.names, names, level))


@op("IMPORT_FROM")
def import_from(f, name):
    module = f.stack[-1]
    try:
        value = load_attr(f.vm, module, name)
    except AttributeError:
        value = sys.modules.get(f"{getattr(module, '__name__', '')}.{name}", ABSENT)
    if value is ABSENT:
        where = getattr(module, "__file__", None) or "unknown location"
        message = f"cannot import name {name!r} from {module.__name__!r} ({where})"
        raise ImportError(message, name=module.__name__, path=where)
    f.stack.append(value)


@op("IMPORT_STAR")
def import_star(f, _):
    module = f.stack.pop()
    names = getattr(module, "__all__", None)
    for name in names if names is not None else [n for n in module.__dict__ if n[0] != "_"]:
        f.names[name] = getattr(module, name)


@op("PRINT_EXPR")
def print_expr(f, _):
    sys.displayhook(f.stack.pop())
