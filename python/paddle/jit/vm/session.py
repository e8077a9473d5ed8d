"""What a capture is told and what it notes: policy, guards, effects, inputs, breaks.

Subclasses bind it to a tracer. Whatever is not known to be made in the capture
counts as having existed before: a guard too many costs a capture, one too few
would be wrong.
"""

import abc
import gc
import types
from collections import OrderedDict, deque

from . import asked
from .effects import Journal, instance_dict, location, restore, state
from .frame import ABSENT
from .guards import Expectations, elements, failing, specials
from .hooks import Hooks
from .made import CONTAINERS, Made
from .trust import is_library, is_library_class, is_within, pure_kind

_ATOMS = frozenset((
    int, float, bool, str, bytes, complex, type(None), type, range, slice, types.FunctionType, types.ModuleType,
    types.BuiltinFunctionType, types.MethodType, types.EllipsisType, type(NotImplemented),
))  # fmt: skip
_PLAIN = frozenset((list, dict, set, tuple, frozenset, deque, OrderedDict))
_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
_VIEWS += tuple(type(getattr(OrderedDict(), n)()) for n in ("keys", "values", "items"))
_HEAP = 1 << 9
# What the meta of a tensor says, and what reads its data.
_FACTS = frozenset((
    "shape", "dtype", "ndim", "size", "stop_gradient", "place", "is_leaf", "T", "mT", "real", "imag",
))  # fmt: skip
_DATA = frozenset(
    (
        "item",
        "numpy",
        "tolist",
        "__bool__",
        "__int__",
        "__float__",
        "__index__",
        "__array__",
        "data_ptr",
    )
)


def _collect_objects(expected, found):
    if expected[0] == "is":
        found.add(id(expected[1]))
    elif expected[0] in ("tuple", "list"):
        for part in expected[-1]:
            _collect_objects(part, found)


def _tensors_at(kind, holder, key, value):
    """(kind, holder, key, value) of a place, or, where it holds a tuple, of all that lies in it."""
    if type(value) is not tuple:
        return [(kind, holder, key, value)]
    place = kind, holder, key
    return [found for i, x in enumerate(value) for found in _tensors_at("part", place, i, x)]


def _in_order(effects, space, names):
    """The effects such that attributes that were deleted and set again come last, as they do in `space`."""
    own = {e[2]: e for e in effects if e[0] == "attr" and instance_dict(e[1]) is space}
    if not own:
        return effects
    now, kept, last = list(space), 0, -1
    while kept < len(now) and now[kept] in names[last + 1 :]:
        last = names.index(now[kept])
        kept += 1
    moved = [name for name in now[kept:] if name in own]
    if not any(name in names for name in moved):
        return effects
    others = [e for e in effects if own.get(e[2]) is not e or e[2] not in moved]
    again = [(*own[name][:3], ABSENT) for name in moved if name in names]
    return [*others, *again, *(own[name] for name in moved)]


