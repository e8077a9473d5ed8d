"""paddle.distributed.fleet.utils: of it this version has `recompute`."""

from ...missing import attribute_of as _attribute_of
from .recompute import recompute

__all__ = ["recompute"]
__getattr__ = _attribute_of(__name__)
