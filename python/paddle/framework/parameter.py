"""A parameter: a tensor that a layer owns and an optimizer changes."""

from .. import _C
from . import unique_name
from .named import retold

__all__ = ["Parameter"]


class EagerParamBase(_C.Tensor):
    """A trainable leaf tensor with a name and notes for the optimizer.

    Args:
        **attributes: ``name`` and the following.
        data (Tensor, optional): its values, shared and not copied.
        requires_grad (bool): False sets ``stop_gradient``.
        name (str, optional): default ``_eager_param_base_<n>``.
        optimize_attr (dict): ``{"learning_rate": factor}``.
        regularizer: decay of its own, before the optimizer's.
        need_clip (bool): whether gradient clipping counts it.

    Examples:
        >>> import paddle
        >>> p = paddle.nn.Parameter(paddle.ones([2, 3]))
        >>> p.trainable, p.stop_gradient
        (True, False)
    """

    def __new__(cls, data=None, requires_grad=True, **attributes):
        if isinstance(data, (list, tuple)) or "shape" in attributes:
            return cls._of_shape(data, requires_grad, attributes)
        if data is None:
            data = _C.ops["full"]([0], 0.0)
        if not isinstance(data, _C.Tensor):
            raise TypeError(
                "(InvalidType) Parameter: argument `data` has the wrong type.\n"
                f"  Expected: a Tensor, or a list of sizes\n  Received: {type(data).__name__}"
            )
        # A fresh impl over the same memory: the source keeps its own flags.
        return _C.Tensor.__new__(cls, data.detach())

    def __init__(self, data=None, requires_grad=True, **attributes):
        if isinstance(data, (list, tuple)) or "shape" in attributes:
            requires_grad = attributes.get("trainable", True)
        self.name = attributes.get("name") or unique_name.generate("_eager_param_base")
        self.optimize_attr = attributes.get("optimize_attr", {"learning_rate": 1.0})
        self.regularizer = attributes.get("regularizer")
        self.do_model_average = attributes.get("do_model_average")
        self.need_clip = attributes.get("need_clip", True)
        self.is_distributed = attributes.get("is_distributed", False)
        self.stop_gradient = not requires_grad
        self.persistable = True

    @classmethod
    def without_values(cls, shape, dtype, first_values, attributes):
        """A parameter that has neither memory nor values before ``initialize()`` or ``set_value``.

        Args:
            shape (list[int]): Its sizes.
            dtype (str|paddle.dtype): Its dtype.
            first_values (callable): Gives the tensor that ``initialize`` takes the values of.
            attributes (dict): For the constructor.
        """
        param = cls(_C.without_values(shape, dtype), **attributes)
        param._first_values = first_values
        return param

    def initialize(self):
        """Gives a parameter that was made under ``LazyGuard`` its first values.

        Raises:
            RuntimeError: it has values already.

        Examples:
            >>> import paddle
            >>> with paddle.LazyGuard():
            ...     net = paddle.nn.Linear(2, 2)
            >>> net.bias.initialize()
            >>> net.bias.tolist()
            [0.0, 0.0]
        """
        make = self.__dict__.pop("_first_values", None)
        if make is None:
            raise RuntimeError("(PreconditionNotMet) Parameter.initialize: it has values already.")
        if not _C.has_values(self):
            _C.give_values(self, make())

    def set_init_func(self, obj):
        """What ``initialize`` runs in place of the initializer.

        Args:
            obj (callable): It is called with the parameter, whose elements are 0 until then, and None.
        """

        def first_values():
            made = _C.ops["full"](list(self.shape), 0.0, self.dtype)
            obj(made, None)
            return made

        self._first_values = first_values

    def set_value(self, value):
        """Writes values into the parameter; one that was made under ``LazyGuard`` gets its memory.

        Args:
            value (Tensor|ndarray): Of the same shape and dtype.
        """
        if "_first_values" in self.__dict__:
            del self._first_values
            if not _C.has_values(self):
                _C.give_values(self, _C.ops["full"](list(self.shape), 0.0, self.dtype))
        return super().set_value(value)

    @classmethod
    def _of_shape(cls, shape, dtype, attributes):
        shape = attributes.get("shape", shape)
        dtype = attributes.get("dtype", None if isinstance(dtype, bool) else dtype)
        sizes = sizes_of(shape, "Parameter")
        try:
            values = _C.ops["full"](sizes, 0.0, dtype)
        except (TypeError, ValueError) as error:
            error.args = (retold("Parameter", str(error)),)
            raise
        return _C.Tensor.__new__(cls, values)

    @classmethod
    def from_tensor(cls, tensor, **attributes):
        """A parameter over the memory of ``tensor``."""
        trainable = attributes.pop("trainable", True)
        return cls(tensor, requires_grad=trainable, **attributes)

    @property
    def trainable(self):
        """True where gradients are wanted: the opposite of ``stop_gradient``."""
        return not self.stop_gradient

    @trainable.setter
    def trainable(self, value):
        if not isinstance(value, bool):
            raise ValueError(
                f"(InvalidArgument) Parameter: `trainable` must be True or False.\n  Received: {type(value).__name__}"
            )
        self.stop_gradient = not value

    def __deepcopy__(self, memo):
        from copy import deepcopy

        made = _C.Tensor.__new__(type(self), self.detach().clone())
        memo[id(self)] = made
        for key, value in self.__dict__.items():
            made.__dict__[key] = deepcopy(value, memo)
        made.name = self.name + unique_name.generate("_deepcopy")
        made.stop_gradient = self.stop_gradient
        made.persistable = True
        return made

    def __reduce__(self):
        from ..tensor.methods import to_numpy_bits

        return _rebuild, (
            type(self),
            to_numpy_bits(self),
            self.dtype.name,
            self.stop_gradient,
            self.__dict__,
        )

    @property
    def block(self):
        """The block of the main program: what initializers of Paddle are called with beside the parameter."""
        from .. import static

        return static.default_main_program().global_block()

    def __str__(self):
        if "_first_values" in self.__dict__ and not _C.has_values(self):
            dtype = self.dtype.name
            return f"Parameter(name={self.name}, shape={list(self.shape)}, dtype={dtype}, without values)"
        return "Parameter containing:\n" + super().__str__()

    __repr__ = __str__


