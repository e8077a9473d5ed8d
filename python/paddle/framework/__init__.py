"""Parameters, their attributes, names, and files of tensors."""

_HOMES = {
    "EagerParamBase": "parameter",
    "Parameter": "parameter",
    "ParamAttr": "param_attr",
    "load": "io",
    "save": "io",
    "async_save": "io",
    "clear_async_save_task_queue": "io",
    "safe_classes": "unpickle",
}
_MODULES = ("io", "param_attr", "parameter", "unique_name")

# What programs of Paddle take from its insides.
_OF_BASE = (
    "core", "IrGraph", "_current_expected_place", "_current_expected_place_", "_no_check_dy2st_diff",
    "convert_np_dtype_to_dtype_", "dygraph_only", "in_dynamic_or_pir_mode", "in_pir_mode", "use_pir_api",
)  # fmt: skip

__all__ = ["ParamAttr", "load", "save"]


def __getattr__(name):
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name in _OF_BASE:
        base = import_module("..base", __name__)
        return base.core if name == "core" else getattr(base.framework, name)
    if name == "LayerHelper":
        return import_module("..base.layer_helper", __name__).LayerHelper
    import paddle

    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:  # paddle.framework.in_dynamic_mode and the like
        return getattr(paddle, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
