"""Weights computed from other parameters before each call of a layer."""

import paddle

from .. import functional as F


def _along(v, dim):
    """The axes other than ``dim``; all of them for -1."""
    return [axis for axis in range(v.ndim) if axis != dim]


def _shaped(g, v, dim):
    return g if dim == -1 else g.reshape([-1 if axis == dim else 1 for axis in range(v.ndim)])


class WeightNorm:
    """The pre-hook that sets ``weight = g * v / norm(v)``."""

    def __init__(self, name, dim):
        self.name, self.dim = name, dim

    def norm(self, v):
        """The norm of each slice of ``v``."""
        return (v * v).sum(_along(v, self.dim)).sqrt()

    def compute_weight(self, layer):
        """The weight as the layer's parameters stand."""
        g, v = getattr(layer, self.name + "_g"), getattr(layer, self.name + "_v")
        norm = (v * v).sum(_along(v, self.dim), keepdim=self.dim != -1).sqrt()
        return v * (_shaped(g, v, self.dim) / norm.clip(1e-12))

    def __call__(self, layer, inputs):
        setattr(layer, self.name, self.compute_weight(layer))


def _hook_of(layer, kind, name):
    for key, hook in layer._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:
            return key, hook
    return None, None


def weight_norm(layer, name="weight", dim=0):
    r"""Splits a weight into its direction ``v`` and its length ``g``.

    ``w = g * v / norm(v)``, where the norm is over the axes other than ``dim``.
    Salimans and Kingma, 2016. The layer gets parameters ``<name>_g`` and
    ``<name>_v`` in place of ``<name>``.

    Args:
        layer (Layer): changed in place.
        name (str): of the weight.
        dim (int|None): the axis with a length of its own each; None: one length.

    Returns:
        Layer: the same.

    Raises:
        RuntimeError: the weight is split already.
        ValueError: ``dim`` is out of range.

    Examples:
        >>> import paddle
        >>> conv = paddle.nn.utils.weight_norm(paddle.nn.Conv2D(3, 5, 3))
        >>> conv.weight_g.shape, conv.weight_v.shape
        (paddle.Size([5]), paddle.Size([5, 3, 3, 3]))
    """
    if _hook_of(layer, WeightNorm, name)[1]:
        raise RuntimeError(f"(PreconditionNotMet) weight_norm: `{name}` is split already")
    weight = getattr(layer, name)
    if dim is not None and not -weight.ndim <= dim < weight.ndim:
        raise ValueError(
            f"(InvalidArgument) weight_norm: argument `dim` is out of range.\n  Expected: in "
            f"[{-weight.ndim}, {weight.ndim})\n  Received: {dim}"
        )
    hook = WeightNorm(name, -1 if dim is None or dim == -1 else dim % weight.ndim)
    del layer._parameters[name]
    with paddle.no_grad():
        length = hook.norm(weight.detach())
    for suffix, value in (("_v", weight.detach()), ("_g", length)):
        param = layer.create_parameter(list(value.shape), dtype=value.dtype)
        param.set_value(value)
        layer.add_parameter(name + suffix, param)
    setattr(layer, name, hook.compute_weight(layer))
    layer.register_forward_pre_hook(hook)
    return layer


def remove_weight_norm(layer, name="weight"):
    """Undoes ``weight_norm``: the weight is a parameter again.

    Args:
        layer (Layer): changed in place.
        name (str): of the weight.

    Returns:
        Layer: the same.

    Raises:
        ValueError: the weight is not split.

    Examples:
        >>> import paddle
        >>> conv = paddle.nn.utils.weight_norm(paddle.nn.Conv2D(3, 5, 3))
        >>> conv = paddle.nn.utils.remove_weight_norm(conv)
        >>> sorted(name for name, _ in conv.named_parameters())
        ['bias', 'weight']
    """
    key, hook = _hook_of(layer, WeightNorm, name)
    if hook is None:
        raise ValueError(f"(InvalidArgument) remove_weight_norm: `{name}` is not split in {layer}")
    with paddle.no_grad():
        value = hook.compute_weight(layer)
    delattr(layer, name)
    del layer._parameters[name + "_g"]
    del layer._parameters[name + "_v"]
    param = layer.create_parameter(list(value.shape), dtype=value.dtype)
    param.set_value(value)
    layer.add_parameter(name, param)
    del layer._forward_pre_hooks[key]
    return layer


