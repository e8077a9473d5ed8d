"""to_static and what it makes of a function."""

import functools

from .. import _C

_enabled = True


class StaticFunction:
    """A function whose tensor operations run as programs.

    Args:
        function: The function.
        input_spec: What its arguments are like.
        full_graph: Raise where the function is not one program.
    """

    def __init__(self, function, input_spec=None, full_graph=False):
        functools.update_wrapper(self, function)
        self._function = function
        self._cache = _C.ProgramCache()
        self._segments = []

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args, **kwargs):
        if not _enabled or _C.is_tracing():
            return self._function(*args, **kwargs)
        tracer = _C.Tracer(self._cache)
        tracer.start()
        try:
            return self._function(*args, **kwargs)
        finally:
            tracer.stop()
            self._segments = tracer.segments


def to_static(function=None, input_spec=None, build_strategy=None, backend=None, full_graph=False, **kwargs):
    if function is None:
        return functools.partial(to_static, input_spec=input_spec, full_graph=full_graph)
    from ..nn import Layer

    if isinstance(function, Layer):
        function.forward = StaticFunction(function.forward, input_spec, full_graph)
        return function
    return StaticFunction(function, input_spec, full_graph)


def not_to_static(function=None):
    return function if function is not None else not_to_static


def ignore_module(modules):
    pass


def enable_to_static(flag):
    global _enabled
    _enabled = bool(flag)


def report(function):
    return function._segments
