"""Whether operators build a program (`paddle.static`) or run at once.

A program that is being built is attached to a thread: calls of that thread are noted in it. This module is what the
rest of the framework knows of it; the programs themselves are `paddle.static`'s.
"""

import contextlib
import threading

from .. import _C
from .random import drawing_ahead

enabled = False
_local = threading.local()


def _static():
    from .. import static  # loads when it is first touched

    return static


def current():
    """The program that this thread builds, or None."""
    return getattr(_local, "program", None) if enabled else None


def attach(program):
    """Calls of this thread are noted in ``program`` from now on; None: they run at once."""
    _local.program = program
    if program is None or not enabled:
        _C.ProgramTracer.detach()
    else:
        program._tracer.attach()


@contextlib.contextmanager
def recording(program):
    """Calls of this thread are noted in ``program`` meanwhile."""
    before = getattr(_local, "program", None)
    attach(program)
    try:
        yield
    finally:
        attach(before)


@contextlib.contextmanager
def paused():
    """Calls of this thread run at once meanwhile, where a program is built."""
    if current() is None:
        yield
        return
    with recording(None), _C_no_grad():
        yield


@contextlib.contextmanager
def _C_no_grad():
    before = _C.is_grad_enabled()
    _C.set_grad_enabled(False)
    try:
        yield
    finally:
        _C.set_grad_enabled(before)


def switch(on):
    """Turns the mode on or off for the whole process."""
    global enabled
    enabled = on
    from ..static.sizes import show

    _C.set_shape_hook(show if on else None)
    attach(_static().default_main_program() if on else None)


def note_name(tensor, name):
    """A variable got a name: it can be fetched by it."""
    if _C.is_traced(tensor):
        _static().program.note_name(tensor, name)


def persistent(make, wrap, is_parameter=False):
    """A tensor that outlives runs, with what initialises it.

    Args:
        make (callable): gives the first values.
        wrap (callable): makes the tensor of them.
        is_parameter (bool): whether the program lists it as a parameter.

    Returns:
        Tensor: with values of its own, or the parameter of that name that a program has already: programs share
        parameters by name. The startup program gives it the values that ``make`` gives when it runs.
    """
    program = current()
    if program is None:
        return wrap(make())
    with paused(), drawing_ahead():
        tensor = wrap(make())
    if is_parameter:
        tensor = _static().scope.root.shared(tensor, program)
    program._keep(tensor, is_parameter)
    _note_first_values(tensor, make)
    return tensor


def initially(change):
    """Runs ``change()``, which writes to parameters, at once; the startup program has it too."""
    if current() is None:
        change()
        return
    with paused():
        change()
    with recording(_static().default_startup_program()), _C_no_grad():
        change()


def _note_first_values(tensor, make):
    startup = _static().default_startup_program()
    startup._keep(tensor, False)
    with recording(startup), _C_no_grad():
        try:
            values = make()
        except (TypeError, NotImplementedError):  # it looks at values: always the same ones, then
            with paused():
                values = tensor.detach().clone()
        _C.ops["copy_into"](tensor, values.astype(tensor.dtype))
