"""Clipping of gradients before an optimizer's step."""

import math

import paddle

from .. import _C
from ..framework import static_mode

_squared_l2_norm = _C.ops["squared_l2_norm"]

__all__ = ["ClipGradByGlobalNorm", "ClipGradByNorm", "ClipGradByValue"]


class ClipGradBase:
    """Called with pairs ``(param, grad)``, returns pairs with clipped gradients.

    Parameters with ``need_clip`` False keep their gradient; pairs without a
    gradient are left out.
    """

    def __call__(self, params_grads):
        pairs = [(p, g) for p, g in params_grads if g is not None]
        params, grads = [p for p, _ in pairs], [g for _, g in pairs]
        return list(zip(params, self._clip_gradients(params, grads), strict=True))

    def _clip_gradients(self, params, grads):
        """The same on two lists; what optimizers call."""
        chosen = [i for i, p in enumerate(params) if getattr(p, "need_clip", True)]
        if len(chosen) == len(params):
            return self._clip(grads)
        grads = list(grads)
        for i, grad in zip(chosen, self._clip([grads[i] for i in chosen]), strict=True):
            grads[i] = grad
        return grads

    def _clip(self, grads):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__} does not say how to clip")


GradientClipBase = ClipGradBase


class ClipGradByValue(ClipGradBase):
    """Holds every element of every gradient in [min, max].

    Args:
        max (float): the greatest value.
        min (float, optional): the least value, by default ``-max``.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> clip = paddle.nn.ClipGradByValue(max=1.0)
        >>> sgd = paddle.optimizer.SGD(0.1, layer.parameters(), grad_clip=clip)
    """

    def __init__(self, max, min=None):
        if min is None:
            if not max > 0.0:
                raise ValueError(
                    f"(InvalidArgument) ClipGradByValue: `max` must be positive, received {max}"
                )
            min = -max
        self.max, self.min = float(max), float(min)

    def __str__(self):
        return f"Clip Gradient By Value, min = {self.min:f}, max={self.max:f}"

    def _clip(self, grads):
        with paddle.no_grad():
            return [paddle.clip(grad, self.min, self.max) for grad in grads]


class ClipGradByNorm(ClipGradBase):
    """Shortens each gradient whose 2-norm is over ``clip_norm`` to that length.

    Args:
        clip_norm (float): the greatest norm.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> clip = paddle.nn.ClipGradByNorm(clip_norm=1.0)
        >>> sgd = paddle.optimizer.SGD(0.1, layer.parameters(), grad_clip=clip)
    """

    def __init__(self, clip_norm):
        self.clip_norm = float(clip_norm)

    def __str__(self):
        return f"Gradient Clip By Norm, clip_norm={self.clip_norm:f}"

    def _clip(self, grads):
        return [_scaled([grad], self.clip_norm)[0] for grad in grads]


class ClipGradByGlobalNorm(ClipGradBase):
    r"""Shortens all gradients alike where their norm as one vector is over ``clip_norm``.

    ``grad * clip_norm / max(global_norm, clip_norm)``. Pascanu et al., 2013.

    Args:
        clip_norm (float): the greatest norm.
        group_name (str): accepted.
        auto_skip_clip (bool): accepted: nothing is done where nothing is over.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> clip = paddle.nn.ClipGradByGlobalNorm(clip_norm=1.0)
        >>> sgd = paddle.optimizer.SGD(0.1, layer.parameters(), grad_clip=clip)
    """

    def __init__(self, clip_norm, group_name="default_group", auto_skip_clip=False):
        if not isinstance(auto_skip_clip, bool):
            raise TypeError("(InvalidType) ClipGradByGlobalNorm: `auto_skip_clip` must be a bool")
        self.clip_norm = float(clip_norm)
        self.group_name, self.auto_skip_clip = group_name, auto_skip_clip

    def __str__(self):
        return f"Gradient Clip By GlobalNorm, global_norm={self.clip_norm:f}"

    def _clip(self, grads):
        return _scaled(grads, self.clip_norm)


def _squared_norm(tensors):
    """The sum of the squares of all elements, as a float; any mix of dtypes."""
    by_dtype = {}
    for tensor in tensors:
        by_dtype.setdefault(tensor.dtype, []).append(tensor)
    return sum(float(_squared_l2_norm(same)) for same in by_dtype.values())


def stays_tensor():
    """Whether a program is being made, in which the norm has no value yet."""
    return static_mode.current() is not None or _C.is_tracing()


def _scaled(grads, clip_norm):
    if grads and stays_tensor():
        return _scaled_by_tensor(grads, clip_norm)
    norm = math.sqrt(_squared_norm(grads)) if grads else 0.0
    if norm <= clip_norm:  # not where it is NaN: that must show
        return grads
    factor = clip_norm / norm
    with paddle.no_grad():
        return [grad * factor for grad in grads]


def norm_tensor(grads):
    """The 2-norm of all elements, float64."""
    by_dtype = {}
    for grad in grads:
        by_dtype.setdefault(grad.dtype, []).append(grad)
    squares = [_squared_l2_norm(same).astype("float64") for same in by_dtype.values()]
    return paddle.add_n(squares).sqrt()


def _scaled_by_tensor(grads, clip_norm):
    """The same where the norm has no value yet."""
    with paddle.no_grad():
        norm = norm_tensor(grads)
        factor = clip_norm / paddle.clip(norm, min=clip_norm)
        return [times(grad, factor) for grad in grads]


def times(grad, factor):
    """``grad * float(factor)``, also where the dtype of ``grad`` is too narrow for the factor."""
    if grad.dtype in (paddle.float16, paddle.bfloat16):
        return (grad.astype("float32") * factor.astype("float32")).astype(grad.dtype)
    return grad * factor.astype(grad.dtype)
