"""A whole capture as something to run again: guards, inputs, program, results, effects.

`Entry.run` skips Python: it holds only while everything that the capture has
read is unchanged. What can not be said again (an opaque call, an object made
for the caller) raises `Unskippable` when the entry is made, and Python runs each
time instead.
"""

import dataclasses

from .. import _C
from .vm.arguments import parts_of
from .vm.effects import restore
from .vm.frame import ABSENT
from .vm.guards import failing, fetch
from .vm.sizes import Sized

_ATOMS = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis), slice, range)


class Unskippable(Exception):
    """Why Python has to run at each call."""


def world():
    """What the whole process decides: part of every guard."""
    return (
        _C.is_grad_enabled(),
        _C.get_default_dtype(),
    )


class _Template:
    """A value of which the tensors are still to come: ("tensor", k), ("source", i), ("same", object) or a container."""

    def __init__(self, session, sources):
        self.session, self.sources = session, sources
        self.tensors = []
        self._open = set()

    def of(self, x):
        if isinstance(x, _C.Tensor):
            for i, source in enumerate(self.sources):
                if source is x:
                    return ("source", i)
            if type(x) is not _C.Tensor:
                raise Unskippable(f"a {type(x).__name__} is made and given back")
            for k, known in enumerate(self.tensors):
                if known is x:
                    return ("tensor", k)
            self.tensors.append(x)
            return ("tensor", len(self.tensors) - 1)
        kind = type(x)
        if isinstance(x, Sized):
            raise Unskippable("a number that follows from sizes is kept")
        if kind in _ATOMS or kind is _C.dtype:
            return ("same", x)
        if kind is tuple:
            return ("tuple", tuple(map(self.of, x)))
        if isinstance(x, tuple):
            if hasattr(kind, "_make"):
                return ("named", kind, tuple(map(self.of, x)))
            return ("same", x) if all(type(i) in _ATOMS for i in x) else self._refuse(x)
        if self.session.is_old(x):
            if id(x) in self.session.arguments.containers:
                raise Unskippable("an argument is given back")
            return ("same", x)
        if id(x) in self._open:
            raise Unskippable("a result contains itself")
        self._open.add(id(x))
        try:
            if kind is list:
                return ("list", tuple(map(self.of, x)))
            if kind is dict:
                return ("dict", tuple((self.of(k), self.of(v)) for k, v in x.items()))
            if dataclasses.is_dataclass(x) and hasattr(x, "__dict__"):
                return ("object", kind, tuple((k, self.of(v)) for k, v in vars(x).items()))
        finally:
            self._open.discard(id(x))
        return self._refuse(x)

    def _refuse(self, x):
        raise Unskippable(f"a {type(x).__name__} is made and given back")


def _build(template, sources, tensors):
    kind = template[0]
    if kind == "tensor":
        return tensors[template[1]]
    if kind == "same":
        return template[1]
    if kind == "source":
        return sources[template[1]]
    if kind == "tuple":
        return tuple(_build(t, sources, tensors) for t in template[1])
    if kind == "list":
        return [_build(t, sources, tensors) for t in template[1]]
    if kind == "dict":
        return {_build(k, sources, tensors): _build(v, sources, tensors) for k, v in template[1]}
    if kind == "named":
        return template[1]._make(_build(t, sources, tensors) for t in template[2])
    made = object.__new__(template[1])
    for name, value in template[2]:
        object.__setattr__(made, name, _build(value, sources, tensors))
    return made


def _argument(args, kwargs, path):
    """What lies at `path` in the arguments (see vm/arguments.py)."""
    x = (args, kwargs)
    for i in path:
        x = parts_of(x)[1][i]
    return x


