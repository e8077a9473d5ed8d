"""Models in integers: trained with quantization, or quantized after training."""

from .. import missing as _missing
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

# The older interface, `Imperative...`.
_missing.install_names(globals(), __name__)
