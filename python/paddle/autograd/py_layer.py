"""PyLayer: an operator with forward and backward written in Python."""

from .. import _C


class PyLayerContext:
    """What `forward` of a PyLayer hands to its `backward`; attributes may be set on it freely.

    Examples:
        >>> import paddle
        >>> class Scale(paddle.autograd.PyLayer):
        ...     @staticmethod
        ...     def forward(ctx, x, factor):
        ...         ctx.factor = factor
        ...         return x * factor
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g * ctx.factor
        >>> x = paddle.to_tensor(1.0, stop_gradient=False)
        >>> Scale.apply(x, 5.0).backward()
        >>> x.grad.item()
        5.0
    """

    def __init__(self):
        self._saved = ()
        self._versions = ()
        self._places = ()
        self._not_differentiable = ()
        self._materialize = True
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        """Keeps tensors for `backward`; changing one in place is an error there."""
        self._saved = tensors
        self._versions = tuple(
            t.inplace_version if isinstance(t, _C.Tensor) else 0 for t in tensors
        )

    def saved_tensor(self):
        """The tensors given to `save_for_backward`, with their histories."""
        for tensor, version in zip(self._saved, self._versions, strict=True):
            if isinstance(tensor, _C.Tensor) and tensor.inplace_version != version:
                raise RuntimeError(
                    "(PreconditionNotMet) PyLayer: a saved tensor was changed by an in-place operation."
                )
        return self._saved

    def _hand_over(self):
        """The saved tensors that C++ keeps, so that the node does not own itself.

        A leaf or what is no Tensor stays here, as it never depends on the node, unless hooks pack it.
        """
        packs = _C.has_saved_hooks()
        self._places = [
            i
            for i, t in enumerate(self._saved)
            if isinstance(t, _C.Tensor) and (t.stop_gradient or not t.is_leaf or packs)
        ]
        handed = [self._saved[i] for i in self._places]
        self._put([None] * len(handed))
        return handed

    def _put(self, tensors):
        saved = list(self._saved)
        for i, tensor in zip(self._places, tensors, strict=True):
            saved[i] = tensor
        self._saved = tuple(saved)

    def mark_not_inplace(self, *tensors):
        """Accepted for compatibility: outputs are never aliased to inputs."""

    def mark_non_differentiable(self, *tensors):
        """These outputs carry no gradient."""
        self._not_differentiable = tensors

    def set_materialize_grads(self, value):
        """False: `backward` gets None, not zeros, where nothing flowed."""
        self._materialize = bool(value)


class PyLayer:
    """Base class; define static `forward(ctx, ...)` and `backward(ctx, *grads)`.

    `backward` gets one gradient per output Tensor and returns one gradient (or
    None) per input Tensor of `forward`.

    Examples:
        >>> import paddle
        >>> class Cube(paddle.autograd.PyLayer):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         ctx.save_for_backward(x)
        ...         return x * x * x
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         (x,) = ctx.saved_tensor()
        ...         return g * x * x * 3.0
        >>> x = paddle.to_tensor(2.0, stop_gradient=False)
        >>> Cube.apply(x).backward()
        >>> x.grad.item()
        12.0
    """

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError("(Unimplemented) define forward(ctx, ...)")

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError("(Unimplemented) define backward(ctx, *grads)")

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs `forward` and records `backward`."""
        inputs = [a for a in _flatten((args, kwargs)) if isinstance(a, _C.Tensor)]
        ctx = PyLayerContext()
        ctx.needs_input_grad = tuple(not t.stop_gradient for t in inputs)
        recorded = _C.is_grad_enabled() and any(ctx.needs_input_grad)
        previous = _C.set_grad_enabled(False)
        try:
            result = cls.forward(ctx, *args, **kwargs)
        finally:
            _C.set_grad_enabled(previous)
        if not recorded:
            return result
        single = not isinstance(result, (tuple, list))
        outputs = [result] if single else list(result)
        # An input returned as it is gets an object of its own: its history stays.
        outputs = [o.detach() if _is_one_of(o, inputs) else o for o in outputs]
        constant = [_is_one_of(o, ctx._not_differentiable) for o in outputs]
        carriers = [
            o for o, c in zip(outputs, constant, strict=True) if isinstance(o, _C.Tensor) and not c
        ]
        _C.record_custom(
            inputs,
            carriers,
            ctx._hand_over(),
            _Backward(cls, ctx, [(o.shape, o.dtype) for o in carriers], len(inputs)),
        )
        return outputs[0] if single else type(result)(outputs)


class _Backward:
    """Calls the user's `backward` with as many gradients as it expects."""

    def __init__(self, cls, ctx, metas, num_inputs):
        self._cls, self._ctx, self._metas, self._num_inputs = cls, ctx, metas, num_inputs

    def __call__(self, grads, saved):
        self._ctx._put(saved)
        try:
            return self._call(grads)
        finally:
            self._ctx._put([None] * len(saved))

    def _call(self, grads):
        if self._ctx._materialize:
            grads = [
                _C.ops["full"](m[0], 0.0, m[1]) if g is None else g
                for g, m in zip(grads, self._metas, strict=True)
            ]
        result = self._cls.backward(self._ctx, *grads)
        result = list(result) if isinstance(result, (tuple, list)) else [result]
        needs = self._ctx.needs_input_grad
        if len(result) != self._num_inputs and len(result) == sum(needs):
            rest = iter(result)
            result = [next(rest) if need else None for need in needs]
        if len(result) != self._num_inputs:
            raise ValueError(
                f"(InvalidArgument) {self._cls.__name__}.backward: returned {len(result)} gradients.\n"
                f"  Expected: {self._num_inputs}, one per input Tensor of forward"
            )
        return result


def _is_one_of(value, tensors):
    return any(value is t for t in tensors)


def _flatten(value):
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _flatten(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _flatten(item)
    else:
        yield value