class Entry:
    """One capture of a function.

    Args:
        session (TensorSession): What the capture noted.
        tracer (Tracer): It has stopped.
        result: What the function gave back.
    """

    def __init__(self, session, tracer, result):
        if session.opaques:
            (name, where) = next(iter(session.opaques))
            raise Unskippable(f"{where}: calls {name}")
        if session.breaks:
            raise Unskippable(session.breaks[0][0])
        self.arguments, self.expectations = session.arguments, session.expectations
        self.guards = list(session.guards)
        self.world = session.world
        self.paths = [path for path, _ in session.arguments.inputs]
        self.reads = [(kind, holder, key) for kind, holder, key, _ in session.inputs]
        sources = [t for _, t in session.arguments.inputs] + [i[3] for i in session.inputs]
        self.facts = []  # (source, attribute, value)
        for tensor, name, value in session.facts:
            at = next((i for i, s in enumerate(sources) if s is tensor), None)
            if at is None:
                raise Unskippable(f"Tensor.{name} of a tensor whose origin is not known")
            self.facts.append((at, name, value))
        template = _Template(session, sources)
        self.result = template.of(result)
        self.effects = []
        for kind, holder, key, value in session.effects():
            if id(holder) in session.arguments.containers:
                raise Unskippable("an argument is changed")
            if isinstance(holder, _C.Tensor):
                raise Unskippable("an attribute of a tensor is set")
            if kind in ("content", "extend"):
                value = ("list", tuple(map(template.of, value)))
            else:
                value = ("same", ABSENT) if value is ABSENT else template.of(value)
            self.effects.append((kind, holder, key, value))
        try:
            self.program = _C.Captured(tracer, sources, session.constants, template.tensors)
        except RuntimeError as e:
            raise Unskippable(str(e).split("capture: ", 1)[-1]) from None
        self.sizes, self.size_test = [], None
        self._bind()

    def _bind(self):
        call = _C.CapturedCall(
            self.program,
            self.arguments.spec,
            self.guards,
            self.reads,
            self.facts,
            self.world,
            self.result,
            self.sizes,
            self.size_test,
        )
        self._call = call if call.simple else None

    def for_sizes(self, program, sizes, guards):
        """This entry, made in a rehearsal, for many sizes.

        Args:
            program (Captured): For many sizes.
            sizes (list): Where each size is to be found: (source, axis).
            guards (list): (expression of the sizes `s`, its value).
        """
        self.program, self.sizes = program, sizes
        if guards:
            text = " and ".join(f"{e} is {outcome}" for e, outcome in dict.fromkeys(guards))
            self.size_test = eval(f"lambda s: {text}")  # noqa: S307 (made of numbers and operators)
        self._bind()

    def same_outcome(self, other):
        """Whether the results and what is written are the same but for tensors."""
        mine, others = ([(e[0], id(e[1]), e[2], e[3]) for e in x.effects] for x in (self, other))
        return self.result == other.result and mine == others

    def run(self, args, kwargs):
        """(True, result), or (False, what does not hold)."""
        if self._call is None:
            return self._run_in_python(args, kwargs)
        holds, result, *tensors = self._call.run(args, kwargs, bool(self.effects))
        if not holds and isinstance(result, int):
            result = self.guards[result]
        if tensors:
            self._apply(*tensors)
        return holds, result

    def _run_in_python(self, args, kwargs):
        if not self.arguments.matches(args, kwargs):
            return False, "the arguments"
        if self.world != world():
            return False, "grad mode, default dtype or flags"
        guard = failing(self.guards, self.expectations)
        if guard is not None:
            return False, guard
        sources = [_argument(args, kwargs, path) for path in self.paths]
        if self.size_test and not self.size_test(
            [sources[i].shape[axis] for i, axis in self.sizes]
        ):
            return False, "a comparison of sizes"
        for kind, holder, key in self.reads:
            sources.append(holder[key] if kind == "content" else fetch((kind, holder, key)))
        for at, name, value in self.facts:
            now = getattr(sources[at], name)
            if (now is None) if value is _C.Tensor else (now is not value and now != value):
                return False, f"Tensor.{name}"
        tensors = self.program.run(sources)
        if tensors is None:
            return False, "a tensor's layout, or tensors that share memory"
        self._apply(sources, tensors)
        return True, _build(self.result, sources, tensors)

    def _apply(self, sources, tensors):
        """What the function changed besides tensors."""
        for kind, holder, key, value in self.effects:
            value = _build(value, sources, tensors)
            if kind == "extend":
                holder.extend(value)
            else:
                restore(kind, holder, key, value)
