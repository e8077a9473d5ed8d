"""Sparse tensors: as the dense ones that they stand for; what is marked so is recorded from PaddlePaddle 3.3.1."""

import copy
import pickle

import numpy as np
import paddle
import pytest
from paddle import sparse

RNG = np.random.default_rng(0)


def coo(shape=(4, 5), count=7, dense=(), twice=False, dtype="float64"):
    """Random elements, also in one place twice, and not in order."""
    places = RNG.permutation(int(np.prod(shape)))[:count]
    if twice:
        places = np.concatenate([places, places[:3]])
    indices = np.stack(np.unravel_index(places, shape))
    values = RNG.standard_normal((len(places), *dense))
    return sparse.sparse_coo_tensor(
        indices, values, [*shape, *dense], dtype=dtype, stop_gradient=False
    )


def csr(shape=(4, 5), count=7):
    x = coo(shape, count).detach().to_sparse_csr()
    return sparse.sparse_csr_tensor(x.crows(), x.cols(), x.values(), x.shape, stop_gradient=False)


def near(one, other, tol=1e-10):
    one, other = (t.numpy() if paddle.is_tensor(t) else t for t in (one, other))
    np.testing.assert_allclose(one, other, rtol=tol, atol=tol)


def same(function, plain, *tensors):
    """Values and gradients of a function of sparse tensors, and of one of the dense ones that they stand for."""
    out = function(*tensors)
    dense = [t.to_dense().detach() if t.is_sparse() else t.detach() for t in tensors]
    for t in dense:
        t.stop_gradient = False
    expected = plain(*dense)
    result = out.to_dense() if out.is_sparse() else out
    near(result, expected)
    g = paddle.to_tensor(RNG.standard_normal(expected.shape))
    leaves = [t.values() if t.is_sparse() else t for t in tensors]
    grads = paddle.grad(result, leaves, g, allow_unused=True)
    of_dense = paddle.grad(expected, dense, g)
    for t, one, other in zip(tensors, grads, of_dense, strict=True):
        near(one, t._part_of(other) if t.is_sparse() else other)
    return out


X = [[0, 1, 2], [1, 2, 0]]


def test_what_it_is():
    x = sparse.sparse_coo_tensor(X, [1.0, 2.0, 3.0], [3, 3], stop_gradient=False)
    assert paddle.is_tensor(x) and x.is_sparse() and x.is_sparse_coo()
    assert not x.is_dense() and not x.is_sparse_csr() and not paddle.ones([1]).is_sparse_coo()
    assert (x.shape, x.ndim, x.nnz(), x.sparse_dim(), x.dense_dim(), x.size, len(x)) == (
        [3, 3],
        2,
        3,
        2,
        0,
        9,
        3,
    )
    assert x.dtype == paddle.float32 and not x.stop_gradient and x.values().is_leaf
    assert x.indices().tolist() == X and x.indices().dtype == paddle.int64
    text = "shape=[3, 3], dtype=paddle.float32, place=Place(cpu), stop_gradient=False"
    assert text in repr(x) and "indices=[[0, 1, 2],\n                [1, 2, 0]]" in repr(x)
    y = x.to_sparse_csr()
    assert (
        y.is_sparse_csr() and y.crows().tolist() == [0, 1, 2, 3] and y.cols().tolist() == [1, 2, 0]
    )
    assert "crows=[0, 1, 2, 3]" in repr(y)
    assert sparse.is_same_shape(x, y) and not sparse.is_same_shape(x, paddle.ones([3]))


def test_in_captures():
    x = sparse.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0], [2, 2])
    product = paddle.jit.to_static(lambda y: sparse.matmul(x, y) * 2)
    assert product(paddle.ones([2, 1])).tolist() == [[4.0], [6.0]]
    assert product(paddle.full([2, 1], 3.0)).tolist() == [[12.0], [18.0]]

    @paddle.jit.to_static
    def of_argument(x, y):
        return sparse.tanh(x).to_dense() + y

    y = paddle.ones([2, 2])
    for one in (x, x.detach() * 2.0):
        near(of_argument(one, y), np.tanh(one.numpy()) + 1.0, 1e-6)
    x._values[0] = 5.0
    assert product(paddle.ones([2, 1])).tolist() == [[10.0], [6.0]]


def test_engine_functions_refuse_it():
    x = coo()
    for call in (
        lambda: paddle.grad([x], [x]),
        lambda: paddle.autograd.backward([x]),
        lambda: paddle.to_tensor(x).is_sparse(),
    ):
        with pytest.raises((TypeError, ValueError, AssertionError)):
            assert call()


