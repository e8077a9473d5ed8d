"""Which modules nobody changes: those of the standard library and of the framework."""

import os
import sys
import sysconfig

_NAMES = sys.stdlib_module_names - {"__main__", "this", "antigravity"}
_FOLDERS = tuple(
    {os.path.realpath(sysconfig.get_path(p)) + os.sep for p in ("stdlib", "platstdlib")}
)
_OTHERS = ("site-packages", "dist-packages")  # lie within


def root_of(name):
    return name.split(".")[0] if isinstance(name, str) else ""


def is_within(name, modules):
    """Whether a module is one of `modules` or lies in one."""
    return any(name == m or name.startswith(f"{m}.") for m in modules)


def is_library(globals_, framework):
    """Whether a module, given its globals, is one of these; a file of the user's may have the name of one."""
    name = globals_.get("__name__", "")
    root = root_of(name)
    if root == framework:
        return True
    if root not in _NAMES:
        return False
    file = globals_.get("__file__")
    if not isinstance(file, str):
        return vars(sys.modules[name]) is globals_ if name in sys.modules else name in _NAMES
    file = os.path.realpath(file)
    folder = next((f for f in _FOLDERS if file.startswith(f)), None)
    return folder is not None and file[len(folder) :].split(os.sep)[0] not in _OTHERS


def pure_kind(module, name):
    """How to run a function of a module whose functions look at their arguments only: see `Session.policy`."""
    if module == "abc":
        return "opaque" if name == "register" else "pure"
    if module == "inspect":  # the others read what objects hold
        return "pure" if name.startswith("is") or name == "cleandoc" else "opaque"
    if module == "typing":
        if name == "__call__":  # makes an object of the user's class
            return None
        return "pure" if name.startswith("_") or name in _OF_TYPES else "opaque"
    return "pure"


_OF_TYPES = frozenset(
    ("cast", "get_origin", "get_args", "overload", "final", "inner", "assert_never")
)
