"""A whole capture as something to run again: guards, inputs, program, results, effects.

`Entry.run` skips Python: it holds only while everything that the capture has
read is unchanged. What can not be said again (an opaque call, an object made
for the caller) raises `Unskippable` when the entry is made, and Python runs each
time instead.
"""

import dataclasses

from .. import _C
from .vm.arguments import parts_of, replaced
from .vm.effects import restore
from .vm.frame import ABSENT
from .vm.guards import elements, failing, fetch
from .vm.numbers import Number
from .vm.session import CONTAINERS
from .vm.sizes import Sized

_ATOMS = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis), slice, range)


CHANGED = "a tensor's layout, memory or values"


class Unskippable(Exception):
    """Why Python has to run at each call."""


def world():
    """What the whole process decides: part of every guard."""
    return (
        _C.is_grad_enabled(),
        _C.get_default_dtype(),
        _C.current_amp(),
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
            if x.text is None:
                raise Unskippable(
                    "a number is kept that follows from sizes in a way that is not known"
                )
            return ("number", x.text, x.seen)
        if kind is Number:
            self.tensors.append(x.tensor)
            return ("tensor_number", x.kind, len(self.tensors) - 1)
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
            changes = isinstance(x, CONTAINERS) or hasattr(kind, "__next__")
            if changes and not self.session.was_found(x):
                raise Unskippable(f"a {kind.__name__} is given back whose origin is not known")
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
                return ("object", kind, list(vars(x)), tuple(map(self.of, vars(x).values())))
        finally:
            self._open.discard(id(x))
        return self._refuse(x)

    def _refuse(self, x):
        raise Unskippable(f"a {type(x).__name__} is made and given back")


def _build(template, sources, tensors, numbers):
    kind = template[0]
    if kind == "tensor":
        return tensors[template[1]]
    if kind == "number":
        return numbers[template[1]]
    if kind == "same":
        return template[1]
    if kind == "tensor_number":
        return template[1](tensors[template[2]].item())
    if kind == "source":
        return sources[template[1]]
    if kind == "tuple":
        return tuple(_build(t, sources, tensors, numbers) for t in template[1])
    if kind == "list":
        return [_build(t, sources, tensors, numbers) for t in template[1]]
    if kind == "dict":
        return {
            _build(k, sources, tensors, numbers): _build(v, sources, tensors, numbers)
            for k, v in template[1]
        }
    if kind == "named":
        return template[1]._make(_build(t, sources, tensors, numbers) for t in template[2])
    made = object.__new__(template[1])
    for name, value in zip(*template[2:], strict=True):
        object.__setattr__(made, name, _build(value, sources, tensors, numbers))
    return made


def _same_template(a, b):
    """Whether two results are made in the same way; `a` may hold numbers of a rehearsal."""
    if a[0] == "number":
        return b[0] == "same" and type(b[1]) is type(a[2]) and b[1] == a[2]
    if a[0] != b[0] or len(a) != len(b):
        return False
    if a[0] == "same":
        return a[1] is b[1] or type(a[1]) is type(b[1]) and type(a[1]) in _ATOMS and a[1] == b[1]
    return all(map(_same_part, a[1:], b[1:]))


def _same_part(a, b):
    if isinstance(a, tuple) and a and isinstance(a[0], str):
        return isinstance(b, tuple) and _same_template(a, b)
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(_same_part, a, b))
    return a is b or type(a) is type(b) and a == b


def _collect(template, x, made):
    """The tensors of a result, by their number in its template."""
    kind = template[0]
    if kind == "tensor":
        made[template[1]] = x
    elif kind in ("tuple", "list", "named"):
        for part, item in zip(template[-1], x, strict=True):
            _collect(part, item, made)
    elif kind == "dict":
        for (_, part), item in zip(template[1], x.values(), strict=True):
            _collect(part, item, made)
    elif kind == "object":
        for name, part in zip(*template[2:], strict=True):
            _collect(part, getattr(x, name), made)


def _numbered(template, place_of):
    """The template with its numbers by place."""
    if template[0] == "number":
        return ("number", place_of(template[1]))
    if template[0] == "same":
        return template
    return tuple(_numbered_part(t, place_of) for t in template)


def _numbered_part(x, place_of):
    if isinstance(x, tuple) and x and isinstance(x[0], str):
        return _numbered(x, place_of)
    return tuple(_numbered_part(t, place_of) for t in x) if isinstance(x, tuple) else x


