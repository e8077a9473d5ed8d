"""Beam search, under the name of Paddle's module."""

from . import BeamSearchDecoder, dynamic_decode

__all__ = ["BeamSearchDecoder", "dynamic_decode"]
