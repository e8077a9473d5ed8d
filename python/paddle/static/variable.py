"""Variables of programs: what is fed, parameters, and what outlives runs."""

from .. import _C
from ..framework import static_mode, unique_name
from ..framework.parameter import create_parameter as _create_parameter


class _IsVariable(type):
    def __instancecheck__(cls, x):
        return isinstance(x, _C.Tensor) and (_C.is_traced(x) or static_mode.enabled)

    def __getattr__(cls, name):
        return getattr(_C.Tensor, name)

    def __setattr__(cls, name, value):
        setattr(_C.Tensor, name, value)  # programs give variables methods of their own

    def __dir__(cls):
        return dir(_C.Tensor)


class Variable(metaclass=_IsVariable):
    """The class of variables: tensors of a program that is built. Its attributes are those of ``paddle.Tensor``.

    Examples:
        >>> import paddle
        >>> isinstance(paddle.ones([1]), paddle.static.Variable)
        False
        >>> paddle.enable_static()
        >>> isinstance(paddle.static.data("x", [1]), paddle.static.Variable)
        True
        >>> paddle.disable_static()
    """


def _checked_shape(shape, function):
    sizes = []
    for size in shape:
        if size is None:
            size = -1
        if isinstance(size, bool) or not hasattr(type(size), "__index__"):
            raise TypeError(
                f"(InvalidType) {function}: a size of `shape` has the wrong type.\n"
                f"  Expected: int or None\n  Received: {type(size).__name__}"
            )
        size = int(size)
        if size < -1:
            raise ValueError(
                f"(InvalidArgument) {function}: a size of `shape` is negative.\n  Received: {size}"
            )
        sizes.append(size)
    return sizes


def data(name, shape, dtype=None, lod_level=0):
    """A variable whose values are fed at each run.

    Args:
        name (str): the key in ``feed``.
        shape (list[int]): its sizes; None or -1: each run says.
        dtype (str|paddle.dtype, optional): default is the default dtype.
        lod_level (int): accepted.

    Returns:
        Tensor: without values.

    Raises:
        RuntimeError: no program is built: ``paddle.enable_static()`` is missing.
        TypeError: an argument has the wrong type.
        ValueError: the program has another input of that name.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> paddle.static.data("image", [None, 784])
        Variable(name=image, shape=[-1, 784], dtype=float32, stop_gradient=True)
        >>> paddle.disable_static()
    """
    program = static_mode.current()
    if program is None:
        raise RuntimeError(
            "(PreconditionNotMet) static.data: no program is built here.\n  Hint: call paddle.enable_static() before."
        )
    if not isinstance(name, str):
        raise TypeError(
            f"(InvalidType) static.data: `name` must be a str, not {type(name).__name__}"
        )
    if not isinstance(shape, (list, tuple)):
        raise TypeError(
            f"(InvalidType) static.data: `shape` must be a list or a tuple, not {type(shape).__name__}"
        )
    sizes = _checked_shape(shape, "static.data")
    axes = [axis for axis, size in enumerate(sizes) if size == -1]
    with static_mode.paused():
        like = _C.to_tensor(0, dtype or _C.get_default_dtype())
    known = program._data.get(name)
    if known is not None:
        if known.dtype is like.dtype and list(known.shape) == sizes:
            return known
        raise ValueError(
            f"(InvalidArgument) static.data: the program has another input `{name}`.\n"
            f"  Expected: {known.dtype.name} of shape {list(known.shape)}\n"
            f"  Received: {like.dtype.name} of shape {sizes}"
        )
    variable = program._tracer.feed(like, [max(size, 0) for size in sizes], axes)
    variable.name = name
    program._data[name] = variable
    program._axes[name] = axes
    return variable


def create_parameter(
    shape, dtype="float32", name=None, attr=None, is_bias=False, default_initializer=None
):
    """A parameter of the program: see `paddle.create_parameter`.

    Args:
        shape (list[int]): its sizes.
        dtype (str|paddle.dtype): default float32.
        name (str, optional): its name.
        attr (ParamAttr, optional): its attributes.
        is_bias (bool): zero, where nothing else is said.
        default_initializer (Initializer, optional): by default XavierUniform.

    Returns:
        Parameter

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> paddle.static.create_parameter([2, 3], "float32").shape
        paddle.Size([2, 3])
        >>> paddle.disable_static()
    """
    return _create_parameter(shape, dtype, name, attr, is_bias, default_initializer)


def create_global_var(shape, value, dtype, persistable=False, force_cpu=False, name=None):
    """A tensor that keeps its values from run to run.

    Args:
        shape (list[int]): its sizes.
        value (float): of each element at first.
        dtype (str|paddle.dtype): its dtype.
        persistable (bool): whether it is saved with the program's states.
        force_cpu (bool): accepted.
        name (str, optional): its name.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     step = paddle.static.create_global_var([1], 0, "int64", persistable=True)
        ...     _ = paddle.increment(step)
        >>> exe = paddle.static.Executor()
        >>> [exe.run(main, fetch_list=[step])[0].item() for _ in range(3)]
        [1, 2, 3]
        >>> paddle.disable_static()
    """

    def wrap(values):
        values.name = name or unique_name.generate("global_var")
        values.persistable = bool(persistable)
        return values

    return static_mode.persistent(lambda: _C.ops["full"](list(shape), value, dtype), wrap)
