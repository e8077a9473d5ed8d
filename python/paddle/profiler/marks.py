"""Events of layers, optimizers and data loaders, which exist only while a profile is recorded.

The methods are exchanged for ones that record, so that a program without a profile pays nothing for them.
"""

import functools
import threading

from .. import _C, nn, optimizer
from ..io import watched
from .result import TracerEventType

_lock = threading.Lock()
_plain = {}  # (class, method): the function itself


def _recording(function, name_of, kind):
    @functools.wraps(function)
    def recorded(self, *args, **kwargs):
        begin, session = _C.trace_begin()
        if begin < 0:
            return function(self, *args, **kwargs)
        try:
            return function(self, *args, **kwargs)
        finally:
            _C.trace_end(name_of(self), int(kind), begin, session)

    return recorded


def _class_name(layer):
    return type(layer).__name__


def _step_name(_):
    return "Optimization Step"


def _wanted():
    yield nn.Layer, "__call__", _class_name, TracerEventType.Forward
    for name in optimizer.__all__:
        cls = getattr(optimizer, name)
        if isinstance(cls, type) and "step" in vars(cls):
            yield cls, "step", _step_name, TracerEventType.Optimization


def _batch(_):
    begin, session = _C.trace_begin()

    def done(_):
        if begin >= 0:
            _C.trace_end("DataLoader", int(TracerEventType.Dataloader), begin, session)

    return done


def prepare():
    """Loads what `install` needs."""
    from ..jit.vm import natives

    return natives


def install():
    """From now on they are recorded."""
    natives = prepare()
    with _lock:
        if _plain:
            return
        for cls, method, name_of, kind in _wanted():
            function = vars(cls)[method]
            recorded = _recording(function, name_of, kind)
            _plain[cls, method] = function
            # A capture notes what the method itself does.
            natives.SPECIAL[id(recorded)] = functools.partial(_interpret, function)
            setattr(cls, method, recorded)
        watched.recorder = _batch


def _interpret(function, frame, args, kwargs):
    return frame.vm.call(function, args, kwargs)


def remove():
    """Undoes `install`."""
    natives = prepare()
    with _lock:
        for (cls, method), function in _plain.items():
            natives.SPECIAL.pop(id(vars(cls)[method]), None)
            setattr(cls, method, function)
        _plain.clear()
        watched.recorder = None
