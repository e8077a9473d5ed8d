"""What can be seen of values and of the state that a function reaches, as text that two processes can compare."""

import dataclasses
import hashlib
import types

import numpy

from .. import _C
from .state import OWN

_ATOMS = (int, bool, str, bytes, type(None), type(Ellipsis), range, slice, float, complex)
_CODE = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, type, types.CodeType,
    types.GeneratorType,
)  # fmt: skip
_MOST = 20000  # places that are looked at
_DEEP = 8


def reached(function, args, kwargs):
    """{name: object}: the arguments, the object whose method it is, and what the function finds by name."""
    roots = {"the arguments": [args, kwargs]}
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, type):
        roots["self"] = owner
    plain = getattr(function, "__func__", function)
    code = getattr(plain, "__code__", None)
    if code is None:
        return roots
    for name, cell in zip(code.co_freevars, plain.__closure__ or (), strict=True):
        try:
            roots[name] = cell  # another object may be in it afterwards
        except ValueError:
            pass
    spaces = plain.__globals__
    for name in _names(code):
        if name in spaces and not isinstance(spaces[name], _CODE) and name not in roots:
            roots[name] = _Global(spaces, name)
    return roots


class _Global:
    def __init__(self, space, name):
        self.space, self.name = space, name


def _names(code):
    found = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found.update(_names(constant))
    return found


def seen_in(roots):
    """[(path, kind, key, text)]: what lies at each place; equal states give equal keys."""
    places = _Places()
    for name, root in roots.items():
        if type(root) is _Global:
            root = root.space.get(root.name)
        elif type(root) is types.CellType:
            try:
                root = root.cell_contents
            except ValueError:
                root = None
        places.walk(root, name, 0)
    return places.found


def first_difference(got, expected):
    """(path, why) of the first place that differs; None where none does."""
    theirs = {path: rest for path, *rest in expected}
    for path, *mine in got:
        other = theirs.pop(path, None)
        if other is None:
            return path, f"there is {mine[2]}, and nothing in the plain function"
        if mine[:2] != other[:2]:
            return path, f"{mine[2]} is not {other[2]}"
    for path, (_, _, text) in theirs.items():
        return path, f"there is nothing, and {text} in the plain function"
    return None


class _Places:
    def __init__(self):
        self.found, self._known, self._kept = [], {}, []

    def _add(self, path, kind, key, text):
        self.found.append((path, kind, key, text if len(text) <= 300 else text[:300] + "..."))

    def walk(self, x, path, depth):
        if len(self.found) >= _MOST or depth > _DEEP:
            return
        kind = type(x)
        if isinstance(x, _C.Tensor):
            return self._tensor(x, path)
        if kind in _ATOMS:
            return self._add(path, kind.__name__, _key(x), repr(x))
        if isinstance(x, (numpy.ndarray, numpy.generic)):
            key = (str(x.dtype), x.shape, _bytes(numpy.asarray(x).tobytes()))
            return self._add(path, "array", key, repr(x))
        if isinstance(x, _CODE):
            return self._add(path, kind.__name__, getattr(x, "__qualname__", None), repr(x))
        if id(x) in self._known and kind is not tuple:
            return self._add(path, "again", self._known[id(x)], f"the same as {self._known[id(x)]}")
        self._known[id(x)] = path
        self._kept.append(x)  # so that no other gets its id
        self._inside(x, path, depth)

    def _inside(self, x, path, depth):
        kind = type(x)
        if isinstance(x, (set, frozenset)):
            return self._add(path, kind.__name__, sorted(map(repr, x)), repr(x))
        name = f"a {kind.__qualname__}"
        if isinstance(x, dict):
            self._add(path, name, len(x), f"{name} of {len(x)}")
            for key, item in list(x.items()):
                self.walk(item, f"{path}[{key!r}]", depth + 1)
        elif isinstance(x, (list, tuple)):
            self._add(path, name, len(x), f"{name} of {len(x)}")
            for i, item in enumerate(x):
                self.walk(item, f"{path}[{i}]", depth + 1)
        else:
            self._add(path, name, None, name)
            for key, item in _parts(x):
                self.walk(item, f"{path}.{key}", depth + 1)

    def _tensor(self, x, path):
        key = (str(x.dtype), tuple(x.shape), x.stop_gradient, _bytes(x.detach().numpy().tobytes()))
        self._add(path, "Tensor", key, repr(x))
        if x.is_leaf and x.grad is not None and id(x) not in self._known:
            self._known[id(x)] = path
            self._kept.append(x)
            self._tensor(x.grad, f"{path}.grad")


def _key(x):
    from .vm.guards import value_key

    return repr(x) if type(x) in (range, slice, type(Ellipsis)) else value_key(x)


def _bytes(data):
    return data if len(data) <= 64 else hashlib.blake2b(data).digest()


def _parts(x):
    """(name, value) of what an object holds; of the framework's own, what it would save."""
    from ..nn import Layer

    space = getattr(x, "__dict__", None)
    if isinstance(x, Layer):
        parts = {k: v for k, v in space.items() if not k.startswith("_")}
        for group in ("_parameters", "_buffers", "_sub_layers"):
            parts.update(space.get(group, {}))
        yield from parts.items()
    elif type(x).__module__.split(".")[0] == "paddle":
        if hasattr(x, "state_dict"):
            yield "state_dict()", x.state_dict()
    elif dataclasses.is_dataclass(x):
        yield from ((f.name, getattr(x, f.name, None)) for f in dataclasses.fields(x))
    elif isinstance(space, dict):
        yield from ((k, v) for k, v in list(space.items()) if k != OWN)
