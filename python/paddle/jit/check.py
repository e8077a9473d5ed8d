"""to_static(check=True): the plain function beside the captured one."""

import dataclasses
import itertools

import numpy

from .. import _C
from ..framework.random import drawing_ahead
from .vm.guards import value_key

# Of these the values are compared.
_COMPARED = (
    int,
    bool,
    str,
    bytes,
    type(None),
    type(Ellipsis),
    tuple,
    type,
    range,
    slice,
    frozenset,
    set,
    _C.dtype,
)


def _leaves(value, path="result"):
    """(path, what lies there), containers included: what they are and how many they hold."""
    if isinstance(value, dict):
        yield path, (type(value), len(value))
        for key, item in value.items():
            yield from _leaves(item, f"{path}[{key!r}]")
    elif isinstance(value, (list, tuple)):
        yield path, (type(value), len(value))
        for i, item in enumerate(value):
            yield from _leaves(item, f"{path}[{i}]")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield path, type(value)
        for field in dataclasses.fields(value):
            yield from _leaves(getattr(value, field.name, None), f"{path}.{field.name}")
    else:
        yield path, value


def _differs(a, b):
    if type(a) is not type(b):
        return f"{a!r} is not {b!r}"
    if isinstance(a, _C.Tensor):
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"{a.dtype}{a.shape} is not {b.dtype}{b.shape}"
        same = a.detach().numpy().tobytes() == b.detach().numpy().tobytes()
        return "" if same else f"{a} is not {b}"
    if type(a) in (float, complex):
        return "" if value_key(a) == value_key(b) else f"{a!r} is not {b!r}"
    if isinstance(a, numpy.ndarray):
        same = (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
        return "" if same else f"{a!r} is not {b!r}"
    if type(a) in _COMPARED:
        return "" if a == b else f"{a!r} is not {b!r}"
    return ""  # an object of the user's own: each run may make another


def _why(got, expected):
    """In what two results differ: (path, why); None where they do not."""
    pairs = itertools.zip_longest(_leaves(got), _leaves(expected), fillvalue=("result", None))
    for (path, a), (other, b) in pairs:
        if path != other:
            return path, f"there is no {path} in it, but {other}"
        why = _differs(a, b)
        if why:
            return path, why
    return None


def compare(plain, captured, args, kwargs):
    """The captured function's result; raises AssertionError where the plain one gives another.

    The plain function runs first and its in-place changes are undone for tensors among the arguments;
    functions with other side effects run them twice.
    """
    tensors = [t for _, t in _leaves([args, kwargs]) if isinstance(t, _C.Tensor)]
    before = [t.detach().clone() for t in tensors]
    with drawing_ahead():
        expected = plain(*args, **kwargs)
    for t, kept in zip(tensors, before, strict=True):
        if t.detach().numpy().tobytes() != kept.numpy().tobytes():
            t.detach().copy_(kept)
    got = captured(*args, **kwargs)
    found = _why(got, expected)
    if found is not None:
        raise AssertionError(f"to_static: {found[0]} differs from the plain function: {found[1]}")
    return got
