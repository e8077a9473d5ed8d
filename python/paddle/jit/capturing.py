"""How a call becomes entries: the capture itself, and those that are made beside it."""

from .. import _C
from . import patches, state, vm
from .ahead import again_without_running, for_numbers, next_entry
from .attempts import Attempts
from .entry import Entry
from .rehearsal import rehearse
from .session import TensorSession
from .sharing import CareNeeded
from .templates import Unskippable, apply_effects, build
from .varying import Varying
from .vm.numbers import settled
from .vm.tail import Outcome, leaf_of

# Captures that are kept, and rehearsals that are made.
_MAX_ENTRIES = 8
_MAX_REHEARSALS = 3
# Calls that captures know nothing of, and that may be made again.
_HARMLESS = ("id", "full_at_once", "__dict__")
# How often a capture may look at values in the middle of the program, which is then right for these values only.
PEEKS = 32
_THROUGH_REGION = (
    "(Unimplemented) grad: create_graph=True through a branch or a loop on tensors of a captured function, or the "
    "gradient of one of its results of which another was made there, behind calls that can not be made again.\n"
    "  Hint: paddle.jit.enable_to_static(False)."
)


class Again(Exception):
    """A capture that has to begin anew with these options, and has left nothing behind."""

    def __init__(self, **options):
        super().__init__()
        self.options = options


def _can_wait(session, tracer):
    """Whether the call can be run as later ones are: branches and loops on tensors have gradients of gradients then."""
    return (
        session.forked
        and _C.is_grad_enabled()
        and not (session.opaques or session.breaks or tracer.segments or tracer.writes_outside)
    )


