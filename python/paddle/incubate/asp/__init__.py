"""Automatic sparsity: weights of which 2 of 4 neighbours are 0, and optimizers that leave them so."""

import warnings

import numpy as np

import paddle

from ...framework import named as _named
from .utils import MaskAlgo, calculate_density, create_mask

__all__ = [
    "add_supported_layer",
    "calculate_density",
    "decorate",
    "prune_model",
    "reset_excluded_layers",
    "set_excluded_layers",
]

_MASK = ".asp_mask"
_ALGORITHMS = {
    "mask_1d": MaskAlgo.MASK_1D,
    "mask_2d_greedy": MaskAlgo.MASK_2D_GREEDY,
    "mask_2d_best": MaskAlgo.MASK_2D_BEST,
}
_excluded = set()


def _prune(weight, m, n, mask_algo, param_name):
    """The weight with zeros, and its mask: groups run along what a product adds up."""
    summed = weight.shape[1] if weight.ndim == 4 else weight.shape[0]
    if weight.ndim not in (2, 4) or summed < m:
        warnings.warn(f"{param_name} is not pruned: it has no {m} inputs.", stacklevel=4)
        return weight, np.ones_like(weight)
    mask = create_mask(weight.T, mask_algo, n, m).T
    return weight * mask, mask


_pruning = {"fc": _prune, "linear": _prune, "conv2d": _prune}


def _snake(name):
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))


def _no_programs(op, program):
    if program is not None:
        raise NotImplementedError(
            f"(Unimplemented) {op}: sparsity of static programs.\n  Hint: prune the layers in dynamic mode."
        )


def add_supported_layer(layer, pruning_func=None):
    """The weights of another kind of layer are pruned, too; Linear and Conv2D are known.

    Args:
        layer (str|type|Layer): A class of layers, a layer, or the beginning of its parameters' names.
        pruning_func (callable, optional): ``pruning_func(weight, m, n, mask_algo, param_name)`` gives the pruned
            weight and its mask, both arrays of numpy. By default that of Linear.

    Raises:
        TypeError: ``layer`` is none of these.

    Examples:
        >>> import paddle
        >>> paddle.incubate.asp.add_supported_layer(paddle.nn.Bilinear)
    """
    if isinstance(layer, type) and issubclass(layer, paddle.nn.Layer):
        name = _snake(layer.__name__)
    elif isinstance(layer, paddle.nn.Layer):
        name = _snake(type(layer).__name__)
    elif isinstance(layer, str):
        name = layer
    else:
        raise TypeError(
            "(InvalidType) add_supported_layer: argument `layer` has the wrong type.\n"
            f"  Expected: str, Layer or a class of layers\n  Received: {type(layer).__name__}"
        )
    _pruning[name] = _prune if pruning_func is None else pruning_func


def set_excluded_layers(param_names, main_program=None):
    """Parameters whose names hold one of these texts are not pruned.

    Args:
        param_names (list[str]): Names of parameters, or parts of them.
        main_program (Program, optional): Only None: layers.

    Raises:
        NotImplementedError: There is a program.

    Examples:
        >>> import paddle
        >>> paddle.incubate.asp.set_excluded_layers(["linear_1"])
        >>> paddle.incubate.asp.reset_excluded_layers()
    """
    _no_programs("set_excluded_layers", main_program)
    _excluded.update([param_names] if isinstance(param_names, str) else param_names)


def reset_excluded_layers(main_program=None):
    """All parameters of supported layers are pruned again.

    Args:
        main_program (Program, optional): Only None: layers.

    Raises:
        NotImplementedError: There is a program.

    Examples:
        >>> import paddle
        >>> paddle.incubate.asp.reset_excluded_layers()
    """
    _no_programs("reset_excluded_layers", main_program)
    _excluded.clear()


def _pruning_of(layer, param):
    """The function that prunes a parameter of a layer, or None."""
    if len(param.shape) < 2 or any(text in param.name for text in _excluded):
        return None
    before_dot = param.name.split(".")[0]
    for name in (
        param.name,
        before_dot,
        before_dot.rpartition("_")[0],
        _snake(type(layer).__name__),
    ):
        if name in _pruning:
            return _pruning[name]
    return None


def _supported(model):
    """(parameter, its pruning function) of what can be pruned, each once."""
    seen = set()
    for layer in model.sublayers(include_self=True):
        for param in layer.parameters(include_sublayers=False):
            function = _pruning_of(layer, param)
            if function is not None and id(param) not in seen:
                seen.add(id(param))
                yield param, function


