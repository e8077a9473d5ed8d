"""The interpreter's session, bound to tensors and to the tracer."""

import sys
import types

from .. import _C
from ..nn.layer.registry import _Registry
from . import late_numbers, list_ops, number_ops, state, threads
from .leaf_gradients import LeafGradients
from .printed import stdout_runs_no_python
from .process_state import ProcessState
from .scopes import Scopes
from .sharing import CareNeeded, Sharing
from .templates import Template, Unskippable, effect_templates, tensors_in
from .vm import CannotMerge, GraphBreak, Session
from .vm.effects import Printed, Shown, location
from .vm.frame import ABSENT
from .vm.guards import Expectations
from .vm.numbers import KINDS, Number
from .vm.sizes import Sized
from .vm.texts import Text

_C.Tracer.full_like = lambda self, number, dtype: _C.ops["full"]([], number, dtype)
# Operators, and what is compared anyway (ProcessState).
_OPERATORS = frozenset(
    map(id, (
        *_C.ops.values(), _C.is_tracing, _C.amp_policy, _C.set_amp, _C.current_amp, _C.is_grad_enabled,
        _C.get_default_dtype,
    ))
)  # fmt: skip
# Attributes that follow from what is compared anyway, or that are operators.
_FACTS = frozenset((
    "shape", "dtype", "ndim", "size", "T", "mT", "H", "mH", "real", "imag", "place", "stop_gradient", "requires_grad",
    "itemsize", "persistable",
))  # fmt: skip

_READS = frozenset(
    ("item", "numpy", "tolist", "__bool__", "__float__", "__int__", "__index__", "__array__")
)


def meta(tensor):
    """What is compared of a tensor that is an input."""
    return (
        type(tensor),
        tensor.dtype,
        tuple(tensor.shape),
        tensor.stop_gradient,
        tensor.persistable,
        not vars(tensor),
    )


def is_size(x):
    return isinstance(x, int) and type(x) is not bool


def are_sizes(x):
    return isinstance(x, (list, tuple)) and all(type(n) is int for n in x)


def _is_plain(x):
    if isinstance(x, (list, tuple)):
        return all(map(_is_plain, x))
    return type(x) in (int, float, bool, complex)


def _has_tensor(key):
    return any(
        type(b) is Number or isinstance(b, _C.Tensor) for b in (key.start, key.stop, key.step)
    )


_PRINTS = 500  # texts and other effects that one call may put off: each looks at those before


class TensorExpectations(Expectations):
    """A plain tensor is an input: any of its kind will do. A Parameter, which has a name and more, is itself."""

    def of(self, x):
        if isinstance(x, _C.Tensor) and type(x) is not _C.Tensor:
            return ("is", x, type(x))
        return super().of(x)

    def same_meta(self, expected, meta):
        """-1 stands for any size."""
        free, shape = expected[2], meta[2]
        if -1 in free and len(free) == len(shape):
            shape = tuple(-1 if f == -1 else n for f, n in zip(free, shape, strict=True))
        return expected == (*meta[:2], shape, *meta[3:])