def _rebuild(cls, values, dtype, stop_gradient, attributes):
    from ..tensor.methods import from_numpy_bits

    made = _C.Tensor.__new__(cls, from_numpy_bits(values, dtype))
    made.__dict__.update(attributes)
    made.stop_gradient = stop_gradient
    made.persistable = True
    return made


Parameter = EagerParamBase


def sizes_of(shape, function="create_parameter"):
    """The sizes of a new parameter.

    Args:
        shape (list[int]): whole numbers; bool, float and text are none.
        function (str): what errors name.

    Returns:
        list[int]

    Raises:
        TypeError: a size is no int.
        ValueError: a size is negative.
    """
    try:
        sizes = list(shape)
    except TypeError:
        raise TypeError(
            f"(InvalidType) {function}: argument `shape` has the wrong type.\n"
            f"  Expected: list[int]\n  Received: {type(shape).__name__}"
        ) from None
    received = f"\n  Received: shape = {sizes}"
    for size in sizes:
        if isinstance(size, bool) or not hasattr(type(size), "__index__"):
            raise TypeError(
                f"(InvalidType) {function}: a size of `shape` has the wrong type.\n"
                f"  Expected: int{received}"
            )
    if any(int(size) < 0 for size in sizes):
        raise ValueError(f"(InvalidArgument) {function}: a size is negative.{received}")
    return [int(size) for size in sizes]


def create_parameter(
    shape, dtype="float32", name=None, attr=None, is_bias=False, default_initializer=None
):
    """A parameter that belongs to no layer.

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
        >>> paddle.create_parameter([2, 3], "float32").shape
        paddle.Size([2, 3])
    """
    from ..nn.layer.layers import Layer
    from .param_attr import ParamAttr

    attr = ParamAttr._to_attr(attr)
    if isinstance(attr, list):
        raise TypeError("(InvalidType) create_parameter: `attr` is a list for one parameter.")
    if attr is not False and attr.name is None and name is not None:
        from copy import copy

        attr = copy(attr)
        attr.name = name
    maker = Layer("create_parameter", dtype)
    return maker.create_parameter(shape, attr, dtype, is_bias, default_initializer)
