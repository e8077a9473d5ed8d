"""Models in integers: trained with quantization, or quantized after training."""

from ..missing import attribute_of as _attribute_of
from .base_observer import BaseObserver
from .base_quanter import BaseQuanter
from .config import QuantConfig
from .factory import quanter
from .ptq import PTQ
from .qat import QAT

__all__ = [
    "QuantConfig",
    "BaseQuanter",
    "BaseObserver",
    "quanter",
    "QAT",
    "PTQ",
]

__getattr__ = _attribute_of(__name__)
