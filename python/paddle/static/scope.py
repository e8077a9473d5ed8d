"""Scopes: by which values a program's parameters go."""

import contextlib
import threading
import weakref

import numpy as np

from .. import _C
from ..framework import static_mode


class ScopeVariable:
    """A tensor of a scope under its name."""

    def __init__(self, name, tensor):
        self.name, self._tensor = name, tensor

    def get_tensor(self):
        """The tensor, to read by ``numpy.array`` and to set."""
        return ScopeTensor(self._tensor)


class ScopeTensor:
    """A tensor of a scope: ``numpy.array(t)`` reads it, ``t.set(array, place)`` writes it."""

    def __init__(self, tensor):
        self._tensor = tensor

    def __array__(self, dtype=None, copy=None):
        array = self._tensor.numpy()
        return array if dtype is None else array.astype(dtype)

    def set(self, array, place=None):
        """Gives it the values of ``array``."""
        value = _C.to_tensor(np.asarray(array))
        with static_mode.paused(), _no_grad():
            if list(value.shape) != list(self._tensor.shape):
                self._tensor._set_data(value)
            else:
                self._tensor.set_value(value.astype(self._tensor.dtype))

    def shape(self):
        """The sizes."""
        return list(self._tensor.shape)

    def _is_initialized(self):
        return True

    def __repr__(self):
        return repr(self._tensor)


def _no_grad():
    from ..autograd.mode import no_grad

    return no_grad()


class Scope:
    """Values of parameters and states under names: programs that run in another scope have others.

    Examples:
        >>> import paddle
        >>> scope = paddle.static.Scope()
        >>> print(scope.find_var("w"))
        None
    """

    def __init__(self):
        self._own = {}

    def _tensor(self, tensor):
        """What stands for ``tensor`` here."""
        own = self._own.get(tensor.name)
        if own is None:
            raise RuntimeError(
                f"(PreconditionNotMet) static: `{tensor.name}` has no values in this scope.\n"
                "  Hint: run the startup program in it first."
            )
        return own

    def _fill(self, tensor):
        """The same; made where there is none yet."""
        if tensor.name not in self._own:
            with static_mode.paused():
                made = tensor.detach().clone()
            made.name = tensor.name
            made.persistable = True
            self._own[tensor.name] = made
        return self._own[tensor.name]

    def find_var(self, name):
        """The variable of that name, or None.

        Args:
            name (str): its name.

        Returns:
            ScopeVariable
        """
        tensor = self._own.get(name)
        return None if tensor is None else ScopeVariable(name, tensor)

    def var(self, name):
        """The variable of that name; made where there is none.

        Args:
            name (str): its name.

        Returns:
            ScopeVariable
        """
        if self.find_var(name) is None:
            made = _C.to_tensor([0.0])
            made.name = name
            self._own[name] = made
        return self.find_var(name)

    def local_var_names(self):
        """The names."""
        return list(self._own)


class _Root(Scope):
    """The first scope: in it parameters are themselves."""

    def __init__(self):
        super().__init__()
        self._known = weakref.WeakValueDictionary()

    def _note(self, tensor):
        self._known[tensor.name] = tensor

    def shared(self, tensor, program):
        """The parameter of the same name that a program has already; ``tensor`` where there is none."""
        known = self._known.get(tensor.name)
        if known is None or not hasattr(known, "optimize_attr"):
            return tensor
        if known.dtype is tensor.dtype and list(known.shape) == list(tensor.shape):
            return known
        if tensor.name in program._parameters:
            raise ValueError(
                f"(InvalidArgument) static: the program has another parameter of the name `{tensor.name}`.\n"
                f"  Expected: {known.dtype.name} of shape {list(known.shape)}\n"
                f"  Received: {tensor.dtype.name} of shape {list(tensor.shape)}"
            )
        return tensor

    def _tensor(self, tensor):
        return tensor

    _fill = _tensor

    def find_var(self, name):
        found = self._known.get(name)
        return ScopeVariable(name, found) if found is not None else super().find_var(name)


root = _Root()
_local = threading.local()


def global_scope():
    """The scope that programs of this thread run in where none is said.

    Returns:
        Scope

    Examples:
        >>> import paddle
        >>> paddle.static.global_scope() is paddle.static.global_scope()
        True
    """
    return getattr(_local, "scope", root)


@contextlib.contextmanager
def scope_guard(scope):
    """Inside, programs run in ``scope``.

    Args:
        scope (Scope): whose values they take.

    Examples:
        >>> import paddle
        >>> scope = paddle.static.Scope()
        >>> with paddle.static.scope_guard(scope):
        ...     paddle.static.global_scope() is scope
        True
    """
    before = global_scope()
    _local.scope = scope
    try:
        yield
    finally:
        _local.scope = before
