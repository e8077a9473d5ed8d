"""Data sets of images, and what prepares them."""

_MODULES = ("datasets", "ops", "transforms")

__all__ = [*_MODULES]


def __getattr__(name):
    if name in _MODULES:
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
