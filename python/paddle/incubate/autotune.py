"""Settings of automatic tuning: checked and kept; kernels, layouts and loaders here have nothing to tune."""

import json
import os

__all__ = ["set_config"]

_settings = {
    "kernel": {"enable": False, "tuning_range": [1, 10]},
    "layout": {"enable": False},
    "dataloader": {"enable": False, "tuning_steps": 500},
}


def set_config(config=None):
    """Says what may be tuned while a program runs. It changes neither results nor speed: kernels are chosen by shape.

    Args:
        config (dict|str, optional): Dicts by the names "kernel" (``enable``, ``tuning_range``), "layout" (``enable``)
            and "dataloader" (``enable``, ``tuning_steps``), or the path of a JSON file with them. None enables all.

    Raises:
        TypeError: A part is no dict, a setting has another type, ``config`` is neither a dict nor a path.
        OSError: There is no such file.

    Examples:
        >>> import paddle
        >>> paddle.incubate.autotune.set_config({"kernel": {"enable": True, "tuning_range": [1, 5]}})
    """
    if config is None:
        config = {part: {"enable": True} for part in _settings}
    elif isinstance(config, (str, os.PathLike)):
        with open(config, encoding="utf-8") as file:
            config = json.load(file)
    if not isinstance(config, dict):
        raise TypeError(
            "(InvalidType) set_config: argument `config` has the wrong type.\n"
            f"  Expected: dict, str or None\n  Received: {type(config).__name__}"
        )
    accepted = {}
    for part, known in _settings.items():
        given = config.get(part, {})
        if not isinstance(given, dict):
            raise TypeError(
                f"(InvalidType) set_config: `{part}` has the wrong type.\n  Expected: dict\n"
                f"  Received: {type(given).__name__}"
            )
        for name, default in known.items():
            if name in given and type(given[name]) is not type(default):
                raise TypeError(
                    f"(InvalidType) set_config: `{name}` of `{part}` has the wrong type.\n"
                    f"  Expected: {type(default).__name__}\n  Received: {type(given[name]).__name__}"
                )
        accepted[part] = {name: given[name] for name in known if name in given}
    for part, given in accepted.items():
        _settings[part].update(given)