def test_dense_operators_refuse_it():
    x = coo()
    for call in (lambda: paddle.exp(x), lambda: paddle.matmul(x, x), lambda: paddle.ones([4, 5]) + x.values,
                 lambda: paddle.concat([x, x]), lambda: paddle.nn.functional.relu(x)):  # fmt: skip
        with pytest.raises(TypeError):
            call()
    with pytest.raises(AttributeError, match="has no `exp`"):
        x.exp()
    for name in ("values", "indices", "crows", "nnz", "coalesce"):
        with pytest.raises(TypeError, match="the tensor is dense"):
            getattr(paddle.ones([2]), name)()
    with pytest.raises(TypeError, match="SparseCooTensor or SparseCsrTensor"):
        sparse.sum(paddle.ones([2, 2]))


@pytest.mark.parametrize("make", [coo, csr, lambda: coo(twice=True), lambda: coo((3, 4), 5, (2,))])
def test_conversions(make):
    x = make()
    dense = np.zeros(x.shape)
    y = x.to_sparse_coo()
    np.add.at(dense, tuple(y.indices().numpy()), y.values().numpy())
    near(x.to_dense(), dense)
    near(np.array(x), dense)
    assert x.tolist() == dense.tolist()
    once = y.coalesce()
    assert once.is_coalesced() and once.nnz() == len(set(map(tuple, y.indices().numpy().T)))
    near(once, dense)
    if x.values().ndim == 1:
        near(x.to_sparse_csr().to_sparse_coo(), dense)
    for back in (
        copy.deepcopy(x),
        copy.copy(x),
        pickle.loads(pickle.dumps(x)),
        x.clone(),
        x.detach(),
        x.cpu(),
    ):
        assert type(back) is type(x)
        near(back, dense)
    assert x.detach().stop_gradient and x.astype("float32").dtype == paddle.float32
    same(lambda t: t, lambda t: t, x)


def test_from_dense():
    x = paddle.to_tensor([[0.0, 1], [2, 0], [0, 0]], stop_gradient=False)  # recorded
    y = x.to_sparse_coo(2)
    assert y.indices().tolist() == [[0, 1], [1, 0]] and y.values().tolist() == [1.0, 2.0]
    y = x.to_sparse_coo(1)
    assert y.indices().tolist() == [[0, 1]] and y.values().tolist() == [[0.0, 1.0], [2.0, 0.0]]
    (y.to_dense() * paddle.arange(6.0).reshape([3, 2])).sum().backward()
    assert x.grad.tolist() == [[0.0, 1.0], [2.0, 3.0], [0.0, 0.0]]
    assert x.to_sparse_csr().crows().tolist() == [0, 1, 2, 2]
    batch = paddle.to_tensor(RNG.standard_normal((2, 3, 4)) * (RNG.random((2, 3, 4)) > 0.5))
    near(batch.to_sparse_csr(), batch)
    assert paddle.zeros([2, 2]).to_sparse_coo(2).nnz() == 0
    with pytest.raises(ValueError, match="`sparse_dim` is wrong"):
        x.to_sparse_coo(3)
    with pytest.raises(ValueError, match="2 or 3 axes"):
        paddle.ones([2]).to_sparse_csr()


def test_creation_refuses():
    make, rows = sparse.sparse_coo_tensor, sparse.sparse_csr_tensor
    assert make([[0, 4]], [1.0, 2.0]).shape == [5]  # recorded
    for match, call in (
        ("`values` is wrong", lambda: make([[0, 4]], [1.0, 2.0, 3.0])),
        ("`shape` is wrong", lambda: make([[0, 5]], [1.0, 2.0], [3])),
        ("`indices` is wrong", lambda: make([[0, -1]], [1.0, 2.0], [3])),
        ("`indices` is wrong", lambda: make([0, 1], [1.0, 2.0], [3])),
        ("`shape` is wrong", lambda: make([[0, 1]], [1.0, 2.0], [3, 4])),
        ("`crows` is wrong", lambda: rows([0, 2, 1], [0, 1], [1.0, 2.0], [2, 2])),
        ("`crows` is wrong", lambda: rows([0, 1, 3], [0, 1], [1.0, 2.0], [2, 2])),
        ("`crows` is wrong", lambda: rows([0, 2], [0, 1], [1.0, 2.0], [2, 2])),
        ("`cols` is wrong", lambda: rows([0, 1, 2], [0, 2], [1.0, 2.0], [2, 2])),
        ("`values` is wrong", lambda: rows([0, 1, 2], [0, 1], [1.0], [2, 2])),
    ):
        with pytest.raises(ValueError, match=match):
            call()
    with pytest.raises(TypeError, match="`indices` is wrong"):
        make([[0.5]], [1.0], [3])
    assert (
        make(np.zeros((2, 0), "int64"), np.zeros(0), [2, 2]).to_dense().tolist() == [[0.0, 0.0]] * 2
    )


