"""How results and effects of a captured call are made again: templates.

A template is a nested tuple: ("tensor", k), ("source", i), ("same", object), ("tuple", parts) and the like. A function
that ends in several ways has a tree of them (vm/tail.py).
"""

import dataclasses

from .. import _C
from .leaf_gradients import GRAD
from .vm.effects import Shown, restore
from .vm.frame import ABSENT
from .vm.grown import Grown, Many
from .vm.numbers import Number, TensorRange
from .vm.session import CONTAINERS
from .vm.sizes import Sized
from .vm.texts import Text, shown

ATOMS = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis), slice, range)


class Unskippable(Exception):
    """Why Python has to run at each call."""


class Template:
    """A value of which the tensors are still to come: ("tensor", k), ("source", i), ("same", object) or a container."""

    def __init__(self, session, first=0):
        sources = session.sources()
        self.session, self.sources, self.first = session, sources, first
        self.tensors = []
        self._seen = set()

    def of(self, x):
        if isinstance(x, _C.Tensor):
            for i, source in enumerate(self.sources):
                if source is x:
                    return ("source", i)
            if type(x) is not _C.Tensor:
                raise Unskippable(f"a {type(x).__name__} is made and given back")
            for k, known in enumerate(self.tensors):
                if known is x:
                    return ("tensor", self.first + k)
            self.tensors.append(x)
            return ("tensor", self.first + len(self.tensors) - 1)
        kind = type(x)
        if isinstance(x, Sized):
            if x.text is None:
                raise Unskippable(
                    "a number is kept that follows from sizes in a way that is not known"
                )
            return ("number", x.text, x.seen)
        if kind is Number:
            self.tensors.append(x.tensor)
            return ("tensor_number", x.kind, self.first + len(self.tensors) - 1)
        if kind is TensorRange:
            raise Unskippable("a range that tensors decide is given back")
        if kind is Text:
            parts = [
                ("same", p) if type(p) is str else ("part", self.of(p[0]), *p[1:]) for p in x.parts
            ]
            return ("text", tuple(parts))
        if kind is Shown:
            return ("shown", self.of(x.tensor))
        if kind is slice and not self.session.was_found(x):  # its parts may follow from sizes
            return ("slice", (self.of(x.start), self.of(x.stop), self.of(x.step)))
        if kind in ATOMS or kind is _C.dtype:
            return ("same", x)
        if kind is tuple:
            return ("tuple", tuple(map(self.of, x)))
        if kind is Grown:
            return self._list(x)
        if isinstance(x, tuple):
            if hasattr(kind, "_make"):
                return ("named", kind, tuple(map(self.of, x)))
            return ("same", x) if all(type(i) in ATOMS for i in x) else self._refuse(x)
        if self.session.is_old(x):
            if id(x) in self.session.arguments.containers:
                raise Unskippable("an argument is given back")
            changes = isinstance(x, CONTAINERS) or hasattr(kind, "__next__")
            if changes and not self.session.was_found(x):
                raise Unskippable(f"a {kind.__name__} is given back whose origin is not known")
            return ("same", x)
        if id(x) in self._seen:
            raise Unskippable(f"a {kind.__name__} is given back twice, or contains itself")
        self._seen.add(id(x))
        if kind is list:
            return ("list", tuple(map(self.of, x)))
        if kind is dict:
            return ("dict", tuple((self.of(k), self.of(v)) for k, v in x.items()))
        if dataclasses.is_dataclass(x) and hasattr(x, "__dict__"):
            return ("object", kind, list(vars(x)), tuple(map(self.of, vars(x).values())))
        return self._refuse(x)

    def _list(self, x):
        """A list that a loop has made longer: its elements, and tensors of which the rows are elements."""
        if x.state.settled or id(x) in self._seen:
            return self._refuse(x.items) if id(x) in self._seen else self.of(x.items)
        self._seen.add(id(x))
        parts = x.state.parts
        return (
            "rows",
            tuple(("of", self.of(p.rows)) if type(p) is Many else self.of(p) for p in parts),
        )

    def _refuse(self, x):
        raise Unskippable(f"a {type(x).__name__} is made and given back")


def tensors_in(x, depth=0):
    """The tensors in a result: in containers, and in attributes of objects."""
    if isinstance(x, _C.Tensor):
        yield x
    elif type(x) not in ATOMS and not isinstance(x, type) and depth < 8:
        parts = (
            x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple, set)) else ()
        )
        attributes = getattr(x, "__dict__", {}) if dataclasses.is_dataclass(x) else {}
        for part in [*parts, *attributes.values()]:
            yield from tensors_in(part, depth + 1)


def build(template, sources, tensors, numbers):
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
        return tuple(build(t, sources, tensors, numbers) for t in template[1])
    if kind == "slice":
        return slice(*(build(t, sources, tensors, numbers) for t in template[1]))
    if kind == "list":
        return [build(t, sources, tensors, numbers) for t in template[1]]
    if kind == "text":
        return "".join(build(t, sources, tensors, numbers) for t in template[1])
    if kind == "part":
        return shown(build(template[1], sources, tensors, numbers), *template[2:])
    if kind == "shown":
        return Shown(build(template[1], sources, tensors, numbers)).made()
    if kind == "rows":
        parts = [build(t, sources, tensors, numbers) for t in template[1]]
        return [
            x
            for part, t in zip(parts, template[1], strict=True)
            for x in (part if t[0] == "of" else [part])
        ]
    if kind == "of":
        rows = build(template[1], sources, tensors, numbers)
        return [_C.ops["assign"](rows[i]) for i in range(rows.shape[0])]
    if kind == "dict":
        return {
            build(k, sources, tensors, numbers): build(v, sources, tensors, numbers)
            for k, v in template[1]
        }
    if kind == "named":
        return template[1]._make(build(t, sources, tensors, numbers) for t in template[2])
    made = object.__new__(template[1])
    for name, value in zip(*template[2:], strict=True):
        object.__setattr__(made, name, build(value, sources, tensors, numbers))
    return made


