"""Functions of C code that are made of others: of the module `operator`, `reduce`, `any` and `all`."""

import _operator
import functools
import operator

from . import asked, in_python, operators
from .attributes import load_attr
from .natives import OF_TYPE, SPECIAL, invoke, wrap
from .specials import stands_for


@stands_for(functools.reduce)
def reduce(f, args, kwargs):
    vm = f.vm
    vm.session.touch(args[1:], deep=asked.INDEX)
    items = (operators.iterable(vm, a) for a in args[1:2])
    return invoke(
        vm, functools.reduce, (*(wrap(vm, a) for a in args[:1]), *items, *args[2:]), kwargs
    )


def _in_python(fn):
    """`any` and `all`, item by item: an item may be a tensor."""

    def handler(f, args, kwargs):
        if len(args) != 1 or kwargs:
            return fn(*args, **kwargs)
        return f.vm.call(in_python.BY_NAME[fn.__name__], args)

    SPECIAL[id(fn)] = handler


_in_python(any)
_in_python(all)


def calls_of(kind):
    """Registers what calls objects of a class of C code."""

    def register(handler):
        OF_TYPE[kind] = handler
        return handler

    return register


def _each(get, keys):
    values = tuple(map(get, keys))
    return values[0] if len(values) == 1 else values


@calls_of(operator.attrgetter)
def attrgetter(f, fn, args, kwargs):
    if len(args) != 1 or kwargs:
        return fn(*args, **kwargs)

    def get(path):
        value = args[0]
        for name in path.split("."):
            value = load_attr(f.vm, value, name)
        return value

    return _each(get, fn.__reduce__()[1])


@calls_of(operator.itemgetter)
def itemgetter(f, fn, args, kwargs):
    if len(args) != 1 or kwargs:
        return fn(*args, **kwargs)
    return _each(lambda key: operators.subscript(f.vm, args[0], key), fn.__reduce__()[1])


@calls_of(operator.methodcaller)
def methodcaller(f, fn, args, kwargs):
    if len(args) != 1 or kwargs:
        return fn(*args, **kwargs)
    maker, given = fn.__reduce__()
    name, *given = (*maker.args, *given) if isinstance(maker, functools.partial) else given
    named = maker.keywords if isinstance(maker, functools.partial) else {}
    return f.vm.call(load_attr(f.vm, args[0], name), tuple(given), dict(named))


_BINARY = (
    "add",
    "and_",
    "floordiv",
    "lshift",
    "matmul",
    "mul",
    "mod",
    "or_",
    "pow",
    "rshift",
    "sub",
    "truediv",
    "xor",
)
for _i, _name in enumerate(_BINARY):
    for _n, _fn in (
        (_i, getattr(_operator, _name)),
        (_i + 13, getattr(_operator, "i" + _name.rstrip("_"))),
    ):
        SPECIAL[id(_fn)] = lambda f, args, kwargs, n=_n: operators.binary(f.vm, n, *args, **kwargs)
SPECIAL[id(_operator.concat)] = SPECIAL[id(_operator.add)]
SPECIAL[id(_operator.iconcat)] = SPECIAL[id(_operator.iadd)]
for _name in ("lt", "le", "eq", "ne", "gt", "ge"):
    SPECIAL[id(getattr(_operator, _name))] = lambda f, args, kwargs, n=_name: operators.compare(
        f.vm, n, *args, **kwargs
    )
for _name, _fn in {"neg": _operator.neg, "pos": _operator.pos, "invert": _operator.invert}.items():
    SPECIAL[id(_fn)] = lambda f, args, kwargs, n=_name: operators.unary(f.vm, n, *args, **kwargs)
SPECIAL[id(_operator.truth)] = lambda f, args, kwargs: operators.truth(f.vm, *args, **kwargs)
SPECIAL[id(_operator.not_)] = lambda f, args, kwargs: not operators.truth(f.vm, *args, **kwargs)
SPECIAL[id(_operator.delitem)] = lambda f, args, kwargs: operators.delete_subscript(
    f.vm, *args, **kwargs
)
SPECIAL[id(_operator.getitem)] = lambda f, args, kwargs: operators.subscript(f.vm, *args, **kwargs)
SPECIAL[id(_operator.setitem)] = lambda f, args, kwargs: operators.store_subscript(
    f.vm, *args, **kwargs
)
SPECIAL[id(_operator.contains)] = lambda f, args, kwargs: operators.contains(f.vm, args[1], args[0])
