"""In-place forms: the same values as the plain form for every pair of dtypes, and no write into memory that repeats."""

import itertools

import numpy as np
import paddle
import pytest

BINARY = "add subtract multiply divide remainder".split()
UNARY = "sqrt exp log tanh sigmoid abs square".split()
FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTS = ["int8", "int32", "int64", "uint8"]


def make(values, dtype):
    return paddle.to_tensor(values).astype(dtype)


def same(got, want):
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got.astype("float64").numpy(), want.astype("float64").numpy())


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("x_dtype, y_dtype", [*itertools.product(FLOATS + INTS, repeat=2)])
def test_binary(name, x_dtype, y_dtype):
    x, y = make([[7, 4], [9, 2]], x_dtype), make([[2, 3], [5, 6]], y_dtype)
    want = getattr(paddle, name)(x, y)
    version = x.inplace_version
    if x_dtype in INTS and y_dtype in FLOATS and name != "divide":
        with pytest.raises(TypeError, match=f"{name}_: `x` can not take the result"):
            getattr(x, name + "_")(y)
        return
    assert getattr(x, name + "_")(y) is x
    same(x, want)
    assert x.inplace_version > version or x.dtype != x_dtype


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("dtype", FLOATS + INTS)
def test_unary(name, dtype):
    x = make([1, 4, 9], dtype)
    want = getattr(paddle, name)(x)
    getattr(x, name + "_")()
    same(x, want)


def test_comparison_becomes_bool():
    x = make([1, 5], "float32")
    x.less_than_(make([3, 3], "float32"))
    assert x.dtype == paddle.bool
    assert x.tolist() == [True, False]


def test_gradient_through_a_promotion():
    leaf = make([[1, 2], [3, 4]], "float32")
    leaf.stop_gradient = False
    x = leaf * 1.0
    x.add_(make([[1, 1], [1, 1]], "float64"))
    assert x.dtype == paddle.float64
    (x * x).sum().backward()
    np.testing.assert_allclose(leaf.grad.numpy(), 2 * (leaf.numpy() + 1))


def test_a_view_keeps_its_dtype():
    base = make([1, 2, 3], "float32")
    with pytest.raises(TypeError, match="add_: the result has another dtype"):
        base[:2].add_(make([1, 1], "float64"))
    assert base.tolist() == [1, 2, 3]


WRITES = {
    "add_": lambda t: t.add_(paddle.ones([3, 2])),
    "scale_": lambda t: t.scale_(2.0),
    "exp_": lambda t: t.exp_(),
    "zero_": lambda t: t.zero_(),
    "row": lambda t: t.__setitem__(0, 9.0),
    "mask": lambda t: t.__setitem__(paddle.to_tensor([True, False, True]), 5.0),
    "index": lambda t: t.__setitem__(paddle.to_tensor([0, 2]), 5.0),
    "cumsum_": lambda t: t.cumsum_(axis=0),
}


@pytest.mark.parametrize("name", WRITES)
def test_an_expanded_tensor_becomes_its_own(name):
    source = make([1, 2], "float32")
    expanded = source.expand([3, 2])
    plain = expanded.clone()
    WRITES[name](expanded)
    WRITES[name](plain)
    assert expanded.tolist() == plain.tolist()
    assert source.tolist() == [1, 2]


def test_gradient_through_a_write_into_an_expanded_tensor():
    leaf = make([1, 2], "float32")
    leaf.stop_gradient = False
    x = (leaf * 1.0).expand([3, 2])
    x[0] = 9.0
    x.sum().backward()
    assert leaf.grad.tolist() == [2, 2]
