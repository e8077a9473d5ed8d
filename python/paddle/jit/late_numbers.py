"""Whole numbers of tensors that Python needs, as sizes that only a run knows.

Where C code needs `int(t)` (`paddle.arange(t)`, a shape), the number becomes the size of a tensor: what holds for such
sizes (rehearsal.py) holds for it. A slice whose bounds are tensors finds the places between them.
"""

from .. import _C
from . import number_ops

_ops = _C.ops
_ARANGE = _ops["arange"]
MOST = 4096  # larger ones, and negative ones, are left to Python


def value_of(session, number):
    """The number, as a size; None where it can not be one."""
    if session.machine is None or session.machine.forks or session.opaques:
        return None
    t = number.tensor
    within = _ops["logical_and"](
        number_ops.operation("ge", number, 0, int), number_ops.operation("le", number, MOST, int)
    )
    if not session.decide(within):
        return None
    session.require(within, True)
    places = _ops["nonzero"](_ops["less_than"](_ops["arange"](0, MOST, 1, "int64"), t))
    return session.seen(list(places.shape))[0]


def among(session, fn, args):
    """The arguments of `arange`, tensors among them as such numbers."""
    if fn is not _ARANGE or not any(map(number_ops.is_index, args)):
        return args
    found = []
    for x in args:
        n = None
        if number_ops.is_index(x) and number_ops.name_of(x.dtype) == "int64":
            n = value_of(session, session.number_from(x, int))
        found.append(x if n is None else n)
    return tuple(found)


def cut(session, tensor, items, at):
    """`tensor[items]`, of which item number `at` is a slice with a tensor as bound; None where that can not be."""
    bounds = items[at]
    if bounds.step not in (None, 1) or session.machine.forks:
        return None
    ends = [number_ops.whole(x) for x in (bounds.start, bounds.stop)]
    if any(x is NotImplemented for x in ends):
        return None
    axis = sum(type(k) is slice for k in items[:at])
    tensor = tensor[(*items[:at], slice(None), *items[at + 1 :])]
    size = session.seen(list(tensor.shape))[axis]
    places = _ops["arange"](0, size, 1, "int64")
    inside = [
        _ops[compare](places, _from_front(x, size))
        for x, compare in zip(ends, ("greater_equal", "less_than"), strict=True)
        if x is not None
    ]
    inside = inside[0] if len(inside) == 1 else _ops["logical_and"](*inside)
    index = _ops["reshape"](_ops["nonzero"](inside), [-1])
    return _ops["index_select"](tensor, index, axis)


def _from_front(x, size):
    if not isinstance(x, _C.Tensor):
        return x if x >= 0 else x + size
    return _ops["where"](x < 0, x + size, x)
