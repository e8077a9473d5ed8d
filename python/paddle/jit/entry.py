"""A whole capture as something to run again: guards, inputs, program, results, effects.

`Entry.run` skips Python: it holds only while everything that the capture has
read is unchanged. What can not be said again (an opaque call, an object made
for the caller) raises `Unskippable` when the entry is made, and Python runs each
time instead.
"""

from .. import _C
from . import threads
from .process_state import ProcessState
from .reasons import Changed
from .replay import Replay
from .templates import (
    Template,
    Unskippable,
    apply_effects,
    build,
    effect_templates,
    is_late_template,
    numbered_tree,
    same_trees,
    written_kinds,
)
from .vm.arguments import parts_of
from .vm.guards import element, failing, fetch
from .vm.tail import Outcome, leaf_of

CHANGED = "a tensor's layout, memory or values"  # (`Changed` tells which)
RAISES = "the function raises, or gives back a tensor that it was given"
_AT_ONCE = ("extend", "print")  # effects that other threads can not come between


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


def _function(texts, guards):
    """Computes expressions of sizes `s` and numbers `v`; gives None where a guard does not hold."""
    test = " and ".join(f"{e} is {outcome}" for e, outcome in guards) or "True"
    code = f"lambda s, v: ({' '.join(t + ',' for t in texts)}) if {test} else None"
    return eval(code)  # noqa: S307 (made of numbers and operators)


