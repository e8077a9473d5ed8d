"""Clipping of the gradients of parameters, in place."""

import math

import paddle

from ..clip import _squared_norm, norm_tensor, stays_tensor, times


def _with_grad(parameters):
    if isinstance(parameters, paddle.Tensor):
        parameters = [parameters]
    return [p for p in parameters if p.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """Shortens all gradients alike where their norm as one vector is over ``max_norm``.

    Args:
        parameters (Tensor|iterable[Tensor]): whose ``grad`` is changed in place.
        max_norm (float): the greatest norm.
        norm_type (float): 1, 2 or inf (0 counts elements that are not zero).
        error_if_nonfinite (bool): raises RuntimeError where the norm is no number.

    Returns:
        Tensor: the norm before clipping, 0-D.

    Raises:
        ValueError: the norm type is not known.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0, 4.0], stop_gradient=False)
        >>> (x * x / 2).sum().backward()
        >>> float(paddle.nn.utils.clip_grad_norm_(x, max_norm=1.0))
        5.0
    """
    if norm_type not in (0, 1, 2, math.inf):
        raise ValueError(
            f"(InvalidArgument) clip_grad_norm_: unknown norm_type.\n  Expected: 0, 1, 2 or inf\n"
            f"  Received: {norm_type}"
        )
    chosen = _with_grad(parameters)
    if not chosen:
        return paddle.to_tensor(0.0)
    with paddle.no_grad():
        grads = [p.grad for p in chosen]
        if norm_type and not error_if_nonfinite and stays_tensor():
            return _clipped_by_tensor(chosen, grads, max_norm, norm_type)
        if norm_type == 2:
            norm = math.sqrt(_squared_norm(grads))
        elif norm_type == math.inf:
            parts = [float(g.abs().max()) for g in grads]
            norm = math.nan if any(part != part for part in parts) else max(parts)
        elif norm_type == 1:
            norm = sum(float(g.abs().sum()) for g in grads)
        else:
            norm = float(sum(int((g != 0).astype("int64").sum()) > 0 for g in grads))
        if error_if_nonfinite and not math.isfinite(norm):
            raise RuntimeError(
                f"(PreconditionNotMet) clip_grad_norm_: the norm of order {norm_type} is {norm}, so the gradients can "
                "not be clipped.\n  Hint: error_if_nonfinite=False scales them all the same."
            )
        factor = max_norm / (norm + 1e-6)
        if not factor >= 1.0:
            for p, grad in zip(chosen, grads, strict=True):
                p.grad = grad * factor
        return paddle.to_tensor(norm, dtype=grads[0].dtype)


def _clipped_by_tensor(chosen, grads, max_norm, norm_type):
    """The same where the norm has no value yet."""
    if norm_type == 2:
        norm = norm_tensor(grads)
    elif norm_type == math.inf:
        norm = paddle.stack([g.abs().max().astype("float64") for g in grads]).max()
    else:
        norm = paddle.add_n([g.abs().sum().astype("float64") for g in grads])
    factor = paddle.clip(max_norm / (norm + 1e-6), max=1.0)
    for p, grad in zip(chosen, grads, strict=True):
        p.grad = times(grad, factor)
    return norm.astype(grads[0].dtype)


def clip_grad_value_(parameters, clip_value):
    """Holds every element of every gradient in [-clip_value, clip_value], in place.

    Args:
        parameters (Tensor|iterable[Tensor]): whose ``grad`` is changed.
        clip_value (float): the greatest size.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0, 4.0], stop_gradient=False)
        >>> (x * x / 2).sum().backward()
        >>> paddle.nn.utils.clip_grad_value_(x, 3.5)
        >>> x.grad.tolist()
        [3.0, 3.5]
    """
    clip_value = float(clip_value)
    with paddle.no_grad():
        for p in _with_grad(parameters):
            p.grad = paddle.clip(p.grad, -clip_value, clip_value)
