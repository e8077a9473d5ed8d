"""Jacobians and Hessians, and hooks on what is kept for the backward pass."""

import gc
import threading
import weakref

import numpy as np
import paddle
import pytest
from paddle.autograd import PyLayer, hessian, jacobian, saved_tensors_hooks


def leaf(*values):
    return paddle.to_tensor(np.array(values, "float64"), stop_gradient=False)


def test_jacobian():
    x = leaf(1.0, 2.0, 3.0)
    J = jacobian(paddle.stack([x.prod(), x[0] * x[1]]), x)
    expected = np.array([[6.0, 3, 2], [2, 1, 0]])
    assert J.shape == [2, 3]
    for index in (
        np.s_[:],
        0,
        -1,
        np.s_[1:],
        np.s_[::-1],
        np.s_[:, 1],
        (0, 2),
        np.s_[0, 1:],
        np.s_[0:0],
    ):
        assert J[index].numpy().tolist() == expected[index].tolist()
    assert (J + 1).tolist() == (expected + 1).tolist() and J.numpy().tolist() == expected.tolist()
    assert (J @ paddle.ones([3, 1], "float64")).tolist() == expected.sum(1)[:, None].tolist()
    assert len(J) == 2 and repr(J) == "Jacobian(shape=[2, 3])"


