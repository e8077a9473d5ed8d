"""Hooks on what is kept for the backward pass."""

from .. import _C


class saved_tensors_hooks:  # noqa: N801
    """What is recorded inside is kept for the backward pass as `pack_hook` makes it, and given back by `unpack_hook`.

    Args:
        pack_hook (callable): Takes a tensor that a gradient needs; what it returns is kept in its place.
        unpack_hook (callable): Takes that and returns a tensor of the same shape and dtype.

    Raises:
        TypeError: At the backward pass, where `unpack_hook` returns no tensor.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0], stop_gradient=False)
        >>> with paddle.autograd.saved_tensors_hooks(lambda t: t.numpy(), paddle.to_tensor):
        ...     y = x * x
        >>> y.backward()
        >>> x.grad.tolist()
        [6.0]
    """

    def __init__(self, pack_hook, unpack_hook):
        for name, hook in (("pack_hook", pack_hook), ("unpack_hook", unpack_hook)):
            if not callable(hook):
                raise TypeError(
                    f"(InvalidType) saved_tensors_hooks: argument `{name}` has the wrong type.\n"
                    f"  Expected: a callable\n  Received: {type(hook).__name__}"
                )
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        _C.push_saved_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *exception):
        _C.pop_saved_hooks()
