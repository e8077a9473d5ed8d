"""Tracebacks in which the user sees his own frames and none of the interpreter's."""

import os
import types

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_frames = {}


def stand_in(code, globals_):
    """A real frame object of the given name and file (tracebacks take no other)."""
    key = (id(code), id(globals_))
    found = _frames.get(key)
    if found is None:
        # Of a generator that never begins: the frame of a call that ran would hold those that called it.
        space = {}
        exec(compile("def stub():\n    yield", code.co_filename, "exec"), space)
        stub = space["stub"].__code__.replace(
            co_name=code.co_name, co_qualname=code.co_qualname, co_firstlineno=code.co_firstlineno
        )
        generator = types.FunctionType(stub, globals_)()
        found = _frames[key] = (generator.gi_frame, generator, code, globals_)
    return found[0]


def hide(error):
    """Takes the entries of captures from the traceback of an error that leaves one, unless it comes from there."""
    if not _is_internal(error):
        error.__traceback__ = own(error.__traceback__)
        before = error.__context__
        if before is not None and _is_internal(before):  # a captured program failed, so Python ran
            error.__context__ = before.__context__


def _is_internal(error):
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry is not None and entry.tb_frame.f_code.co_filename.startswith(_HERE)


def own(traceback):
    """The traceback without the entries of captures."""
    entries = []
    while traceback is not None:
        if not traceback.tb_frame.f_code.co_filename.startswith(_HERE):
            entries.append(traceback)
        traceback = traceback.tb_next
    result = None
    for t in reversed(entries):
        result = types.TracebackType(result, t.tb_frame, t.tb_lasti, t.tb_lineno)
    return result


def add(error, frame):
    """Notes that `error` passed through an interpreted frame."""
    inner = own(error.__traceback__)
    error.__traceback__ = types.TracebackType(
        inner, stand_in(frame.code, frame.globals), -1, frame.line
    )


def chain(error, handled):
    """Sets `__context__` as raising while `handled` is handled does."""
    if handled is None or handled is error:
        return
    link = handled
    while link is not None:
        if link.__context__ is error:
            link.__context__ = None
            break
        link = link.__context__
    if error.__context__ is None:
        error.__context__ = handled
