"""Models and optimizers whose parameters are narrow."""

import paddle

from .. import _C


class _SaveAs:
    """A hook of state dicts: floating tensors in another dtype."""

    def __init__(self, dtype):
        self.dtype = dtype

    def __call__(self, state):
        for key, value in state.items():
            if value.is_floating_point() and str(value.dtype) != f"paddle.{self.dtype}":
                state[key] = value.detach().astype(self.dtype)
                state[key].name = value.name


def _exclude(models, excluded):
    if excluded is None:
        return
    message = (
        "(InvalidType) decorate: argument `excluded_layers` has the wrong type.\n"
        "  Expected: a Layer, a class of layers, or a list of them\n  Received: "
    )
    classes = []
    for one in excluded if isinstance(excluded, (list, tuple)) else [excluded]:
        if isinstance(one, paddle.nn.Layer):
            for layer in one.sublayers(include_self=True):
                layer._cast_to_low_precision = False
        elif isinstance(one, type) and issubclass(one, paddle.nn.Layer):
            classes.append(one)
        else:
            raise TypeError(message + type(one).__name__)
    for model in models:
        for layer in model.sublayers(include_self=True):
            if isinstance(layer, tuple(classes)):
                layer._cast_to_low_precision = False


def _stays_wide(layer, dtype):
    nn = paddle.nn
    norms = (nn.BatchNorm, nn.BatchNorm1D, nn.BatchNorm2D, nn.BatchNorm3D, nn.SyncBatchNorm)
    if not getattr(layer, "_cast_to_low_precision", True) or isinstance(layer, norms):
        return True
    if layer._dtype == "float16":
        return True
    norms = (nn.LayerNorm, nn.InstanceNorm1D, nn.InstanceNorm2D, nn.InstanceNorm3D)
    return dtype == "float16" and isinstance(layer, norms)


def _all_of(name, value, kind):
    values = value if isinstance(value, (list, tuple)) else [value]
    for one in values:
        if not isinstance(one, kind):
            raise (TypeError if one is value else RuntimeError)(
                f"(InvalidType) decorate: argument `{name}` has the wrong type.\n"
                f"  Expected: {kind.__name__}, or a list of them\n  Received: {type(one).__name__}"
            )
    return values


def amp_decorate(
    models,
    optimizers=None,
    level="O1",
    dtype="float16",
    master_weight=None,
    save_dtype=None,
    master_grad=False,
    excluded_layers=None,
):
    """`decorate` by its older name; takes the same arguments.

    Examples:
        >>> import paddle
        >>> layer = paddle.amp.amp_decorate(paddle.nn.Linear(2, 2), level="O2", dtype="bfloat16")
        >>> layer.weight.dtype
        paddle.bfloat16
    """
    return decorate(
        models, optimizers, level, dtype, master_weight, save_dtype, master_grad, excluded_layers
    )


def decorate(
    models,
    optimizers=None,
    level="O1",
    dtype="float16",
    master_weight=None,
    save_dtype=None,
    master_grad=False,
    excluded_layers=None,
):
    """Prepares models and optimizers for `auto_cast`.

    Level ``O2`` casts the parameters to the narrow type, but those of batch norms (for float16 also of layer and
    instance norms), and optimizers keep a float32 copy of each. Level ``O1`` changes nothing.

    Args:
        models (Layer|list[Layer]): changed in place.
        optimizers (Optimizer|list[Optimizer], optional): of these models.
        level (str): ``"O1"`` or ``"O2"``.
        dtype (str): ``"float16"`` or ``"bfloat16"``.
        master_weight (bool, optional): False: no float32 copies.
        save_dtype (str, optional): the dtype of what ``state_dict`` gives.
        master_grad (bool): gradients of narrow parameters are float32.
        excluded_layers (Layer|type|list, optional): layers, or their classes, that keep their parameters.

    Returns:
        The models, and the optimizers where there are any, as they were given.

    Raises:
        ValueError: the level or a dtype is another.
        TypeError: an argument has the wrong type.

    Examples:
        >>> import paddle
        >>> model = paddle.nn.Linear(4, 2)
        >>> adam = paddle.optimizer.Adam(parameters=model.parameters())
        >>> model, adam = paddle.amp.decorate(model, adam, level="O2", dtype="bfloat16")
        >>> with paddle.amp.auto_cast(level="O2", dtype="bfloat16"):
        ...     loss = model(paddle.ones([3, 4])).mean()
        >>> loss.backward()
        >>> adam.step()
        >>> model.weight.dtype
        paddle.bfloat16
    """
    if level not in ("O1", "O2"):
        raise ValueError(
            "(InvalidArgument) decorate: argument `level` has the wrong value.\n"
            f"  Expected: O1 or O2\n  Received: {level}"
        )
    dtype = str(dtype).removeprefix("paddle.")
    if dtype not in ("float16", "bfloat16"):
        raise ValueError(
            "(InvalidArgument) decorate: argument `dtype` has the wrong value.\n"
            f"  Expected: float16 or bfloat16\n  Received: {dtype}"
        )
    if save_dtype not in (None, "float16", "bfloat16", "float32", "float64"):
        raise ValueError(
            "(InvalidArgument) decorate: argument `save_dtype` has the wrong value.\n"
            f"  Expected: float16, bfloat16, float32 or float64\n  Received: {save_dtype}"
        )
    if level == "O2":
        _narrow(_all_of("models", models, paddle.nn.Layer), dtype, excluded_layers)
        _finish(models, optimizers, master_weight, save_dtype, master_grad)
    return models if optimizers is None else (models, optimizers)


def _narrow(models, dtype, excluded_layers):
    _exclude(models, excluded_layers)
    for model in models:
        for layer in model.sublayers(include_self=True):
            if not _stays_wide(layer, dtype):
                layer._convert(None, dtype, deep=False, floating_only=True)


def _finish(models, optimizers, master_weight, save_dtype, master_grad):
    models = models if isinstance(models, (list, tuple)) else [models]
    if optimizers is not None:
        for optimizer in _all_of("optimizers", optimizers, paddle.optimizer.Optimizer):
            optimizer._multi_precision = master_weight is not False
            optimizer._plans.clear()
    for model in models:
        for param in model.parameters() if master_grad else ():
            if param.dtype in (_C.float16, _C.bfloat16):
                _C.want_wide_grad(param)
        for layer in model.sublayers(include_self=True) if save_dtype is not None else ():
            layer.register_state_dict_hook(_SaveAs(save_dtype))
