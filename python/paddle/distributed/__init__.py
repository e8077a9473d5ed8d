"""paddle.distributed: of it this version has `fleet.utils.recompute` and its kin."""

from ..missing import attribute_of as _attribute_of
from . import fleet  # noqa: F401

__getattr__ = _attribute_of(__name__)
