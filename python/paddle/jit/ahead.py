"""Captures that are made before they are called for.

A function that changes what it has read (a counter, the last state) will find something else at its next call: after
a capture it is captured once more, in the state that it left and without running anything.
"""

from .. import _C
from . import state, vm
from .entry import Entry
from .rehearsal import rehearse
from .session import TensorSession
from .varying import Varying
from .vm.arguments import replaced
from .vm.guards import failing
from .vm.tail import Outcome


class _AheadSession(TensorSession):
    """Of a capture that runs nothing: no value is to be had."""

    def opaque(self, name):
        raise vm.GraphBreak(name, self.where())  # nobody has asked for it yet

    def decide(self, cond):
        self.decisions.append(None)

    def may_leave_to_python(self):
        return True

    def need_care(self, **options):
        raise vm.GraphBreak("results that may share memory", self.where())


def next_entry(function, args, kwargs, session, entry, cache):
    """(an entry for the call after the one that `entry` was made of, its session, programs compiled, further); or None.

    Args:
        function (callable): The plain function.
        args (tuple), kwargs (dict): Of that call.
        session (TensorSession), entry (Entry): Of that call, whose effects are done.
        cache (ProgramCache): Of the function.
    """
    if entry.assumptions > entry.late_peeks or entry.program.rebases:
        return None
    if failing(entry.guards, entry.expectations) is None:
        return None
    calls = 4 * entry.program.calls + 256
    return again_without_running(
        function, args, kwargs, session, entry.late_sizes, cache, calls, further=True
    )


def again_without_running(function, args, kwargs, session, late_sizes, cache, calls, further=False):
    """The same, of a call that left no entry.

    Args:
        calls (int): At most so many are noted.
        further (bool): Where the call after that one differs in numbers only, an entry for all such calls comes last.
    """
    tensors = [t for _, t in session.arguments.inputs]
    if not all(t.is_contiguous() for t in tensors):
        return None
    tracer = _C.Tracer(cache)
    tracer.real_sizes = True
    ahead = _AheadSession(tracer, session.careful, session.wary)
    made = tracer.rehearse(tensors, [t.shape for t in tensors], calls, late_sizes)
    stand_ins = {id(t): fake for t, fake in zip(tensors, made, strict=True)}
    mode = ahead.global_state()
    try:
        with state.tracing(tracer, ahead, started=True):
            others = replaced((args, kwargs), lambda x, _: stand_ins.get(id(x)))
            result = vm.capture(function, *others, ahead)
            if type(result) is Outcome:
                ahead.raises(result.tree)
            else:
                ahead.settle_sharing(result)
        later = Entry(ahead, tracer, result)
        later.late_sizes = late_sizes
        compiled = sum(new for _, new, _ in tracer.segments)
        many = None
        if further and _leaves_numbers(later):
            many = _for_calls_after(function, args, kwargs, ahead, later, cache, calls)
        return later, ahead, compiled, many
    except BaseException as error:  # SystemExit, too
        if not ahead.is_of_function(error):
            raise
        return None
    finally:
        ahead.restore_global_state(mode)
        ahead.undo()


def _leaves_numbers(entry):
    """Whether the next call finds other numbers than this one, and everything else is the same."""
    return (
        bool(entry.effects)
        and all(template[0] == "same" for *_, template in entry.effects)
        and failing(entry.guards, entry.expectations) is not None
    )


def _for_calls_after(function, args, kwargs, session, entry, cache, calls):
    """An entry for the calls after a counter has been made; None where they differ in more than its number."""
    found = again_without_running(function, args, kwargs, session, entry.late_sizes, cache, calls)
    varying = found and Varying(entry, found[0])
    if not varying:
        return None
    made = rehearse(function, args, kwargs, found[1], found[0], varying)
    return made if isinstance(made, Entry) else None


def for_numbers(function, args, kwargs, session, entry, cache):
    """An entry for any numbers among the arguments, or the reason why there is none."""
    varying = Varying.of_numbers(entry.arguments.spec)
    made = rehearse(function, args, kwargs, session, entry, varying)
    special = len({0, 1, *map(abs, varying.arguments.values())}) < 2 + len(varying.arguments)
    if isinstance(made, Entry) or not special or entry.assumptions:
        return made
    # What is true of 0 and 1 only, or of equal numbers, was made use of: with others it is another program.
    others = {path: type(n)(5 + 2 * i) for i, (path, n) in enumerate(varying.arguments.items())}
    args, kwargs = replaced((args, kwargs), lambda x, path: others.get(path))
    calls = 4 * entry.program.calls + 256
    found = again_without_running(function, args, kwargs, session, entry.late_sizes, cache, calls)
    if found is None:
        return made
    example, session, *_ = found
    varying = Varying.of_numbers(example.arguments.spec)
    return rehearse(function, args, kwargs, session, example, varying)