def test_operators_compute_it_as_a_whole():
    x = leaf(1.0, 2.0, 3.0)
    J = jacobian(x * x - 4 * x, x)
    A, v = J.numpy(), x.numpy()
    cases = [
        (1 + J, 1 + A), (1 - J, 1 - A), (2 * J, 2 * A), (2 / (J + 3), 2 / (A + 3)), (2**J, 2**A),
        (x + J, v + A), (x - J, v - A), (x * J, v * A), (x @ J, v @ A), (J @ J, A @ A), (J - J, A - A),
        (5 % (J + 3), 5 % (A + 3)), (5 // (J + 3), 5 // (A + 3)), (-J, -A), (abs(J), abs(A)),
        (x < J, v < A), (J == J, A == A),
    ]  # fmt: skip
    for got, want in cases:
        np.testing.assert_allclose(got.numpy(), want)
    assert paddle.sin(J[:]).shape == [3, 3] and len({J, J}) == 1


def test_errors_name_the_function():
    x = leaf(1.0, 2.0)
    J, H = jacobian(x * x, x), hessian((x**3).sum(), x)
    for name, matrix in (("jacobian", J), ("hessian", H)):
        for index, kind in ((7, IndexError), ("a", TypeError), (..., IndexError)):
            with pytest.raises(kind, match=f"{name}: "):
                matrix[index]
    for name, call in (("jacobian", jacobian), ("hessian", hessian)):
        with pytest.raises(
            ValueError, match=f"{name}: `xs` has the wrong rank.\n  Expected: 0 or 1"
        ):
            call(x.sum(), leaf([1.0], [2.0]))
        with pytest.raises(TypeError, match=f"{name}: argument `xs`"):
            call(x.sum(), 3)


def test_only_the_rows_that_are_read_are_computed():
    calls = []
    x = leaf(1.0, 2.0)
    y = x * x
    y.register_hook(lambda g: calls.append(1))
    J = jacobian(y, x)
    assert not calls
    assert J[1].tolist() == [0, 4] and J[1, 0].item() == 0 and len(calls) == 1
    assert J[:].tolist() == [[2, 0], [0, 4]] and len(calls) == 2


def test_numbers_and_vectors():
    x, y = leaf(2.0), paddle.to_tensor(3.0, "float64", stop_gradient=False)
    assert jacobian(y * y, y).shape == [] and jacobian(y * y, y).item() == 6
    assert jacobian(x * y, y).shape == [1] and jacobian(x * y, y)[0].item() == 2
    assert jacobian(y * x[0], x).shape == [1]
    nested = jacobian([x * y, y], [x, y])
    assert [[j.shape for j in row] for row in nested] == [[[1, 1], [1]], [[1], []]]
    assert nested[1][0].tolist() == [0]


def test_batches():
    data = np.arange(6.0).reshape(3, 2)
    x = paddle.to_tensor(data, stop_gradient=False)
    J = jacobian(x * x, x, batch_axis=0)
    expected = np.stack([np.diag(2 * row) for row in data])
    assert J.shape == [3, 2, 2] and J[:].numpy().tolist() == expected.tolist()
    assert J[:, 1].tolist() == expected[:, 1].tolist() and J[2, 0, 0].item() == 8
    H = hessian((x**3).sum(-1), x, batch_axis=0)
    assert H[:].numpy().tolist() == np.stack([np.diag(6 * row) for row in data]).tolist()


def test_hessian():
    x, y = leaf(1.0, 2.0), leaf(3.0)
    H = hessian((x * x).sum() * y[0], (x, y))
    assert H[0][0][:].tolist() == [[6, 0], [0, 6]] and H[0][1][:].tolist() == [[2], [4]]
    assert H[1][0][:].tolist() == [[2, 4]] and H[1][1][:].tolist() == [[0]]
    assert type(H[0][0]).__name__ == "Hessian"
    third = jacobian(hessian((x**4).sum(), x)[0], x)
    assert third[:].tolist() == [[24, 0], [0, 0]]


@pytest.mark.parametrize(
    ("call", "error"),
    (
        (lambda x: jacobian(x, x.reshape([1, 2, 1])), ValueError),
        (lambda x: jacobian(x, x, batch_axis=1), ValueError),
        (lambda x: jacobian(x, x, batch_axis=True), ValueError),
        (lambda x: jacobian(3, x), TypeError),
        (lambda x: jacobian(x * x, x)[5], IndexError),
        (lambda x: jacobian(x * x, x)[...], IndexError),
        (lambda x: jacobian(x * x, x)["a"], TypeError),
        (lambda x: jacobian(x * x, x)[0, 0, 0], IndexError),
        (lambda x: hessian(x * x, x), ValueError),
        (lambda x: hessian([1], x), TypeError),
        (lambda x: hessian(x[0], x, batch_axis=0), ValueError),
    ),
)
def test_refused(call, error):
    with pytest.raises(error, match="jacobian|hessian"):
        call(leaf(1.0, 2.0))


def log(calls):
    def pack(tensor):
        calls.append("pack")
        return tensor.numpy()

    def unpack(array):
        calls.append("unpack")
        return paddle.to_tensor(array)

    return pack, unpack


def test_hooks_see_what_is_saved():
    calls = []
    x = leaf(2.0, 3.0)
    with saved_tensors_hooks(*log(calls)):
        y = paddle.exp(x * x) * x
    assert calls and set(calls) == {"pack"}
    (g,) = paddle.grad(y.sum(), x, create_graph=True)
    v = x.numpy()
    np.testing.assert_allclose(g.numpy(), np.exp(v * v) * (1 + 2 * v * v))
    assert calls.count("unpack") >= calls.count("pack")
    (h,) = paddle.grad(g.sum(), x)
    np.testing.assert_allclose(h.numpy(), np.exp(v * v) * (6 * v + 4 * v**3))
    calls.clear()
    x * x  # noqa: B018
    assert not calls  # the hooks are gone


class Product(PyLayer):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensor()
        return grad * b, grad * a


def test_hooks_of_a_custom_function():
    calls = []
    a, b = leaf(2.0, 3.0), leaf(4.0, 5.0)
    with saved_tensors_hooks(*log(calls)):
        y = Product.apply(a, b * 2)
    (g,) = paddle.grad(y.sum(), b, create_graph=True)
    assert g.tolist() == [4, 6] and "unpack" in calls
    assert paddle.grad(g.sum(), a)[0].tolist() == [2, 2]


def test_hooks_are_of_one_thread():
    entered, done = threading.Event(), threading.Event()

    def other():
        with saved_tensors_hooks(lambda t: t, lambda t: t):
            entered.set()
            done.wait(20)

    thread = threading.Thread(target=other)
    thread.start()
    assert entered.wait(20)
    kept = []

    class Square(PyLayer):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a * a

        @staticmethod
        def backward(ctx, grad):
            kept.append(ctx.saved_tensor()[0])
            return grad * 2 * kept[0]

    a = leaf(3.0)
    y = Square.apply(a)
    done.set()
    thread.join()
    y.backward()
    assert kept[0] is a and a.grad.tolist() == [6]


def test_hooks_within_hooks():
    outer, inner = [], []
    x = leaf(2.0)
    with saved_tensors_hooks(*log(outer)):
        with saved_tensors_hooks(*log(inner)):
            x * x  # noqa: B018
        assert not outer and len(inner) == 2
        x * x  # noqa: B018
    assert len(outer) == 2


def test_what_is_packed_is_let_go():
    class Packed:
        pass

    kept = []

    def pack(tensor):
        packed = Packed()
        kept.append(weakref.ref(packed))
        return packed

    x = leaf(2.0)
    with saved_tensors_hooks(pack, lambda packed: paddle.to_tensor([2.0], "float64")):
        y = x * x
    assert all(ref() is not None for ref in kept)
    y.backward()
    gc.collect()
    assert all(ref() is None for ref in kept) and x.grad.tolist() == [4]


def test_a_change_in_place_is_found():
    x = leaf(2.0)
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        y = x * 1
        z = y * y
    y.add_(paddle.ones([1], "float64"))
    with pytest.raises(RuntimeError, match="in-place"):
        z.backward()


def test_wrong_hooks():
    x = leaf(2.0, 1.0)
    with pytest.raises(ZeroDivisionError), saved_tensors_hooks(lambda t: 1 / 0, lambda t: t):
        x * x  # noqa: B018
    x * x  # noqa: B018
    with saved_tensors_hooks(lambda t: 1, lambda one: one):
        y = x * x
    with pytest.raises(TypeError, match="unpack hook"):
        y.sum().backward()
    with saved_tensors_hooks(lambda t: 1, lambda one: paddle.ones([5], "float64")):
        y = x * x
    with pytest.raises(ValueError, match="unpack hook"):
        y.sum().backward()
    with pytest.raises(TypeError, match="pack_hook"):
        saved_tensors_hooks(1, lambda t: t)


def test_memory_that_is_used_again_is_not_taken_for_a_change():
    x = paddle.ones([64])
    x.stop_gradient = False
    for _ in range(50):
        with saved_tensors_hooks(lambda t: t.numpy(), paddle.to_tensor):
            h = x * 2
            h.add_(paddle.ones([64]))  # its version is 1
            out = (h * h).sum()
        del h
        x.clear_gradient()
        out.backward()
        assert x.grad.tolist() == [12.0] * 64


def test_a_pack_hook_that_raises_leaves_the_tensors_usable():
    calls = []

    def pack(t):
        calls.append(t)
        if len(calls) == 2:
            raise RuntimeError("enough")
        return t

    a, b = paddle.ones([3]), paddle.ones([3])
    a.stop_gradient = b.stop_gradient = False
    with pytest.raises(RuntimeError, match="enough"), saved_tensors_hooks(pack, lambda t: t):
        a * b
    (a * b).sum().backward()
    assert a.grad.tolist() == [1.0] * 3


@pytest.mark.parametrize("create_graph", [False, True])
def test_the_gradient_of_a_leaf_is_of_what_was_unpacked(create_graph):
    x = paddle.to_tensor([3.0], stop_gradient=False)
    with saved_tensors_hooks(lambda t: t.numpy(), lambda a: paddle.to_tensor(a * 10)):
        y = x * x
    (grad,) = paddle.grad(y, x, create_graph=create_graph)
    assert grad.tolist() == [60.0]
    if create_graph:
        assert paddle.grad(grad, x)[0].tolist() == [2.0]


def test_a_change_is_noticed_where_unpack_copies():
    x = paddle.to_tensor([3.0, 4.0], stop_gradient=False)
    h = x * 1
    with saved_tensors_hooks(lambda t: t, lambda t: t.clone()):
        y = (h * h).sum()
    h.zero_()
    with pytest.raises(RuntimeError, match="changed by an in-place operation"):
        y.backward()


def test_hooks_are_left_as_often_as_entered():
    hooks = saved_tensors_hooks(lambda t: t, lambda t: t)
    with pytest.raises(RuntimeError, match="more often than entered"):
        hooks.__exit__(None, None, None)
