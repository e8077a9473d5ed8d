"""Optimizers, and learning rate schedules in ``paddle.optimizer.lr``."""

_HOMES = {
    "ASGD": "asgd",
    "Adadelta": "adadelta",
    "Adagrad": "adagrad",
    "Adam": "adam",
    "AdamW": "adamw",
    "Adamax": "adamax",
    "LBFGS": "lbfgs",
    "Lamb": "lamb",
    "Momentum": "momentum",
    "NAdam": "nadam",
    "Optimizer": "optimizer",
    "RAdam": "radam",
    "RMSProp": "rmsprop",
    "Rprop": "rprop",
    "SGD": "sgd",
}

__all__ = [*_HOMES, "lr"]


def __getattr__(name):
    from importlib import import_module

    if name == "lr":
        return import_module(".lr", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ..framework import named

    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    named.install_classes({name: value}, __name__)
    return value


def __dir__():
    return sorted({*globals(), *__all__})