class SpectralNormHook:
    """The pre-hook that divides a weight by its greatest singular value."""

    def __init__(self, name, iterations, dim, eps):
        self.name, self.iterations, self.dim, self.eps = name, iterations, dim, eps

    def matrix(self, weight):
        """The weight with axis ``dim`` as rows."""
        return weight.moveaxis(self.dim, 0).reshape([weight.shape[self.dim], -1])

    def compute_weight(self, layer, iterate):
        """The weight over its greatest singular value."""
        weight = getattr(layer, self.name + "_orig")
        matrix = self.matrix(weight)
        u, v = getattr(layer, self.name + "_u"), getattr(layer, self.name + "_v")
        if iterate:
            with paddle.no_grad():
                fixed = matrix.detach()
                for _ in range(self.iterations):
                    new_v = F.normalize(fixed.t().matmul(u), axis=0, epsilon=self.eps)
                    new_u = F.normalize(fixed.matmul(new_v), axis=0, epsilon=self.eps)
                    v.set_value(new_v)
                    u.set_value(new_u)
        u, v = u.detach().clone(), v.detach().clone()
        return weight / u.matmul(matrix.matmul(v))

    def __call__(self, layer, inputs):
        setattr(layer, self.name, self.compute_weight(layer, layer.training))


def spectral_norm(layer, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a weight by its greatest singular value before each call.

    Miyato et al., 2018. The layer gets a parameter ``<name>_orig`` and the
    buffers ``<name>_u`` and ``<name>_v`` of the power iteration.

    Args:
        layer (Layer): changed in place.
        name (str): of the weight.
        n_power_iterations (int): for each call in training, default 1.
        eps (float): default 1e-12.
        dim (int, optional): the axis of outputs; by default 1 for Linear and the
            transposed convolutions, else 0.

    Returns:
        Layer: the same.

    Raises:
        RuntimeError: the weight has the hook already.
        ValueError: ``n_power_iterations`` is not positive.

    Examples:
        >>> import paddle
        >>> conv = paddle.nn.utils.spectral_norm(paddle.nn.Conv2D(3, 1, 3))
        >>> sorted(name for name, _ in conv.named_parameters())
        ['bias', 'weight_orig']
    """
    from ..layer.common import Linear
    from ..layer.conv import _ConvNd

    if n_power_iterations <= 0:
        raise ValueError(
            f"(InvalidArgument) spectral_norm: n_power_iterations must be positive, received {n_power_iterations}"
        )
    if _hook_of(layer, SpectralNormHook, name)[1]:
        raise RuntimeError(f"(PreconditionNotMet) spectral_norm: `{name}` has the hook already")
    if dim is None:
        transposed = isinstance(layer, _ConvNd) and layer._transposed
        dim = 1 if isinstance(layer, Linear) or transposed else 0
    hook = SpectralNormHook(name, n_power_iterations, dim, eps)
    weight = layer._parameters[name]
    rows, columns = hook.matrix(weight.detach()).shape
    del layer._parameters[name]
    layer.add_parameter(name + "_orig", weight)
    for suffix, size in (("_u", rows), ("_v", columns)):
        start = F.normalize(paddle.randn([size]).astype(weight.dtype), axis=0, epsilon=eps)
        layer.register_buffer(name + suffix, start)
    setattr(layer, name, hook.compute_weight(layer, True))
    layer.register_forward_pre_hook(hook)
    return layer
