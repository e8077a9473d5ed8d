"""An interpreter of CPython's bytecode that captures tensor programs.

`capture` runs a function with the real objects and gives its exact result; the
session it is given knows afterwards what the run has read (guards), written
(effects) and what it does not know (opaque calls).
"""

import gc
import time

from . import (
    higher_order,
    opcodes_calls,
    opcodes_containers,
    opcodes_control,
    opcodes_exceptions,
    opcodes_stack,
    recursion,
    specials,
    trusted,
)
from .arguments import Structure
from .decode import supported
from .machine import CannotMerge, GraphBreak, Machine
from .numbers import guard_handlers
from .session import Session
from .trust import has_builtins

guard_handlers()
__all__ = [
    "CannotMerge",
    "GraphBreak",
    "Machine",
    "Session",
    "capture",
    "has_builtins",
    "supported",
]


def capture(fn, args=(), kwargs=None, session=None):
    """Interprets `fn(*args, **kwargs)`.

    Args:
        fn (callable): What to run.
        args (tuple, optional): Positional arguments.
        kwargs (dict, optional): Keyword arguments.
        session (Session, optional): Decides about calls and takes the notes.

    Returns:
        What the call returns; its exceptions come out as they are.
    """
    if not supported():
        raise NotImplementedError("capture: interprets CPython 3.11 only")
    session = session if session is not None else Session()
    kwargs = kwargs or {}
    session.arguments = Structure(session.expectations, args, kwargs)
    for _, tensor in session.arguments.inputs:
        session.found_input(tensor)
    machine = session.machine = Machine(session)
    start, left = time.perf_counter(), False
    try:
        with recursion.raised():
            result = machine.call(fn, args, kwargs)
        if machine.postponed is not None:
            raise machine.postponed
        left = machine.left_open()
        if left:
            session.opaque("a generator that is left in a `try`")
        return result
    except (*machine.breaks, *session.end_exceptions):
        machine.abandoned = True
        raise
    finally:
        machine.abandoned |= session.is_undone
        session.ran = machine
        session.seconds += time.perf_counter() - start
        session.machine = None
        session.finish()
        machine.end()
        if left:
            gc.collect()  # it may lie in a cycle with its frame
