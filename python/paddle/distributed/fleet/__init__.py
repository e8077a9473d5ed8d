"""paddle.distributed.fleet: of it this version has recomputation."""

from ...missing import attribute_of as _attribute_of
from . import recompute, utils  # noqa: F401

__getattr__ = _attribute_of(__name__)