class Session(Made, Hooks):
    tracer = None
    ran = None  # the machine of the run that is over
    is_undone = False  # what is written is taken back in any case
    break_exceptions = ()
    end_exceptions = ()  # that end the capture, which begins anew
    tensor_types = ()
    value_types = ()
    regions = True  # whether both ways of a branch can be recorded
    tails = False  # whether a run may end in several ways (tail.py)
    lists = False  # whether loops may make lists longer (grown.py)
    numbers = True  # whether a tensor can stand for a Python number
    data_names = _DATA  # methods of tensors that read their data
    framework = "paddle"
    modes = None  # `global_state` before the call
    # Python functions of these depend on their arguments alone.
    pure_modules = (
        "re", "sre_compile", "sre_parse", "sre_constants", "typing", "abc", "_collections_abc", "numbers", "inspect",
        "keyword", "reprlib",
    )  # fmt: skip
    ignored_modules = ()

    def __init__(self):
        super().__init__()
        self.expectations = Expectations(self.tensor_types, self.value_types, self.meta)
        self.guards, self.inputs, self.opaques, self.breaks = [], [], {}, []
        self.frames, self.seconds = 0, 0.0
        self.journal = Journal()
        self.arguments = None
        self.machine = None
        self._seen, self._trusted, self._policies, self._inputs = set(), {}, {}, {}
        self._classes, self._specials = (
            {},
            {id(cls): cls for cls in _ATOMS},
        )  # of `is_library_class`, `read_specials`
        self._effects = []
        self.first_look = None  # where the value of a tensor was needed
        self._found = None
        self.kept = []  # objects that have to live as long as the notes
        self.held = []  # tensors of the ways in which a run may end

    def graph_break(self, reason, where):
        self.breaks.append((reason, where))
        if self.tracer is not None:
            self.tracer.materialize()

    # Policy.

    def is_trusted(self, globals_):
        known = self._trusted.get(id(globals_))
        if known is None:
            known = is_library(globals_, self.framework), globals_
            self._trusted[id(globals_)] = known
        return known[0]

    def policy(self, fn):
        """None: interpret; "native", "pure" (its arguments are read), "opaque"."""
        code = fn.__code__
        known = self._policies.get(code)
        if known is None:
            known = self._policies[code] = (self._policy(fn),)
        return known[0]

    def _policy(self, fn):
        module = fn.__globals__.get("__name__", "")
        if module.startswith(__package__):
            return "native"
        if not self.is_converted(fn) or is_within(module, self.ignored_modules):
            return "opaque"
        if not is_within(module, self.pure_modules) or not self.is_trusted(fn.__globals__):
            return None
        return pure_kind(module, fn.__name__)

    def opaque(self, name):
        """Something was called that the capture knows nothing of: Python has to run each time."""
        where = self.where()
        if self.machine is not None and self.machine.forks:
            from .machine import GraphBreak

            raise GraphBreak(f"{name} under the condition of a tensor", where)
        self.opaques.setdefault((name, where), None)

    def looked(self):
        """Python needs the value of a tensor here."""
        self.first_look = self.first_look or self.where()

    def where(self):
        f = self.machine.current if self.machine else None
        while f is not None and (f.trusted or f.code.co_filename == "<native>"):
            f = f.back
        return f.where if f is not None else "?"

    # Reads.

    def _covered(self, holder):
        return self.arguments is not None and id(holder) in self.arguments.containers

    def was_found(self, x):
        """Whether a guard says where `x` itself is found."""
        if self._found is None:
            self._found = set()
            for _, holder, _, expected in self.guards:
                self._found.add(id(holder))
                _collect_objects(expected, self._found)
        return id(x) in self._found

    def is_own(self, holder):
        """Whether what `holder` holds is known without a guard: it is made in the capture, or an argument."""
        return id(holder) in self.made or self._covered(holder)

    def read(self, kind, holder, key, value):
        """Notes that a place holds `value`; gives the value to use."""
        if self.is_own(holder):
            return value
        if isinstance(holder, self.tensor_types):
            if value is not ABSENT and key not in _FACTS:
                self.opaque(f"Tensor.{key}")
            return value
        place = location(kind, holder, key)
        if place in self._seen or self.journal.wrote(place):
            return value
        if value is not ABSENT and self._covered(value):
            self.opaque("an argument that is reached by another way too")
        self._check_inputs(kind, holder, [(key, value)])
        self._seen.add(place)
        self.read_specials(value if isinstance(value, type) else type(value))
        self.guards.append((kind, holder, key, self.expectations.of(value)))
        self._input(kind, holder, key, value)
        return self.symbol(value, place) if type(value) in (int, float) else value

    def before(self, kind, holder, key):
        """What a place holds that one way of a branch, or no round of a loop, writes: noted as read."""
        value = state(kind, holder, key)
        if kind in ("attr", "item", "cell"):
            self.machine.forks += 1  # what is unknown of it, is so of the branch
            try:
                value = self.read("own" if isinstance(holder, type) else kind, holder, key, value)
            finally:
                self.machine.forks -= 1
        return value

    def _is_input(self, holder, value):
        return isinstance(value, self.tensor_types) and not self.is_own(holder)

    def _input_place(self, kind, holder, key):
        """One for a place, whichever way it was reached."""
        if kind == "part":
            return kind, self._input_place(*holder), key
        if kind == "content":
            kind, key = "item", key if not isinstance(holder, dict) else elements(holder)[key - 1]
        if isinstance(holder, type):
            return "class", next((id(c) for c in holder.__mro__ if key in vars(c)), id(holder)), key
        space = self.mirrored(holder) if kind == "item" else None
        return location(kind, holder, key) if space is None else (kind, id(space), key)

    def _check_inputs(self, kind, holder, found):
        """That two places hold one tensor is no guard's: where they do, Python looks each time.

        `found`: (key, value) of places that are about to be read.
        """
        first = {}
        found = [part for key, value in found for part in _tensors_at(kind, holder, key, value)]
        for kind, holder, key, value in found:
            if not self._is_input(holder, value) or self.expectations.of(value)[0] != "tensor":
                continue
            if self.arguments is not None and self.arguments.has(value):
                self.opaque("an argument that is reached by another way too")
            elif not self.is_traced(value):
                place = self._input_place(kind, holder, key)
                if place != (self._inputs.get(id(value)) or first.setdefault(id(value), place)):
                    self.opaque("a tensor that two places hold")

    def _input(self, kind, holder, key, value, place=None):
        if type(value) is tuple:
            for part in _tensors_at(kind, holder, key, value):
                if not self.is_own(holder):
                    self._input(*part)
            return
        if not self._is_input(holder, value):
            return
        if self.arguments is not None and self.arguments.has(value) or self.is_traced(value):
            return
        if id(value) not in self._inputs:
            self._inputs[id(value)] = place or self._input_place(kind, holder, key)
            self.inputs.append((kind, holder, key, value))
            self.found_input(value)

    def compared(self, a, b):
        """`a is b` is asked: that two places hold different tensors is no guard's either."""
        if a is b or not (isinstance(a, self.tensor_types) and isinstance(b, self.tensor_types)):
            return
        both = (a, b)
        if any(self.is_traced(x) or self.expectations.of(x)[0] != "tensor" for x in both):
            return
        if self.arguments is None or not all(map(self.arguments.has, both)):
            self.opaque("whether two tensors are one")

    def input_of(self, kind, holder, key, value):
        self._check_inputs(kind, holder, [(key, value)])
        self._input(kind, holder, key, value)
        return value

    def element(self, container, key, value):
        return value

    def native_attr(self, obj, name, value):
        """An attribute that C code gave: of framework objects it is a fact, of others unknown."""
        if (
            self.is_old(obj)
            and type(obj) not in asked.IMMUTABLE
            and not isinstance(obj, self.tensor_types)
        ):
            if type(obj).__module__.split(".")[0] != self.framework:
                self.opaque(f"{type(obj).__name__}.{name}")
        return value

    def read_class(self, cls, name, value, own=False):
        if not cls.__flags__ & _HEAP or id(cls) in self.made:
            return value
        if self.is_library_class(cls):
            return value
        return self.read("own" if own else "class", cls, name, value)

    def is_library_class(self, cls):
        known = self._classes.get(id(cls))
        if known is None:
            known = self._classes[id(cls)] = cls, is_library_class(cls, self.framework)
        return known[1]

    def read_specials(self, cls):
        """An object of the class is met: what the class defines for Python itself, and what it does not define."""
        if id(cls) in self._specials:
            return
        self._specials[id(cls)] = cls
        if not cls.__flags__ & _HEAP or id(cls) in self.made or self.is_library_class(cls):
            return
        own = [b for b in cls.__mro__ if b.__flags__ & _HEAP and not self.is_library_class(b)]
        self.guards.append(("special", cls, specials(cls, own), ("is", cls, type(cls))))

    def read_registry(self):
        """What stands below an abstract class follows from what is registered."""
        self.read_state(abc.get_cache_token)

    def read_state(self, get):
        """Something of the process is read that a function tells."""
        if ("registry", get) not in self._seen:
            self._seen.add(("registry", get))
            self.guards.append(("registry", get, None, self.expectations.of((get(),))))

    def function_read(self, fn):
        if self.is_old(fn) and not self.is_trusted(fn.__globals__):
            if ("function", id(fn)) not in self._seen:
                self._seen.add(("function", id(fn)))
                state = (fn.__code__, fn.__defaults__, tuple((fn.__kwdefaults__ or {}).items()))
                self.guards.append(("function", fn, None, self.expectations.of(state)))

    def touch(self, x, deep=False, depth=0):
        """Notes that C code looks at `x`, with `deep` also at its elements.

        Of these it may ask special methods: any, or those that are named in `deep`.
        """
        kind = type(x)
        if kind is slice and deep:
            self._touch_parts((x.start, x.stop, x.step), deep, depth)
        if kind in _ATOMS or isinstance(x, type):
            return
        if isinstance(x, CONTAINERS):
            if not self.is_own(x):
                self._content(x)
            self._ask(x, deep)
            if deep:
                self._touch_parts(elements(x), deep, depth)
        elif isinstance(x, (tuple, frozenset)):
            self._ask(x, deep)
            if deep:
                self._touch_parts(x, deep, depth)
        elif isinstance(x, types.MappingProxyType):
            self.opaque("mappingproxy")
        elif isinstance(x, self.tensor_types) or kind in self.value_types:
            return
        elif kind.__module__.startswith(__package__):
            return
        elif isinstance(x, _VIEWS):
            for container in gc.get_referents(x):
                self.touch(container, deep, depth)
        elif hasattr(kind, "__next__") and id(x) not in self.made:
            self.opaque(f"{kind.__name__}, which was made before")
        else:
            self._ask(x, deep)
            if id(x) in self.made or kind in asked.IMMUTABLE:
                return
            if not asked.is_plain(kind, self.framework):
                self.opaque(f"{kind.__module__}.{kind.__name__}")

    def _ask(self, x, names):
        """C code may ask `x` itself for special methods."""
        kind = type(x)
        self.read_specials(kind)
        if (
            names
            and kind not in _PLAIN
            and kind not in _ATOMS
            and not isinstance(x, (type, *self.tensor_types))
        ):
            names = asked.ALL if names is True else names
            name = asked.runs_python(kind, names, self.is_trusted)
            if name is not None and not kind.__module__.startswith(__package__):
                self.opaque(f"{kind.__name__}.{name} in the hands of C code")

    def touch_operands(self, a, b, deep=False):
        """C code of `a` or `b` is about to compute with both."""
        for x in (a, b):
            self.touch(x, deep)
            if not isinstance(x, (*CONTAINERS, tuple)):
                self._ask(x, deep or True)

    def touch_key(self, container, key):
        by_hash = isinstance(container, (dict, set))
        self.touch(key, asked.COMPARING if by_hash else True)

    def taken(self):
        """C code has computed with what was touched last."""

    def touch_argument(self, fn, x, deep):
        self.touch(x, deep)

    def _touch_parts(self, parts, deep, depth):
        if depth > 20:
            self.opaque("deeply nested containers")
            return
        for part in parts:
            if type(part) not in _ATOMS:
                self.touch(part, deep, depth + 1)

    def _content(self, x):
        place = ("content", id(x), None)
        if place in self._seen:
            return
        before = self.journal.snapshots.get(id(x))
        held = elements(x) if before is None else before
        names = (
            [None, *held] if isinstance(x, dict) else range(len(held))
        )  # of a value: the key before it
        found = list(zip(names, held, strict=False))
        self._check_inputs("item", x, found)
        self._seen.add(place)
        if before is None:
            if any(("item", id(x)) == p[:2] for level in self.journal.levels for p in level):
                self.opaque("a large dict, written and then read as a whole")
        self.journal.appended.pop(id(x), None)
        self.guards.append(("content", x, None, self.expectations.content(x, held)))
        for i, (name, item) in enumerate(found):
            if self._is_input(x, item) or type(item) is tuple:
                self._input("content", x, i, item, self._input_place("item", x, name))

    def advanced(self, it):
        """A native iterator is about to move."""
        found = self.made.get(id(it))
        if found is None:
            if hasattr(type(it), "__next__") and not type(it).__module__.startswith(__package__):
                self.opaque(f"{type(it).__name__}, which was made before")
        elif self.machine.forks and found[1] <= self.machine.fork_serial:
            from .machine import GraphBreak

            raise GraphBreak("an iterator that a branch advances", self.where())

    def iterate_native(self, x):
        return x

    def operator_arguments(self, fn, args, kwargs):
        """An operator of the framework is about to run."""
        for a in (*args, *kwargs.values()):
            if isinstance(a, (*CONTAINERS, tuple)):
                self.touch(a, asked.NUMBERS)
            else:
                self._ask(a, asked.NUMBERS)
        name, owner = getattr(fn, "__name__", ""), getattr(fn, "__self__", None)
        if name in self.data_names and isinstance(owner, self.tensor_types):
            self.opaque(f"the data of a tensor ({name})")

    # Writes.

    def abandon(self):
        """What the run has left, a generator in the middle, is not to run any more."""
        if self.ran is not None:
            self.ran.abandoned = True

    def is_new(self, x):
        """Whether `x` was made in the capture, in a way of a branch since this began: nothing else can see it. What a
        way has made is what the way gives, so that nothing of it is taken back."""
        found = self.made.get(id(x))
        return found is not None and (not self.machine.forks or found[1] > self.machine.fork_serial)

    def write(self, kind, holder, key):
        # Of a generator the branch asks whether it is left in the middle.
        if kind == "generator" or not self.is_new(holder):
            if kind in ("attr", "item", "cell") and self._write_stays(holder, key):
                return
            if (
                isinstance(holder, CONTAINERS)
                and kind == "item"
                and id(holder) in self.journal.appended
            ):
                self._content(holder)
            if kind == "item" and self.journal.moves(holder, key):
                self.mutate(holder)
            self.journal.add(kind, holder, key)

    def put(self, kind, holder, key, value):
        """Brings a place to the state that ways of a branch, or rounds of a loop, have in common."""
        self.journal.add(kind, holder, key)
        restore(kind, holder, key, value)

    def mutate(self, x):
        """A container is about to change in a way that depends on all of it."""
        if self.is_new(x):
            return
        if isinstance(x, self.tensor_types):
            return
        if not isinstance(x, CONTAINERS):
            self.opaque(f"a write into {type(x).__name__}")
            return
        if self._write_stays(x):
            return
        self.journal.appended.pop(id(x), None)  # from now on its contents are written as a whole
        if not self.is_own(x):
            self._content(x)
        self.journal.snapshots.setdefault(id(x), elements(x))
        self.journal.add("content", x, None)

    def _write_stays(self, holder, key=None):
        if id(holder) in self.made or not self.writes_stay():
            return False
        what = f"{type(holder).__name__}{'' if key is None else f'.{key}'}"
        self.opaque(f"a write into {what}, which other threads may see")
        return True

    def append(self, x, values):
        """`list.append`: needs no look at what is in the list."""
        if self.is_new(x):
            return
        if self._write_stays(x):
            return
        if id(x) not in self.journal.snapshots and not self.is_own(x):
            if not self.machine.forks:
                self.journal.appended[id(x)] = (x, len(x))
        if id(x) not in self.journal.appended:
            self.mutate(x)
        else:
            self.journal.snapshots.setdefault(id(x), elements(x))
            self.journal.append(x, values)

    def finish(self):
        """The run is over: what it has written is settled."""
        self._effects = self.written()
        # What nobody holds any more is no result of the program.
        self.made = dict.fromkeys(self.made)

    def written(self):
        """[(kind, holder, key, value)]: the places that existed before, with what is there now."""
        found, places = [], set()
        for kind, holder, key, _ in self.journal.entries:
            place = location(kind, holder, key)
            if place in places:  # before and in a way of a branch
                continue
            places.add(place)
            if id(holder) in self.made or kind in ("iterator", "generator", "exit", "grown"):
                continue
            if kind == "content" and id(holder) in self.journal.appended:
                start, own = self.journal.appended[id(holder)][1], self.journal.own.get(id(holder))
                values = holder[start:] if own is None else list(own)
                found.append(("extend", holder, None, values))
            else:
                found.append((kind, holder, key, state(kind, holder, key)))
        for space, before in self.journal.spaces.values():
            found = _in_order(found, space, before[::2])
        return found

    def effects(self):
        """[(kind, holder, key, value)]: the state to which each written place has to be brought."""
        return self._effects

    def holds(self, args, kwargs):
        """Whether a call with these arguments would run as the captured one did."""
        return (
            self.arguments.matches(args, kwargs) and failing(self.guards, self.expectations) is None
        )
