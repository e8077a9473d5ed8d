"""Passes that quantize static programs: not part of this version, use raises. `paddle.quantization` takes layers."""

from ... import missing as _missing
from . import quant_config  # noqa: F401

_missing.install_names(globals(), __name__)