def test_gradients_reach_values_and_leaves():
    values = paddle.to_tensor([1.0, 2.0, 3.0], stop_gradient=False)
    x = sparse.sparse_coo_tensor(X, values, [3, 3], stop_gradient=False)
    sparse.multiply(x, x).to_dense().sum().backward()
    assert values.grad.tolist() == [2.0, 4.0, 6.0]
    y = sparse.sparse_coo_tensor(X, [1.0, 2.0, 3.0], [3, 3], stop_gradient=False)
    sparse.sin(y).backward()
    near(y.grad.values(), np.cos([1.0, 2.0, 3.0]), 1e-6)
    assert y.grad.indices().tolist() == X
    y.clear_grad(False)
    assert y.grad is None


UNARY = (
    "sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "sqrt", "square", "log1p", "abs", "expm1",
    "neg", "deg2rad", "rad2deg",
)  # fmt: skip


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("make", [coo, csr, lambda: coo(twice=True)])
def test_unary(name, make):
    x = make()
    x = x._with((x.values().detach().abs() * 0.2 + 0.05).clip(max=0.4))
    x.stop_gradient = False
    out = same(getattr(sparse, name), getattr(paddle, name), x)
    assert type(out) is type(x)
    near(getattr(x, name)(), out)


def test_other_functions_of_elements():
    x = coo(twice=True)
    same(lambda t: sparse.pow(t, 2), lambda t: t**2, x)
    same(
        lambda t: sparse.nn.functional.leaky_relu(t, 0.3),
        lambda t: paddle.nn.functional.leaky_relu(t, 0.3),
        x,
    )
    same(sparse.nn.functional.relu, paddle.nn.functional.relu, x)
    same(
        lambda t: sparse.nn.functional.relu6(t * 5), lambda t: paddle.nn.functional.relu6(t * 5), x
    )
    assert sparse.cast(x, "int32", "float32").dtype == paddle.float32
    nan = sparse.sparse_coo_tensor([[0, 1]], [1.0, float("nan")], [3])
    assert sparse.isnan(nan).values().tolist() == [False, True]
    mask = coo(twice=True)
    dense = paddle.to_tensor(RNG.standard_normal((4, 5)), stop_gradient=False)
    kept = mask.to_dense() != 0
    near(sparse.mask_as(dense, mask).to_dense(), dense * kept)
    near(sparse.mask_as(dense, mask.to_sparse_csr()).to_dense(), dense * kept)
    with pytest.raises(ValueError, match="`mask` is wrong"):
        sparse.mask_as(dense[:3], mask)


@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
@pytest.mark.parametrize("make", [coo, csr, lambda: coo(twice=True), lambda: coo((3, 4), 5, (2,))])
def test_of_two(name, make):
    x, y = make(), make()
    out = same(getattr(sparse, name), getattr(paddle, name), x, y)
    assert type(out) is type(x)
    dense = paddle.to_tensor(RNG.standard_normal(x.shape), stop_gradient=False)
    out = same(getattr(sparse, name), getattr(paddle, name), x, dense)
    assert out.is_sparse() == (name == "multiply")
    near({"add": x + y, "subtract": x - y, "multiply": x * y}[name], getattr(sparse, name)(x, y))


