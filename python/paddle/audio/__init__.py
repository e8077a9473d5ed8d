"""Sound: files, features, windows."""

from ..framework import named as _named
from . import backends, datasets, features, functional
from .backends.wave_backend import info, load, save

__all__ = ["backends", "datasets", "features", "functional", "info", "load", "save"]
_named.install(globals(), __name__)
