"""A function captured beside the plain one: results, gradients (also whether there are any), arguments afterwards."""

import numpy as np
import paddle


def leaves(value):
    if isinstance(value, dict):
        return [list(value), *(leaf for v in value.values() for leaf in leaves(v))]
    if isinstance(value, (list, tuple)):
        return [type(value), len(value), *(leaf for v in value for leaf in leaves(v))]
    return [value]


def _plain(value):
    if isinstance(value, paddle.Tensor):
        return str(value.dtype), tuple(value.shape), value.stop_gradient, value.detach().numpy()
    return type(value), value


def run(function, arguments, seed, parameters=()):
    """What one call and the backward pass of its results give."""
    paddle.seed(seed)
    given = [paddle.to_tensor(a) if isinstance(a, np.ndarray) else a for a in arguments]
    tensors = [t for t in given if isinstance(t, paddle.Tensor)]
    for t in tensors:
        t.stop_gradient = not t.is_floating_point()
    try:
        flat = leaves(function(*given))
    except (ValueError, RuntimeError, AssertionError, IndexError) as error:
        return [type(error)]
    roots = [v for v in flat if isinstance(v, paddle.Tensor) and not v.stop_gradient]
    if roots:
        try:
            sum((v * v).sum() for v in roots).backward()
        except (
            RuntimeError
        ):  # what a gradient needs was written: captured, it may be known all the same
            return [RuntimeError, "backward"]
    seen = [_plain(v) for v in flat]
    for t in (*tensors, *parameters):
        seen.append("none" if t.grad is None else _plain(t.grad))
        t.grad = None
    return seen + [_plain(t) for t in tensors]


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, np.ndarray):
        return a.shape == b.shape and np.allclose(a, b, 1e-5, 1e-6, equal_nan=True)
    return a is b or a == b


def agree(function, calls, parameters=(), whole=True):
    """Makes the calls, each twice; `whole`: each was one program. The captured function."""
    static = paddle.jit.to_static(function)
    for i, arguments in enumerate([c for c in calls for _ in range(2)]):
        expected = run(function, arguments, i, parameters)
        received = run(static, arguments, i, parameters)
        given_up = expected[:2] == [RuntimeError, "backward"]
        assert given_up or same(received, expected), f"call {i}: {received} instead of {expected}"
        if whole is not None:
            assert (not paddle.jit.report(static).breaks) == whole, paddle.jit.report(static).breaks
    return static


def floats(*values):
    return np.array(values, "float32")


def number(value):
    return np.array(value, "int64")