def number_paths(spec, path=()):
    """Where the arguments hold numbers that may be any, in order."""
    if spec[0] == "leaf":
        return [path] if spec[1][0] == "number" else []
    if spec[0] == "again":
        return []
    return [p for i, part in enumerate(spec[2]) for p in number_paths(part, (*path, i))]


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

    function = None  # the plain one

    def __init__(self, session, tracer, result):
        if session.opaques:
            (name, where) = next(iter(session.opaques))
            raise Unskippable(f"{where}: calls {name}")
        if session.breaks:
            raise Unskippable(session.breaks[0][0])
        self.arguments, self.expectations = session.arguments, session.expectations
        self.guards = list(session.guards)
        self.world = session.world
        if self.world != world():
            raise Unskippable("grad mode, default dtype or mixed precision is left changed")
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
        if any(t is leaf for t in template.tensors for leaf in session.leaves):
            raise Unskippable("a tensor is given back that was made to want a gradient")
        try:
            self.program = _C.Captured(
                tracer, sources, session.histories, session.constants, template.tensors
            )
        except RuntimeError as e:
            why = str(e).split("capture: ", 1)[-1]
            at = session.first_look if "value was needed" in why else None
            raise Unskippable(f"{at}: {why}" if at else why) from None
        self.program.set_num_arguments(len(self.paths))
        self.sizes, self.numbers, self.counts = [], None, (0, 0)
        self.serves_many = False
        self.hits = self.misses = 0
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
            self.numbers,
            *self.counts,
        )
        self._call = call if call.simple else None

    def for_numbers(self, program, sizes, guards, known, floats):
        """This entry, made in a rehearsal, for many sizes and numbers.

        Args:
            program (Captured): For many of them.
            sizes (list): Where each size is to be found: (source, axis).
            guards (list): (expression of the sizes `s` and numbers `v`, its value).
            known (list), floats (list): Expressions that the program is given.
        """
        self.program, self.sizes, self.serves_many = program, sizes, True
        texts = [*known, *floats]

        def place_of(text):
            texts.append(text)
            return len(texts) - 1

        self.result = _numbered(self.result, place_of)
        self.effects = [(*e[:3], _numbered(e[3], place_of)) for e in self.effects]
        self.counts = (len(known), len(floats))
        changing = any(g[3][0] == "number" for g in self.guards) or number_paths(
            self.arguments.spec
        )
        if texts or guards or changing:
            test = (
                " and ".join(f"{e} is {outcome}" for e, outcome in dict.fromkeys(guards)) or "True"
            )
            code = f"lambda s, v: ({' '.join(t + ',' for t in texts)}) if {test} else None"
            self.numbers = eval(code)  # noqa: S307 (made of numbers and operators)
        self._bind()

    def same_outcome(self, other):
        """Whether the results and what is written are made in the same way as in the run before."""
        return (
            _same_template(self.result, other.result)
            and len(self.effects) == len(other.effects)
            and all(
                a[0] == b[0]
                and a[1] is b[1]
                and _same_part(a[2], b[2])
                and _same_template(a[3], b[3])
                for a, b in zip(self.effects, other.effects, strict=True)
            )
        )

    def run(self, args, kwargs):
        """(True, result), or (False, what does not hold)."""
        holds, result = self._run(args, kwargs)
        if self.program.assumes:
            self.hits += holds
            self.misses += not holds and result == CHANGED
        return holds, result

    @property
    def is_wasteful(self):
        """Whether it mostly runs only to find that values are others."""
        return self.misses > 2 + self.hits

    def _run(self, args, kwargs):
        if self._call is None:
            return self._run_in_python(args, kwargs)
        holds, result, *tensors = self._call.run(args, kwargs, bool(self.effects), self._replay)
        if not holds and isinstance(result, int):
            result = self.guards[result]
        if tensors:
            self._apply(*tensors)
        return holds, result

    def _run_in_python(self, args, kwargs):
        if not self.arguments.matches(args, kwargs):
            return False, "the arguments"
        if self.world != world():
            return False, "grad mode, default dtype or mixed precision"
        guard = failing(self.guards, self.expectations)
        if guard is not None:
            return False, guard
        sources = [_argument(args, kwargs, path) for path in self.paths]
        for kind, holder, key in self.reads:
            sources.append(
                elements(holder)[key] if kind == "content" else fetch((kind, holder, key))
            )
            if not isinstance(sources[-1], _C.Tensor):
                return False, "a tensor"
        for at, name, value in self.facts:
            now = getattr(sources[at], name)
            if (now is None) if value is _C.Tensor else (now is not value and now != value):
                return False, f"Tensor.{name}"
        numbers = self._numbers(args, kwargs, sources)
        if numbers is None:
            return False, "a comparison of numbers"
        known, floats = self.counts
        whole = all(type(n) is int and abs(n) < 1 << 63 for n in numbers[:known])
        if not whole or any(type(n) is not float for n in numbers[known : known + floats]):
            return False, "a number of another kind"
        tensors = self.program.run(
            sources, numbers[:known], numbers[known : known + floats], self._replay, args, kwargs
        )
        if tensors is None:
            return False, CHANGED
        self._apply(sources, tensors, numbers)
        return True, _build(self.result, sources, tensors, numbers)

    def _replay(self, args, kwargs, sources):
        """The tensors that the function gives back, computed with other sources in the place of its arguments."""
        if self.effects:
            raise NotImplementedError(
                "(Unimplemented) backward: create_graph=True through a captured function that writes into objects, "
                "and skipped Python.\n  Hint: paddle.jit.enable_to_static(False)."
            )
        if not self.arguments.matches(args, kwargs) or failing(self.guards, self.expectations):
            raise RuntimeError(
                "(PreconditionNotMet) backward: what a captured function reads has changed since.\n"
                "  Hint: create_graph=True runs the function again."
            )
        others = dict(zip(self.paths, sources, strict=False))
        args, kwargs = replaced((args, kwargs), lambda x, path: others.get(path))
        made = {}
        _collect(self.result, self.function(*args, **kwargs), made)
        return [made[k] for k in range(len(made))]

    def _numbers(self, args, kwargs, sources):
        """What the call computes of sizes and numbers; None where a comparison is another."""
        if self.numbers is None:
            return ()
        changing = [_argument(args, kwargs, path) for path in number_paths(self.arguments.spec)]
        changing += [fetch(g) for g in self.guards if g[3][0] == "number"]
        try:
            return self.numbers([sources[i].shape[axis] for i, axis in self.sizes], changing)
        except ArithmeticError:
            return None

    def _apply(self, sources, tensors, numbers):
        """What the function changed besides tensors."""
        for kind, holder, key, value in self.effects:
            value = _build(value, sources, tensors, numbers)
            if kind == "extend":
                holder.extend(value)
            else:
                restore(kind, holder, key, value)
