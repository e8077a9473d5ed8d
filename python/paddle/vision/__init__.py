"""Data sets of images, what prepares them, networks for them and operators of detection.

The names of the sub-packages are here as well, as in PaddlePaddle: ``paddle.vision.resnet18``.
"""

from importlib import import_module as _import_module

from .image import get_image_backend, image_load, set_image_backend

_MODULES = ("datasets", "models", "ops", "transforms")

__all__ = ["get_image_backend", "image_load", "set_image_backend", *_MODULES]


def __getattr__(name):
    if name in _MODULES:
        return _import_module(f".{name}", __name__)
    if not name.startswith("_"):
        for module in ("models", "transforms", "datasets"):
            module = _import_module(f".{module}", __name__)
            if name in module.__all__:
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