def test_of_two_recorded():
    x = sparse.sparse_coo_tensor(X, [1.0, 2.0, 3.0], [3, 3])
    y = sparse.sparse_coo_tensor([[0, 1, 2], [1, 0, 0]], [10.0, 20.0, 30.0], [3, 3])
    for name, values in (
        ("add", [11, 20, 2, 33]),
        ("subtract", [-9, -20, 2, -27]),
        ("multiply", [10, 0, 0, 90]),
    ):
        out = getattr(sparse, name)(x, y)
        assert (
            out.indices().tolist() == [[0, 1, 1, 2], [1, 0, 2, 0]]
            and out.values().tolist() == values
        )
    out = sparse.divide(x, y)
    assert out.nnz() == 9
    near(out.values(), [np.nan, 0.1, np.nan, 0.0, np.nan, np.inf, 0.1, np.nan, np.nan], 1e-6)
    assert sparse.divide(x, 2.0).values().tolist() == [0.5, 1.0, 1.5]
    assert (2.0 * x).values().tolist() == [2.0, 4.0, 6.0] and (-x).values().tolist() == [
        -1.0,
        -2.0,
        -3.0,
    ]
    near(sparse.divide(x, paddle.full([3, 3], 4.0)).values(), [0.25, 0.5, 0.75])
    for call in (lambda: sparse.add(x, 1.0), lambda: sparse.add(paddle.ones([2]), paddle.ones([2])),
                 lambda: sparse.multiply(x, "2")):  # fmt: skip
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError, match="`y` is wrong"):
        sparse.add(x, coo())


@pytest.mark.parametrize("make", [coo, csr, lambda: coo(twice=True)])
def test_products(make):
    x = make()
    y = paddle.to_tensor(RNG.standard_normal((5, 3)), stop_gradient=False)
    vector = paddle.to_tensor(RNG.standard_normal(5), stop_gradient=False)
    assert not same(sparse.matmul, paddle.matmul, x, y).is_sparse()
    same(sparse.mv, paddle.mv, x, vector)
    other = csr((5, 6), 11)
    out = same(sparse.matmul, paddle.matmul, x, other)
    assert type(out) is type(x)
    near(x @ y, sparse.matmul(x, y))
    base = paddle.to_tensor(RNG.standard_normal((4, 3)), stop_gradient=False)
    near(sparse.addmm(base, x, y, 2.0, 3.0), 2 * base + 3 * paddle.matmul(x.to_dense(), y))
    for call in (
        lambda: sparse.matmul(x, y[:4]),
        lambda: sparse.mv(x, vector[:4]),
        lambda: sparse.addmm(y, x, y),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError, match="`x` is wrong"):
        sparse.matmul(y, x)


def test_second_gradients_of_products():
    x = csr()
    y = paddle.to_tensor(RNG.standard_normal((5, 3)), stop_gradient=False)
    out = sparse.matmul(x, y).square().sum()
    (g,) = paddle.grad(out, x.values(), create_graph=True)
    (second,) = paddle.grad(g.square().sum(), y)
    dense = x.to_dense().detach()
    dense.stop_gradient = False
    (h,) = paddle.grad(paddle.matmul(dense, y).square().sum(), dense, create_graph=True)
    (expected,) = paddle.grad(x._part_of(h).square().sum(), y)
    near(second, expected)


def test_batches_of_products():
    x = coo((2, 4, 5), 17)
    y = paddle.to_tensor(RNG.standard_normal((2, 5, 3)), stop_gradient=False)
    same(sparse.matmul, paddle.matmul, x, y)
    rows = x.to_sparse_csr().detach()
    rows.stop_gradient = False
    same(sparse.matmul, paddle.matmul, rows, y)
    same(sparse.matmul, paddle.matmul, x, coo((2, 5, 3), 13))


def test_masked_products():
    x, y = (paddle.to_tensor(RNG.standard_normal(s), stop_gradient=False) for s in ((4, 3), (3, 5)))
    for mask in (coo(), csr(), coo(twice=True)):
        kept = (mask.to_dense() != 0).astype("float64")
        out = same(
            lambda a, b, m=mask: sparse.masked_matmul(a, b, m),
            lambda a, b, k=kept: (a @ b) * k,
            x,
            y,
        )
        assert type(out) is type(mask)
    with pytest.raises(ValueError, match="`mask` is wrong"):
        sparse.masked_matmul(x, y[:, :4], csr())


