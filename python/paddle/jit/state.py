"""What captures of the whole process share."""

import contextlib
import threading

from .. import _C

enabled = True
ignored_modules = set()
_local = threading.local()


def set_tracer(tracer):
    """Says what `outside` is to pause on this thread."""
    _local.tracer = tracer
    _local.left = None


def left():
    """Why `outside` was entered since `set_tracer`; None where it was not."""
    return _local.left


@contextlib.contextmanager
def tracing(tracer, started=False):
    """Calls of this thread go to `tracer` meanwhile; at the end it runs what is left."""
    if not started:
        tracer.start()
    _local.tracer = tracer
    try:
        yield
    finally:
        _local.tracer = None
        tracer.stop()


@contextlib.contextmanager
def outside(reason):
    """Calls of this thread run at once meanwhile, in a capture too."""
    tracer = getattr(_local, "tracer", None)
    if tracer is None or not _C.is_tracing():
        yield
        return
    _local.left = reason
    tracer.materialize(reason)
    tracer.pause()
    try:
        yield
    finally:
        tracer.resume()
