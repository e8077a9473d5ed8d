"""to_static and what switches it."""

import functools
import warnings

from . import state
from .static_function import StaticFunction


def to_static(function=None, input_spec=None, build_strategy=None, backend="CINN", **kwargs):
    """A function, or the ``forward`` of a layer, that runs as programs.

    The tensor operations of a call are noted, compiled as one program and run together. Where Python
    needs a value on the way (``float(t)``, ``if t:``, ``t.numpy()``), the program so far runs, and the next
    one begins. Results, gradients, in-place changes and random numbers are those of the plain function.

    Args:
        function (callable or Layer): What to convert; without it, a decorator is returned. What is converted already is
            converted anew where something is said of it here.
        input_spec (list): What the arguments are like, at most one entry for each: not needed, but it tells
            `paddle.jit.save` what to save, and sizes of -1 have one program from the first call on.
        build_strategy (BuildStrategy): Taken for compatibility.
        backend (str): "CINN" or None; taken for compatibility.
        kwargs: ``full_graph`` (taken for compatibility: a call is one program wherever that is possible),
            ``property`` (bool): run the plain function, which gives no tensors; ``check`` (bool): also run the plain
            function, in a copy of the process, and raise where a result or a state differs.

    Returns:
        StaticFunction, or the layer itself, whose ``forward`` is one.

    Raises:
        TypeError: ``function`` can not be called, or an argument has the wrong type.
        ValueError: ``backend`` is not known.

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
    options = {name: kwargs.pop(name) for name in ("full_graph", "check") if name in kwargs}
    if kwargs.pop("property", False):
        options["is_property"] = True
    if kwargs:
        names = ", ".join(f"`{name}`" for name in kwargs)
        warnings.warn(f"to_static: unknown arguments: {names}", stacklevel=2)
    _check_settings(build_strategy, backend)
    if input_spec is not None:
        options["input_spec"] = input_spec

    def convert(target):
        from ..nn import Layer

        if isinstance(target, Layer):
            if options or not isinstance(target.forward, StaticFunction):
                target.forward = convert(target.forward)
            return target
        if isinstance(target, StaticFunction):
            return StaticFunction(target.dygraph_function, **options) if options else target
        if isinstance(target, (staticmethod, classmethod)):
            return type(target)(convert(target.__func__))
        if not callable(target):
            raise TypeError(
                "(InvalidArgument) to_static: the argument can not be called.\n"
                f"  Expected: a function or a Layer\n  Received: {type(target).__name__}"
            )
        return StaticFunction(target, **options)

    return convert if function is None else convert(function)


def _check_settings(build_strategy, backend):
    if build_strategy is not None:
        from ..static import BuildStrategy

        if not isinstance(build_strategy, BuildStrategy):
            raise TypeError(
                "(InvalidType) to_static: argument `build_strategy` has the wrong type.\n"
                f"  Expected: paddle.static.BuildStrategy\n  Received: {type(build_strategy).__name__}"
            )
    if backend is not None and str(backend).upper() not in ("CINN", "PCC"):
        raise ValueError(
            "(InvalidArgument) to_static: argument `backend` is not known.\n"
            f'  Expected: "CINN" or None\n  Received: {backend!r}'
        )


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
        modules (list): The modules, or their names.

    Examples:
        >>> import paddle
        >>> import json
        >>> paddle.jit.ignore_module([json])
    """
    state.ignored_modules.update(getattr(m, "__name__", m) for m in modules)


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
