"""Other forms in which Paddle takes calls of operators, such as `zeros(2, 3)` and `transpose(x, 0, 1)`.

An operator asks here after a call did not fit its schema, so that the usual calls pay nothing. Each form takes
the positional and the keyword arguments and gives the result, or NotImplemented where the call has not that form;
then the operator's own error stays.
"""

import re

from .. import _C
from ..device.place import Place
from .manipulation import _part_of
from .methods import _on

_ops = _C.ops
_OF_CREATION = ("device", "requires_grad", "pin_memory")
_ACTIVATIONS = (
    "abs", "elu", "exp", "gelu", "hardsigmoid", "hardswish", "leaky_relu", "log", "mish", "relu", "relu6", "sigmoid",
    "silu", "softplus", "softsign", "sqrt", "square", "swish", "tanh",
)  # fmt: skip


def call(name, args, kwargs):
    """The result of a call in another form.

    Args:
        name (str): Of the operator, with `_` where it is the in-place one.
        args (tuple): Positional arguments.
        kwargs (dict): Keyword arguments.

    Returns:
        object: NotImplemented where no form fits.
    """
    creates = "requires_grad" in (_ops[name].__text_signature__ or "")
    if creates and not kwargs.keys().isdisjoint(_OF_CREATION):
        return _created(name, args, kwargs)
    form = _FORMS.get(name.removesuffix("_"))
    result = form(name, args, kwargs) if form else NotImplemented
    return _labelled(name, args, kwargs) if result is NotImplemented else result


def _labelled(name, args, kwargs):
    """add(x, y, "sum"): the name of the result may stand after all arguments."""
    before, found, _ = (
        (_ops[name].__text_signature__ or "").removeprefix("(").partition("name=None")
    )
    place = re.sub(r"[\[(][^\[\]()]*[\])]", "", before).count(",")  # without those of defaults
    is_last = found and len(args) == place + 1
    if not is_last or "name" in kwargs or not isinstance(args[-1], (str, type(None))):
        return NotImplemented
    return _ops[name](*args[:-1], **kwargs)


def _wrong(name, argument, expected, value):
    return TypeError(
        f"(InvalidType) {name}: argument `{argument}` has the wrong type.\n"
        f"  Expected: {expected}\n  Received: {type(value).__name__}"
    )


def _created(name, args, kwargs):
    rest = {key: value for key, value in kwargs.items() if key not in _OF_CREATION}
    device, requires_grad = kwargs.get("device"), kwargs.get("requires_grad", False)
    if device is not None and not isinstance(device, (str, Place)):
        raise _wrong(name, "device", "a str or a Place", device)
    for key in ("requires_grad", "pin_memory"):
        if not isinstance(kwargs.get(key, False), bool):
            raise _wrong(name, key, "a bool", kwargs[key])
    form = _FORMS.get(name)
    result = form(name, args, rest) if form else NotImplemented
    if result is NotImplemented:
        result = _ops[name](*args, **rest)
    if device is not None:
        result = _on(result, getattr(device, "_text", device))
    result.stop_gradient = not requires_grad
    return result


def _is_int(value):
    if isinstance(value, _C.Tensor):
        return value.size == 1 and value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _are_ints(values):
    return all(map(_is_int, values))


def _sizes(name, args, kwargs):
    """zeros(2, 3)"""
    if len(args) < 2 or not _are_ints(args):
        return NotImplemented
    return _ops[name](list(args), **kwargs)


def _spread(name, args, kwargs):
    """reshape(x, 2, 3)"""
    if len(args) < 3 or not _are_ints(args[1:]):
        return NotImplemented
    return _ops[name](args[0], list(args[1:]), **kwargs)


def _renamed(kwargs, names):
    """Keyword arguments by their first names."""
    return {names.get(key, key): value for key, value in kwargs.items()}


def _bound(names, args, kwargs):
    """Arguments by name, or None where they do not fit."""
    kwargs = _renamed(kwargs, {"x": "input", "axis": "dim"})
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or not kwargs.keys() <= set(names) or given.keys() & kwargs.keys():
        return None
    return given | kwargs


def _transpose(name, args, kwargs):
    """transpose(x, 0, 1): two axes exchanged"""
    names = {"input": "x", "dim0": "axis0", "dim1": "axis1"}
    given = dict(zip(("x", "axis0", "axis1"), args, strict=False)) | _renamed(kwargs, names)
    if len(args) > 3 or given.keys() != {"x", "axis0", "axis1"}:
        return NotImplemented
    x, a, b = given["x"], given["axis0"], given["axis1"]
    if not isinstance(x, _C.Tensor) or not _are_ints((a, b)):
        return NotImplemented
    a, b = int(a), int(b)
    perm = list(range(x.ndim))
    for axis in (a, b):
        if not -x.ndim <= axis < x.ndim:
            raise IndexError(
                f"(OutOfRange) {name}: an axis is out of range.\n"
                f"  Expected: in [{-x.ndim}, {x.ndim})\n  Received: {axis}"
            )
    perm[a], perm[b] = perm[b], perm[a]
    return _ops[name](x, perm)