def same_template(a, b):
    """Whether two results are made in the same way; `a` may hold numbers of a rehearsal."""
    if a[0] == "number":
        return b[0] == "same" and type(b[1]) is type(a[2]) and b[1] == a[2]
    if a[0] != b[0] or len(a) != len(b):
        return False
    if a[0] == "same":
        return a[1] is b[1] or type(a[1]) is type(b[1]) and type(a[1]) in ATOMS and a[1] == b[1]
    return all(map(_same_part, a[1:], b[1:]))


def _same_part(a, b):
    if isinstance(a, tuple) and a and isinstance(a[0], str):
        return isinstance(b, tuple) and same_template(a, b)
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(_same_part, a, b))
    return a is b or type(a) is type(b) and a == b


def collect(template, x, made):
    """The tensors of a result, by their number in its template."""
    kind = template[0]
    if kind == "tensor":
        made[template[1]] = x
    elif kind in ("tuple", "list", "named", "slice"):
        items = (x.start, x.stop, x.step) if kind == "slice" else x
        for part, item in zip(template[-1], items, strict=True):
            collect(part, item, made)
    elif kind == "rows":
        _collect_rows(template[1], x, made)
    elif kind == "dict":
        for (_, part), item in zip(template[1], x.values(), strict=True):
            collect(part, item, made)
    elif kind == "object":
        for name, part in zip(*template[2:], strict=True):
            collect(part, getattr(x, name), made)


def _collect_rows(parts, x, made):
    several = [i for i, part in enumerate(parts) if part[0] == "of"]
    if len(several) != 1:
        raise NotImplementedError(
            "(Unimplemented) backward: create_graph=True through a list that grows in two loops on tensors."
        )
    at = several[0]
    end = len(x) - (len(parts) - at - 1)
    for part, item in zip((*parts[:at], *parts[at + 1 :]), (*x[:at], *x[end:]), strict=True):
        collect(part, item, made)
    if end > at:
        collect(parts[at][1], _C.ops["stack"](x[at:end], 0), made)


def is_late_template(template):
    """Whether there are lists or texts in it that the run decides, or numbers that have no place yet."""

    def inside(part):
        if not isinstance(part, tuple) or not part:
            return False
        return is_late_template(part) if isinstance(part[0], str) else any(map(inside, part))

    if template[0] == "number":
        return type(template[1]) is str
    return template[0] in ("rows", "text") or any(map(inside, template[1:]))


def numbered(template, place_of):
    """The template with its numbers by place."""
    if template[0] == "number":
        return ("number", place_of(template[1]))
    if template[0] == "same":
        return template
    return tuple(_numbered_part(t, place_of) for t in template)


def _numbered_part(x, place_of):
    if isinstance(x, tuple) and x and isinstance(x[0], str):
        return numbered(x, place_of)
    return tuple(_numbered_part(t, place_of) for t in x) if isinstance(x, tuple) else x


def effect_templates(template, written):
    """What a run has written, as ((kind, holder, key, template), ...)."""
    session, effects = template.session, []
    for kind, holder, key, value in written:
        if id(holder) in session.arguments.containers:
            raise Unskippable("an argument is changed")
        if isinstance(holder, _C.Tensor) and key == GRAD:
            of = template.of(holder)
            if of[0] != "source":
                raise Unskippable("the gradient of a tensor is set whose origin is not known")
            kind, holder, key = "grad", None, of[1]
        elif isinstance(holder, _C.Tensor):
            raise Unskippable("an attribute of a tensor is set")
        if kind in ("content", "extend"):
            value = ("list", tuple(map(template.of, value)))
        else:
            value = ("same", ABSENT) if value is ABSENT else template.of(value)
        holder = print if kind == "print" else holder
        effects.append((kind, holder, key, value))
    return tuple(effects)


def same_effects(a, b):
    """Whether the same places are written in the same way; `a` may be of a rehearsal."""
    return len(a) == len(b) and all(
        p[0] == q[0] and p[1] is q[1] and _same_part(p[2], q[2]) and same_template(p[3], q[3])
        for p, q in zip(a, b, strict=True)
    )


def apply_effects(effects, *made):
    """Writes what a function changed besides tensors; `made`: as for `build`."""
    for kind, holder, key, template in effects:
        value = build(template, *made)
        if kind == "extend":
            holder.extend(value)
        elif kind == "grad":
            setattr(made[0][key], GRAD, value)
        elif kind == "print":
            print(*value[0], **dict(value[1]))
        else:
            restore(kind, holder, key, value)


def same_trees(a, b):
    if a[0] != b[0]:
        return False
    if a[0] == "either":
        return a[1] == b[1] and same_trees(a[2], b[2]) and same_trees(a[3], b[3])
    return a[0] == "raise" or same_template(a[1], b[1]) and same_effects(a[2], b[2])


def written_kinds(tree):
    """The kinds of the effects of all ways."""
    if tree[0] == "either":
        return [*written_kinds(tree[2]), *written_kinds(tree[3])]
    return [kind for kind, *_ in tree[2]] if tree[0] == "leaf" else []


def numbered_tree(tree, place_of):
    if tree[0] == "either":
        return (*tree[:2], numbered_tree(tree[2], place_of), numbered_tree(tree[3], place_of))
    if tree[0] == "raise":
        return tree
    return ("leaf", numbered(tree[1], place_of), numbered_effects(tree[2], place_of))


def numbered_effects(effects, place_of):
    return tuple((*e[:3], numbered(e[3], place_of)) for e in effects)
