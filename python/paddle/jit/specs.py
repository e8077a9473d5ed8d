"""`input_spec` beside the arguments of a call, and what a function says of its arguments."""

import inspect
import warnings

import numpy as np

from .. import _C
from ..framework.input_spec import InputSpec
from .state import user_frame


class FunctionSpec:
    """What is known of the arguments of a converted function.

    Args:
        function (callable): The plain function, bound where it is a method.
        input_spec (list, optional): What its arguments are said to be like.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x, y=2: x * y, input_spec=[paddle.static.InputSpec([-1])])
        >>> f.function_spec.args_name
        ['x', 'y']
    """

    def __init__(self, function, input_spec=None):
        if input_spec is not None and not isinstance(input_spec, (list, tuple)):
            raise TypeError(
                "(InvalidType) to_static: argument `input_spec` has the wrong type.\n"
                f"  Expected: a list or tuple, one entry for each argument\n"
                f"  Received: {type(input_spec).__name__}"
            )
        self.function = function
        self.input_spec = input_spec if input_spec is None else tuple(input_spec)
        try:
            self.signature = inspect.signature(function)
        except (TypeError, ValueError):  # C code without a text of it
            self.signature = None
            return
        kinds = {p.kind for p in self.signature.parameters.values()}
        if input_spec is not None and inspect.Parameter.VAR_POSITIONAL not in kinds:
            name = getattr(function, "__name__", "to_static")
            _not_more(input_spec, self.args_name, name)

    @property
    def args_name(self):
        """The names of the positional arguments."""
        parameters = self.signature.parameters.values() if self.signature else ()
        return [
            p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]

    @property
    def flat_input_spec(self):
        """The entries of ``input_spec``, containers opened."""
        return None if self.input_spec is None else list(_flat(self.input_spec))

    def positional(self, args, kwargs):
        """The positional arguments of a call, defaults and those given by name among them; None: they do not fit."""
        if self.signature is None:
            return list(args)
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError:
            return None  # calling the function says it better
        bound.apply_defaults()
        return list(bound.args)

    def check(self, args, kwargs, name, is_method):
        """Raises where a call has other arguments than ``input_spec`` says; warns where a tensor is not like it.

        Args:
            args (tuple), kwargs (dict): Of the call.
            name (str): The function's.
            is_method (bool): Whether the first argument is the object, which has no entry.
        """
        if self.input_spec is None:
            return
        given = self.positional(args, kwargs)
        if given is None:
            return
        given, names = given[is_method:], self.args_name[is_method:]
        _not_more(self.input_spec, given, name)
        for i, (spec, x) in enumerate(zip(self.input_spec, given, strict=False)):
            _compare(spec, x, names[i] if i < len(names) else f"argument {i}", name)

    def __repr__(self):
        name = getattr(self.function, "__name__", repr(self.function))
        return f"function: {name}({','.join(self.args_name)}), input_spec: {self.input_spec}"


def _not_more(input_spec, arguments, name):
    if len(input_spec) > len(arguments):
        raise ValueError(
            f"(InvalidArgument) {name}: `input_spec` has more entries than there are arguments.\n"
            f"  Expected: at most {len(arguments)}\n  Received: {len(input_spec)}"
        )


def _flat(x):
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from _flat(part)
    elif isinstance(x, dict):
        for part in x.values():
            yield from _flat(part)
    else:
        yield x


def _compare(spec, x, what, name):
    if isinstance(spec, (list, tuple)):
        if not isinstance(x, (list, tuple)):
            _refuse(name, what, f"a {type(spec).__name__}", x)
        if len(x) < len(spec):
            raise ValueError(
                f"(InvalidArgument) {name}: `input_spec` has more entries for {what} than it has elements.\n"
                f"  Expected: at most {len(x)}\n  Received: {len(spec)}"
            )
        for i, (s, part) in enumerate(zip(spec, x, strict=False)):
            _compare(s, part, f"{what}[{i}]", name)
    elif isinstance(spec, dict):
        if not isinstance(x, dict):
            _refuse(name, what, "a dict", x)
        for key, s in spec.items():
            if key in x:
                _compare(s, x[key], f"{what}[{key!r}]", name)
    elif isinstance(spec, InputSpec):
        if isinstance(x, (_C.Tensor, np.ndarray)):
            _warn(spec, x, what, name)
        elif not isinstance(x, InputSpec):
            _refuse(name, what, "a Tensor, as `input_spec` says", x)


def _refuse(name, what, expected, x):
    raise TypeError(
        f"(InvalidType) {name}: {what} has another type than `input_spec` says.\n"
        f"  Expected: {expected}\n  Received: {type(x).__name__}"
    )


def _warn(spec, x, what, name):
    like = InputSpec(list(x.shape), x.dtype)
    differs = [
        f"{kind} is {now}, not {said}"
        for kind, now, said in (
            ("dtype", like.dtype, spec.dtype),
            ("rank", len(like.shape), len(spec.shape)),
        )
        if now != said and said is not None
    ]
    if not differs:
        sizes = zip(like.shape, spec.shape, strict=True)
        wrong = [axis for axis, (n, said) in enumerate(sizes) if said not in (-1, n)]
        differs = [f"size {like.shape[a]} of axis {a} is not {spec.shape[a]}" for a in wrong]
    if differs:
        warnings.warn(
            f"{name}: {what} is not like its input_spec: {', '.join(differs)}. The call is right; "
            "jit.save takes what input_spec says.",
            stacklevel=user_frame()[1] + 1,
        )
