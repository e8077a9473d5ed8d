"""What is said about a parameter before it is made."""

__all__ = ["ParamAttr"]


def _check(name, value, kinds):
    if not isinstance(value, kinds):
        expected = ", ".join(kind.__name__ for kind in kinds)
        raise TypeError(
            f"(InvalidType) ParamAttr: argument `{name}` has the wrong type.\n"
            f"  Expected: {expected}\n  Received: {type(value).__name__}"
        )


class ParamAttr:
    """Name, first values, learning rate, decay and clipping of one parameter.

    Args:
        name (str, optional): its name; by default made from the layer's, as
            ``linear_0.w_0``.
        initializer (paddle.nn.initializer.Initializer, optional): gives the
            first values; by default the layer's own choice.
        learning_rate (float): times the optimizer's learning rate.
        regularizer (paddle.regularizer.L1Decay|L2Decay, optional): replaces the
            optimizer's ``weight_decay`` for this parameter.
        trainable (bool): False makes a parameter with ``stop_gradient``.
        do_model_average (bool): whether averaging of models includes it.
        need_clip (bool): whether the optimizer's ``grad_clip`` counts it.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: ``name`` is empty.

    Examples:
        >>> import paddle
        >>> attr = paddle.ParamAttr(learning_rate=0.5, trainable=True)
        >>> layer = paddle.nn.Linear(3, 4, weight_attr=attr)
        >>> layer.weight.optimize_attr
        {'learning_rate': 0.5}
    """

    def __init__(
        self,
        name=None,
        initializer=None,
        learning_rate=1.0,
        regularizer=None,
        trainable=True,
        do_model_average=True,
        need_clip=True,
    ):
        from ..nn.initializer import Initializer
        from ..regularizer import WeightDecayRegularizer

        none = type(None)
        _check("name", name, (str, none))
        _check("initializer", initializer, (Initializer, none))
        _check("learning_rate", learning_rate, (float, int))
        _check("regularizer", regularizer, (WeightDecayRegularizer, none))
        _check("trainable", trainable, (bool,))
        _check("do_model_average", do_model_average, (bool,))
        _check("need_clip", need_clip, (bool,))
        if name == "":
            raise ValueError(
                "(InvalidArgument) ParamAttr: argument `name` is empty; leave it out for a made name."
            )
        self.name = name
        self.initializer = initializer
        self.learning_rate = learning_rate
        self.regularizer = regularizer
        self.trainable = trainable
        self.do_model_average = do_model_average
        self.need_clip = need_clip

    @staticmethod
    def _to_attr(arg):
        """What layers accept as ``weight_attr`` as a ParamAttr; False for no parameter."""
        if arg is None or arg is True or (isinstance(arg, str) and not arg):
            return ParamAttr()
        if arg is False or isinstance(arg, ParamAttr):
            return arg
        if isinstance(arg, (list, tuple)):
            return [ParamAttr._to_attr(one) for one in arg]
        if isinstance(arg, str):
            return ParamAttr(name=arg)
        from ..nn.initializer import Initializer
        from ..regularizer import WeightDecayRegularizer

        if isinstance(arg, Initializer):
            return ParamAttr(initializer=arg)
        if isinstance(arg, WeightDecayRegularizer):
            return ParamAttr(regularizer=arg)
        raise TypeError(
            "(InvalidType) a parameter attribute has the wrong type.\n"
            "  Expected: ParamAttr, str, Initializer, regularizer, bool or None\n"
            f"  Received: {type(arg).__name__}"
        )