def _outcome(session, result):
    """(the tree of outcomes, its tensors)"""
    if type(result) is Outcome:
        return result.tree, session.held
    template = Template(session)
    tree = ("leaf", template.of(result), effect_templates(template, session.effects()))
    return tree, template.tensors


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
        self.arguments = session.arguments.without_values()
        self.expectations = session.expectations
        self.guards, self.kept = list(session.guards), session.kept
        self.world = session.modes
        if self.world != ProcessState.now():
            raise Unskippable("grad mode, default dtype or mixed precision is left changed")
        self.paths = [path for path, _ in session.arguments.inputs]
        self.reads = [(kind, holder, key) for kind, holder, key, _ in session.inputs]
        sources = session.sources()
        self.facts = []  # (source, attribute, value)
        for tensor, name, value in session.facts:
            at = next((i for i, s in enumerate(sources) if s is tensor), None)
            if at is None:
                raise Unskippable(f"Tensor.{name} of a tensor whose origin is not known")
            self.facts.append((at, name, value))
        # What is made of the tensors of the program; `effects` where that is one thing, whatever the values are.
        self.tree, tensors = _outcome(session, result)
        self.num_tensors = len(tensors)
        if any(t is leaf for t in tensors for leaf in session.leaves):
            raise Unskippable("a tensor is given back that was made to want a gradient")
        self._take_leaf()
        self.writes = any(kind not in _AT_ONCE for kind in written_kinds(self.tree))
        if threads.several and failing(self.guards, self.expectations) is not None:
            raise Unskippable("another thread has changed what the function reads")
        self.may_raise, self.assumptions = session.requires, tracer.assumptions
        self.late_sizes, self.late_peeks = tracer.late_sizes  # sizes that only a run knows
        try:
            self.program = _C.Captured(
                tracer, sources, session.histories, session.constants, tensors
            )
        except RuntimeError as e:
            why = str(e).split("capture: ", 1)[-1]
            at = session.first_look if "value was needed" in why else None
            raise Unskippable(f"{at}: {why}" if at else why) from None
        self.program.set_num_arguments(len(self.paths))
        self.sizes, self.numbers, self.counts = [], None, (0, 0)
        self.small = set()  # {(k, n)}: the size number k, which only a run knows, may be n, 0 or 1
        # What is computed of sizes that only a run knows: it gives None where one does not hold.
        self.late = None
        self.serves_many = False
        self.superseded = False
        self.hits = self.misses = 0
        self._bind()

    def _take_leaf(self):
        """Where there is one leaf, what each call writes, and what it gives where C++ makes that."""
        self.result, self.effects = self.tree[1:] if self.tree[0] == "leaf" else (None, ())
        if self.result is not None and is_late_template(self.result):
            self.result = None

    def _bind(self):
        call = _C.CapturedCall(
            self.program,
            self.arguments.spec,
            self.guards,
            self.reads,
            self.facts,
            self.world,
            ("tuple", ()) if self.result is None else self.result,
            self.sizes,
            self.numbers,
            *self.counts,
        )
        self._call = call if call.simple and self.late is None else None
        # What runs before any Python does. None: Python has more to do; False: it is passed over.
        more = self.result is None or self.effects or self.assumptions
        self.fast = False if self.superseded else None if more else self._call

    def for_numbers(self, program, sizes, guards, is_late, known, floats):
        """This entry, made in a rehearsal, for many sizes and numbers.

        Args:
            program (Captured): For many of them.
            sizes (list): Where each size is to be found: (source, axis).
            guards (list): (expression of the sizes `s` and numbers `v`, its value).
            is_late (callable): Whether an expression needs a size that only a run knows.
            known (list), floats (list): Expressions that the program is given.
        """
        self.program, self.sizes, self.serves_many = program, sizes, True
        wanted = []
        numbered_tree(self.tree, lambda text: wanted.append(text) or 0)
        early = [*known, *floats, *(t for t in wanted if not is_late(t))]
        late = [t for t in wanted if is_late(t)]
        place = {t: k for k, t in enumerate([*early, *late]) if k >= len(known) + len(floats)}
        self.tree = numbered_tree(self.tree, place.__getitem__)
        self._take_leaf()
        self.counts = (len(known), len(floats))
        changing = any(g[3][0] == "number" for g in self.guards) or number_paths(
            self.arguments.spec
        )
        guards = dict.fromkeys(guards)
        early_guards = [g for g in guards if not is_late(g[0])]
        if early or early_guards or changing:
            self.numbers = _function(early, early_guards)
        if self.late_sizes:
            self.late = _function(late, [g for g in guards if is_late(g[0])])
        self.assumptions = 0
        self._bind()

    def supersede(self):
        """Another one is for all values: this is only compared with others."""
        self.superseded = True
        self.fast = False

    def replayer(self):
        """What runs the function itself again."""
        return Replay(self)

    def same_outcome(self, other):
        """Whether the results and what is written are made in the same way as in the run before."""
        return same_trees(self.tree, other.tree)

    def run(self, args, kwargs):
        """(True, result), or (False, what does not hold)."""
        holds, result = self._run(args, kwargs)
        changed = not holds and result == CHANGED
        if self.assumptions:
            self.hits += holds
            self.misses += changed
        if changed:
            result = Changed(*_C.mismatch())
            if result.kind == "values" and not self.assumptions and self.may_raise:
                return False, RAISES
        return holds, result

    @property
    def is_wasteful(self):
        """Whether it mostly runs only to find that values are others."""
        return self.misses > 2 + self.hits

    def _run(self, args, kwargs):
        if self._call is None:
            return self._run_in_python(args, kwargs)
        wanted = bool(self.effects) or self.result is None
        replay = self.replayer()
        holds, result, *made = self._call.run(args, kwargs, wanted, replay)
        if not holds and isinstance(result, int):
            result = self.guards[result]
        if made and self.result is None:
            result = self._finish(replay, *made)
        elif made:
            replay.comes_to(self.tree)
            apply_effects(self.effects, *made)
        return holds, result

    def _finish(self, replay, sources, tensors, numbers):
        """What the run gives, and does besides."""
        leaf = _, result, effects = leaf_of(self.tree, tensors)
        replay.comes_to(leaf)
        apply_effects(effects, sources, tensors, numbers)
        return build(result, sources, tensors, numbers)

    def _run_in_python(self, args, kwargs):
        if not self.arguments.matches(args, kwargs):
            return False, "the arguments"
        if self.world != ProcessState.now():
            return False, "grad mode, default dtype or mixed precision"
        guard = failing(self.guards, self.expectations)
        if guard is not None:
            return False, guard
        sources = [_argument(args, kwargs, path) for path in self.paths]
        for kind, holder, key in self.reads:
            sources.append(element(kind, holder, key))
            if not isinstance(sources[-1], _C.Tensor):
                return False, "a tensor"
        for at, name, value in self.facts:
            now = getattr(sources[at], name)
            same = now is value or not isinstance(now, _C.Tensor) and now == value
            if (now is None) if value is _C.Tensor else not same:
                return False, f"Tensor.{name}"
        numbers = self._numbers(args, kwargs, sources)
        if numbers is None:
            return False, "a comparison of numbers"
        known, floats = self.counts
        whole = all(type(n) is int and abs(n) < 1 << 63 for n in numbers[:known])
        if not whole or any(type(n) is not float for n in numbers[known : known + floats]):
            return False, "a number of another kind"
        later = self._late_numbers(args, kwargs, sources) if self.late is not None else None
        replay = Replay(self)
        tensors = self.program.run(
            sources,
            numbers[:known],
            numbers[known : known + floats],
            replay,
            args,
            kwargs,
            later,
        )
        if tensors is None:
            return False, CHANGED
        if later is not None:
            numbers = (*numbers, *later.found)
        return True, self._finish(replay, sources, tensors, numbers)

    def _numbers(self, args, kwargs, sources):
        """What the call computes of sizes and numbers; None where a comparison is another."""
        if self.numbers is None:
            return ()
        try:
            return self.numbers(*self._known(args, kwargs, sources))
        except ArithmeticError:
            return None

    def _known(self, args, kwargs, sources):
        """(the sizes, the numbers) of a call."""
        changing = [_argument(args, kwargs, path) for path in number_paths(self.arguments.spec)]
        changing += [fetch(g) for g in self.guards if g[3][0] == "number"]
        return [sources[i].shape[axis] for i, axis in self.sizes], changing

    def _late_numbers(self, args, kwargs, sources):
        """Is asked whether the sizes that a run has found will do; keeps what is computed of them."""
        sizes, changing = self._known(args, kwargs, sources)

        def holds(found):
            if not self.small.issuperset((k, n) for k, n in enumerate(found) if n < 2):
                return False
            try:
                holds.found = self.late([*sizes, *found], changing)
            except ArithmeticError:
                return False
            return holds.found is not None

        return holds
