"""Tensors of other frameworks, without a copy."""

from ..tensor.creation import from_dlpack, to_dlpack

__all__ = ["from_dlpack", "to_dlpack"]