def _index_select(name, args, kwargs):
    """index_select(x, 1, index)"""
    given = _bound(("input", "dim", "index", "out"), args, kwargs)
    if given is None or not {"input", "dim", "index"} <= given.keys():
        return NotImplemented
    return _ops[name](given["input"], given["index"], given["dim"], out=given.get("out"))


def _index_add(name, args, kwargs):
    """index_add(x, 0, index, value)"""
    kwargs = _renamed(kwargs, {"source": "value"})
    given = _bound(("input", "dim", "index", "value", "alpha", "out"), args, kwargs)
    if given is None or not {"input", "dim", "index", "value"} <= given.keys():
        return NotImplemented
    rest = {key: given[key] for key in ("alpha", "out") if key in given}
    return _ops[name](given["input"], given["index"], given["dim"], given["value"], **rest)


def _gather(name, args, kwargs):
    """gather(x, 0, index): take_along_axis without broadcasting"""
    given = _bound(("input", "dim", "index", "out"), args, kwargs)
    if given is None or not {"input", "dim", "index"} <= given.keys():
        return NotImplemented
    out = given.get("out")
    return _ops["take_along_axis"](given["input"], given["index"], given["dim"], False, out=out)


def _scatter(name, args, kwargs):
    """scatter(x, 0, index, src): put_along_axis without broadcasting"""
    kwargs = _renamed(kwargs, {"value": "src"})
    given = _bound(("input", "dim", "index", "src", "reduce", "out"), args, kwargs)
    if given is None or not {"input", "dim", "index", "src"} <= given.keys():
        return NotImplemented
    x, index, src = given["input"], given["index"], given["src"]
    if isinstance(src, _C.Tensor) and isinstance(index, _C.Tensor):
        src = _part_of(src, index, name)
    reduce = {"multiply": "mul"}.get(given.get("reduce"), given.get("reduce") or "assign")
    put = "put_along_axis_" if name.endswith("_") else "put_along_axis"
    rest = {} if name.endswith("_") else {"out": given.get("out")}
    return _ops[put](x, index, src, given["dim"], reduce, broadcast=False, **rest)


def _sum(name, args, kwargs):
    """sum(x, axis, keepdim, dtype)"""
    if len(args) not in (3, 4) or not isinstance(args[2], bool):
        return NotImplemented
    dtype = {"dtype": args[3]} if len(args) == 4 else {}
    return _ops[name](*args[:2], keepdim=args[2], **dtype, **kwargs)


def _assign(name, args, kwargs):
    """assign(x, output), assign([1, 2])"""
    given = dict(zip(("x", "output"), args, strict=False)) | _renamed(
        kwargs, {"input": "x", "out": "output"}
    )
    x, output = given.pop("x", None), given.pop("output", None)
    given.pop("name", None)
    if x is None or given or len(args) > 2:
        return NotImplemented
    if not isinstance(output, (_C.Tensor, type(None))):
        raise _wrong(name, "output", "a Tensor", output)
    if isinstance(x, (int, float, complex, list, tuple)) and not isinstance(x, _C.Tensor):
        import numpy  # a list becomes float64 and a number of shape [1], as numpy's array

        array = numpy.atleast_1d(numpy.array(x))
        if array.dtype.kind not in "biufc":
            raise _wrong(name, "x", "a Tensor, or numbers in lists", x)
        x = _C.to_tensor(array)
    if not isinstance(x, _C.Tensor) and not hasattr(x, "__array__"):
        return NotImplemented
    return _ops["assign"](x, out=output)


def _scale(name, args, kwargs):
    """scale(x, 2.0, act="relu")"""
    act = args[4] if len(args) == 5 else kwargs.get("act")
    if len(args) > 5 or (len(args) < 5 and "act" not in kwargs):
        return NotImplemented
    if act is not None and act not in _ACTIVATIONS:
        raise ValueError(
            f"(InvalidArgument) {name}: argument `act` is wrong.\n"
            f"  Expected: None or one of {', '.join(_ACTIVATIONS)}\n  Received: {act}"
        )
    out = _ops[name](*args[:4], **{key: value for key, value in kwargs.items() if key != "act"})
    return out if act is None else _ops[act + ("_" if name.endswith("_") else "")](out)


def _silu(name, args, kwargs):
    """silu(x, inplace=True)"""
    given = dict(zip(("x", "inplace"), args, strict=False)) | _renamed(kwargs, {"input": "x"})
    if len(args) > 2 or not {"x", "inplace"} <= given.keys():
        return NotImplemented
    inplace = given.pop("inplace")
    if not isinstance(inplace, bool):
        raise _wrong(name, "inplace", "a bool", inplace)
    return _ops["silu_" if inplace else "silu"](given.pop("x"), **given)


_FORMS = {
    "assign": _assign, "broadcast_to": _spread, "empty": _sizes, "expand": _spread, "gather": _gather,
    "index_add": _index_add, "index_select": _index_select, "ones": _sizes, "permute": _spread, "rand": _sizes,
    "randn": _sizes, "reshape": _spread, "scale": _scale, "scatter": _scatter, "silu": _silu, "sum": _sum,
    "transpose": _transpose, "zeros": _sizes,
}  # fmt: skip