class TensorSession(LeafGradients, Sharing, Session):
    """Notes of one capture."""

    tensor_types = (_C.Tensor,)
    value_types = (_C.dtype,)
    pure_modules = (*Session.pure_modules, "paddle.nn.functional.resize_places")
    number_places = False
    tails = True
    lists = True
    data_names = frozenset(
        ("__array__", "data_ptr")
    )  # other values are noted by the tracer where they are read
    break_exceptions = (_C.GraphBreak,)
    end_exceptions = (CareNeeded,)

    def __init__(self, tracer, careful=0, wary=False):
        super().__init__()
        # About memory that results may share: 1 of branches with tensors of outside, 2 of loops, too, and with any.
        self.careful = careful
        self.wary = (
            wary  # whether code that writes in place is expected to write what results may share
        )
        self.expectations = TensorExpectations(self.tensor_types, self.value_types, meta)
        self.tracer = tracer
        self.constants = []
        self.facts = []  # (tensor, attribute, value)
        self.leaves = []  # tensors of the program that were made to want a gradient
        self.histories = []  # of the arguments and of the inputs, as found
        self.modes = self.global_state()  # before the call
        self.sizes = []  # the numbers that the framework gave, in order (see rehearsal.py)
        self.ignored_modules = tuple(state.ignored_modules)
        self.decisions = []  # of `decide`, in order
        self.requires = False
        self.checks = False  # whether a number is checked, whatever is done with it
        self.scopes = Scopes()
        self.forked = False  # whether there are branches or loops on tensors

    def scope(self):
        """The layer that runs now, for people."""
        frame = self.machine.current if self.machine is not None else None
        return self.scopes.of(frame)[0]

    def found_input(self, tensor):
        self.histories.append(self.tracer.history_of(tensor))

    def write(self, kind, holder, key):
        if kind == "attr" and key == "grad" and isinstance(holder, _C.Tensor):
            self.grad_changes(holder)
            return
        if (
            kind == "attr"
            and key == "stop_gradient"
            and self.machine.forks
            and self.is_traced(holder)
            and self.tracer.is_made_here(holder)
        ):
            return  # it ends with the way, and the region says what gradients it has
        super().write(kind, holder, key)

    def written(self):
        known = self.sources()
        found = []
        for effect in super().written():
            _, tensor, key, value = effect
            is_source = isinstance(tensor, _C.Tensor) and any(tensor is t for t in known)
            if key != "stop_gradient" or not self.is_traced(tensor) or is_source:
                found.append(effect)
            elif not value:  # the program makes the tensor, and knows its gradients
                self.leaves.append(tensor)
        return found

    def undo(self):
        """What the function did to objects and to histories of tensors, where nothing of it was computed."""
        self.abandon()
        self.restore_global_state(self.modes)
        self.journal.undo(0)
        self.tracer.undo()
        arguments = self.arguments.inputs if self.arguments is not None else ()
        tensors = [t for _, t in arguments] + [i[3] for i in self.inputs]
        for tensor, history in zip(tensors, self.histories, strict=True):
            history.restore(tensor)

    def is_traced(self, x):
        return isinstance(x, _C.Tensor) and _C.is_traced(x)

    def is_operator(self, fn):
        return id(fn) in _OPERATORS or super().is_operator(fn)

    def mirrored(self, holder):
        owner = holder.owner() if type(holder) is _Registry else None
        return None if owner is None else vars(owner)

    def read(self, kind, holder, key, value):
        if not isinstance(holder, _C.Tensor) or kind != "attr":
            return super().read(kind, holder, key, value)
        if isinstance(getattr(_C.Tensor, key, None), types.GetSetDescriptorType):
            return self.native_attr(holder, key, value)
        if type(holder) is _C.Tensor:  # any tensor without attributes may stand in its place
            if value is not ABSENT:
                self.opaque(f"Tensor.{key}")
            return value
        place = location(kind, holder, key)
        if place not in self._seen and not self.journal.wrote(place):
            self._seen.add(place)
            self.guards.append((kind, holder, key, self.expectations.of(value)))
            self._input(kind, holder, key, value)
        return value

    def instance_dict(self, obj, space):
        if type(obj) is _C.Tensor:  # any other may stand in its place
            self.opaque("Tensor.__dict__")
        return super().instance_dict(obj, space)

    def native_attr(self, obj, name, value):
        if not isinstance(obj, _C.Tensor):
            return super().native_attr(obj, name, value)
        if name in _FACTS or isinstance(value, (types.BuiltinMethodType, types.MethodType)):
            return self.seen(value)
        if name == "grad" and id(obj) in self.grads:
            return value  # not what the call found
        if self.is_traced(obj):
            if name != "grad":
                self.opaque(f"Tensor.{name}")
        elif name == "grad" and isinstance(value, _C.Tensor):
            if not self.is_traced(value):
                self.facts.append((obj, "grad", _C.Tensor))  # there is one
        elif value is None or type(value) in (str, int, bool):
            self.facts.append((obj, name, value))
        elif not self.is_traced(value):
            self.opaque(f"Tensor.{name}")
        return value

    def seen(self, value):
        if is_size(value):
            self.sizes.append(int(value))
        elif are_sizes(value):
            self.sizes.append(tuple(value))
            return self.make(value)
        return value

    def from_python(self, fn, args, value):
        if (
            fn is not _C.to_tensor
            or not args
            or type(value) is not _C.Tensor
            or self.is_traced(value)
        ):
            return value
        if not value.stop_gradient or not _is_plain(args[0]):
            return value
        self.constants.append(value)
        enabled = _C.set_grad_enabled(False)
        try:
            return _C.ops["assign"](value)  # each call has its own
        finally:
            _C.set_grad_enabled(enabled)

    def follows(self, value):
        for x in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(x, (list, tuple)):
                self.follows(x)
            elif isinstance(x, _C.Tensor) and not self.is_traced(x):
                self.constants.append(x)
        return value

    def seen_length(self, tensor):
        self.seen(len(tensor))

    def concrete(self, cond):
        number = self.number_from(
            cond, bool
        )  # a truth value is sooner the same again than a number
        return bool(cond) if number is None else number.value()

    def is_condition(self, x):
        return self.is_traced(x) and x.size == 1

    def number(self, tensor, dtype):
        self.machine.numbers = True
        return Number(tensor, KINDS[dtype], session=self)

    def referent(self, reference):
        """What a weak reference stands for: as long as the notes exist it does, too."""
        found = reference()
        if found is None:
            self.opaque("a weak reference to what is gone")
        elif id(found) in self.made:
            return found
        self.guards.append(("item", {None: found}, None, ("is", found)))
        return found

    def picked(self, tensor, key):
        items = key if type(key) is tuple else (key,)
        bounds = [i for i, k in enumerate(items) if type(k) is slice and _has_tensor(k)]
        if bounds:
            return self._cut(tensor, items, bounds)
        late = [i for i, k in enumerate(items) if number_ops.is_index(k)]
        if len(late) != 1 or any(
            type(k) not in (int, slice) for k in items if k is not items[late[0]]
        ):
            return None
        if (
            self.careful
            or len(items) > tensor.ndim
            or any(_has_tensor(k) for k in items if type(k) is slice)
        ):
            return None
        at = late[0]
        index = items[at].tensor if type(items[at]) is Number else items[at]
        index = _C.ops["reshape"](index, [1])
        items = (*items[:at], index, *items[at + 1 :])
        axis = sum(type(k) is slice for k in items[:at])
        self.touch_key(tensor, items)
        return self._as_view(_C.ops["squeeze"](tensor[items], axis), tensor)

    def _cut(self, tensor, items, bounds):
        """`tensor[items]` with tensors in the bounds of one slice."""
        plain = all(type(k) in (int, slice) for k in items) and len(items) <= tensor.ndim
        if self.careful or len(bounds) != 1 or not plain or self.opaques:
            return None
        value = late_numbers.cut(self, tensor, items, bounds[0])
        return None if value is None else self._as_view(value, tensor)

    def _as_view(self, value, tensor):
        """`value`, which in eager code is a view of `tensor`; None where that matters."""
        if self.is_final():
            return None
        try:
            self.tracer.may_share(value, tensor)
        except _C.GraphBreak:
            return None
        return value

    def hidden_zeros(self, tensor):
        zeros = _C.ops["full"](list(tensor.shape), 0, number_ops.name_of(tensor.dtype))
        zeros.stop_gradient = tensor.stop_gradient
        self.tracer.hide(zeros)
        return zeros

    def number_from(self, x, kind):
        if not isinstance(x, _C.Tensor) or x.size != 1:
            return None
        number = number_ops.from_tensor(x, kind)
        if number is not None:
            self.machine.numbers, number.session = True, self
        return number

    def number_of_item(self, fn, args):
        x = getattr(fn, "__self__", None)
        if args or getattr(fn, "__name__", "") != "item" or not isinstance(x, _C.Tensor):
            return None
        return self.number_from(x, number_ops.item_kind(x))

    def range_of(self, args):
        return number_ops.tensor_range(self, args)

    def late_number(self, number):
        return late_numbers.value_of(self, number)

    def sizes_among(self, fn, args):
        return late_numbers.among(self, fn, args)

    def index_of(self, number):
        return _C.ops["reshape"](number.tensor, [1])

    def refused_write(self):
        known, f = [], self.machine.current
        while f is not None:
            known += [x for x in (*f.locals, *f.stack) if isinstance(x, _C.Tensor)]
            f = f.back
        return self.tracer.take_refused_write([*known, *self.sources()])

    def overwrite(self, tensor, value):
        tensor[...] = value

    def elements_of(self, rows):
        return list_ops.elements_of(self, rows)

    def rows_of_rounds(self, rounds):
        return list_ops.of_rounds(self, rounds)

    def row_of(self, rows, index):
        return rows[index]

    def either(self, cond, x, y):
        ways = []
        for value in (x, y):
            self.tracer.begin_region([])
            ways.append(self.tracer.end_region([value]))
        return self.with_histories(self.tracer.emit_if, cond, *ways)[0]

    def joined(self, fn, grown, args, kwargs):
        return list_ops.joined(self, fn, grown, args, kwargs)

    def required(self, count):
        return list_ops.required(self, count)

    def number_operation(self, name, a, b, kind):
        return number_ops.operation(name, a, b, kind)

    def checked(self, tensor):
        self.checks = True
        return number_ops.checked_small(tensor)

    def number_and_tensor(self, name, a, b):
        return number_ops.beside_tensor(name, a, b)

    def decide(self, cond):
        if self.tracer.wrote_shared and not self.is_final():
            self.need_care(**self.warier())
        known = self._flag(cond)
        if known is not None:
            known = None if self.opaques else self.tracer.look_at(known)
        self.decisions.append(known)
        return known

    def require(self, cond, value):
        self.requires = True
        self.tracer.require(self._flag(cond), value)

    def print_later(self, args, kwargs):
        if self.machine.forks != len(self.machine.tails) or self.opaques:
            return False
        if len(self.journal.entries) > _PRINTS:
            return False
        if any(holder is sys.__dict__ or holder is sys for _, holder, *_ in self.journal.entries):
            return False  # who knows where it goes
        if not self._prints_in_c():
            return False
        try:
            args = tuple(map(self._as_printed, args))
        except TypeError:
            return False
        if any(type(v) not in (str, bool, type(None)) for v in kwargs.values()):
            return False
        self.journal.add("print", Printed(args, kwargs), None)
        return True

    def _prints_in_c(self):
        self.read_state(stdout_runs_no_python)
        return stdout_runs_no_python()

    def is_converted(self, fn):
        return (
            fn.__name__ != "set_printoptions"
        )  # paddle's and numpy's: what was printed before is printed then

    def print_now(self):
        """What was to be printed when the call ends."""
        for kind, holder, *_ in self.journal.entries:
            if kind == "print":
                holder.show()

    def writes_stay(self):
        return threads.several and not self.is_undone

    def opaque(self, name):
        first = not self.opaques
        if self.tracer.unsettled and not self.is_final():
            self.need_care(**self.warier())
        super().opaque(name)
        threads.settle()
        if first and any(kind == "print" for kind, *_ in self.journal.entries):
            self.tracer.materialize("text is printed")
            self.print_now()

    def _as_printed(self, x):
        """What can be printed later in the place of `x`; TypeError where nothing can."""
        if type(x) in (str, int, float, bool, type(None)) or isinstance(x, Sized):
            return x
        if isinstance(x, (list, tuple)) and all(type(i) in (str, int, float) for i in x):
            return str(x)
        if type(x) in (Number, Text):
            return x
        if type(x) is _C.Tensor:
            copy = _C.ops["assign"](x.detach())
            return copy if x.stop_gradient else Shown(copy)
        raise TypeError

    def _flag(self, cond):
        number = number_ops.from_tensor(cond, bool) if cond.size == 1 else None
        return None if number is None else number.tensor

    def sources(self):
        """The tensors that are inputs, in order."""
        return [t for _, t in self.arguments.inputs] + [i[3] for i in self.inputs]

    def may_leave_to_python(self):
        """Whether a call of which the program says that it raises can be made by Python, from its beginning."""
        return not self.opaques and self.tracer.peeks > 0

    def is_of_function(self, error):
        return not isinstance(error, CareNeeded) and super().is_of_function(error)

    def escaping(self, result):
        """The tensors that a run gives and leaves in objects."""
        return list(tensors_in([result, *(value for *_, value in self.written())]))

    def leaf(self, result):
        template = Template(self, len(self.held))
        try:
            made = template.of(result), effect_templates(template, self.written())
        except Unskippable as why:
            raise CannotMerge(str(why), self.where()) from None
        flag = self._nothing_shared(template.tensors)
        self.held += template.tensors
        if flag is None:
            return ("leaf", *made)
        self.held.append(flag)
        return ("either", len(self.held) - 1, ("leaf", *made), ("raise",))

    def raises(self, tree):
        """Leaves calls that raise to Python; whether this one does."""
        flag = self._raise_flag(tree)
        if flag is None:
            return False
        known = self.tracer.look_at(flag)
        if known is None and self.tracer.peeks > 0:
            raise GraphBreak("whether an exception is raised", self.where())
        self.require(flag, False)
        return known is not False  # (where it is not to be had, Python finds out)

    def _raise_flag(self, tree):
        """Whether a run comes to "raise"; None where none does."""
        if tree[0] == "raise":
            return _C.ops["full"]([], True, "bool")
        if tree[0] == "leaf":
            return None
        cond = self._flag(self.held[tree[1]])
        parts = [self._raise_flag(t) for t in tree[2:]]
        conds = (cond, _C.ops["logical_not"](cond))
        both = zip(conds, parts, strict=True)
        ands = [_C.ops["logical_and"](c, p) for c, p in both if p is not None]
        return _C.ops["logical_or"](*ands) if len(ands) == 2 else ands[0] if ands else None

    def both(self, a, b):
        return _C.ops["logical_and"](a, b)

    def data_read(self, x, how):
        if self.is_traced(x):
            self.looked()  # the tracer notes it

    def operator_arguments(self, fn, args, kwargs):
        if self.machine.forks and getattr(fn, "__name__", "") == "backward":
            raise GraphBreak("a backward pass under the condition of a tensor", self.where())
        super().operator_arguments(fn, args, kwargs)
        if getattr(fn, "__name__", "") == "clear_gradient":
            owner = getattr(fn, "__self__", None)
            if isinstance(owner, _C.Tensor):
                self.clears_grad(owner)
        if getattr(fn, "__name__", "") in _READS and self.is_traced(getattr(fn, "__self__", None)):
            self.looked()

    def global_state(self):
        return ProcessState.now()

    def restore_global_state(self, state):
        state.put_back()

    def with_histories(self, make, *args, **options):
        enabled = _C.set_grad_enabled(True)
        try:
            return make(*args, **options)
        finally:
            _C.set_grad_enabled(enabled)

    def merge_key(self, tensor):
        return tuple(tensor.shape), tensor.dtype, tensor.stop_gradient

    def graph_break(self, reason, where):
        if self.tracer.peeks:
            return  # the program goes on one way, and is right for that one only
        self.breaks.append((f"{where}: {reason}", where))
        self.tracer.materialize(f"{where}: {reason}")
