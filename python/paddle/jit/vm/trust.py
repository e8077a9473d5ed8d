"""Which modules nobody changes: those of the standard library and of the framework; Python's own names."""

import builtins
import os
import sys
import sysconfig

_NAMES = sys.stdlib_module_names - {"__main__", "this", "antigravity"}
_FOLDERS = tuple(
    {os.path.realpath(sysconfig.get_path(p)) + os.sep for p in ("stdlib", "platstdlib")}
)
_OTHERS = ("site-packages", "dist-packages")  # lie within


# What the interpreter itself calls by these names (programs that set another `print` or `open` are common).
_BUILTINS = {
    name: x
    for name, x in vars(builtins).items()
    if callable(x) and name not in ("_", "print", "open", "input", "exit", "quit", "help", "breakpoint", "__import__")
}  # fmt: skip
_NOW = vars(builtins)


def has_builtins():
    """Whether the built-in functions are Python's: what interprets could not work with others."""
    for name in _BUILTINS:
        if name not in _NOW or _NOW[name] is not _BUILTINS[name]:
            return False
    return True


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


def is_library_class(cls, framework):
    """Whether a class is one that a library's module defines: a user's class may name any module as its own."""
    module = sys.modules.get(cls.__module__) if isinstance(cls.__module__, str) else None
    if module is None or not is_library(vars(module), framework):
        return False
    found = cls if root_of(cls.__module__) == framework else module
    for name in cls.__qualname__.split(".") if found is module else ():
        found = getattr(found, "__dict__", {}).get(name)
    return found is cls


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
