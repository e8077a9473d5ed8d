"""Arrays of other libraries that can not be taken as they are."""

import numpy as np
import paddle
import pytest


@pytest.mark.parametrize("dtype", [">f4", "uint32", "uint64", "O", "U1"])
def test_an_unknown_dtype_is_named(dtype):
    array = np.zeros(3, dtype)
    with pytest.raises(TypeError, match="to_tensor: the dtype of the array") as caught:
        paddle.to_tensor(array)
    assert f"Received: {array.dtype}" in str(caught.value)


def test_read_only_memory_is_copied():
    array = np.arange(3.0)
    array.flags.writeable = False
    tensor = paddle.from_dlpack(array)
    tensor.add_(paddle.ones([3], "float64"))
    assert array.tolist() == [0.0, 1.0, 2.0]
    assert tensor.tolist() == [1.0, 2.0, 3.0]


def test_writable_memory_is_shared():
    array = np.arange(3.0)
    paddle.from_dlpack(array).add_(paddle.ones([3], "float64"))
    assert array.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("value", [None, 5, "text", [1.0]])
def test_from_dlpack_names_its_argument(value):
    with pytest.raises(TypeError, match="from_dlpack: argument `dlpack` has the wrong type"):
        paddle.from_dlpack(value)
