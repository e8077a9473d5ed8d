"""`import torch` that gives this module: for programs written for PyTorch, everywhere or in some modules."""

import builtins
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import sys
import types
import warnings

_ROOT = "torch"
# Where Paddle's classes and functions of these names take other arguments than PyTorch's.
_OVERRIDES = {
    "torch.nn": "paddle.compat.nn",
    "torch.nn.functional": "paddle.compat.nn.functional",
}
_proxies = {}


class _State:
    """Which modules see `torch`: `scope` is None where nothing is on, and `everywhere` is one of its own."""

    everywhere = object()

    def __init__(self, scope=None, blocked=frozenset()):
        self.scope, self.blocked = scope, blocked

    def shows_to(self, importer):
        if _is_within(importer, self.blocked):
            return False
        return self.scope is self.everywhere or _is_within(importer, self.scope)


_state = _State()
_import = builtins.__import__  # what was there before


def _is_within(module, packages):
    return any(module == p or module.startswith(p + ".") for p in packages)


class _Proxy(types.ModuleType):
    """A module of this framework under a name of PyTorch. What is set on it stays here."""

    def __init__(self, name, target):
        super().__init__(name, target.__doc__)
        self._target = target
        self.__path__ = []  # submodules are found by `_Finder`
        self.__file__ = getattr(target, "__file__", None)
        override = _OVERRIDES.get(name)
        self._override = importlib.import_module(override) if override else None
        self._overridden = {
            n
            for n in getattr(self._override, "__all__", ())
            if not isinstance(getattr(self._override, n), types.ModuleType)
        }

    def __getattr__(self, name):
        if name == "__all__":
            return [n for n in dir(self._target) if not n.startswith("_")]
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        space = self._override if name in self._overridden else self._target
        try:
            value = getattr(space, name)
        except AttributeError:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'") from None
        if isinstance(value, types.ModuleType) and value.__name__.startswith("paddle."):
            return _proxy(f"{self.__name__}.{name}")
        return value

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(self._target)})

    def __repr__(self):
        return f"<module '{self.__name__}' ({self._target.__name__})>"


def _proxy(name):
    """The module that stands for `torch...`; ModuleNotFoundError where there is no counterpart."""
    if name not in _proxies:
        ours = "paddle" + name[len(_ROOT) :]
        parent, _, last = ours.rpartition(".")
        target = getattr(importlib.import_module(parent), last, None) if parent else None
        if not isinstance(target, types.ModuleType):
            try:
                target = importlib.import_module(ours)
            except ModuleNotFoundError as error:
                raise ModuleNotFoundError(
                    f"No module named '{name}': there is no '{ours}'", name=name
                ) from error
        _proxies[name] = _Proxy(name, target)
    return _proxies[name]


def _is_of_torch(name):
    return name == _ROOT or name.startswith(_ROOT + ".")


def _import_with_torch(name, globals=None, locals=None, fromlist=(), level=0):
    """`__import__` while a scope is on. Nothing is left in `sys.modules`: other modules see what is installed."""
    importer = (globals or {}).get("__name__") or ""
    if level or not _is_of_torch(name) or not _state.shows_to(importer):
        return _import(name, globals, locals, fromlist, level)
    module = _proxy(name)
    for part in fromlist or ():
        if part != "*" and not hasattr(module, part):
            with contextlib.suppress(ModuleNotFoundError):
                setattr(module, part, _proxy(f"{name}.{part}"))
    return module if fromlist else _proxy(_ROOT)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """For `importlib.import_module`, which knows no importer: only where `torch` is for all."""

    def find_spec(self, fullname, path=None, target=None):
        if not _is_of_torch(fullname):
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        return _proxy(spec.name)

    def exec_module(self, module):
        pass


_finder = _Finder()


