"""paddle.static: programs that are built first and run later, as often as is wanted.

``paddle.enable_static()`` turns the mode on. Operators are then noted in a `Program` in place of running, by the same
code that runs them otherwise; an `Executor` compiles it at the first run and serves all sizes that were left open.
"""

import sys as _sys

from ..framework.input_spec import InputSpec
from . import amp, nn  # noqa: F401
from .backward import append_backward, gradients
from .block import Block, Operator
from .executor import Executor
from .extras import ExponentialMovingAverage, Print, WeightNormParamAttr, accuracy, auc, py_func
from .io import InferenceProgram, load_inference_model
from .places import cpu_places, cuda_places, xpu_places
from .program import (
    Program,
    default_main_program,
    default_startup_program,
    device_guard,
    name_scope,
    program_guard,
)
from .saving import (
    deserialize_persistables,
    deserialize_program,
    load_from_file,
    save_inference_model,
    save_to_file,
    serialize_persistables,
    serialize_program,
)
from .scope import Scope, global_scope, scope_guard
from .states import (
    is_persistable,
    load,
    load_program_state,
    normalize_program,
    save,
    set_program_state,
)
from .strategies import BuildStrategy, CompiledProgram, ExecutionStrategy
from .variable import Variable, create_global_var, create_parameter, data

__all__ = [
    "Block", "BuildStrategy", "CompiledProgram", "ExecutionStrategy", "Executor", "ExponentialMovingAverage",
    "InferenceProgram", "InputSpec", "Operator", "Print", "Program", "Scope", "Variable", "WeightNormParamAttr",
    "accuracy", "append_backward", "auc", "cpu_places", "create_global_var", "create_parameter", "cuda_places",
    "data", "default_main_program", "default_startup_program", "deserialize_persistables", "deserialize_program",
    "device_guard", "global_scope", "gradients", "is_persistable", "load", "load_from_file", "load_inference_model",
    "load_program_state", "name_scope", "normalize_program", "program_guard", "py_func", "save",
    "save_inference_model", "save_to_file", "scope_guard", "serialize_persistables", "serialize_program",
    "set_program_state", "xpu_places",
]  # fmt: skip

from .. import missing as _missing  # noqa: E402

_missing.install_names(globals(), __name__)
from . import quantization  # noqa: E402, F401
