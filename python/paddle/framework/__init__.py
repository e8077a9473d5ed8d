"""Parameters, their attributes, names, and files of tensors."""

_HOMES = {
    "EagerParamBase": "parameter",
    "Parameter": "parameter",
    "ParamAttr": "param_attr",
    "load": "io",
    "save": "io",
    "async_save": "io",
    "clear_async_save_task_queue": "io",
}
_MODULES = ("io", "param_attr", "parameter", "unique_name")

__all__ = ["ParamAttr", "load", "save"]


def __getattr__(name):
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    import paddle

    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:  # paddle.framework.in_dynamic_mode and the like
        return getattr(paddle, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
