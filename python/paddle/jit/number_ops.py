"""Arithmetic of Python numbers that are tensors (vm/numbers.py): as Python does it, and as operators beside numbers."""

import operator

from .. import _C
from .vm.numbers import BITS, DTYPES, SMALL, WIDE, Number, TensorRange, checked, is_small, kind_of

_ops = _C.ops
_BINARY = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
    "mod": "remainder", "lt": "less_than", "le": "less_equal", "gt": "greater_than", "ge": "greater_equal",
    "eq": "equal", "ne": "not_equal",
}  # fmt: skip
_WITH_TENSOR = frozenset(("add", "sub", "mul", "truediv", "lt", "le", "gt", "ge", "eq", "ne"))
# The kinds of numbers that take the dtype of the tensor beside them.
_ADAPTS = {"float32": (int, float), "float64": (int, float), "int32": (int,), "int64": (int,)}


def name_of(dtype):
    return str(dtype).rpartition(".")[2]


def from_tensor(x, kind):
    """A Number that is `kind(x)`, or None: where Python could raise, or has other digits."""
    name = name_of(x.dtype)
    whole = name in ("bool", "int32", "int64")
    if not (whole or kind is not int and name in ("float32", "float64")):
        return None
    enabled = _C.set_grad_enabled(False)
    try:
        value = _ops["cast"](_ops["reshape"](x, []), DTYPES[kind])
        # Whatever is written into `x` later.
        return Number(
            _ops["assign"](value), kind, WIDE if name == "int64" and kind is int else BITS
        )
    finally:
        _C.set_grad_enabled(enabled)


def item_kind(x):
    name = name_of(x.dtype)
    return bool if name == "bool" else int if name in ("int32", "int64") else float


def whole(x):
    """The bound of a slice: None, an int or an int64 tensor; NotImplemented where it is something else."""
    if type(x) is Number and x.kind is int:
        return x.tensor
    if x is None or type(x) is int or is_index(x) and name_of(x.dtype) == "int64":
        return x
    return NotImplemented


def is_index(x):
    """Whether `x` is one whole number that is a tensor."""
    if type(x) is Number:
        return x.kind is int
    return isinstance(x, _C.Tensor) and x.ndim == 0 and name_of(x.dtype) in ("int32", "int64")


def _as_tensor(x, kind):
    dtype = DTYPES[kind]
    if type(x) is Number:
        return x.tensor if x.kind is kind else _ops["cast"](x.tensor, dtype)
    if isinstance(x, _C.Tensor):
        return x
    return _ops["full"]([], x, dtype)


def checked_small(x):
    """`x`, of int64; a run in which it has more than `SMALL` bits fails."""
    bound = 1 << SMALL
    fits = _ops["logical_and"](
        _ops["less_than"](x, _as_tensor(bound, int)),
        _ops["greater_than"](x, _as_tensor(-bound, int)),
    )
    return _ops["floor_divide"](x, _ops["cast"](fits, "int64"))


def operation(name, a, b, kind):
    """A tensor of `kind`, or of bool for comparisons."""
    return _ops[_BINARY[name]](_as_tensor(a, kind), _as_tensor(b, kind))


def beside_tensor(name, a, b):
    """An operator on a tensor and a Number; NotImplemented where the dtypes need a value."""
    number, tensor = (a, b) if type(a) is Number else (b, a)
    if name not in _WITH_TENSOR or not isinstance(tensor, _C.Tensor):
        return NotImplemented
    if number.kind not in _ADAPTS.get(name_of(tensor.dtype), ()):
        return NotImplemented
    number = _ops["cast"](number.tensor, name_of(tensor.dtype))
    return getattr(operator, name)(*((number, tensor) if type(a) is Number else (tensor, number)))


def differ(a, b):
    """Whether two tensors of one shape and dtype have other values: a bool tensor."""
    a, b = a.detach(), b.detach()
    same = _ops["equal"](a, b)
    if name_of(a.dtype).startswith(("float", "bfloat", "complex")):
        same = _ops["logical_or"](same, _ops["logical_and"](_ops["isnan"](a), _ops["isnan"](b)))
    return _ops["logical_not"](_ops["all"](same))


def tensor_range(session, args):
    """`range(*args)` as a TensorRange, where an end is a tensor or a Number."""
    step = args[2] if len(args) == 3 else 1
    if not 1 <= len(args) <= 3 or type(step) is not int or not step or not is_small(step):
        return None
    given = (0, *args) if len(args) == 1 else args[:2]
    ends, origins = [], []
    for end in given:
        version = None
        if isinstance(end, _C.Tensor):
            if end.size != 1 or item_kind(end) is not int:
                return None
            version = end.inplace_version
            origins.append((end, version))
            end = from_tensor(end, int)
        else:
            origins.append((end, None))
        if not is_small(end) and not (type(end) is Number and kind_of(end) is int):
            return None
        ends.append(checked(session, end, BITS))
    if not any(type(end) is Number for end in ends):
        return None
    return TensorRange(session, *ends, step, origins)
