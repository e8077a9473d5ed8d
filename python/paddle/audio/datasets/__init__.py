"""Data sets of sounds read from local files."""

from ...framework import named as _named
from .sounds import ESC50, TESS

__all__ = ["ESC50", "TESS"]
_named.install_classes(globals(), __name__)
