"""Dtypes and devices of layers."""

import builtins

from ...framework import static_mode


class ConvertMixin:
    """The part of Layer that changes the dtype and the device of its members."""

    def _convert(self, device, dtype, deep=True, floating_only=False):
        for layer in self.sublayers(include_self=True) if deep else [self]:
            for member in (*layer._parameters.values(), *layer._buffers.values()):
                if member is None or (floating_only and not member.is_floating_point()):
                    continue
                grad = member.grad
                for tensor in (member,) if grad is None else (member, grad):
                    with static_mode.paused():
                        changed = tensor.detach()
                        if dtype is not None:
                            changed = changed.astype(dtype)
                        if device is not None:
                            changed = changed.to(device)
                        tensor._set_data(changed)
            if dtype is not None:
                layer._dtype = dtype
        return self

    def to(self, device=None, dtype=None, blocking=None, non_blocking=None):
        """Moves and converts all parameters and buffers in place; returns the layer.

        Args:
            device (str|Place, optional): such as ``"cpu"`` or ``"gpu:0"``.
            dtype (str|paddle.dtype, optional): the new dtype of all of them.

        Examples:
            >>> import paddle
            >>> paddle.nn.Linear(2, 2).to(dtype="float64").weight.dtype
            paddle.float64
        """
        return self._convert(device, dtype)

    def astype(self, dtype=None):
        """Converts all parameters and buffers in place; returns the layer.

        Raises:
            ValueError: ``dtype`` is not a dtype.
        """
        if dtype is None:
            raise ValueError(
                "(InvalidArgument) astype: argument `dtype` is missing, for example 'float32'"
            )
        return self._convert(None, dtype)

    type = astype

    def float(self, excluded_layers=None):
        """Floating parameters and buffers become float32; returns the layer."""
        return self._to_float("float32", excluded_layers, ())

    def float16(self, excluded_layers=None):
        """Floating parameters and buffers become float16, except in BatchNorm."""
        from .batch_norm import BatchNorm

        return self._to_float("float16", excluded_layers, (BatchNorm,))

    def bfloat16(self, excluded_layers=None):
        """Floating parameters and buffers become bfloat16, except in BatchNorm."""
        from .batch_norm import BatchNorm

        return self._to_float("bfloat16", excluded_layers, (BatchNorm,))

    def half(self):
        """All parameters and buffers become float16; returns the layer."""
        return self._convert(None, "float16")

    def double(self):
        """All parameters and buffers become float64; returns the layer."""
        return self._convert(None, "float64")

    def cpu(self):
        """Moves all parameters and buffers to the CPU; returns the layer."""
        return self._convert("cpu", None)

    def cuda(self, device=None):
        """Moves all parameters and buffers to a GPU; returns the layer."""
        return self._convert("gpu" if device is None else device, None)

    def _to_float(self, dtype, excluded, default):
        if excluded is None:
            excluded = default
        elif isinstance(excluded, builtins.type):
            excluded = (excluded,)
        elif not isinstance(excluded, (list, tuple)):
            raise TypeError(
                "(InvalidType) excluded_layers must be a Layer class or a list of them, not "
                f"{excluded.__class__.__name__}"
            )
        for layer in self.modules():
            if layer.__class__ not in excluded:
                layer._convert(None, dtype, deep=False, floating_only=True)
        return self
