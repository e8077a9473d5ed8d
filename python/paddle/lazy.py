"""Sub-packages that run when first touched.

They stand in the module's own dict: a module-level `__getattr__` would do the
same, but costs each `paddle.add` 30 ns, since CPython then does not cache the
lookup.
"""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec


def install(parent, names):
    """Puts each sub-module of `parent` that exists into it, not yet run."""
    for name in names:
        full = f"{parent.__name__}.{name}"
        if full in sys.modules:
            continue
        spec = find_spec(full)
        if spec is None:
            continue
        spec.loader = LazyLoader(spec.loader)
        module = module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
        setattr(parent, name, module)
