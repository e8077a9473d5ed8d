"""What to_static makes of a function."""

import copy
import functools
import inspect
import time
import types

from .. import _C
from . import state, vm
from .capturing import Again, Capturing
from .check import compare
from .entry import RAISES
from .report import Call, Report
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


def _checked_spec(function, spec):
    """`input_spec`, which is for no more arguments than the function takes."""
    if spec is None:
        return None
    if not isinstance(spec, (list, tuple)):
        raise TypeError(
            "(InvalidType) to_static: argument `input_spec` has the wrong type.\n"
            f"  Expected: a list or tuple\n  Received: {type(spec).__name__}"
        )
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return spec
    if not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        most = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
        if len(spec) > most:
            raise ValueError(
                "(InvalidArgument) to_static: `input_spec` is for more arguments than the function takes.\n"
                f"  Expected: at most {most}\n  Received: {len(spec)}"
            )
    return spec


class StaticFunction(Capturing):
    """A function whose tensor operations are noted, compiled and run together.

    Args:
        function (callable): The plain function, also of a bound method.
        input_spec (list): What its arguments are like.
        full_graph (bool): Taken for compatibility.
        check (bool): Also run the plain function and compare.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.StaticFunction(lambda x: x * 2)
        >>> f(paddle.to_tensor([3.0])).tolist()
        [6.0]
        >>> f.dygraph_function(paddle.to_tensor([3.0])).tolist()
        [6.0]
    """

    def __init__(self, function, input_spec=None, full_graph=None, check=False):
        functools.update_wrapper(self, function)
        super().__init__(function)
        self._input_spec = _checked_spec(function, input_spec)
        self._full_graph, self._check = full_graph, check
        self._called_with = None
        self._report = Report(getattr(function, "__qualname__", None) or repr(function))
        self._report._usage = self._usage
        self._report._skipped = self._skipped = _C.Counter()
        self._report._saved = self._saved
        self._report._drawing = self._drawing

    def __deepcopy__(self, memo):
        return StaticFunction(
            copy.deepcopy(self._function, memo), self._input_spec, self._full_graph, self._check
        )

    def __reduce__(self):
        return StaticFunction, (self._function, self._input_spec, self._full_graph, self._check)

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, *args, **kwargs):
        if not state.enabled or _C.is_tracing():
            return self._function(*args, **kwargs)
        try:
            if self._check:
                return compare(self._function, self._captured, args, kwargs)
            return self._captured(*args, **kwargs)
        except BaseException as error:
            tracebacks.hide(error)
            raise

    def _captured(self, *args, **kwargs):
        for entry in self._entries:
            if entry.superseded:
                continue
            try:
                holds, result = entry.run(args, kwargs)
            except Exception:
                if not _C.failed_cleanly():
                    raise
                return self._function(*args, **kwargs)  # raises where the user has written it
            if holds:
                self._skipped.count += 1
                return result
            self._report.failed_guard = result
            if result is RAISES:
                return self._function(*args, **kwargs)
        wasteful = [e for e in self._entries if e.is_wasteful]
        if wasteful:
            self._peeks = 0
            self._entries = [e for e in self._entries if e not in wasteful]
        if self._eager:
            self._report.eager += 1
            return self._function(*args, **kwargs)
        self._called_with = None if kwargs else [_like(a) for a in args]
        tracer, self._general = _C.Tracer(self._cache), False
        start = time.perf_counter()
        try:
            if not self._attempts.may_interpret or not vm.supported():
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
            with state.tracing(tracer):
                return self._function(*args, **kwargs)
        finally:
            seconds = time.perf_counter() - start
            assumptions = 0 if self._general else tracer.assumptions
            self._report.add(Call(tracer.segments, seconds, assumptions))

    def _usage(self):
        if self._entries:
            return self._entries[0].program.usage()
        return [self._cache.usage(i) for i in range(len(self._cache))]

    def _saved(self):
        return self._entries[0].program.saved if self._entries else ()

    def _drawing(self, title):
        return (self._entries[0].program if self._entries else self._cache).draw(title)

    @property
    def dygraph_function(self):
        """The plain function."""
        return self._function

    @property
    def function_spec(self):
        """What the arguments were said to be like (`input_spec`)."""
        return self._input_spec

    @property
    def called_with(self):
        """What the arguments of the last captured call were like; None where there was none."""
        return self._called_with

    @property
    def report(self):
        """What its calls did: see `paddle.jit.report`."""
        return self._report

    def program_text(self, index=-1):
        """The program number ``index`` that was compiled, as text."""
        count = len(self._cache)
        return self._cache.text(index + count if index < 0 else index)

    def rollback(self):
        """The plain function again.

        Returns:
            The function that was converted.
        """
        owner = getattr(self._function, "__self__", None)
        if owner is not None and owner.__dict__.get("forward") is self:
            del owner.__dict__["forward"]
        return self._function

    def __repr__(self):
        return f"<StaticFunction {self._report.name}>"


_C.skip_python_first(StaticFunction, vars(state))
