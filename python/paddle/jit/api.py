"""to_static and what switches it."""

import functools

from . import state
from .static_function import StaticFunction


def to_static(function=None, input_spec=None, build_strategy=None, backend=None, **kwargs):
    """A function, or the ``forward`` of a layer, that runs as programs.

    The tensor operations of a call are noted, compiled as one program and run together. Where Python
    needs a value on the way (``float(t)``, ``if t:``, ``t.numpy()``), the program so far runs, and the next
    one begins. Results, gradients, in-place changes and random numbers are those of the plain function.

    Args:
        function (callable or Layer): What to convert; without it, a decorator is returned.
        input_spec (list): What the arguments are like; kept, and not needed.
        build_strategy: Taken for compatibility.
        backend (str): "CINN" or None; taken for compatibility.
        kwargs: ``full_graph`` (taken for compatibility: a call is one program wherever that is possible),
            ``check`` (bool): also run the plain function, and raise where a result differs.

    Returns:
        StaticFunction, or the layer itself, whose ``forward`` is one.

    Raises:
        TypeError: ``function`` can not be called, or an argument is not known.

    Examples:
        >>> import paddle
        >>> @paddle.jit.to_static
        ... def f(x, y):
        ...     if x.sum() > 0:
        ...         return x + y
        ...     return x - y
        >>> f(paddle.to_tensor([1.0]), paddle.to_tensor([2.0])).tolist()
        [3.0]
        >>> paddle.jit.report(f).segments
        1
    """
    full_graph = kwargs.pop("full_graph", None)
    check = kwargs.pop("check", False)
    if kwargs:
        raise TypeError(f"(InvalidArgument) to_static: unknown argument `{next(iter(kwargs))}`.")

    def convert(target):
        from ..nn import Layer

        if isinstance(target, Layer):
            if not isinstance(target.forward, StaticFunction):
                target.forward = StaticFunction(target.forward, input_spec, full_graph, check)
            return target
        if isinstance(target, StaticFunction):
            return target
        if isinstance(target, (staticmethod, classmethod)):
            return type(target)(convert(target.__func__))
        if not callable(target):
            raise TypeError(
                "(InvalidArgument) to_static: the argument can not be called.\n"
                f"  Expected: a function or a Layer\n  Received: {type(target).__name__}"
            )
        return StaticFunction(target, input_spec, full_graph, check)

    return convert if function is None else convert(function)


def not_to_static(function=None):
    """Marks a function that captures leave alone: what it computes is run at once.

    Args:
        function (callable): The function; without it, a decorator is returned.

    Returns:
        A function with the same results.

    Examples:
        >>> import paddle
        >>> @paddle.jit.not_to_static
        ... def show(x):
        ...     return x.tolist()
        >>> paddle.jit.to_static(lambda x: show(x + 1))(paddle.to_tensor([1.0]))
        [2.0]
    """
    if function is None:
        return not_to_static

    @functools.wraps(function)
    def outside(*args, **kwargs):
        with state.outside(f"{function.__qualname__} is marked not_to_static"):
            return function(*args, **kwargs)

    return outside


def ignore_module(modules):
    """Names modules whose functions captures do not look into.

    Args:
        modules (list): The modules.

    Examples:
        >>> import paddle
        >>> import json
        >>> paddle.jit.ignore_module([json])
    """
    state.ignored_modules.update(m.__name__ for m in modules)


def enable_to_static(enable_to_static_bool):
    """Switches captures on or off for the whole process.

    Args:
        enable_to_static_bool (bool): False: converted functions run as they were written.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: x + 1)
        >>> paddle.jit.enable_to_static(False)
        >>> f(paddle.to_tensor([1.0])).tolist()
        [2.0]
        >>> paddle.jit.enable_to_static(True)
    """
    if not isinstance(enable_to_static_bool, bool):
        raise TypeError(
            "(InvalidType) enable_to_static: the argument has the wrong type.\n"
            f"  Expected: bool\n  Received: {type(enable_to_static_bool).__name__}"
        )
    state.enabled = enable_to_static_bool
