"""`str.format`: fields read attributes and items, and call special methods."""

import _string

from .attributes import load_attr
from .operators import subscript

_CONVERSIONS = {"s": str, "r": repr, "a": ascii}


class _Fields:
    def __init__(self, vm, args, names):
        self.vm, self.args, self.names = vm, args, names
        self.next = 0  # the number of the next field without a name

    def text(self, template, depth=2):
        if depth == 0:
            raise ValueError("Max string recursion exceeded")
        parts = []
        for literal, field, spec, conversion in _string.formatter_parser(template):
            parts.append(literal)
            if field is None:
                continue
            value = self.value(field)
            if conversion is not None:
                value = self.vm.call(_CONVERSIONS[conversion], (value,))
            parts.append(self.vm.call(format, (value, self.text(spec, depth - 1))))
        return "".join(parts)

    def value(self, field):
        first, rest = _string.formatter_field_name_split(field)
        if first == "":
            first, self.next = self.next, self.next + 1
        value = (
            self.args[first] if isinstance(first, int) else subscript(self.vm, self.names, first)
        )
        for is_attribute, name in rest:
            value = (
                load_attr(self.vm, value, name) if is_attribute else subscript(self.vm, value, name)
            )
        return value


def method(vm, template, name, args, kwargs):
    """`template.format(*args, **kwargs)` or `template.format_map(*args)`."""
    if not _is_sound(template, len(args) if name == "format" else 0):
        return getattr(template, name)(*args, **kwargs)  # it raises
    if name == "format_map":
        args, kwargs = (), args[0]
    else:
        kwargs = vm.session.make(kwargs)
    return _Fields(vm, args, kwargs).text(template)


def _is_sound(template, count, depth=2):
    """Whether there is a value for each field with a number, and all or none of these are numbered."""
    try:
        fields = _fields(template, depth)
    except (ValueError, KeyError):
        return False
    numbered = [f for f in fields if isinstance(f, int)]
    automatic = fields.count("")
    return not (numbered and automatic) and automatic <= count and max(numbered, default=-1) < count


def _fields(template, depth):
    found = []
    for _, field, spec, conversion in _string.formatter_parser(template):
        if field is None:
            continue
        if depth == 0 or conversion not in (None, *_CONVERSIONS):
            raise ValueError(template)
        found.append(_string.formatter_field_name_split(field)[0])
        found += _fields(spec, depth - 1)
    return found
