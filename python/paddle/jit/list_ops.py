"""What tensors do for lists that a loop on tensors makes longer (vm/grown.py)."""

from .. import _C
from . import number_ops
from .vm.grown import Many
from .vm.sizes import Sized, SizeNeeded

_ops = _C.ops
_STACK, _CONCAT = _ops["stack"], _ops["concat"]


def elements_of(session, rows):
    """The rows as tensors of their own."""
    count = session.seen(list(rows.shape))[0] if session.machine is not None else rows.shape[0]
    if isinstance(count, Sized):
        raise SizeNeeded("the elements of a list that a loop makes longer are looked at")
    return [_ops["assign"](rows[i]) for i in range(count)]


def of_rounds(session, rounds):
    """What a loop has added to a list, as rows of one tensor.

    Args:
        rounds (list): (rows, whether each is there), of each place that adds: True or a tensor.
    """
    several = len(rounds) > 1
    rows = (
        _ops["flatten"](_ops["stack"]([r for r, _ in rounds], 1), 0, 1) if several else rounds[0][0]
    )
    if all(there is True for _, there in rounds):
        return rows
    flags = [there for _, there in rounds]
    there = _ops["flatten"](_ops["stack"](flags, 1), 0, 1) if several else flags[0]
    return rows[there]


def joined(session, fn, grown, args, kwargs):
    """`paddle.stack(grown, axis)` and `concat`; NotImplemented where an error may be due."""
    if fn is not _STACK and fn is not _CONCAT or len(args) + len(kwargs) > 1:
        return NotImplemented
    axis = args[0] if args else kwargs.get("axis", 0)
    first = next(p for p in grown.state.parts if type(p) is Many).rows
    rank = first.ndim - (fn is _CONCAT)
    if type(axis) is not int or not -rank <= axis < rank:
        return NotImplemented
    parts = [_blocks(p, fn, axis % rank) for p in grown.state.parts]
    if (
        any(not isinstance(p, _C.Tensor) for p in parts)
        or not _match(parts)
        or not grown.is_filled()
    ):
        return NotImplemented
    return _ops["assign"](parts[0]) if len(parts) == 1 else _CONCAT(parts, axis)


def _blocks(part, fn, axis):
    """What a part of the list is in the result."""
    if type(part) is not Many:
        if not isinstance(part, _C.Tensor):
            return None
        return _ops["unsqueeze"](part, axis) if fn is _STACK else part
    rows = part.rows
    order = [*range(1, rows.ndim)]
    order.insert(axis, 0)
    if axis:
        rows = _ops["transpose"](rows, order)
    return rows if fn is _STACK else _ops["flatten"](rows, axis, axis + 1)


def _match(parts):
    return all(p.dtype == parts[0].dtype and p.ndim == parts[0].ndim for p in parts)


def required(session, count):
    """Whether a list has elements; a call where it has none is left to Python."""
    if session.machine.forks:
        return False
    some = number_ops.operation("gt", count, 0, int)
    if not session.decide(session.number(some, "bool").tensor):
        return False
    session.require(some, True)
    return True
