"""to_static(check=True): the plain function beside the captured one."""

from .. import _C


def _leaves(value, path="result"):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}[{key!r}]")
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield from _leaves(item, f"{path}[{i}]")
    else:
        yield path, value


def _differs(a, b):
    if isinstance(a, _C.Tensor) and isinstance(b, _C.Tensor):
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"{a.dtype}{a.shape} is not {b.dtype}{b.shape}"
        same = a.detach().numpy().tobytes() == b.detach().numpy().tobytes()
        return "" if same else f"{a} is not {b}"
    try:
        return "" if bool(a == b) or a is b or type(a) is type(b) else f"{a!r} is not {b!r}"
    except Exception:  # a comparison of the user's own
        return ""


def compare(plain, captured, args, kwargs):
    """The captured function's result; raises AssertionError where the plain one gives another.

    The plain function runs first and its in-place changes are undone for tensors among the arguments;
    functions with other side effects run them twice.
    """
    state = _C.get_rng_state() if hasattr(_C, "get_rng_state") else None
    tensors = [t for _, t in _leaves([args, kwargs]) if isinstance(t, _C.Tensor)]
    before = [t.detach().clone() for t in tensors]
    expected = plain(*args, **kwargs)
    for t, kept in zip(tensors, before, strict=True):
        if t.detach().numpy().tobytes() != kept.numpy().tobytes():
            t.detach().copy_(kept)
    if state is not None:
        _C.set_rng_state(state)
    got = captured(*args, **kwargs)
    pairs = zip(_leaves(got), _leaves(expected), strict=True)
    for (path, a), (_, b) in pairs:
        why = _differs(a, b)
        if why:
            raise AssertionError(f"to_static: {path} differs from the plain function: {why}")
    return got