@pytest.mark.parametrize(
    "make", [coo, lambda: coo(twice=True), lambda: coo((3, 4), 5, (2,)), lambda: coo((2, 3, 4), 9)]
)
def test_sums_and_shapes(make):
    x = make()
    for axis in range(-x.ndim, x.ndim):
        same(
            lambda t, a=axis: sparse.sum(t, a, keepdim=True),
            lambda t, a=axis: t.sum(a, keepdim=True),
            x,
        )
        if x.ndim == 3 or axis % x.ndim < x.sparse_dim():
            same(lambda t, a=axis: sparse.sum(t, a), lambda t, a=axis: t.sum(a), x)
    same(sparse.sum, lambda t: t.sum().reshape([1]), x)
    perm = list(range(x.ndim))[::-1]
    same(lambda t: sparse.transpose(t, perm), lambda t: t.transpose(perm), x)
    same(lambda t: sparse.reshape(t, [-1, x.shape[-1]]), lambda t: t.reshape([-1, x.shape[-1]]), x)
    same(lambda t: sparse.reshape(t, [x.size]), lambda t: t.reshape([x.size]), x)
    same(lambda t: sparse.slice(t, [0, -1], [1, 0], [-1, 1]), lambda t: t[1:-1, ..., 0:1], x)
    same(lambda t: sparse.slice(t, [1], [2], [99]), lambda t: t[:, 2:], x)
    with pytest.raises(IndexError):
        sparse.sum(x, x.ndim)
    with pytest.raises(ValueError):
        sparse.reshape(x, [7, 7])
    with pytest.raises(ValueError):
        sparse.transpose(x, [0] * x.ndim)
    with pytest.raises(ValueError):
        sparse.slice(x, [0], [1, 2], [3])


def test_sums_recorded():
    x = sparse.sparse_csr_tensor([0, 2, 3, 5], [1, 3, 2, 0, 1], [1.0, 2.0, 3.0, 4.0, 5.0], [3, 4])
    out = sparse.sum(x)
    assert (out.shape, out.crows().tolist(), out.values().tolist()) == ([1, 1], [0, 1], [15.0])
    out = sparse.sum(x, -1)
    assert (out.shape, out.crows().tolist(), out.values().tolist()) == (
        [3, 1],
        [0, 1, 2, 3],
        [3.0, 3.0, 9.0],
    )
    out = sparse.transpose(x, [1, 0])
    assert (out.crows().tolist(), out.cols().tolist()) == ([0, 1, 3, 4, 5], [2, 0, 2, 1, 0])
    out = sparse.reshape(x, [4, 3])
    assert (out.crows().tolist(), out.cols().tolist()) == ([0, 1, 2, 4, 5], [1, 0, 0, 2, 0])
    out = sparse.slice(x, [0, 1], [1, 0], [3, 2])
    assert (out.crows().tolist(), out.cols().tolist(), out.values().tolist()) == (
        [0, 0, 2],
        [0, 1],
        [4.0, 5.0],
    )
    zeros = sparse.sparse_coo_tensor([[0, 1], [0, 1]], [0.0, 0.0], [2, 2])
    assert sparse.sum(zeros).to_dense().tolist() == [0.0]
    assert sparse.sum(zeros, dtype="float64").dtype == paddle.float64
    whole = sparse.sparse_coo_tensor([[0, 1]], paddle.to_tensor([100, 100], dtype="int8"), [3])
    assert sparse.sum(whole).values().tolist() == [200]


def test_softmax():
    for x in (coo(), csr(), coo(twice=True), coo((2, 3, 4), 11)):
        kept = x.to_dense().detach() != 0

        def plain(t, axis=-1, kept=kept):
            scores = paddle.where(kept, t, paddle.full([], -1e300, t.dtype))
            return paddle.nn.functional.softmax(scores, axis) * kept

        same(sparse.nn.functional.softmax, plain, x)
        if x.is_sparse_coo():
            same(lambda t: sparse.nn.functional.softmax(t, 0), lambda t: plain(t, 0), x)
    with pytest.raises(ValueError, match="`axis` is wrong"):
        sparse.nn.functional.softmax(csr(), 0)


def test_principal_components():
    paddle.seed(0)
    x = coo((30, 8), 60)
    dense = x.to_dense().numpy()
    u, s, v = sparse.pca_lowrank(x, 8, niter=20)
    centered = dense - dense.mean(0)
    near(s, np.linalg.svd(centered)[1], 1e-6)
    near(u * s @ v.t(), centered, 1e-6)
    _, s, _ = sparse.pca_lowrank(x, 3, center=False, niter=30)
    near(s, np.linalg.svd(dense)[1][:3], 1e-4)
    for wrong in ({"q": 9}, {"niter": -1}):
        with pytest.raises(ValueError, match="pca_lowrank"):
            sparse.pca_lowrank(x, **wrong)


def test_saving_says_that_there_is_no_form(tmp_path):
    for x in (coo(), csr()):
        for held in (x, {"x": x}, [1, {"y": (x,)}]):
            with pytest.raises(NotImplementedError, match="can not be saved"):
                paddle.save(held, str(tmp_path / "file"))
