"""Building and unpacking containers; operators; matching; formatting."""

from . import numbers, operators, texts
from .asked import COMPARING
from .attributes import load_attr
from .decode import op
from .frame import ABSENT
from .grown import Grown
from .natives import listed
from .numbers import Number, looked_at, truth


@op("BUILD_TUPLE")
def build_tuple(f, n):
    _build(f, n, tuple)


def _build(f, n, kind):
    items = f.stack[-n:] if n else []
    if n:
        del f.stack[-n:]
    f.stack.append(items if kind is list else kind(items))


@op("BUILD_LIST")
def build_list(f, n):
    _build(f, n, list)
    f.vm.session.make(f.stack[-1])


@op("BUILD_SET")
def build_set(f, n):
    for item in f.stack[-n:] if n else ():
        f.vm.session.touch(item, COMPARING)
    _build(f, n, set)
    f.vm.session.make(f.stack[-1])


@op("BUILD_MAP")
def build_map(f, n):
    items = f.stack[-2 * n :] if n else []
    if n:
        del f.stack[-2 * n :]
    for key in items[::2]:
        f.vm.session.touch(key, COMPARING)
    f.stack.append(f.vm.session.make(dict(zip(items[::2], items[1::2], strict=True))))


@op("BUILD_CONST_KEY_MAP")
def build_const_key_map(f, n):
    keys = f.stack.pop()
    _build(f, n, list)
    f.stack[-1] = f.vm.session.make(dict(zip(keys, f.stack[-1], strict=True)))


@op("BUILD_STRING")
def build_string(f, n):
    if f.vm.numbers and any(type(x) is texts.Text for x in f.stack[-n:]):
        _build(f, n, texts.joined)
    else:
        _build(f, n, "".join)


@op("BUILD_SLICE")
def build_slice(f, n):
    items = f.stack[-n:]
    del f.stack[-n:]
    if f.vm.numbers:  # beside a tensor, numbers that only the run knows are tensors
        beside = f.stack and isinstance(f.stack[-1], f.vm.session.tensor_types)
        items = [
            x.tensor if beside and type(x) is Number and x.kind is int else looked_at(f.vm, x)
            for x in items
        ]
    f.stack.append(slice(*items))


@op("LIST_TO_TUPLE")
def list_to_tuple(f, _):
    f.stack[-1] = tuple(f.stack[-1])


@op("LIST_APPEND")
def list_append(f, n):
    value = f.stack.pop()
    if type(f.stack[-n]) is not Grown:
        f.vm.session.mutate(f.stack[-n])
    f.stack[-n].append(value)


@op("SET_ADD")
def set_add(f, n):
    value = f.stack.pop()
    f.vm.session.touch(value, COMPARING)
    f.vm.session.mutate(f.stack[-n])
    f.stack[-n].add(value)


@op("MAP_ADD")
def map_add(f, n):
    value = f.stack.pop()
    key = f.stack.pop()
    f.vm.session.touch(key, COMPARING)
    f.vm.session.mutate(f.stack[-n])
    f.stack[-n][key] = value


@op("LIST_EXTEND")
def list_extend(f, n):
    value = f.stack.pop()
    f.vm.session.touch(value)
    items = operators.iterable(f.vm, value)
    if not hasattr(type(items), "__iter__") and not hasattr(type(items), "__getitem__"):
        raise TypeError(f"Value after * must be an iterable, not {type(items).__name__}")
    f.vm.session.mutate(f.stack[-n])
    f.stack[-n].extend(f.vm.session.iterate_native(items))


@op("SET_UPDATE")
def set_update(f, n):
    value = f.stack.pop()
    items = listed(f.vm, operators.iterable(f.vm, value))
    f.vm.session.touch(items, COMPARING)
    f.stack[-n].update(items)


@op("DICT_UPDATE")
def dict_update(f, n):
    value = f.stack.pop()
    if not hasattr(value, "keys"):
        raise TypeError(f"'{type(value).__name__}' object is not a mapping")
    f.stack[-n].update(operators.mapping(f.vm, value))


@op("DICT_MERGE")
def dict_merge(f, n):
    value = f.stack.pop()
    target, fn = f.stack[-n], f.stack[-n - 2]
    name = f"{getattr(fn, '__module__', '')}.{getattr(fn, '__qualname__', fn)}()"
    name = name.removeprefix("builtins.")
    if not hasattr(value, "keys"):
        raise TypeError(f"{name} argument after ** must be a mapping, not {type(value).__name__}")
    for key, item in operators.mapping(f.vm, value).items():
        if key in target:
            raise TypeError(f"{name} got multiple values for keyword argument '{key}'")
        target[key] = item


@op("UNPACK_SEQUENCE")
def unpack_sequence(f, n):
    value = f.stack.pop()
    if type(value) in (tuple, list):
        f.vm.session.touch(value)
        if len(value) == n:
            f.stack += value[::-1]
            return
    f.stack += _take(f, value, n, n)[::-1]


def _take(f, value, n, limit):
    vm = f.vm
    if not hasattr(type(value), "__iter__") and not hasattr(type(value), "__getitem__"):
        raise TypeError(f"cannot unpack non-iterable {type(value).__name__} object")
    it = operators.get_iter(vm, value, on_stack=True)
    items = []
    while limit is None or len(items) <= limit:
        item = operators.advance(vm, it)
        if item is operators.NULL:
            break
        items.append(item)
    if len(items) < n:
        at_least = "at least " if limit is None else ""
        raise ValueError(f"not enough values to unpack (expected {at_least}{n}, got {len(items)})")
    if limit is not None and len(items) > n:
        raise ValueError(f"too many values to unpack (expected {n})")
    return items


