"""Recomputation: what a function makes on the way is not kept for the backward pass, but computed once more there."""

import contextlib
import random
import weakref

import numpy as np

import paddle

from ... import _C
from ...autograd.saved_tensors import saved_tensors_hooks

__all__ = ["recompute", "recompute_sequential"]


def recompute(function, *args, **kwargs):
    """Calls a function whose inner results are not kept for the backward pass: it runs once more there.

    Less memory is needed, for more time. Gradients are those of a plain call. In captured functions
    (`paddle.jit.to_static`) it is a plain call, for they choose by themselves what to compute again.

    Args:
        function (callable): A Layer or a function.
        *args: Its arguments.
        **kwargs: Its keywords, and ``preserve_rng_state`` (bool, default True): the second run draws the random
            numbers of the first; ``use_reentrant``, ``offload_indices``: accepted.

    Returns:
        What the function returns.

    Raises:
        RuntimeError: In the backward pass, where an argument was changed in place, or the function did something else
            in its second run.

    Examples:
        >>> import paddle
        >>> from paddle.distributed.fleet.utils import recompute
        >>> layer = paddle.nn.Sequential(paddle.nn.Linear(2, 8), paddle.nn.ReLU(), paddle.nn.Linear(8, 1))
        >>> x = paddle.ones([4, 2])
        >>> recompute(layer, x).sum().backward()
        >>> layer[0].weight.grad.shape
        paddle.Size([2, 8])
    """
    preserve = kwargs.pop("preserve_rng_state", True)
    kwargs.pop("use_reentrant", None)
    kwargs.pop("offload_indices", None)
    if not paddle.is_grad_enabled() or _C.is_tracing():
        return function(*args, **kwargs)
    segment = _Segment(function, args, kwargs, preserve)
    with saved_tensors_hooks(segment.pack, segment.unpack):
        return function(*args, **kwargs)


def recompute_sequential(ctx, functions, *args, **kwargs):
    """Calls functions one after the other; all but the last part of them are recomputed, part by part.

    Args:
        ctx (dict): ``segments`` (int, default 1): how many parts; ``preserve_rng_state`` (bool, default True).
        functions (Sequential|list[callable]): Each takes what the one before returned.
        *args: Of the first.
        **kwargs: Of the first part.

    Returns:
        What the last function returns.

    Examples:
        >>> import paddle
        >>> from paddle.distributed.fleet.recompute import recompute_sequential
        >>> layers = paddle.nn.Sequential(paddle.nn.Linear(2, 8), paddle.nn.ReLU(), paddle.nn.Linear(8, 1))
        >>> recompute_sequential({"segments": 3}, layers, paddle.ones([4, 2])).shape
        paddle.Size([4, 1])
    """
    functions = (
        list(functions.children()) if isinstance(functions, paddle.nn.Sequential) else functions
    )
    segments = ctx.get("segments", 1)
    size = len(functions) // segments
    begin = 0
    for _ in range(segments - 1):
        part = _chain(functions[begin : begin + size])
        args = (
            recompute(
                part, *args, preserve_rng_state=ctx.get("preserve_rng_state", True), **kwargs
            ),
        )
        begin += size
    return _chain(functions[begin:])(*args)


def _chain(functions):
    def run(*args, **kwargs):
        result = functions[0](*args, **kwargs)
        for function in functions[1:]:
            result = function(result)
        return result

    return run


class _Segment:
    """One call: what it would keep is numbered, and computed when a number is asked for."""

    def __init__(self, function, args, kwargs, preserve):
        self.call = function, args, kwargs
        self.versions = [
            (t, t.inplace_version) for t in (*args, *kwargs.values()) if isinstance(t, _C.Tensor)
        ]
        self.random = _random_state() if preserve else None
        self.amp = _C.current_amp()
        self.count = 0
        self.values = {}

    def pack(self, tensor):
        self.count += 1
        return self.count - 1

    def unpack(self, number):
        if number not in self.values:
            self._run_again()
        return self.values.pop(number)

    def _run_again(self):
        if any(t.inplace_version != version for t, version in self.versions):
            raise RuntimeError(
                "(PreconditionNotMet) recompute: an argument was changed by an in-place operation."
            )
        history = paddle.is_grad_enabled()  # create_graph=True
        values, segment = [], weakref.ref(self)

        def pack(tensor):
            values.append(tensor if history else tensor.detach())
            return len(values) - 1

        def unpack(number):
            return segment().unpack(number)

        function, args, kwargs = self.call
        with contextlib.ExitStack() as stack:
            if self.random is not None:
                stack.callback(_set_random_state, _random_state())
                _set_random_state(self.random)
            stack.callback(_C.set_amp, _C.set_amp(self.amp))
            stack.enter_context(paddle.enable_grad())
            stack.enter_context(saved_tensors_hooks(pack, unpack))
            function(*args, **kwargs)
        if len(values) != self.count:
            raise RuntimeError(
                "(PreconditionNotMet) recompute: the function did something else in its second run.\n"
                f"  Expected: {self.count} tensors that gradients need\n  Received: {len(values)}"
            )
        self.values = dict(enumerate(values))


def _random_state():
    return paddle.get_rng_state(), np.random.get_state(), random.getstate()


def _set_random_state(state):
    paddle.set_rng_state(state[0])
    np.random.set_state(state[1])
    random.setstate(state[2])
