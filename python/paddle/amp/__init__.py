"""Automatic mixed precision: operators that gain from it compute in float16 or bfloat16."""

from . import debugging, grad_scaler  # noqa: F401
from .amp_lists import black_list, white_list
from .auto_cast import (
    amp_guard,
    auto_cast,
    autocast,
    get_autocast_dtype,
    is_auto_cast_enabled,
    is_autocast_enabled,
)
from .decorate import amp_decorate, decorate
from .grad_scaler import AmpScaler, GradScaler, OptimizerState
from .support import is_bfloat16_supported, is_float16_supported

get_autocast_cpu_dtype = get_autocast_dtype
get_autocast_gpu_dtype = get_autocast_dtype

__all__ = [
    "AmpScaler",
    "GradScaler",
    "OptimizerState",
    "amp_decorate",
    "amp_guard",
    "auto_cast",
    "autocast",
    "black_list",
    "decorate",
    "get_autocast_cpu_dtype",
    "get_autocast_dtype",
    "get_autocast_gpu_dtype",
    "is_auto_cast_enabled",
    "is_autocast_enabled",
    "is_bfloat16_supported",
    "is_float16_supported",
    "white_list",
]
