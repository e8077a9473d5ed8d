"""Why a capture does not hold, in words for the one who wrote the function."""

import types
import typing

from .. import _C
from .input_names import input_names
from .vm.arguments import parts_of
from .vm.frame import ABSENT
from .vm.guards import fetch

_ATOMS = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis), range, _C.dtype)
_CODE = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType)


_CHANGED = {
    None: "a tensor",
    "kind": "dtype, shape, layout or stop_gradient of {}",
    "memory": "{} shares memory with a tensor that is written",
    "gradient": "the gradient or the history of {}",
    "hooks": "hooks on saved tensors",
    "values": "the values of {}",
}


class Changed(typing.NamedTuple):
    """What a program found of a tensor when it was about to run, or had run.

    Attributes:
        kind (str): One of `_CHANGED`.
        source (int): Which input of the capture; -1: a tensor that the program computes.
    """

    kind: str
    source: int

    def told(self, names=()):
        """`names`: of the inputs; empty where one has none."""
        name = names[self.source] if 0 <= self.source < len(names) else ""
        computed = (
            "a tensor on the way" if self.kind == "values" and self.source < 0 else "a tensor"
        )
        return _CHANGED[self.kind].format(f"`{name}`" if name else computed)


def _shown(x, limit=60):
    """Short, and without running code of the user."""
    kind = type(x)
    if issubclass(kind, _C.Tensor):
        return _tensor(x.dtype, x.shape, x.stop_gradient)
    if issubclass(kind, type):
        return type.__repr__(x)
    if kind in (list, tuple, dict, set) and not _is_plain(x):
        return f"a {kind.__name__} of {len(x)}"
    if kind not in (*_ATOMS, *_CODE, list, tuple, dict, set):
        return f"a {kind.__name__}"
    text = repr(x)
    return text if len(text) <= limit else f"{text[:limit]}..."


def _is_plain(x):
    parts = [*x, *x.values()] if type(x) is dict else x
    return len(x) <= 8 and all(type(part) in _ATOMS for part in parts)


def _tensor(dtype, shape, stop_gradient):
    sizes = ", ".join("?" if n == -1 else str(n) for n in shape)
    return f"{str(dtype).removeprefix('paddle.')}[{sizes}]{'' if stop_gradient else ' with a gradient'}"


def _expected(expected):
    kind = expected[0]
    if kind == "absent":
        return "nothing"
    if kind == "number":
        return f"any {expected[1].__name__}"
    if kind == "tensor" and len(expected[1]) > 3:
        return _tensor(*expected[1][1:4])
    if kind in ("is", "value"):
        x = expected[1] if kind == "is" else expected[2]
        if kind == "value" and expected[1] in (float, complex):
            return f"another {expected[1].__name__}"
        return _shown(x)
    return f"another {kind}"


def _owner(holder):
    if type(holder) in _CODE:
        return holder.__name__
    return type.__repr__(holder) if issubclass(type(holder), type) else f"a {type(holder).__name__}"


def told(failed):
    """A guard that did not hold (vm/guards.py), or the words that a capture has for it."""
    if isinstance(failed, Changed):
        return failed.told()
    if not isinstance(failed, tuple) or len(failed) < 4:
        return str(failed)
    kind, holder, key, expected = failed[:4]
    if kind == "content":
        return f"the elements of {_shown(holder)}"
    if kind == "function":
        return f"the code or the defaults of {_owner(holder)}"
    if kind == "special":
        return f"the special methods or properties of {holder.__qualname__}"
    if kind == "item":
        what = f"{_shown(key)} of {_dict(holder)}"
    elif kind == "cell":
        what = "a variable of an enclosing function"
    else:
        what = f"attribute {key!r} of {_owner(holder)}"
    return f"{what}, which was {_expected(expected)}"


def told_now(failed, entry=None, args=(), kwargs=None, names=()):
    """The same, with what is there now.

    Args:
        failed (tuple or str): What did not hold.
        entry (Entry), args (tuple), kwargs (dict), names (list): The capture that was tried, the call, the names of
            its positional arguments.
    """
    if failed == "the arguments" and entry is not None:
        return _arguments(entry, args, kwargs or {}, names) or failed
    if isinstance(failed, Changed) and entry is not None:
        return failed.told(input_names(entry, names))
    text = told(failed)
    if (
        isinstance(failed, tuple)
        and len(failed) > 3
        and failed[0] not in ("content", "function", "registry", "special")
    ):
        now = fetch(failed)
        now = "nothing" if now is ABSENT else _shown(now)
        text += f", is {now if now != _expected(failed[3]) else 'another'} now"
    return text


def _arguments(entry, args, kwargs, names):
    (_, _, (positional, by_name)), expectations = entry.arguments.spec, entry.expectations
    if len(positional[2]) != len(args) or len(by_name[2]) != 2 * len(kwargs):
        before, now = (
            f"{len(positional[2])} and {len(by_name[2]) // 2}",
            f"{len(args)} and {len(kwargs)}",
        )
        return f"the numbers of arguments by place and by name, which were {before}, are {now} now"
    for i, (spec, x) in enumerate(zip(positional[2], args, strict=True)):
        found = _argument(expectations, spec, x, names[i] if i < len(names) else f"number {i}")
        if found is not None:
            return f"argument {found}"
    for i, (name, x) in enumerate(kwargs.items()):
        found = _argument(expectations, by_name[2][2 * i + 1], x, name)
        if found is not None:
            return f"argument {found}"
    return None


def _argument(expectations, spec, x, name):
    if spec[0] == "leaf":
        if expectations.holds(spec[1], x):
            return None
        before, now = _expected(spec[1]), _shown(x)
        return f"{name}, which was {before}, is {now if now != before else 'another'} now"
    if spec[0] == "again":
        return None
    parts = parts_of(x)
    if parts is None or parts[0] != spec[1]:
        before = f"a {spec[1][0].__name__} of {len(spec[2])} parts"
        now = _shown(x) if parts is None else f"a {parts[0][0].__name__} of {len(parts[1])} parts"
        return f"{name}, which was {before}, is {now} now"
    for i, (part, item) in enumerate(zip(spec[2], parts[1], strict=True)):
        place = f"{name}[{parts[1][i - 1]!r}]" if isinstance(x, dict) else f"{name}[{i}]"
        found = _argument(expectations, part, item, place)
        if found is not None:
            return found
    return None


def _dict(holder):
    module = dict.get(holder, "__name__")
    return (
        f"module {module}" if isinstance(module, str) and "__spec__" in holder else _shown(holder)
    )
