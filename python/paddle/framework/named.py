"""Errors of Python functions name the function and the argument, as those of operators do.

A function made of operators hands its arguments on, so a wrong one fails somewhere inside, in the
words of Python or of an inner operator. What `install` puts in its place asks only after a failure
which argument is not what the docstring says: a call that succeeds pays for one frame, so those that
stand before one operator of their name stay as they are.
"""

import functools
import inspect
import operator
import pathlib
import types

from .. import _C
from .docs import types_of_args

_made = {}  # by what they replace: a method is often a function too
_CAUGHT = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
)
_ROOT = str(pathlib.Path(__file__).parent.parent)


def _takes(convert, value):
    try:
        convert(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return not isinstance(value, str)


def _is_integer(value):
    return not isinstance(value, _C.Tensor) and _takes(operator.index, value)


_CHECKS = {
    "Tensor": lambda value: (
        isinstance(value, _C.Tensor) or getattr(type(value), "_is_sparse_tensor", False)
    ),
    "bool": lambda value: isinstance(value, bool) or _is_integer(value),
    "callable": callable,
    "dict": lambda value: isinstance(value, dict),
    "float": lambda value: _takes(float, value),
    "int": _is_integer,
    "number": lambda value: _takes(complex, value),
    "str": lambda value: isinstance(value, str),
}


def fits(value, kind):
    """Whether a value is of a kind such as ``Tensor``, ``int|list[int]`` or ``list[Tensor]``; of unknown ones it is."""
    if "[" not in kind:
        return any(_CHECKS.get(one, lambda _: True)(value) for one in kind.split("|"))
    before, _, rest = kind.partition("[")
    inner, _, after = rest.rpartition("]")
    others = [one for one in (*before.split("|")[:-1], *after.split("|")) if one]
    if any(fits(value, one) for one in others):
        return True
    return isinstance(value, (list, tuple)) and all(fits(item, inner) for item in value)


def _wrong_argument(function, args, kwargs):
    """The error that tells of the first argument of a wrong type, or None."""
    is_class = isinstance(function, type)
    signature = inspect.signature(function.__init__ if is_class else function)
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError:
        return None  # Python tells what is missing or unknown
    kinds = types_of_args(function)
    if is_class:
        del given["self"]
    for name, value in given.items():
        parameter = signature.parameters[name]
        values = value if parameter.kind is parameter.VAR_POSITIONAL else (value,)
        kind, optional = kinds.get(name, ("Tensor", False) if name == "self" else ("", True))
        for one in values:
            if one is None and (optional or parameter.default is None):
                continue
            if kind and not fits(one, kind):
                return TypeError(
                    f"(InvalidType) {function.__name__}: argument `{name}` has the wrong type.\n"
                    f"  Expected: {kind.replace('|', ' or ')}\n  Received: {type(one).__name__}"
                )
    return None


# Second names that Paddle takes for arguments, as the operators do (src/pybind/init_ops.cc).
_SECOND_NAMES = {
    "A": ("x",), "device": ("place",), "dim": ("axis", "axes"), "dimension": ("axis",), "dims": ("axis", "repeats"),
    "dtype": ("shape_or_dtype",), "eps": ("epsilon",), "indices": ("num_or_indices",),
    "indices_or_sections": ("num_or_indices",), "input": ("x", "values", "self"), "keepdims": ("keepdim",),
    "lambd": ("lam",), "obj": ("x",), "ord": ("p",), "other": ("y",), "output_size": ("output_sizes",),
    "kernel_size": ("kernel_sizes",), "sections": ("num_or_indices",), "size": ("shape", "shape_or_dtype"),
    "target": ("label",), "type": ("dtype",), "x": ("input",), "x1": ("x",), "x2": ("y",),
}  # fmt: skip


def by_first_names(function, kwargs):
    """Keyword arguments with the names that the function gives them.

    Args:
        function (callable): It did not take them.
        kwargs (dict): With second names, as `input` for `x`.

    Returns:
        dict|None: With what the function takes besides, by its attribute `with_second_names`; None where the names
        are not second names.
    """
    names = inspect.signature(function).parameters
    renamed = {}
    for key, value in kwargs.items():
        if key not in names:
            first = [n for n in _SECOND_NAMES.get(key, ()) if n in names and n not in kwargs]
            if not first:
                return None
            key = first[0]
        renamed[key] = value
    if renamed.keys() == kwargs.keys():
        return None
    return {**getattr(function, "with_second_names", {}), **renamed}


def _raised_here(error):
    """Whether our code raised it, and not a function that was handed to us."""
    trace = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename.startswith(_ROOT)


def retold(name, text):
    """The text of an operator's error as that of a function made of it.

    Args:
        name (str): Of the function.
        text (str): It begins with the kind of the error.

    Returns:
        str
    """
    kind, _, rest = text.partition(") ")
    inner, _, told = rest.partition(": ")
    return f"{kind}) {name}: {told if inner in _C.ops else rest}"


def _explained(function, args, kwargs, error):
    """The error to raise in the place of one that a function raised."""
    name = function.__name__
    text = error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else ""
    kind, mark, _ = text.partition(") ")
    ours = mark and kind[1:].isalpha() and text.startswith("(")
    if ours and name in text:
        return error
    wrong = _wrong_argument(function, args, kwargs)
    if wrong is not None:
        return wrong
    if ours:  # an operator's, inside
        error.args = (retold(name, text),)
    elif not _raised_here(error):
        return error
    elif isinstance(error, MemoryError):
        error.args = (f"(ResourceExhausted) {name}: there is not enough memory.",)
    elif isinstance(error, OverflowError):
        return ValueError(f"(InvalidArgument) {name}: a number is too large ({text}).")
    elif name not in text:
        return _told(name, text, error)
    return error


def _told(name, text, error):
    """What Python says of a wrong value somewhere inside, as an error of the function."""
    if isinstance(error, IndexError):
        return IndexError(f"(OutOfRange) {name}: {text}")
    if isinstance(error, (ValueError, ArithmeticError)):
        return ValueError(f"(InvalidArgument) {name}: {text}")
    if isinstance(error, (TypeError, AttributeError)):
        return TypeError(f"(InvalidType) {name}: {text}")
    return error


def named(function, told=None):
    """`function` with errors that name it.

    Args:
        function (callable): It keeps its signature and docstring.
        told (callable, optional): What the errors name; by default `function`.

    Returns:
        callable
    """

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except _CAUGHT as error:
            if kwargs and isinstance(error, TypeError):
                renamed = by_first_names(function, kwargs)
                if renamed is not None:
                    return call(*args, **renamed)
            explained = _explained(told or function, args, kwargs, error)
            if explained is error:
                raise
            raise explained from error

    return call


def install_classes(namespace, module):
    """Puts constructors whose errors name the class and the argument into the classes that a module shows.

    Args:
        namespace (dict): Of the module.
        module (str): Only classes that are written in it or below it change.
    """
    for key, value in list(namespace.items()):
        if key.startswith("_") or not isinstance(value, type):
            continue
        init = vars(value).get("__init__")
        if not isinstance(init, types.FunctionType) or hasattr(init, "__wrapped__"):
            continue
        if value.__module__.startswith(module) and not issubclass(value, BaseException):
            value.__init__ = _named_init(value, init)


def _named_init(cls, init):
    call = named(init, cls)

    @functools.wraps(init)
    def __init__(self, *args, **kwargs):  # noqa: N807
        if type(self) is not cls and type(self).__module__.startswith("paddle."):
            init(self, *args, **kwargs)  # the class that was called tells
        else:
            call(self, *args, **kwargs)

    return __init__


def _is_ours(value, like_operators=False):
    return (
        isinstance(value, types.FunctionType)
        and value.__module__.startswith("paddle.")
        and not hasattr(value, "__wrapped__")
        # An operator of that name names itself, and a frame would cost as much.
        and (like_operators or value.__name__ not in _C.ops)
    )


def install(namespace, module, like_operators=False):
    """Puts named ones in the place of the Python functions that a module shows.

    Args:
        namespace (dict): Of the module.
        module (str): Its name, where the new functions are found, as by pickle.
        like_operators (bool): Also of those that do not stand before an operator, though they have the name of one.
    """
    for key, value in list(namespace.items()):
        if not key.startswith("_") and _is_ours(value, like_operators):
            made = _made.get(value)
            if made is None:
                made = _made[value] = named(value)
                made.__module__ = module
            namespace[key] = made


def install_methods(cls):
    """The same for the methods of a class.

    Args:
        cls (type): The Tensor.
    """
    methods = {
        key: _made.get(value) or named(value)
        for key, value in vars(cls).items()
        if not key.startswith("_") and _is_ours(value)
    }
    _C.extend_tensor(methods)
