"""Functions without arguments, one feature each, that must run interpreted as they run natively."""

PROGRAMS = []


def program(fn):
    PROGRAMS.append(fn)
    return fn
