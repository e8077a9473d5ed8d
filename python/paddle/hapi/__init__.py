"""The training loop of ``paddle.Model``, and what looks at a network."""

_HOMES = {"Model": "model", "flops": "dynamic_flops", "summary": "model_summary"}
_MODULES = ("callbacks", "dynamic_flops", "hub", "model", "model_summary", "progressbar")

__all__ = [*_HOMES, *_MODULES]


def __getattr__(name):
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
