"""The models."""

from . import language, others, vision  # noqa: F401
