"""From a shared library to Python functions."""

import ctypes
import importlib.machinery
import importlib.util
import keyword
import os
import types
import warnings

from ... import _C


def get_build_directory(verbose=False):
    """The folder below which `load` keeps what it builds.

    It is the environment variable PADDLE_EXTENSION_DIR, or ~/.cache/paddle_extensions, and is made where it is missing.

    Args:
        verbose (bool): Print where the folder comes from.

    Returns:
        str: The path.

    Examples:
        >>> import os
        >>> from paddle.utils.cpp_extension import get_build_directory
        >>> os.path.isdir(get_build_directory())
        True
    """
    folder = os.environ.get("PADDLE_EXTENSION_DIR")
    if not folder:
        folder = os.path.expanduser(os.path.join("~", ".cache", "paddle_extensions"))
        if verbose:
            print(f"PADDLE_EXTENSION_DIR is not set: {folder}")
    os.makedirs(folder, exist_ok=True)
    return folder


def _open(path):
    """The operators that a library declares. Functions it lacks are missed when they are called."""
    try:
        ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)
    except OSError as error:
        if "undefined symbol" not in str(error):
            raise
        warnings.warn(
            f"cpp_extension: {error}. The library is loaded without it; calling it ends the process.",
            stacklevel=3,
        )
    return _C.load_custom_ops(path)


def load_op_meta_info_and_register_op(lib_filename):
    """Loads a library and registers the operators that its PD_BUILD_OP declare.

    Args:
        lib_filename (str): The path of the library.

    Returns:
        list of str: The names of the operators.

    Raises:
        OSError: It can not be loaded.
        ValueError: A declaration is wrong.

    Examples:
        >>> from paddle.utils.cpp_extension import load_op_meta_info_and_register_op
        >>> load_op_meta_info_and_register_op("missing.so")
        Traceback (most recent call last):
        ...
        OSError: missing.so: cannot open shared object file: No such file or directory
    """
    return [op.name for op in _open(lib_filename)]


def _parameter(name):
    name = name.lower()
    return name + "_" if keyword.iskeyword(name) else name


def _function(op, module_name):
    """A Python function with the operator's arguments."""
    names = [_parameter(name) for name in op.arguments]
    for name in (op.name, *names):
        if not name.isidentifier():
            raise ValueError(
                f"(InvalidArgument) PD_BUILD_OP: {op.name}: a name is none in Python.\n"
                f"  Expected: letters, digits and underscores\n  Received: {name!r}"
            )
    arguments = ", ".join(names)
    space = {"_op": op, "__name__": module_name}
    exec(f"def {op.name}({arguments}):\n    return _op({arguments})\n", space)
    function = space[op.name]
    lines = "".join(f"    {n} ({t})\n" for n, t in zip(names, op.types, strict=True))
    function.__doc__ = f"The operator `{op.name}` of a C++ extension.\n\nArgs:\n{lines}"
    return function


def namespace_of(path, name):
    """What a library brings: its operators as functions, and what its PYBIND11_MODULE `name` binds."""
    space = {op.name: _function(op, name) for op in _open(path)}
    if hasattr(ctypes.CDLL(path, mode=os.RTLD_LAZY), f"PyInit_{name}"):
        loader = importlib.machinery.ExtensionFileLoader(name, path)
        spec = importlib.util.spec_from_file_location(name, path, loader=loader)
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        bound = {k: v for k, v in vars(module).items() if not k.startswith("__")}
        space = {**bound, **space, "__doc__": module.__doc__}
    return space


def _import_module_from_library(module_name, build_directory, verbose=False):
    """The module of the library `module_name`.so in a folder."""
    path = os.path.join(build_directory, module_name + ".so")
    if not os.path.exists(path):
        raise FileNotFoundError(f"cpp_extension: there is no library {path}.")
    return module_of(path, module_name)


def module_of(path, name):
    """A module of what a library brings."""
    module = types.ModuleType(name)
    module.__file__ = path
    vars(module).update(namespace_of(path, name))
    return module


def load_beside(api_file, name):
    """For the Python file that `setup` writes: what the library beside it brings."""
    stem = name.rpartition(".")[2]
    return namespace_of(
        os.path.join(os.path.dirname(os.path.abspath(api_file)), f"{stem}_pd_.so"), stem
    )
