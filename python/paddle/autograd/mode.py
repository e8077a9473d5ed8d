"""Whether gradients are recorded: context managers that are decorators too."""

from .. import _C


class _Mode:
    """Sets the mode of this thread between enter and exit."""

    _enabled = True

    def __init__(self, func=None):
        self._func = func
        self._previous = []

    def __new__(cls, func=None):
        if func is not None and callable(func):
            return cls()(func)
        return super().__new__(cls)

    def __call__(self, func):
        enabled = self._enabled

        if _is_generator_function(func):

            def wrapped(*args, **kwargs):
                return _drive(func(*args, **kwargs), enabled)

        else:

            def wrapped(*args, **kwargs):
                previous = _C.set_grad_enabled(enabled)
                try:
                    return func(*args, **kwargs)
                finally:
                    _C.set_grad_enabled(previous)

        wrapped.__wrapped__ = func
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            if hasattr(func, name):
                setattr(wrapped, name, getattr(func, name))
        return wrapped

    def __enter__(self):
        self._previous.append(_C.set_grad_enabled(self._enabled))

    def __exit__(self, *exc):
        _C.set_grad_enabled(self._previous.pop())
        return False


def _is_generator_function(func):
    code = getattr(func, "__code__", None)
    return code is not None and bool(code.co_flags & 0x20)


def _drive(generator, enabled):
    """Runs a generator with the mode set only while its own code runs."""
    value, error = None, None
    while True:
        previous = _C.set_grad_enabled(enabled)
        try:
            item = generator.throw(error) if error is not None else generator.send(value)
        except StopIteration as stop:
            return stop.value
        finally:
            _C.set_grad_enabled(previous)
        value, error = None, None
        try:
            value = yield item
        except BaseException as e:  # handed into the generator, as it would be
            error = e


class no_grad(_Mode):
    """No gradient is recorded inside; a context manager or a decorator.

    Args:
        func (callable, optional): What is decorated.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(2.0, stop_gradient=False)
        >>> with paddle.no_grad():
        ...     y = x * x
        >>> y.stop_gradient
        True
    """

    _enabled = False


class enable_grad(_Mode):
    """Gradients are recorded inside, also within `no_grad`; a context manager or a decorator.

    Args:
        func (callable, optional): What is decorated.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(2.0, stop_gradient=False)
        >>> with paddle.no_grad(), paddle.enable_grad():
        ...     y = x * x
        >>> y.stop_gradient
        False
    """

    _enabled = True


class set_grad_enabled(_Mode):
    """Sets at once whether gradients are recorded; as a context manager, until its end.

    Args:
        mode (bool): True to record gradients.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(2.0, stop_gradient=False)
        >>> with paddle.set_grad_enabled(False):
        ...     y = x * x
        >>> y.stop_gradient
        True
    """

    def __new__(cls, mode):
        return object.__new__(cls)

    def __init__(self, mode):
        self._enabled = bool(mode)
        self._previous = [_C.set_grad_enabled(self._enabled)]

    def __enter__(self):
        _C.set_grad_enabled(self._enabled)


def is_grad_enabled():
    """Whether gradients are recorded on this thread.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.is_grad_enabled()
        True
    """
    return _C.is_grad_enabled()
