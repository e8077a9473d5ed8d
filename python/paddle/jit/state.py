"""What captures of the whole process share."""

import contextlib
import os
import sys
import threading

from .. import _C

OWN = "_static_functions"  # in the dict of an instance: the converted functions of its class for it
enabled = True
ignored_modules = set()
_local = threading.local()
_FRAMEWORK = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def set_tracer(tracer):
    """Says what `outside` is to pause on this thread."""
    _local.tracer = tracer
    _local.left = None


def left():
    """Why `outside` was entered since `set_tracer`; None where it was not."""
    return _local.left


@contextlib.contextmanager
def tracing(tracer, session=None, started=False):
    """Calls of this thread go to `tracer` meanwhile; at the end it runs what is left. `session`: it interprets them."""
    if not started:
        tracer.start()
    _local.tracer, _local.session = tracer, session
    try:
        yield
    finally:
        _local.session = None
        try:
            tracer.stop()
        finally:
            _local.tracer = None


def _scope():
    session = getattr(_local, "session", None)
    return session.scope() if session is not None else ""


def _placed(reason):
    """The reason why a program ends, behind the user's line."""
    session = getattr(_local, "session", None)
    where = session.where() if session is not None else user_line()
    return reason if where == "?" or reason.startswith(where) else f"{where}: {reason}"


def user_line():
    """`file:line` where the user's code stands; "?" where it does not run."""
    frame, _ = user_frame()
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else "?"


def user_frame():
    """Where the user's code stands, as Python runs it: the frame, and how far it is above the caller's."""
    frame, depth = sys._getframe(1), 0
    while frame is not None and frame.f_code.co_filename.startswith(_FRAMEWORK):
        frame, depth = frame.f_back, depth + 1
    return frame, depth


_C.set_capture_names(_scope, _placed)


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
