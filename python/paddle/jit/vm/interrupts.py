"""Exceptions of signal handlers: they come between any two steps, and are no errors of the function that runs."""

import signal
import types


def is_of_handler(error):
    """Whether a signal handler written in Python raised it (a time limit); Ctrl-C's own is not looked for."""
    handlers = set()
    for number in signal.valid_signals():
        handler = signal.getsignal(number)
        if type(handler) is types.MethodType:
            handler = handler.__func__
        if type(handler) is types.FunctionType:
            handlers.add(handler.__code__)
    entry = error.__traceback__ if handlers else None
    while entry is not None:
        if entry.tb_frame.f_code in handlers:
            return True
        entry = entry.tb_next
    return False
