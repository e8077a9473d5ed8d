"""Saved models without the code that made them: a configuration, a predictor, handles of its inputs and outputs."""

from .config import Config, PrecisionType
from .predictor import Predictor, PredictorPool, create_predictor
from .tensor import DataType, PlaceType, Tensor, get_num_bytes_of_data_type
from .version import (
    get_trt_compile_version,
    get_trt_runtime_version,
    get_version,
)

__all__ = [
    "Config",
    "DataType",
    "PlaceType",
    "PrecisionType",
    "Predictor",
    "PredictorPool",
    "Tensor",
    "create_predictor",
    "get_num_bytes_of_data_type",
    "get_trt_compile_version",
    "get_trt_runtime_version",
    "get_version",
]
