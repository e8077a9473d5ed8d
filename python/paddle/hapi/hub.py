"""Models that a folder offers in its hubconf.py."""

import importlib.util
import os
import sys

_SOURCES = ("github", "gitee", "local")


def _module(repo_dir, source):
    if source not in _SOURCES:
        raise ValueError(
            f'Unknown source: "{source}". Allowed values: "github" | "gitee" | "local".'
        )
    if source != "local":
        raise NotImplementedError(
            f'(Unimplemented) paddle.hub: source="{source}" would download and run code.\n'
            '  Hint: clone the repository and pass its folder with source="local".'
        )
    path = os.path.join(repo_dir, "hubconf.py")
    if not os.path.isfile(path):
        raise RuntimeError(
            f"Please make sure config exists or repo error messages above fixed when importing: {path}"
        )
    spec = importlib.util.spec_from_file_location("hubconf", path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, repo_dir)  # its imports may be beside it
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        raise RuntimeError(
            f"Please make sure config exists or repo error messages above fixed when importing: {error}"
        ) from error
    finally:
        sys.path.remove(repo_dir)
    return module


def _entry(module, name):
    if not isinstance(name, str):
        raise ValueError("Invalid input: model should be a str of function name")
    entry = getattr(module, name, None)
    if not callable(entry):
        raise RuntimeError(f"Cannot find callable {name} in hubconf")
    return entry


def list(repo_dir, source="github", force_reload=False):
    """The names of what a folder offers.

    Args:
        repo_dir (str): the folder.
        source (str): local; others are not part of this version.
        force_reload (bool): accepted.

    Returns:
        list[str]

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with open(os.path.join(folder, "hubconf.py"), "w") as file:
        ...         _ = file.write("def two():\\n    return 2")
        ...     paddle.hub.list(folder, source="local"), paddle.hub.load(folder, "two", source="local")
        (['two'], 2)
    """
    module = _module(repo_dir, source)
    return [name for name in dir(module) if callable(getattr(module, name)) and name[0] != "_"]


def help(repo_dir, model, source="github", force_reload=False):
    """The docstring of what a folder offers under a name.

    Args:
        repo_dir (str): the folder.
        model (str): the name.
        source (str): local; others are not part of this version.
        force_reload (bool): accepted.

    Returns:
        str

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with open(os.path.join(folder, "hubconf.py"), "w") as file:
        ...         _ = file.write("def two():\\n    'The number two.'\\n    return 2")
        ...     paddle.hub.help(folder, "two", source="local")
        'The number two.'
    """
    return _entry(_module(repo_dir, source), model).__doc__


def load(repo_dir, model, source="github", force_reload=False, **kwargs):
    """Calls what a folder offers under a name: a program of that folder runs.

    Args:
        repo_dir (str): the folder.
        model (str): the name.
        source (str): local; others are not part of this version.
        force_reload (bool): accepted.
        **kwargs: arguments of the call.

    Returns:
        Layer: what it gives.

    Raises:
        RuntimeError: there is no such name, or packages that it lists are missing.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with open(os.path.join(folder, "hubconf.py"), "w") as file:
        ...         _ = file.write("def double(x):\\n    return 2 * x")
        ...     paddle.hub.load(folder, "double", source="local", x=4)
        8
    """
    module = _module(repo_dir, source)
    missing = [
        name
        for name in getattr(module, "dependencies", None) or ()
        if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise RuntimeError(f"Missing dependencies: {', '.join(missing)}")
    return _entry(module, model)(**kwargs)


def load_state_dict_from_url(
    url, model_dir=None, check_hash=False, file_name=None, map_location=None
):
    """The state dict in a file that was downloaded before; nothing is downloaded.

    Args:
        url (str): where the file is from; its last part is the name of the file.
        model_dir (str, optional): where it lies, by default ``~/.cache/paddle/hub/checkpoints``.
        check_hash (bool): accepted.
        file_name (str, optional): another name.
        map_location (str, optional): cpu, or numpy for arrays in place of tensors.

    Returns:
        dict

    Raises:
        RuntimeError: the file is not there.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.hub.load_state_dict_from_url("https://example.com/none.pdparams")
        ... except RuntimeError:
        ...     print("not downloaded")
        not downloaded
    """
    from ..framework.io import load as load_file
    from ..utils.download import local_path

    folder = model_dir or os.path.expanduser("~/.cache/paddle/hub/checkpoints")
    path = local_path(url, folder, file_name)
    return load_file(path, return_numpy=map_location in ("numpy", "np"))