def _set(state):
    """Makes `state` what holds."""
    global _state, _import
    was_on, is_on = _state.scope is not None, state.scope is not None
    _state = state
    if is_on and not was_on:
        _import = builtins.__import__
        builtins.__import__ = _import_with_torch
    elif was_on and not is_on:
        builtins.__import__ = _import
    finds = state.scope is _State.everywhere and not state.blocked
    if finds and _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    elif not finds and _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
        for name in [n for n, m in list(sys.modules.items()) if type(m) is _Proxy]:
            del sys.modules[name]


def _names(op, argument, value):
    if value is None:
        return None
    names = {value} if isinstance(value, str) else value
    if not isinstance(names, (set, frozenset, list, tuple)) or not all(
        isinstance(n, str) for n in names
    ):
        raise TypeError(
            f"(InvalidType) {op}: argument `{argument}` has the wrong type.\n"
            f"  Expected: str or several\n  Received: {type(value).__name__}"
        )
    return frozenset(names)


def enable_compat(*, scope=None, blocked_modules=None, backend="torch", silent=False):
    """From now on `import torch` gives this module, with PyTorch's arguments where the two differ in ``nn``.

    Args:
        scope (str|Iterable[str], optional): Only imports in these modules and packages. By default all.
        blocked_modules (str|Iterable[str], optional): Not imports in these.
        backend (str): "torch".
        silent (bool): Do not warn where another scope holds already.

    Raises:
        ValueError: Another ``backend``.
        TypeError: ``scope`` or ``blocked_modules`` is no text and no collection of texts.

    Examples:
        >>> import paddle
        >>> paddle.enable_compat()
        >>> import torch
        >>> torch.sin is paddle.sin, torch.nn.Linear is paddle.compat.nn.Linear
        (True, True)
        >>> paddle.disable_compat()
    """
    if backend != "torch":
        raise ValueError(
            "(InvalidArgument) enable_compat: argument `backend` is wrong.\n"
            f"  Expected: 'torch'\n  Received: {backend!r}"
        )
    scope = _names("enable_compat", "scope", scope)
    blocked = _names("enable_compat", "blocked_modules", blocked_modules) or frozenset()
    held, said = _state.scope, None
    if held is None or (held is not _State.everywhere and scope is not None):
        wanted = _State.everywhere if scope is None else scope | (held or frozenset())
    else:
        wanted = _State.everywhere
        if held is not wanted:
            said = "enable_compat: `torch` is for all modules now, not only for the scope before."
        elif scope is not None:
            said = "enable_compat: `torch` is for all modules already; `scope` changes nothing."
    if said and not silent:
        warnings.warn(said, stacklevel=2)
    _set(_State(wanted, _state.blocked | blocked))


def disable_compat():
    """Ends what `enable_compat` began; modules that were imported meanwhile stay usable.

    Examples:
        >>> import paddle
        >>> paddle.enable_compat()
        >>> paddle.disable_compat()
    """
    if _state.scope is None:
        warnings.warn("disable_compat: it was not enabled.", stacklevel=2)
    _set(_State())


@contextlib.contextmanager
def use_compat_guard(*, enable=True, scope=None, silent=False):
    """A context in which `enable_compat` holds, or in which it does not.

    Args:
        enable (bool): Whether it holds.
        scope (str|Iterable[str], optional): As of `enable_compat`.
        silent (bool): As of `enable_compat`.

    Examples:
        >>> import paddle
        >>> with paddle.use_compat_guard():
        ...     import torch
        ...     torch.sin is paddle.sin
        True
    """
    before = _state
    try:
        if enable:
            enable_compat(scope=scope, silent=silent)
        else:
            _set(_State())
        yield
    finally:
        _set(before)


enable_torch_proxy, disable_torch_proxy = enable_compat, disable_compat
use_torch_proxy_guard = use_compat_guard


def extend_torch_proxy_blocked_modules(modules):
    """More modules in which `import torch` stays what it is.

    Args:
        modules (str|Iterable[str]): Their names.

    Examples:
        >>> import paddle
        >>> paddle.compat.extend_torch_proxy_blocked_modules({"transformers"})
    """
    more = _names("extend_torch_proxy_blocked_modules", "modules", modules)
    _set(_State(_state.scope, _state.blocked | more))
