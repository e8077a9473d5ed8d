"""Sub-packages that run when first touched.

They stand in the module's own dict: a module-level `__getattr__` would do the
same, but costs each `paddle.add` 30 ns, since CPython then does not cache the
lookup. (`importlib.util.LazyLoader` of CPython 3.11 knows no threads.)
"""

import sys
import threading
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from types import ModuleType

_lock = threading.RLock()  # one: sub-packages touch each other
_PATIENCE = 30  # seconds
_loading = set()  # names, by the thread that has the lock


class _Lazy(ModuleType):
    """A module that has not run yet."""

    def __getattribute__(self, name):
        _run(self, name)
        return ModuleType.__getattribute__(self, name)

    def __setattr__(self, name, value):
        _run(self, name)
        ModuleType.__setattr__(self, name, value)

    def __delattr__(self, name):
        _run(self, name)
        ModuleType.__delattr__(self, name)


def _run(module, touched):
    space = object.__getattribute__(module, "__dict__")
    name = space["__spec__"].name
    # The import system asks a package that runs elsewhere for its `__path__`, and may hold what that run waits for.
    if name in _loading and touched.startswith("__") and touched in space:
        return
    # Whoever waits in vain sees a module that has not come to its end, as where modules import each other.
    if not _lock.acquire(timeout=_PATIENCE):
        return
    try:
        if type(module) is not _Lazy or name in _loading:
            return
        _loading.add(name)
        try:
            space["__spec__"].loader.exec_module(module)
            object.__setattr__(module, "__class__", ModuleType)
        finally:
            _loading.discard(name)
    finally:
        _lock.release()


class _LoadedByParent:
    """Finds what a package has imported while the import system asked it for its `__path__`; else it would load twice.

    `import paddle.nn.clip` touches `paddle.nn`, which runs and imports `paddle.nn.clip` itself.
    """

    @staticmethod
    def find_spec(name, path=None, target=None):
        if target is None and name in sys.modules and name.startswith("paddle."):
            return ModuleSpec(name, _LoadedByParent)
        return None

    @staticmethod
    def create_module(spec):
        module = sys.modules[spec.name]
        spec.loader_state = module.__spec__
        return module

    @staticmethod
    def exec_module(module):
        module.__spec__ = module.__spec__.loader_state


def install(parent, names):
    """Puts each sub-module of `parent` that exists into it, not yet run."""
    if _LoadedByParent not in sys.meta_path:
        sys.meta_path.insert(0, _LoadedByParent)
    for name in names:
        full = f"{parent.__name__}.{name}"
        if full in sys.modules:
            continue
        spec = find_spec(full)
        if spec is None:
            continue
        module = module_from_spec(spec)
        object.__setattr__(module, "__class__", _Lazy)
        sys.modules[full] = module
        setattr(parent, name, module)
