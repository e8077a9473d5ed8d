"""Views share memory; writes through them show; versions are shared; gradients flow."""

import numpy as np
import paddle
import pytest


def base():
    return paddle.to_tensor(np.arange(12, dtype="float32").reshape(3, 4))


# name: the view, and numpy's of the same elements
VIEWS = {
    "slice": (lambda x: x[1:], lambda a: a[1:]),
    "step": (lambda x: x[:, ::2], lambda a: a[:, ::2]),
    "row": (lambda x: x[1], lambda a: a[1]),
    "transpose": (lambda x: x.transpose([1, 0]), lambda a: a.T),
    "reshape": (lambda x: x.reshape([2, 6]), lambda a: a.reshape(2, 6)),
    "unsqueeze": (lambda x: x.unsqueeze(0), lambda a: a[None]),
    "flatten": (lambda x: x.flatten(), lambda a: a.reshape(-1)),
    "T": (lambda x: x.T, lambda a: a.T),
    "detach": (lambda x: x.detach(), lambda a: a),
    "chain": (lambda x: x[1:].transpose([1, 0])[::2], lambda a: a[1:].T[::2]),
    "ellipsis": (lambda x: x[..., 1], lambda a: a[..., 1]),
    "squeeze": (lambda x: x[0:1].squeeze(0), lambda a: a[0]),
    "diagonal": (lambda x: x.diagonal(), lambda a: np.einsum("ii->i", a[:, :3])),
    "tensor_split": (lambda x: paddle.tensor_split(x, 2, axis=1)[1], lambda a: a[:, 2:]),
    "unbind": (lambda x: paddle.unbind(x)[0], lambda a: a[0]),
}


@pytest.mark.parametrize("name", VIEWS)
def test_view_shares_memory(name):
    view_of, numpy_view_of = VIEWS[name]
    x, array = base(), base().numpy()
    view = view_of(x)
    assert np.array_equal(view.numpy(), numpy_view_of(array))
    version = x.inplace_version
    view.scale_(3.0)
    numpy_view_of(array)[...] *= 3
    assert np.array_equal(view.numpy(), numpy_view_of(array))
    assert np.array_equal(x.numpy(), array)
    assert x.inplace_version > version


@pytest.mark.parametrize("name", [n for n in VIEWS if n != "detach"])
def test_gradient_through_a_view(name):
    view_of, numpy_view_of = VIEWS[name]
    x = base()
    x.stop_gradient = False
    view = view_of(x)
    weight = np.arange(1.0, view.size + 1, dtype="float32").reshape(view.shape)
    (view * paddle.to_tensor(weight)).sum().backward()
    expected = np.zeros((3, 4), "float32")
    numpy_view_of(expected)[...] = weight
    assert np.array_equal(x.grad.numpy(), expected)


def test_view_outlives_its_base():
    view = base()[1:]
    for _ in range(100):
        paddle.to_tensor(np.zeros((3, 4), "float32"))
    assert view.tolist() == [[4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]


def test_expanded_memory_is_not_written_twice():
    x = paddle.to_tensor([[1.0], [2.0]])
    wide = x.expand([2, 3])
    assert wide.strides[1] == 0 and wide.tolist() == [[1.0] * 3, [2.0] * 3]
    assert (wide + 1.0).tolist() == [[2.0] * 3, [3.0] * 3]


def test_overlapping_assignment():
    x = paddle.to_tensor([1.0, 2.0, 3.0, 4.0])
    x[1:] = x[:-1]
    assert x.tolist() == [1.0, 1.0, 2.0, 3.0]


def test_in_place_with_a_column_of_itself():
    x = base()
    expected = x.numpy() - x.numpy()[:, :1]
    x.subtract_(x[:, 0:1])
    assert np.array_equal(x.numpy(), expected)


@pytest.mark.parametrize(
    "dtype", ["int32", "uint8", "int16", "float64", "float32", "bfloat16", "complex64"]
)
def test_view_of_another_dtype(dtype):
    """view_dtype: the same bytes, the last axis as much longer or shorter."""
    x = base()
    view = x.view(dtype)
    width = 2 if dtype == "bfloat16" else np.dtype(dtype).itemsize
    assert view.dtype.name == dtype and view.shape == [3, 4 * 4 // width]
    assert view.data_ptr() == x.data_ptr()
    numpy_dtype = "int16" if dtype == "bfloat16" else dtype
    bits = view.view("int16").numpy() if dtype == "bfloat16" else view.numpy()
    assert bits.tobytes() == base().numpy().view(numpy_dtype).tobytes()


def test_view_of_another_dtype_needs_whole_elements():
    with pytest.raises(ValueError, match="view"):
        paddle.to_tensor(np.ones((3, 3), "float32")).view("float64")


def test_real_and_imag_are_views():
    z = paddle.to_tensor(np.array([1 + 2j, 3 + 4j], "complex64"))
    real, imag = paddle.real(z), paddle.imag(z)
    assert real.tolist() == [1.0, 3.0] and imag.tolist() == [2.0, 4.0]
    real.scale_(10.0)
    assert z.numpy().tolist() == [10 + 2j, 30 + 4j]