@op("UNPACK_EX")
def unpack_ex(f, arg):
    before, after = arg & 0xFF, arg >> 8
    items = _take(f, f.stack.pop(), before + after, None)
    end = len(items) - after
    parts = [*items[:before], f.vm.session.make(items[before:end]), *items[end:]]
    f.stack += parts[::-1]


@op("BINARY_OP")
def binary_op(f, arg):
    b = f.stack.pop()
    f.stack[-1] = operators.binary(f.vm, arg, f.stack[-1], b)


@op("COMPARE_OP")
def compare_op(f, name):
    b = f.stack.pop()
    f.stack[-1] = operators.compare(f.vm, name, f.stack[-1], b)


@op("CONTAINS_OP")
def contains_op(f, invert):
    container = f.stack.pop()
    f.stack[-1] = operators.contains(f.vm, f.stack[-1], container) is not bool(invert)


@op("IS_OP")
def is_op(f, invert):
    b = f.stack.pop()
    a = f.stack[-1]
    if type(a) is Number or type(b) is Number:
        f.stack[-1] = numbers.is_same(f.vm, a, b, bool(invert))
    else:
        f.vm.session.compared(a, b)
        f.stack[-1] = (a is b) is not bool(invert)


@op("UNARY_NOT")
def unary_not(f, _):
    x = f.stack[-1]
    if type(x) is Number:
        x = truth(f.vm, x)
    elif type(x) is Grown:
        x = x.value() if x.state.settled else x.truth(f.vm)
    if f.vm.session.is_condition(x):
        f.stack[-1] = f.vm.session.number(f.vm.session.logical_not(x), "bool")
    else:
        f.stack[-1] = not operators.truth(f.vm, x)


def _unary(name):
    def handler(f, _):
        f.stack[-1] = operators.unary(f.vm, name, f.stack[-1])

    return handler


for _opcode, _name in (("POSITIVE", "pos"), ("NEGATIVE", "neg"), ("INVERT", "invert")):
    op(f"UNARY_{_opcode}")(_unary(_name))


@op("BINARY_SUBSCR")
def binary_subscr(f, _):
    key = f.stack.pop()
    f.stack[-1] = operators.subscript(f.vm, f.stack[-1], key)


@op("STORE_SUBSCR")
def store_subscr(f, _):
    key, container, value = f.stack.pop(), f.stack.pop(), f.stack.pop()
    if f.vm.numbers:
        container, value = looked_at(f.vm, container), looked_at(f.vm, value)
        beside = isinstance(container, f.vm.session.tensor_types)
        if beside and type(key) is Number and key.kind is int:
            key = f.vm.session.index_of(key)
        key = looked_at(f.vm, key)
    operators.store_subscript(f.vm, container, key, value)


@op("DELETE_SUBSCR")
def delete_subscr(f, _):
    key, container = f.stack.pop(), f.stack.pop()
    operators.delete_subscript(f.vm, container, key)


@op("FORMAT_VALUE")
def format_value(f, arg):
    vm = f.vm
    spec = f.stack.pop() if arg & 4 else ""
    value = f.stack.pop()
    convert = (None, str, repr, ascii)[arg & 3]
    if vm.numbers:
        text = texts.of_number(value, convert, spec)
        if text is not None:
            f.stack.append(text)
            return
        value, spec = looked_at(vm, value), looked_at(vm, spec)
    if convert is not None:
        value = vm.call(convert, (value,))
    f.stack.append(value if type(value) is str and not spec else vm.call(format, (value, spec)))


@op("GET_LEN")
def get_len(f, _):
    f.stack.append(operators.length(f.vm, f.stack[-1]))


@op("MATCH_MAPPING")
def match_mapping(f, _):
    f.stack.append(bool(type(f.stack[-1]).__flags__ & (1 << 6)))


@op("MATCH_SEQUENCE")
def match_sequence(f, _):
    f.stack.append(bool(type(f.stack[-1]).__flags__ & (1 << 5)))


@op("MATCH_KEYS")
def match_keys(f, _):
    keys, subject = f.stack[-1], f.stack[-2]
    values = []
    for key in keys:
        get = load_attr(f.vm, subject, "get")
        value = f.vm.call(get, (key, ABSENT))
        if value is ABSENT:
            f.stack.append(None)
            return
        values.append(value)
    f.stack.append(tuple(values))


@op("MATCH_CLASS")
def match_class(f, n):
    names, cls, subject = f.stack.pop(), f.stack.pop(), f.stack.pop()
    f.stack.append(_match_class(f.vm, subject, cls, n, names))


def _match_class(vm, subject, cls, n, names):
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a class")
    if not vm.call(isinstance, (subject, cls)):
        return None
    values = []
    if n:
        args = vm.call(getattr, (cls, "__match_args__", None))
        if args is None and cls.__flags__ & (1 << 22):
            if n > 1:
                raise TypeError(f"{cls.__name__}() accepts 1 positional sub-pattern ({n} given)")
            values.append(subject)
            args = ()
            n = 0
        if n > len(args or ()):
            count = len(args or ())
            plural = "" if count == 1 else "s"
            raise TypeError(
                f"{cls.__name__}() accepts {count} positional sub-pattern{plural} ({n} given)"
            )
        names = (*(args or ())[:n], *names)
    for name in names:
        try:
            values.append(load_attr(vm, subject, name))
        except AttributeError:
            return None
    return tuple(values)
