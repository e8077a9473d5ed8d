"""The base of initializers, and the ones that hold for all layers."""

import math

from ... import _C

_global_weight = None
_global_bias = None


class Initializer:
    """Fills a parameter: ``initializer(param)``.

    A subclass writes ``_values(shape, dtype)``, which returns the values as a
    Tensor, or overrides ``forward(param, block)`` to fill it by itself.

    Examples:
        >>> import paddle
        >>> class Threes(paddle.nn.initializer.Initializer):
        ...     def forward(self, param, block=None):
        ...         param.set_value(paddle.full(param.shape, 3.0))
        >>> paddle.nn.Linear(1, 2, weight_attr=Threes()).weight.tolist()
        [[3.0, 3.0]]
    """

    def __call__(self, param, block=None):
        """Gives ``param`` its values, in place."""
        return self.forward(param, block)

    def forward(self, param, block=None):
        """Gives ``param`` its values, in place."""
        param._set_data(self._values(list(param.shape), param.dtype))

    def _values(self, shape, dtype):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__} does not say its values")


def _first_values(initializer, shape, dtype):
    """A tensor of the values that ``initializer`` gives."""
    kind = type(initializer)
    if getattr(kind, "forward", None) is Initializer.forward and (
        kind.__call__ is Initializer.__call__
    ):
        return initializer._values(shape, dtype)
    tensor = _C.ops["full"](shape, 0.0, dtype)
    initializer(tensor, None)  # one that a user wrote
    return tensor


def _fans(shape):
    """(fan_in, fan_out): inputs that meet in one output, and the reverse.

    [in, out] for a matrix; [out, in, ...] for the kernel of a convolution.
    """
    if not shape:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    if len(shape) == 2:
        return shape[0], shape[1]
    window = math.prod(shape[2:])
    return shape[1] * window, shape[0] * window


def calculate_gain(nonlinearity, param=None):
    """How much an activation shrinks the deviation, as a factor to undo it.

    Args:
        nonlinearity (str): sigmoid, linear, conv1d ... conv_transpose3d, tanh,
            relu, leaky_relu or selu.
        param (float, optional): the slope of leaky_relu, by default 0.01.

    Returns:
        float: for instance sqrt(2) for relu.

    Raises:
        ValueError: the activation is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.initializer.calculate_gain("tanh")
        1.6666666666666667
    """
    if param is None:
        param = 0.01
    elif not isinstance(param, (bool, int, float)):
        raise TypeError(
            f"(InvalidType) calculate_gain: `param` must be a number, not {type(param).__name__}"
        )
    gains = {
        "sigmoid": 1,
        "linear": 1,
        "tanh": 5.0 / 3,
        "relu": math.sqrt(2.0),
        "leaky_relu": math.sqrt(2.0 / (1 + float(param) ** 2)),
        "selu": 3.0 / 4,
    }
    for n in "123":
        for name in (f"conv{n}d", f"conv{n}d_transpose", f"conv_transpose{n}d"):
            gains[name] = 1
    if nonlinearity not in gains:
        raise ValueError(
            f"(InvalidArgument) calculate_gain: unknown nonlinearity `{nonlinearity}`.\n"
            f"  Expected: one of {', '.join(sorted(gains))}"
        )
    return gains[nonlinearity]


def set_global_initializer(weight_init, bias_init=None):
    """Initializers for all layers made from now on; ``None`` ends that.

    A ``ParamAttr`` with an initializer of its own still wins.

    Args:
        weight_init (Initializer|None): for parameters that are no bias.
        bias_init (Initializer|None): for biases.

    Examples:
        >>> import paddle
        >>> paddle.nn.initializer.set_global_initializer(paddle.nn.initializer.Constant(2.0))
        >>> float(paddle.nn.Linear(1, 1).weight)
        2.0
        >>> paddle.nn.initializer.set_global_initializer(None)
    """
    global _global_weight, _global_bias
    for name, value in (("weight_init", weight_init), ("bias_init", bias_init)):
        if value is not None and not isinstance(value, Initializer):
            raise TypeError(
                f"(InvalidType) set_global_initializer: argument `{name}` has the wrong type.\n"
                f"  Expected: Initializer or None\n  Received: {type(value).__name__}"
            )
    _global_weight, _global_bias = weight_init, bias_init


def _default(is_bias):
    return _global_bias if is_bias else _global_weight