def prune_model(model, n=2, m=4, mask_algo="mask_1d", with_mask=True):
    """Sets the smallest weights of the supported layers to 0: n of m neighbours along what a product adds up.

    Weights with fewer than m inputs, biases and excluded parameters stay as they are.

    Args:
        model (Layer): What is pruned, in place.
        n (int): How many of a group go (mask_1d), or stay in each row and column of a block (mask_2d_*).
        m (int): The size of a group.
        mask_algo (str): "mask_1d", "mask_2d_greedy" or "mask_2d_best" (blocks of m x m).
        with_mask (bool): Keep the masks for the steps of a decorated optimizer.

    Returns:
        dict[str, Tensor]: The mask of each pruned parameter, by the parameter's name.

    Raises:
        TypeError: ``model`` is no layer.
        ValueError: There is no such ``mask_algo``, or ``n`` is not in [1, m].
        NotImplementedError: ``model`` is a static program.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(8, 8)
        >>> masks = paddle.incubate.asp.prune_model(layer)
        >>> paddle.incubate.asp.calculate_density(layer.weight)
        0.5
    """
    if mask_algo not in _ALGORITHMS:
        raise ValueError(
            "(InvalidArgument) prune_model: argument `mask_algo` is wrong.\n"
            f"  Expected: one of {list(_ALGORITHMS)}\n  Received: {mask_algo!r}"
        )
    if type(model).__name__ == "Program":
        _no_programs("prune_model", model)
    if not isinstance(model, paddle.nn.Layer):
        raise TypeError(
            "(InvalidType) prune_model: argument `model` has the wrong type.\n"
            f"  Expected: Layer\n  Received: {type(model).__name__}"
        )
    masks = {}
    for param, function in _supported(model):
        array, dtype = param.numpy(), param.dtype
        if dtype in (paddle.float16, paddle.bfloat16):
            array = param.astype("float32").numpy()
        pruned, mask = function(array, m, n, _ALGORITHMS[mask_algo], param.name)
        mask = paddle.to_tensor(mask, dtype=dtype)
        param.set_value(paddle.to_tensor(pruned, dtype=dtype))
        masks[param.name] = mask
        if with_mask:
            param._asp_mask = mask
    return masks


class OptimizerWithSparsityGuarantee:
    """What `decorate` gives: an optimizer whose steps leave the zeros of pruned parameters zeros.

    Args:
        optimizer (Optimizer): What computes the steps.
    """

    def __init__(self, optimizer):
        self._optimizer = optimizer

    def __getattr__(self, name):
        if name.startswith("__") or name == "_optimizer":
            raise AttributeError(name)
        return getattr(self._optimizer, name)

    def _masked(self):
        for group in self._optimizer._parameter_list:
            for param in group["params"] if isinstance(group, dict) else (group,):
                mask = getattr(param, "_asp_mask", None)
                if mask is not None:
                    yield param, mask

    @paddle.no_grad()
    def _mask(self):
        for param, mask in self._masked():
            param.multiply_(mask)

    def step(self):
        """A step of the optimizer; what the masks leave out is 0 again."""
        self._optimizer.step()
        self._mask()

    def minimize(self, loss, startup_program=None, parameters=None, no_grad_set=None):
        """As the optimizer's; what the masks leave out is 0 again."""
        if not paddle.in_dynamic_mode():
            _no_programs("minimize", loss)
        result = self._optimizer.minimize(loss, startup_program, parameters, no_grad_set)
        self._mask()
        return result

    def state_dict(self):
        """The optimizer's state, and the masks.

        Returns:
            dict
        """
        state = self._optimizer.state_dict()
        state.update({param.name + _MASK: mask for param, mask in self._masked()})
        return state

    def set_state_dict(self, state_dict):
        """Takes a state that `state_dict` gave; the masks go to the parameters.

        Args:
            state_dict (dict): The state.
        """
        rest = dict(state_dict)
        for group in self._optimizer._parameter_list:
            for param in group["params"] if isinstance(group, dict) else (group,):
                mask = rest.pop(param.name + _MASK, None)
                if mask is not None:
                    param._asp_mask = paddle.to_tensor(mask, dtype=param.dtype)
        return self._optimizer.set_state_dict(rest)


def decorate(optimizer):
    """An optimizer whose steps leave what `prune_model` made 0.

    Args:
        optimizer (Optimizer): Any, with its parameters.

    Returns:
        OptimizerWithSparsityGuarantee

    Raises:
        TypeError: It is no optimizer.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(8, 8)
        >>> optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        >>> optimizer = paddle.incubate.asp.decorate(optimizer)
        >>> masks = paddle.incubate.asp.prune_model(layer)
        >>> layer(paddle.ones([2, 8])).sum().backward()
        >>> optimizer.step()
        >>> paddle.incubate.asp.calculate_density(layer.weight)
        0.5
    """
    if not isinstance(optimizer, paddle.optimizer.Optimizer):
        raise TypeError(
            "(InvalidType) decorate: argument `optimizer` has the wrong type.\n"
            f"  Expected: Optimizer\n  Received: {type(optimizer).__name__}"
        )
    return OptimizerWithSparsityGuarantee(optimizer)


_named.install(globals(), __name__)
