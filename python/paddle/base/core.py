"""What Paddle's extension module shows, as far as programs use it."""

import enum
import types

import numpy as np

import paddle

from .. import _C
from ..device import (  # noqa: F401
    get_all_custom_device_type,
    is_compiled_with_cuda,
    is_compiled_with_custom_device,
    is_compiled_with_rocm,
    is_compiled_with_xpu,
)
from ..framework.input_spec import as_dtype as _as_dtype
from ..missing import attribute_of as _attribute_of

__getattr__ = _attribute_of(__name__)
Place, CPUPlace, CUDAPlace = paddle.Place, paddle.CPUPlace, paddle.CUDAPlace
eager = types.SimpleNamespace(Tensor=_C.Tensor)


class VarType(enum.Enum):
    """What a variable is, by Paddle's numbers."""

    DENSE_TENSOR = 7
    SELECTED_ROWS = 8
    FEED_MINIBATCH = 9
    FETCH_LIST = 10
    STEP_SCOPES = 11
    DENSE_TENSOR_ARRAY = 13
    PLACE_LIST = 14
    READER = 15
    RAW = 17
    STRING = 25
    STRINGS = 26
    VOCAB = 27
    SPARSE_COO = 30

    def __str__(self):
        return f"VarType.{self.name}"

    def __int__(self):
        return self.value

    __index__ = __int__


class VarDesc:
    """Holds the kinds of variables and, under their old names, the dtypes."""

    class VarType:
        """``FP32`` is ``paddle.float32``, and so on."""

        BOOL, UINT8 = paddle.bool, paddle.uint8
        INT8, INT16, INT32, INT64 = paddle.int8, paddle.int16, paddle.int32, paddle.int64
        FP16, BF16, FP32, FP64 = paddle.float16, paddle.bfloat16, paddle.float32, paddle.float64
        FP8_E4M3FN, FP8_E5M2 = paddle.float8_e4m3fn, paddle.float8_e5m2
        COMPLEX64, COMPLEX128 = paddle.complex64, paddle.complex128
        LOD_TENSOR, LOD_TENSOR_ARRAY = VarType.DENSE_TENSOR, VarType.DENSE_TENSOR_ARRAY


for _kind in VarType:
    setattr(VarDesc.VarType, _kind.name, _kind)


def get_custom_device_count(device_type):
    """How many devices of another kind there are: none."""
    return 0


def frombuffer(buffer, dtype):
    """A tensor with a copy of bytes.

    Args:
        buffer (bytes-like): The bytes.
        dtype (dtype|str): As what they are read.
    """
    dtype = _as_dtype(dtype)
    if not len(buffer):
        return paddle.empty([0], dtype)
    return paddle.to_tensor(np.frombuffer(buffer, "uint8")).view(dtype)


def set_prim_eager_enabled(enabled):
    """Accepted: gradients of every order are there without taking operators apart.

    Args:
        enabled (bool): Whether eager code takes operators apart.
    """


def _set_prim_all_enabled(enabled):
    """Accepted, likewise."""


def default_cpu_generator():
    """The generator that operators on the CPU draw from.

    Returns:
        paddle.Generator

    Examples:
        >>> import paddle
        >>> generator = paddle.base.core.default_cpu_generator()
        >>> state = generator.get_state()
        >>> a = paddle.rand([3])
        >>> generator.set_state(state)
        >>> bool((a == paddle.rand([3])).all())
        True
    """
    return paddle.Generator()