class Capturing:
    """The part of a StaticFunction that makes its entries.

    Args:
        function (callable): The plain function.
    """

    def __init__(self, function):
        self._function = function
        self._cache = _C.ProgramCache()
        self._entries = []
        self._attempts, self._rehearsals = Attempts(self._cache), 0
        self._eager = False  # whether calls that run Python run as eager code
        self._peeks = PEEKS
        self._general = False  # whether the last capture has led to a program that assumes nothing
        self._at_once = False  # whether captures run at their end, also where there are branches

    def _interpreted(
        self, tracer, args, kwargs, careful=0, wary=False, at_once=False, regions=True
    ):
        """A call that notes what it reads, so that later calls may skip Python.

        `careful`, `wary`: results of branches that may share memory are not merged (see `TensorSession`). What the
        capture has done by the time when it turns out to be necessary is undone. `at_once`: what was noted
        runs at the end of the capture, also where there are branches. `regions` false: branches and loops on tensors
        go the way of now, which the program assumes.
        """
        patches.watch(self)
        self._attempts.begin()
        _C.failed_cleanly()  # of a run of something else
        tracer.allow_peeks(self._peeks)
        _C.failed_cleanly()  # what other programs have left
        session = TensorSession(tracer, careful, wary)
        session.regions = regions
        returned = raises = waits = False
        try:
            with state.tracing(tracer, session=session):
                try:
                    result = vm.capture(self._function, args, kwargs, session)
                    if type(result) is Outcome:
                        raises = session.raises(result.tree)
                    else:
                        flag = session.settle_sharing(result)
                        raises = flag is not None and not tracer.look_at(flag)
                    if raises:
                        returned = True
                        return self._raised(tracer, session, result, args, kwargs)
                    waits = not at_once and _can_wait(session, tracer)
                    if waits:
                        tracer.stop_without_run()
                except CareNeeded as needed:
                    session.undo()
                    tracer.discard()
                    raise Again(**needed.options) from None
                except _C.GraphBreak:
                    done = session.is_final()
                    if tracer.asked_through_region and done:
                        raise NotImplementedError(_THROUGH_REGION) from None
                    if done or not (tracer.asked_through_region or tracer.wrote_shared):
                        raise
                    session.undo()
                    tracer.discard()
                    if not tracer.wrote_shared:
                        raise Again(regions=False) from None
                    raise Again(**session.warier()) from None
                except BaseException as error:
                    if not session.is_of_function(error) and not session.is_final():
                        session.undo()  # nothing of it is run
                        tracer.discard()
                        raises = True
                    raise
                returned = True
        except Again:
            raise  # it has undone everything
        except BaseException as error:
            harmless = self._is_harmless(session)
            written = len(tracer.segments) > 1  # by programs before the one that failed
            failed = not returned and not session.checks
            again = isinstance(error, Exception) and not failed and not raises
            if not again or not harmless or written or not _C.failed_cleanly():
                if returned and not raises and harmless and not written:
                    session.undo()  # else objects would hold tensors that were never computed
                elif not raises:
                    session.print_now()
                raise
            session.undo()
            return self._function(*args, **kwargs)  # raises where the user has written it
        entry = self._keep(session, tracer, result)
        if waits:
            session.undo()
            holds, given = self._run_first(entry, args, kwargs)
            if not holds:
                self._at_once = True
                raise Again(at_once=True)
        elif type(result) is Outcome:
            _, template, effects = leaf_of(result.tree, session.held)
            made = session.sources(), session.held, ()
            session.journal.undo(0)  # the effects are all that the run has written
            apply_effects(effects, *made)
            given = build(template, *made)
        else:
            given = settled(result)
            session.print_now()
        if entry is not None:
            self._serve_all_values(args, kwargs, session, entry)
            self._serve_many(args, kwargs, session, entry)
            self._look_ahead(args, kwargs, session, entry)
            del self._entries[_MAX_ENTRIES:]
        elif tracer.late_sizes[0] and self._is_harmless(session):
            calls = 4 * sum(size for size, *_ in tracer.segments) + 256
            self._add_later(
                again_without_running(
                    self._function, args, kwargs, session, tracer.late_sizes[0], self._cache, calls
                ),
                args,
                kwargs,
            )
        return given

    def _run_first(self, entry, args, kwargs):
        """The call of a capture that has only been compiled: as a later call, whose gradient can be differentiated."""
        if entry is None:
            return False, None
        try:
            holds, given = entry.run(args, kwargs)
        except Exception:
            if not _C.failed_cleanly():
                raise
            return True, self._function(*args, **kwargs)  # raises where the user has written it
        if not holds:
            self._entries.remove(entry)
        return holds, given

    @staticmethod
    def _is_harmless(session):
        """Whether what the capture knows nothing of may be done again."""
        return all(name.rsplit(".", 1)[-1] in _HARMLESS for name, _ in session.opaques)

    def _keep(self, session, tracer, result):
        """An entry for later calls; None where Python has to run each time."""
        try:
            entry = Entry(session, tracer, result)
        except Unskippable as why:
            self._report.add_unskippable(str(why))
            self._attempts.end(skips=False)
            return None
        entry.function = self._function
        self._report.unskippable = None
        self._attempts.end(skips=True)
        self._entries.insert(0, entry)
        self._report.guards = len(entry.guards)
        return entry

    def _raised(self, tracer, session, result, args, kwargs):
        """A call of which the program says that the function raises: nothing of it is run."""
        if tracer.writes_outside:
            tracer.discard()
        else:
            tracer.stop_without_run()
            self._keep(session, tracer, result)
        session.undo()
        tracer.stop()
        return self._function(*args, **kwargs)

    def _serve_all_values(self, args, kwargs, session, entry):
        """Where sizes depend on values, adds an entry that takes them as they come."""
        if not entry.late_sizes or entry.assumptions > entry.late_peeks:
            return
        made = rehearse(self._function, args, kwargs, session, entry, Varying.nothing())
        if isinstance(made, Entry):
            made.function = self._function
            self._entries.insert(0, made)
            self._general = True
            entry.supersede()
        else:
            self._report.fixed_sizes = made

    def _serve_many(self, args, kwargs, session, entry):
        """Where an earlier entry differs in sizes and numbers only, adds one for many of them."""
        if self._rehearsals == _MAX_REHEARSALS:
            return
        varying = self._varying(args, entry)
        if not varying:
            return
        self._rehearsals += 1
        made = rehearse(self._function, args, kwargs, session, entry, varying)
        if isinstance(made, Entry):
            made.function = self._function
            self._entries.insert(0, made)
            self._report.compiled += 1
        else:
            self._report.fixed_sizes = made

    def _look_ahead(self, args, kwargs, session, entry):
        """Makes the entries that later calls will need, as far as is known after the first."""
        if self._attempts.made > 1:
            return
        if Varying.of_numbers(entry.arguments.spec):
            made = for_numbers(self._function, args, kwargs, session, entry, self._cache)
            if isinstance(made, Entry):
                made.function = self._function
                self._entries.insert(1, made)
                self._report.compiled += 1
        found = next_entry(self._function, args, kwargs, session, entry, self._cache)
        self._add_later(found, args, kwargs)

    def _add_later(self, found, args, kwargs):
        """Keeps an entry that was made ahead (ahead.py)."""
        if found is None:
            return
        later, session, compiled, many = found
        later.function = self._function
        self._entries.insert(0, later)
        self._report.compiled += compiled
        self._serve_all_values(args, kwargs, session, later)
        if many is None:
            self._serve_many(args, kwargs, session, later)
        else:
            many.function = self._function
            self._entries.insert(0, many)
            self._report.compiled += 1

    def _varying(self, args, entry):
        """What is not the same at each call, as far as is known."""
        earlier = [other for other in self._entries[1:] if not other.serves_many]
        if not earlier and self._input_spec:
            return Varying.of_spec(self._input_spec, args)
        return next(filter(None, (Varying(other, entry) for other in earlier)), None)
