"""What to_static makes of a function."""

import functools
import time
import types

from .. import _C
from . import state
from .check import compare
from .report import Call, Report


class StaticFunction:
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
        self._function = function
        self._input_spec = input_spec
        self._check = check
        self._cache = _C.ProgramCache()
        self._report = Report(getattr(function, "__qualname__", repr(function)))

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, *args, **kwargs):
        if not state.enabled or _C.is_tracing():
            return self._function(*args, **kwargs)
        if self._check:
            return compare(self._function, self._captured, args, kwargs)
        return self._captured(*args, **kwargs)

    def _captured(self, *args, **kwargs):
        tracer = _C.Tracer(self._cache)
        start = time.perf_counter()
        try:
            with state.tracing(tracer):
                return self._function(*args, **kwargs)
        finally:
            self._report.add(Call(tracer.segments, time.perf_counter() - start))

    @property
    def dygraph_function(self):
        """The plain function."""
        return self._function

    @property
    def function_spec(self):
        """What the arguments were said to be like (`input_spec`)."""
        return self._input_spec

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
