"""Tensors, numpy and DLPack: who shares memory with whom, and for how long."""

import copy
import gc
import weakref

import numpy as np
import paddle
import pytest


def test_to_tensor_copies():
    x = np.ones(4, "float32")
    t = paddle.to_tensor(x)
    x[0] = 5
    assert t.tolist() == [1.0] * 4


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12.0).reshape(3, 4)[:, ::2],
        np.arange(12.0).reshape(3, 4).T,
        np.arange(6.0)[::-1],
        np.broadcast_to(np.arange(3.0), (2, 3)),
        np.float32(3),
        np.array(5),
        np.zeros((0, 3)),
    ],
)
def test_to_tensor_of_any_layout(array):
    assert np.array_equal(paddle.to_tensor(array).numpy(), array)


def test_numpy_of_a_tensor_is_its_value():
    t = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
    assert t.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]] and np.asarray(t).dtype == np.float32
    assert np.asarray(t, dtype="int64").tolist() == [[1, 2], [3, 4]]


def test_numpy_view_keeps_the_memory_alive():
    t = paddle.to_tensor(np.arange(100000, dtype="float32"))
    array = t.numpy()
    del t
    gc.collect()
    for _ in range(20):
        paddle.to_tensor(np.zeros(100000, "float32"))
    assert array[12345] == 12345


def test_dlpack_shares_memory_both_ways():
    t = paddle.to_tensor([1.0, 2.0, 3.0])
    array = np.from_dlpack(t)
    t.scale_(2.0)
    assert array.tolist() == [2.0, 4.0, 6.0]
    source = np.ones((3, 4), "float32")
    view = paddle.from_dlpack(source[:, ::2])
    source[0, 0] = 7
    assert view.tolist()[0] == [7.0, 1.0] and not view.is_contiguous()


def test_dlpack_keeps_its_source_alive_and_lets_it_go():
    class Array(np.ndarray):
        pass

    source = np.ones(4, "float32").view(Array)
    alive = weakref.ref(source)
    t = paddle.from_dlpack(source)
    del source
    gc.collect()
    assert t.tolist() == [1.0] * 4 and alive() is not None
    del t
    gc.collect()
    assert alive() is None


def test_a_capsule_serves_once():
    capsule = paddle.to_tensor([1.0]).__dlpack__()
    paddle.from_dlpack(capsule)
    with pytest.raises(
        ValueError, match="from_dlpack: the capsule is used or is no DLPack capsule"
    ):
        paddle.from_dlpack(capsule)


def test_an_unused_capsule_is_freed():
    before = paddle._C.memory_stats()["allocated"]
    for _ in range(10):
        paddle.to_tensor(np.zeros(100000, "float32")).__dlpack__()
    gc.collect()
    assert paddle._C.memory_stats()["allocated"] <= before + 1000


@pytest.mark.parametrize(
    "dtype",
    [
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "int8",
        "uint8",
        "int64",
        "bool",
        "complex64",
        "complex128",
    ],
)
def test_dlpack_round_trip_of_each_dtype(dtype):
    t = paddle.to_tensor([0.0, 1.0, 1.0]).astype(dtype)
    again = paddle.from_dlpack(t)
    assert again.dtype == t.dtype and again.data_ptr() == t.data_ptr()


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (object(), TypeError, "`data` has the wrong type"),
        ("text", TypeError, "`data` has the wrong type"),
        ({}, TypeError, "`data` has the wrong type"),
        ({1: 2}, TypeError, "`data` has the wrong type"),
        ([1, "a"], TypeError, "`data` holds an object of the wrong type"),
        ([[1, 2], [3]], ValueError, "`data` has rows of different lengths"),
        (np.array(["a"]), TypeError, "the dtype of the array is not supported"),
        (np.array([object()]), TypeError, "the dtype of the array is not supported"),
        (1 << 80, OverflowError, "beyond the range of int64"),
        (lambda: 0, TypeError, "`data` has the wrong type"),
        ([None], TypeError, "`data` holds an object of the wrong type"),
    ],
)
def test_to_tensor_of_what_is_no_array(value, error, text):
    with pytest.raises(error, match=text):
        paddle.to_tensor(value)


@pytest.mark.parametrize("value", [None, 1, "text", [1.0]])
def test_from_dlpack_of_what_has_none(value):
    with pytest.raises(TypeError, match="argument `dlpack` has the wrong type"):
        paddle.from_dlpack(value)


@pytest.mark.parametrize(
    "value, dtype",
    [
        (1, "int64"),
        (1.0, "float32"),
        (True, "bool"),
        (1j, "complex64"),
        ([1, 2.0], "float32"),
        ([True, 1], "int64"),
        ([], "float32"),
        (np.float64(1), "float64"),
        ([np.float32(1)], "float32"),
        (np.arange(3), "int64"),
        ((1, 2), "int64"),
    ],
)
def test_dtype_of_what_is_given(value, dtype):
    assert paddle.to_tensor(value).dtype.name == dtype


def test_a_deep_copy_of_a_result_is_a_leaf():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = x * 2
    again = copy.deepcopy(y)
    assert again.is_leaf
    assert not again.stop_gradient
    (again * 3).sum().backward()
    assert again.grad.tolist() == [3.0, 3.0]
    assert x.grad is None


def test_pickle_and_deepcopy():
    import pickle

    for dtype in ("float32", "bfloat16", "int64", "bool"):
        t = paddle.to_tensor([[0.0, 1.0], [2.0, 3.0]]).astype(dtype)
        for again in (pickle.loads(pickle.dumps(t)), copy.deepcopy(t), copy.copy(t)):
            assert again.dtype == t.dtype and again.shape == t.shape
            assert np.array_equal(again.astype("float32").numpy(), t.astype("float32").numpy())
            assert again.data_ptr() != t.data_ptr()
