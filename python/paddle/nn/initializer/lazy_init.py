"""Where Paddle keeps `LazyGuard`."""

from ...framework.lazy_guard import LazyGuard

__all__ = ["LazyGuard"]
