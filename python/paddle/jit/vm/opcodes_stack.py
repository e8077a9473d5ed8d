"""The stack, locals, cells, names."""

import types

from .attributes import delete_attr, load_attr, store_attr
from .decode import op
from .frame import ABSENT, NULL, Undefined
from .machine import GraphBreak
from .numbers import settled


@op("POP_TOP")
def pop_top(f, _):
    f.stack.pop()


@op("PUSH_NULL")
def push_null(f, _):
    f.stack.append(NULL)


@op("LOAD_CONST")
def load_const(f, value):
    f.stack.append(value)


@op("COPY")
def copy(f, n):
    f.stack.append(f.stack[-n])


@op("SWAP")
def swap(f, n):
    stack = f.stack
    stack[-1], stack[-n] = stack[-n], stack[-1]


@op("LOAD_FAST")
def load_fast(f, i):
    value = f.locals[i]
    if value is NULL:
        name = f.code.co_varnames[i]
        raise UnboundLocalError(
            f"cannot access local variable '{name}' where it is not associated with a value"
        )
    if type(value) is Undefined:
        raise GraphBreak(value.reason, f.where)
    f.stack.append(value)


@op("STORE_FAST")
def store_fast(f, i):
    f.locals[i] = f.stack.pop()


@op("DELETE_FAST")
def delete_fast(f, i):
    load_fast(f, i)
    f.stack.pop()
    f.locals[i] = NULL


@op("MAKE_CELL")
def make_cell(f, i):
    value = settled(f.locals[i])
    f.locals[i] = f.vm.session.make(types.CellType() if value is NULL else types.CellType(value))


@op("COPY_FREE_VARS")
def copy_free_vars(f, n):
    f.locals[len(f.locals) - n :] = f.func.__closure__


@op("LOAD_CLOSURE")
def load_closure(f, i):
    f.stack.append(f.locals[i])


def _cell_error(f, i):
    code = f.code
    if i < f.dec.free:
        name = (code.co_varnames + tuple(c for c in code.co_cellvars if c not in code.co_varnames))[
            i
        ]
        return UnboundLocalError(
            f"cannot access local variable '{name}' where it is not associated with a value"
        )
    name = code.co_freevars[i - f.dec.free]
    return NameError(
        f"cannot access free variable '{name}' where it is not associated with a value in"
        " enclosing scope"
    )


def contents(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


@op("LOAD_DEREF")
def load_deref(f, i):
    cell = f.locals[i]
    value = contents(cell)
    if type(value) is Undefined:
        raise GraphBreak(value.reason, f.where)
    value = f.vm.session.read("cell", cell, None, value)
    if value is ABSENT:
        raise _cell_error(f, i)
    f.stack.append(value)


@op("STORE_DEREF")
def store_deref(f, i):
    cell = f.locals[i]
    f.vm.session.write("cell", cell, None)
    cell.cell_contents = f.stack.pop()


@op("DELETE_DEREF")
def delete_deref(f, i):
    cell = f.locals[i]
    value = f.vm.session.read("cell", cell, None, contents(cell))
    if value is ABSENT:
        raise _cell_error(f, i)
    f.vm.session.write("cell", cell, None)
    del cell.cell_contents


@op("LOAD_CLASSDEREF")
def load_classderef(f, i):
    name = f.code.co_freevars[i - f.dec.free]
    if name in f.names:
        f.stack.append(f.names[name])
    else:
        load_deref(f, i)


def _global(f, name):
    value = f.globals.get(name, ABSENT)
    session = f.vm.session
    if not f.trusted:
        value = session.read("item", f.globals, name, value)
    if value is ABSENT:
        value = f.builtins.get(name, ABSENT)
        if value is ABSENT:
            raise NameError(f"name '{name}' is not defined", name=name)
        if not f.trusted:
            value = session.read("item", f.builtins, name, value)
    return value


@op("LOAD_GLOBAL")
def load_global(f, arg):
    name, null = arg
    if null:
        f.stack.append(NULL)
    f.stack.append(_global(f, name))


@op("STORE_GLOBAL")
def store_global(f, name):
    f.vm.session.write("item", f.globals, name)
    f.globals[name] = f.stack.pop()


@op("DELETE_GLOBAL")
def delete_global(f, name):
    if name not in f.globals:
        raise NameError(f"name '{name}' is not defined")
    f.vm.session.read("item", f.globals, name, f.globals[name])
    f.vm.session.write("item", f.globals, name)
    del f.globals[name]


@op("LOAD_NAME")
def load_name(f, name):
    if name in f.names:
        f.stack.append(f.names[name])
    else:
        f.stack.append(_global(f, name))


@op("STORE_NAME")
def store_name(f, name):
    f.vm.session.write("item", f.names, name)
    f.names[name] = f.stack.pop()


@op("DELETE_NAME")
def delete_name(f, name):
    if name not in f.names:
        raise NameError(f"name '{name}' is not defined")
    f.vm.session.write("item", f.names, name)
    del f.names[name]


@op("LOAD_ATTR")
def load_attr_(f, name):
    f.stack[-1] = load_attr(f.vm, f.stack[-1], name)


@op("LOAD_METHOD")
def load_method(f, name):
    stack = f.stack
    value = load_attr(f.vm, stack[-1], name)
    stack[-1] = NULL
    stack.append(value)


@op("STORE_ATTR")
def store_attr_(f, name):
    obj = f.stack.pop()
    store_attr(f.vm, obj, name, f.stack.pop())


@op("DELETE_ATTR")
def delete_attr_(f, name):
    delete_attr(f.vm, f.stack.pop(), name)
