"""What a file of tensors may make: an Unpickler of listed classes, and of those that the caller allows."""

import contextlib
import contextvars
import copyreg
import pickle
import types

import numpy as np

from .array_pickle import ArrayUnpickler

# Module and name of everything a file may make.
_ALLOWED = {
    *(("builtins", name) for name in (
        "tuple", "list", "dict", "set", "frozenset", "int", "float", "complex", "bool", "str",
        "bytes", "bytearray", "slice", "range",
    )),
    ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
    ("_codecs", "encode"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    *((f"numpy.{core}.multiarray", name)
      for core in ("core", "_core") for name in ("_reconstruct", "scalar")),
    *((f"numpy.{core}.numeric", "_frombuffer") for core in ("core", "_core")),
    *(("numpy", name) for name in (
        "bool_", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float16", "float32", "float64", "complex64", "complex128",
    )),
}  # fmt: skip
_PYTHON2 = {"__builtin__": "builtins", "copy_reg": "copyreg"}


# {(module, name): class}
_safe = contextvars.ContextVar("safe classes", default=types.MappingProxyType({}))


@contextlib.contextmanager
def safe_classes(classes):
    """Inside, ``load`` makes objects of these classes too.

    A file of such an object says with which arguments the class is called, or with which values its
    attributes are set: allow only classes whose constructors do no harm with any.

    Args:
        classes (list[type]): the very classes; those that they derive from and those of their
            attributes are named as well where the file holds some.

    Raises:
        TypeError: one of ``classes`` is no class.

    Examples:
        >>> import datetime, io
        >>> import paddle
        >>> from paddle.framework.io import safe_classes
        >>> buffer = io.BytesIO()
        >>> paddle.save({"epoch": 3, "took": datetime.timedelta(seconds=7)}, buffer)
        >>> _ = buffer.seek(0)
        >>> with safe_classes([datetime.timedelta]):
        ...     paddle.load(buffer)["took"].seconds
        7
    """
    wrong = [c for c in classes if not isinstance(c, type)]
    if wrong:
        raise TypeError(
            "(InvalidType) safe_classes: argument `classes` is wrong.\n"
            f"  Expected: a list of classes\n  Received: {wrong[0]!r} in it"
        )
    named = {(c.__module__, c.__qualname__): c for c in classes}
    token = _safe.set({**_safe.get(), **named})
    try:
        yield
    finally:
        _safe.reset(token)


def _allowed(module, name, find):
    module = _PYTHON2.get(module, module)
    made = _safe.get().get((module, name))
    if made is not None:
        return made
    if (module, name) not in _ALLOWED:
        raise Refused(f"{module}.{name}")
    return find(module, name)


class Unpickler(pickle.Unpickler):
    """Makes only what ``_ALLOWED`` lists, and what the caller's ``safe_classes`` name."""

    def find_class(self, module, name):
        return _allowed(module, name, super().find_class)


class TensorUnpickler(ArrayUnpickler):
    """The same, with large arrays read into Tensors."""

    def find_class(self, module, name):
        return _allowed(module, name, super().find_class)


class Refused(Exception):
    pass


def is_named_pair(obj):
    return (
        isinstance(obj, tuple)
        and len(obj) == 2
        and isinstance(obj[0], str)
        and isinstance(obj[1], np.ndarray)
    )


class States:
    """Makes the named pairs in the states of objects Tensors again; objects may refer to each other."""

    def __init__(self, convert):
        self._convert = convert
        self._seen = {}  # id: (what, what it became)

    def visit(self, obj, inside=False):
        """What `obj` becomes; pairs outside of objects (`inside`) stay."""
        if not _safe.get():
            return obj
        if inside and is_named_pair(obj):
            return self._convert(obj[1], obj[0])
        is_object = type(obj) in _safe.get().values()
        if not (is_object or isinstance(obj, (dict, list, tuple, set))):
            return obj
        if id(obj) not in self._seen:
            self._seen[id(obj)] = obj, obj
            self._seen[id(obj)] = obj, self._visit_parts(obj, inside or is_object)
        return self._seen[id(obj)][1]

    def _visit_parts(self, obj, inside):
        if isinstance(obj, (tuple, set)):
            made = [self.visit(value, inside) for value in obj]
            if type(obj) in (tuple, set):
                return type(obj)(made)
            return type(obj)(*made) if hasattr(obj, "_fields") else obj
        if isinstance(obj, dict):
            for key, value in obj.items():
                obj[key] = self.visit(value, inside)
        if isinstance(obj, list):
            obj[:] = [self.visit(value, inside) for value in obj]
        state = getattr(obj, "__dict__", {})
        for name, value in list(state.items()):
            state[name] = self.visit(value, inside)
        for name in copyreg._slotnames(type(obj)):
            if hasattr(obj, name):
                object.__setattr__(obj, name, self.visit(getattr(obj, name), inside))
        return obj
