"""What to_static makes of a function."""

import copy
import functools
import time
import types

from .. import _C
from . import logs, state, threads, vm
from .capturing import Again, Capturing
from .check import compare
from .entry import RAISES
from .input_names import input_names
from .program_views import ProgramViews
from .reasons import told_now
from .report import Call, Report
from .specs import FunctionSpec
from .state import OWN
from .vm import tracebacks


def _like(x):
    """Tensors as what they are like: a function does not keep its arguments alive. Ellipsis: something else."""
    from ..framework.input_spec import InputSpec

    if isinstance(x, _C.Tensor):
        return InputSpec(list(x.shape), x.dtype)
    if isinstance(x, (list, tuple)):
        return [_like(i) for i in x]
    if isinstance(x, dict):
        return {k: _like(v) for k, v in x.items()}
    return x if x is None or isinstance(x, (bool, int, float, str)) else ...


_attribute = object.__getattribute__  # runs no code of the user


class _Own(dict):
    """Of an instance: what the converted functions of its class are for it. They die with it, and copies begin anew."""

    def __reduce__(self):
        return dict, ()


class StaticFunction(ProgramViews, Capturing):
    """A function whose tensor operations are noted, compiled and run together.

    Args:
        function (callable): The plain function, also of a bound method.
        input_spec (list): What its arguments are like.
        full_graph (bool): Taken for compatibility.
        check (bool): Also run the plain function and compare.
        is_property (bool): Run the plain function: it gives no tensors.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.StaticFunction(lambda x: x * 2)
        >>> f(paddle.to_tensor([3.0])).tolist()
        [6.0]
        >>> f.dygraph_function(paddle.to_tensor([3.0])).tolist()
        [6.0]
    """

    def __init__(self, function, input_spec=None, full_graph=None, check=False, is_property=False):
        functools.update_wrapper(self, function)
        super().__init__(function)
        self._spec = FunctionSpec(function, input_spec)
        self._input_spec = self._spec.input_spec
        self._options = (input_spec, full_graph, check, is_property)
        self._check, self.is_property = bool(check), is_property
        self._owner = None  # the class in whose body it stands
        self._name = getattr(function, "__name__", None)
        self._called_with = None
        self._report = Report(getattr(function, "__qualname__", None) or repr(function))
        self._report._source = self
        self._report._skipped = self._skipped = _C.Counter()

    def __deepcopy__(self, memo):
        return StaticFunction(copy.deepcopy(self._function, memo), *self._options)

    def __reduce__(self):
        return StaticFunction, (self._function, *self._options)

    def __set_name__(self, owner, name):
        self._owner, self._name = owner, name
        self._report.of_instances = True

    def __get__(self, instance, owner=None):
        """For each instance one of its own."""
        if not _C.is_tracing():
            try:
                found = _attribute(instance, "__dict__")[OWN][self]
                if found._function.__self__ is instance:
                    return found
            except (AttributeError, KeyError, TypeError):
                pass
        return self if instance is None else self._bound(instance)

    def _bound(self, instance):
        try:
            space = _attribute(instance, "__dict__")
        except AttributeError:  # nothing of the instance could hold it
            space = None
        if space is None or isinstance(instance, type) or _C.is_tracing():
            return types.MethodType(self, instance)
        own = space.setdefault(OWN, _Own())
        found = own.get(self)
        if found is not None and found._function.__self__ is instance:  # another thread was faster
            return found
        if type(own) is not _Own or found is not None:
            # There was that of a pickle, or of the instance that this one is a copy of.
            own = space[OWN] = _Own()
        made = StaticFunction(types.MethodType(self._function, instance), *self._options)
        made._name = self._name
        return own.setdefault(self, made)

    def __call__(self, *args, **kwargs):
        if not state.enabled or self.is_property or _C.is_tracing():
            return self._function(*args, **kwargs)
        if self._owner is not None and args and isinstance(args[0], self._owner):
            of_instance = self.__get__(args[0])  # Base.forward(self, x)
            if type(of_instance) is StaticFunction:
                return of_instance(*args[1:], **kwargs)
        try:
            if self._check:
                return compare(self._function, self._captured, args, kwargs)
            return self._captured(*args, **kwargs)
        except BaseException as error:
            tracebacks.hide(error)
            raise

    def _captured(self, *args, **kwargs):
        turn = threads.Turn()
        try:
            return self._in_turn(turn, args, kwargs)
        finally:
            turn.end()

    def _in_turn(self, turn, args, kwargs):
        report, failed = self._report, None
        start = time.perf_counter()
        for entry in self._entries:
            if entry.superseded or entry.writes and not turn.alone:
                continue
            try:
                holds, result = entry.run(args, kwargs)
            except Exception:
                if not _C.failed_cleanly():
                    raise
                turn.end()
                return self._run_plain(args, kwargs)  # raises where the user has written it
            if holds:
                self._skipped.add(time.perf_counter() - start)
                return result
            report.failed_guard = result
            failed = failed or (result, entry)
            if result is RAISES:
                turn.end()
                return self._run_plain(args, kwargs)
        wasteful = [e for e in self._entries if e.is_wasteful]
        if wasteful:
            self._peeks = 0
            self._entries = [e for e in self._entries if e not in wasteful]
        interprets = self._attempts.may_interpret and vm.supported()
        if self._eager or interprets and not (turn.may_capture() and vm.has_builtins()):
            turn.end()
            return self._run_plain(args, kwargs)
        is_method = self._owner is not None  # with the object first: the class could not bind it
        self._spec.check(args, kwargs, self._report.name, is_method)
        self._called_with = None if kwargs else [_like(a) for a in args]
        reason = None
        if failed is not None:
            reason = told_now(*failed, args, kwargs, self._spec.args_name)
            report.recaptures[reason] += 1
        tracer, self._general = _C.Tracer(self._cache), False
        start, compiled = time.perf_counter(), len(self._cache)
        try:
            if not interprets:
                turn.end()
                self._eager = self._attempts.is_better_eager(self._report.last)
                with state.tracing(tracer):
                    return self._function(*args, **kwargs)
            options = {"at_once": self._at_once}
            while True:
                try:
                    return self._interpreted(tracer, args, kwargs, **options)
                except Again as again:
                    tracer = _C.Tracer(self._cache)
                    if again.options.items() <= options.items():
                        break
                    options |= again.options
            turn.end()
            with state.tracing(tracer):
                return self._function(*args, **kwargs)
        finally:
            seconds = time.perf_counter() - start
            if not interprets:
                self._attempts.noted(tracer.segments)
            assumptions = 0 if self._general else tracer.assumptions
            report.add(Call(tracer.segments, seconds, assumptions))
            texts = map(self._cache.text, range(compiled, len(self._cache)))
            logs.captured(report.name, report.last, texts, reason)

    def _run_plain(self, args, kwargs):
        start = time.perf_counter()
        try:
            return self._function(*args, **kwargs)
        finally:
            self._report.add_eager(time.perf_counter() - start)

    # For the report.

    def compile_seconds(self):
        """What compiling its programs took."""
        return self._cache.seconds

    def usage(self):
        """What its programs need: (bytes at the peak, of results, of all tensors) of each."""
        if self._entries:
            return self._entries[0].program.usage()
        return [self._cache.usage(i) for i in range(len(self._cache))]

    def saved(self):
        """Bytes between forward and backward program (see `Report`)."""
        return self._entries[0].program.saved if self._entries else ()

    def drawing(self, title):
        """The page that draws its programs."""
        if not self._entries:
            return self._cache.draw(title)
        entry = self._entries[0]
        return entry.program.draw(title, input_names(entry, self._spec.args_name))

    def forget(self):
        """Drops all captures and programs: the next call is like the first."""
        Capturing.__init__(self, self._function)

    @property
    def report(self):
        """What its calls did: see `paddle.jit.report`."""
        return self._report

    def rollback(self):
        """The plain function again, also as the method of the Layer or object.

        Returns:
            The function that was converted.

        Examples:
            >>> import paddle
            >>> net = paddle.jit.to_static(paddle.nn.Linear(2, 3))
            >>> isinstance(net.forward, paddle.jit.StaticFunction)
            True
            >>> _ = net.forward.rollback()
            >>> isinstance(net.forward, paddle.jit.StaticFunction)
            False
        """
        instance = self.class_instance
        space = getattr(instance, "__dict__", {})
        if space.get(self._name) is self:
            del space[self._name]
        if self in space.get(OWN, {}).values():  # its class has the converted one
            space[self._name] = self._function
        return self._function

    def __repr__(self):
        return f"<StaticFunction {self._report.name}>"


_C.skip_python_first(StaticFunction, vars(state))
