"""RecordEvent: a name for a part of a program; and reading of profiles."""

import json
import warnings
from contextlib import ContextDecorator

from .. import _C
from .result import TracerEventType

_ALLOWED = (
    TracerEventType.Dataloader, TracerEventType.ProfileStep, TracerEventType.Forward, TracerEventType.Backward,
    TracerEventType.Optimization, TracerEventType.PythonOp, TracerEventType.PythonUserDefined,
)  # fmt: skip


class RecordEvent(ContextDecorator):
    """An event of the user's own, from `begin` to `end`: a context, a decorator, or the two calls.

    It is recorded where a Profiler records at both ends; else it costs next to nothing.

    Args:
        name (str): of the event.
        event_type (TracerEventType): what it is about; the tables sort by it.

    Examples:
        >>> import paddle
        >>> from paddle import profiler
        >>> @profiler.RecordEvent("halve")
        ... def halve(x):
        ...     return x / 2
        >>> with profiler.Profiler(on_trace_ready=lambda p: None) as p:
        ...     with profiler.RecordEvent("two of them"):
        ...         _ = halve(halve(paddle.ones([2])))
        >>> [e.name for t in p.profiler_result.threads for e in t.walk() if e.type.name == "PythonUserDefined"]
        ['two of them', 'halve', 'halve']
    """

    def __init__(self, name, event_type=TracerEventType.PythonUserDefined):
        self.name, self.event_type = name, event_type
        self._begun = []  # one that is open may be entered again, as a recursive function does

    def __enter__(self):
        self.begin()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.end()
        return False

    def begin(self):
        """Begins the event.

        Examples:
            >>> from paddle import profiler
            >>> event = profiler.RecordEvent("mine")
            >>> event.begin()
            >>> event.end()
        """
        begun = _C.trace_begin()
        if begun[0] >= 0 and self.event_type not in _ALLOWED:
            warnings.warn(
                f"RecordEvent: events of type {self.event_type!r} are not recorded; "
                f"the types are {', '.join(kind.name for kind in _ALLOWED)}",
                stacklevel=2,
            )
            begun = (-1, 0)
        self._begun.append(begun)

    def end(self):
        """Ends what `begin` began last; without that it does nothing."""
        if self._begun:
            begin, session = self._begun.pop()
            if begin >= 0:
                _C.trace_end(str(self.name), int(self.event_type), begin, session)


def in_profiler_mode():
    """Whether events are recorded now."""
    return _C.trace_is_on()


def load_profiler_result(filename):
    """Reads a profile that `Profiler.export` wrote.

    Args:
        filename (str): of a file in the format "json".

    Returns:
        ProfilerResult: its `threads` hold the events.

    Raises:
        ValueError: the file is no such profile. Files of Paddle's protobuf format are none.

    Examples:
        >>> import os, tempfile, paddle
        >>> from paddle import profiler
        >>> path = os.path.join(tempfile.mkdtemp(), "trace.json")
        >>> with profiler.Profiler(on_trace_ready=lambda p: p.export(path)):
        ...     _ = paddle.ones([2]) + 1
        >>> [e.name for t in profiler.load_profiler_result(path).threads for e in t.walk()][:1]
        ['ProfileStep#0']
    """
    from .chrome import result_of

    with open(filename, "rb") as file:
        data = file.read()
    try:
        return result_of(json.loads(data))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"(InvalidArgument) load_profiler_result: {filename} is no profile in JSON ({error!r}).\n"
            "  Expected: a file that Profiler.export(path, format='json') wrote"
        ) from None
