"""Calls in the forms that Paddle takes beside the schema: sizes spread out, second names, rare arguments, out=."""

import collections
import copy
import pickle

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest

X = paddle.arange(6, dtype="float32").reshape([2, 3])
Y = X + 1
V = paddle.to_tensor([3.0, 1.0, 2.0])
I = paddle.to_tensor([1, 0])  # noqa: E741
J = paddle.to_tensor([[0, 1, 0]])
S = paddle.to_tensor([[4.0, 1.0], [1.0, 3.0]])
IMAGE = paddle.arange(16, dtype="float32").reshape([1, 1, 4, 4])

# Each pair is one call twice, in another form and in the usual one.
SAME = (
    ("paddle.zeros(2, 3)", "paddle.zeros([2, 3])"),
    ("paddle.ones(2, 3, dtype='int32')", "paddle.ones([2, 3], 'int32')"),
    ("paddle.zeros(size=(2, 3))", "paddle.zeros([2, 3])"),
    ("paddle.full(size=[2], fill_value=3)", "paddle.full([2], 3)"),
    ("paddle.eye(n=2, m=3)", "paddle.eye(2, 3)"),
    ("paddle.linspace(start=0, end=1, steps=3)", "paddle.linspace(0, 1, 3)"),
    ("paddle.flatten(X, start_dim=0, end_dim=1)", "paddle.flatten(X)"),
    ("paddle.pow(input=X, exponent=2)", "X ** 2"),
    ("paddle.outer(V, vec2=V)", "paddle.outer(V, V)"),
    ("paddle.dot(input=V, tensor=V)", "paddle.dot(V, V)"),
    ("paddle.bmm(input=S[None], mat2=S[None])", "paddle.bmm(S[None], S[None])"),
    ("paddle.roll(V, shifts=1, dims=0)", "paddle.roll(V, 1, 0)"),
    ("paddle.linalg.solve(A=S, B=S)", "paddle.linalg.solve(S, S)"),
    ("paddle.linalg.norm(A=X, ord=2, dim=1)", "paddle.linalg.norm(X, 2, 1)"),
    ("X.norm(p=2, dim=1, keepdim=True)", "X.norm(2, 1, True)"),
    ("paddle.linalg.vector_norm(X, ord=1, dim=0)", "paddle.linalg.vector_norm(X, 1, 0)"),
    ("paddle.tile(input=X, dims=(1, 2))", "paddle.tile(X, [1, 2])"),
    ("X.repeat(repeats=(2, 1))", "X.tile([2, 1])"),
    ("paddle.broadcast_to(V, size=[2, 3])", "paddle.broadcast_to(V, [2, 3])"),
    ("paddle.expand(V, 2, 3)", "paddle.expand(V, [2, 3])"),
    ("V.expand(size=[2, 3])", "paddle.expand(V, [2, 3])"),
    ("paddle.reshape(X, 3, 2)", "paddle.reshape(X, [3, 2])"),
    ("X.view(3, 2)", "X.view([3, 2])"),
    ("X.view(3, -1)", "X.view([3, 2])"),
    ("X.view(size=[3, 2])", "X.view([3, 2])"),
    ("X.view(dtype='int32')", "X.view('int32')"),
    ("X.transpose(0, 1)", "X.T"),
    ("paddle.transpose(input=X, dim0=-1, dim1=0)", "X.T"),
    ("IMAGE.transpose(1, 2)", "IMAGE.transpose([0, 2, 1, 3])"),
    ("X.clone().transpose_(0, 1)", "X.T"),
    ("X.permute(1, 0)", "X.T"),
    ("paddle.permute(X, 1, 0)", "X.T"),
    ("paddle.permute(X, dims=[1, 0])", "X.T"),
    ("paddle.swapaxes(X, dim0=0, dim1=1)", "X.T"),
    ("paddle.concat(tensors=[X, Y], dim=1)", "paddle.concat([X, Y], 1)"),
    ("paddle.stack(tensors=[X, Y], dim=1)", "paddle.stack([X, Y], 1)"),
    ("paddle.isin(elements=V, test_elements=V[:1])", "paddle.isin(V, V[:1])"),
    ("F.layer_norm(input=X, normalized_shape=[3], eps=1e-3)", "F.layer_norm(X, [3], None, None, 1e-3)"),
    ("F.normalize(input=X, dim=1, eps=1e-12)", "F.normalize(X, axis=1)"),
    ("F.hardshrink(input=V, lambd=1.5)", "F.hardshrink(V, 1.5)"),
    ("F.cosine_similarity(x1=X, x2=Y, dim=0)", "F.cosine_similarity(X, Y, 0)"),
    ("F.pairwise_distance(x1=X, x2=Y, eps=0.0)", "F.pairwise_distance(X, Y, 2.0, 0.0)"),
    ("F.glu(input=X[:, :2], dim=1)", "F.glu(X[:, :2], 1)"),
    ("F.fold(input=paddle.ones([1, 4, 4]), output_size=3, kernel_size=2)", "F.fold(paddle.ones([1, 4, 4]), 3, 2)"),
    ("paddle.bucketize(input=V, boundaries=V.sort())", "paddle.bucketize(V, V.sort())"),
    ("paddle.searchsorted(V.sort(), input=V)", "paddle.searchsorted(V.sort(), V)"),
    ("paddle.unflatten(input=V, dim=0, sizes=[3, 1])", "paddle.unflatten(V, 0, [3, 1])"),
    ("X.unfold(dimension=1, size=2, step=1)", "X.unfold(1, 2, 1)"),
    ("paddle.take_along_axis(input=X, indices=J, dim=0)", "paddle.take_along_axis(X, J, 0)"),
    ("paddle.nonzero(input=V)", "paddle.nonzero(V)"),
    ("paddle.where(X > 2, input=X, other=Y)", "paddle.where(X > 2, X, Y)"),
    ("paddle.quantile(input=X, q=0.5, dim=1)", "paddle.quantile(X, 0.5, 1)"),
    ("paddle.median(input=X, dim=1)[1]", "paddle.median(X, 1, mode='min')[1]"),
    ("paddle.index_select(X, 1, I)", "paddle.index_select(X, I, 1)"),
    ("X.index_select(1, I[:1])", "paddle.index_select(X, I[:1], 1)"),
    ("paddle.index_add(X, 0, I, Y)", "paddle.index_add(X, I, 0, Y)"),
    ("X.index_add(dim=0, index=I, source=Y)", "paddle.index_add(X, I, 0, Y)"),
    ("X.clone().index_add_(0, I, Y)", "paddle.index_add(X, I, 0, Y)"),
    ("paddle.sum(X, 1, True)", "paddle.sum(X, 1, keepdim=True)"),
    ("X.sum(1, True, 'float64')", "paddle.sum(X, 1, 'float64', True)"),
    ("paddle.tensor_split(input=V, sections=3, dim=0)[1]", "paddle.tensor_split(V, 3)[1]"),
    ("paddle.gather(input=X, dim=0, index=J)", "paddle.take_along_axis(X, J, 0, False)"),
    ("X.gather(0, J)", "paddle.take_along_axis(X, J, 0, False)"),
    ("X.scatter(0, J, Y)", "paddle.put_along_axis(X, J, Y[:1], 0)"),
    ("X.clone().scatter_(0, J, Y)", "paddle.put_along_axis(X, J, Y[:1], 0)"),
    ("X.scatter(0, J, Y, 'add')", "paddle.scatter_add(X, 0, J, Y)"),
    ("X.clone().scatter_add_(0, J, Y)", "paddle.scatter_add(X, 0, J, Y)"),
    ("paddle.meshgrid(V, V, indexing='xy')[0]", "paddle.meshgrid(V, V)[1]"),
    ("V.new_zeros(2, 3)", "paddle.zeros([2, 3])"),
    ("V.new_ones([2], 'int32')", "paddle.ones([2], 'int32')"),
    ("paddle.normal(0.0, 0.0, size=[2])", "paddle.zeros([2])"),
    ("paddle.nn.CrossEntropyLoss()(X, target=I)", "F.cross_entropy(X, I)"),
    ("paddle.nn.Fold(output_size=3, kernel_size=2)(paddle.ones([1, 4, 4]))", "F.fold(paddle.ones([1, 4, 4]), 3, 2)"),
    ("paddle.nn.AdaptiveAvgPool1D(2)(input=IMAGE[0])", "F.adaptive_avg_pool1d(IMAGE[0], 2)"),
    ("F.cross_entropy(X, I.astype('float32') + 0.5)", "F.cross_entropy(X, I)"),
    ("F.cross_entropy(X, I[:, None].astype('float64'))", "F.cross_entropy(X, I)"),
    ("paddle.scale(X - 2, 2.0, act='relu')", "F.relu((X - 2) * 2)"),
    ("paddle.scale(X, 2.0, 1.0, True, 'tanh')", "paddle.tanh(X * 2 + 1)"),
    ("F.silu(input=V)", "F.silu(V)"),
    ("paddle.assign(V, output=paddle.zeros([5], 'int32'))", "V"),
    ("paddle.assign([1, 2], paddle.zeros([2]))", "paddle.to_tensor([1, 2])"),
    ("paddle.assign([1.5, 2])", "paddle.to_tensor([1.5, 2], 'float64')"),
    ("paddle.assign(3)", "paddle.to_tensor([3])"),
    ("paddle.to_tensor(range(3))", "paddle.arange(3)"),
    ("paddle.to_tensor([range(2), range(2)])", "paddle.to_tensor([[0, 1], [0, 1]])"),
    ("paddle.to_tensor(collections.deque([1.0, 2.0]))", "paddle.to_tensor([1.0, 2.0])"),
    ("paddle.Tensor.stack([V, V])", "paddle.stack([V, V])"),
    ("S.cond(1)", "paddle.linalg.cond(S, 1)"),
    ("V.split_with_sizes([1, 2])[1]", "V[1:]"),
    ("X.clone().t_()", "X.T"),
    ("V.clone().resize_([2, 2])", "paddle.to_tensor([[3.0, 1.0], [2.0, 0.0]])"),
    ("V.rank()", "paddle.rank(V)"),
)  # fmt: skip


@pytest.mark.parametrize(("other", "usual"), SAME, ids=[other for other, _ in SAME])
def test_same_as(other, usual):
    a, b = eval(other), eval(usual)
    assert a.dtype == b.dtype and a.shape == b.shape
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    (
        ("paddle.zeros(2, 'x')", TypeError, "x"),
        ("X.transpose(0, 1, 1)", TypeError, "transpose: too many"),
        ("X.transpose(0, 5)", IndexError, "transpose"),
        ("X.transpose(0)", ValueError, "transpose"),
        ("paddle.index_select(X, 1)", TypeError, "index_select: argument `index`"),
        ("paddle.gather(X, 0)", TypeError, "gather: argument `index`"),
        ("paddle.scale(X, act='no_such')", ValueError, "scale: argument `act`"),
        ("paddle.scale(X, act=1)", ValueError, "scale: argument `act`"),
        ("F.silu(X, inplace=1)", TypeError, "silu: argument `inplace`"),
        ("paddle.zeros([2], device=3)", TypeError, "zeros: argument `device`"),
        ("paddle.zeros([2], device='abc')", ValueError, "abc"),
        ("paddle.zeros([2], requires_grad=2)", TypeError, "zeros: argument `requires_grad`"),
        ("paddle.exp(X, requires_grad=True)", TypeError, "unexpected argument `requires_grad`"),
        ("paddle.assign(X, 3)", TypeError, "assign: argument `output`"),
        ("paddle.assign([None])", TypeError, "assign: argument `x`"),
        ("paddle.assign(['a'])", TypeError, "assign: argument `x`"),
        ("paddle.assign(None)", TypeError, "assign: argument `x`"),
        ("paddle.meshgrid(V, V, indexing='yx')", ValueError, "indexing"),
        ("paddle.to_tensor({1, 2})", TypeError, "data"),
        ("paddle.to_tensor('ab')", TypeError, "data"),
        ("paddle.to_tensor(b'ab')", TypeError, "data"),
        ("V.split_with_sizes([1, 1])", ValueError, "split_sizes"),
        ("paddle.where_(X > 0, V, X)", ValueError, "where_"),
    ),
)
def test_refused(call, error, text):
    with pytest.raises(error, match=text):
        eval(call)


class Array:
    """What only numpy can read."""

    def __array__(self, dtype=None, copy=None):
        return np.arange(3.0)


def test_to_tensor_of_an_array_of_another_library():
    assert paddle.to_tensor(Array()).dtype == paddle.float64
    assert paddle.to_tensor([Array(), Array()]).tolist() == [[0, 1, 2], [0, 1, 2]]


CREATION = (
    "arange(3.0)", "empty([2])", "empty_like(X)", "eye(2)", "full([2], 1.0)", "full_like(X, 1.0)", "linspace(0, 1, 3)",
    "ones([2])", "ones_like(X)", "rand([2])", "randn([2])", "randperm(3)", "standard_normal([2])", "uniform([2])",
    "zeros([2])", "zeros_like(X)", "rand_like(X)", "randn_like(X)", "tensor([1.0])",
)  # fmt: skip


@pytest.mark.parametrize("call", CREATION)
def test_creation(call):
    call = f"paddle.{call[:-1]}, "
    assert not eval(f"{call}requires_grad=True)").stop_gradient
    assert eval(f"{call}device='cpu', requires_grad=False)").stop_gradient
    assert eval(f"{call}device=paddle.CPUPlace())").place == paddle.CPUPlace()


def test_creation_into_a_tensor():
    out = paddle.zeros([5], "int32")
    assert paddle.ones([2, 2], out=out, requires_grad=True) is out
    assert out.tolist() == [[1, 1], [1, 1]] and not out.stop_gradient
    assert paddle.zeros(2, 3, requires_grad=True, pin_memory=True).shape == [2, 3]
    assert not V.new_full([2], 1, requires_grad=True, device="cpu").stop_gradient


def test_out_becomes_the_result():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    out = paddle.zeros([2])
    shares = out[:1]
    assert paddle.exp(x, out=out) is out
    assert shares.item() == out[0].item()  # in its own memory
    out.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.exp([1.0, 2.0]), rtol=1e-6)
    out = paddle.zeros([5], "int32")
    paddle.concat([x, x], out=out)
    assert out.shape == [4] and out.dtype == paddle.float32 and not out.stop_gradient
    x.clear_grad()
    (out * out).sum().backward()
    assert x.grad.tolist() == [4, 8]


def test_out_forgets_what_it_was():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    out = x * 2
    paddle.exp(paddle.zeros([2]), out=out)
    assert out.stop_gradient and out.tolist() == [1, 1]
    with paddle.no_grad():
        out = x * 2
        paddle.exp(x, out=out)
    assert out.stop_gradient


def test_out_that_can_not_be():
    base = paddle.zeros([4])
    with pytest.raises(ValueError, match="view"):
        paddle.ones([3], out=base[:2])
    paddle.ones([2], out=base[:2])
    assert base.tolist() == [1, 1, 0, 0]
    leaf = paddle.zeros([2])
    leaf.stop_gradient = False
    with pytest.raises((RuntimeError, ValueError), match="leaf"):
        paddle.exp(leaf, out=leaf)
    with pytest.raises(TypeError, match="out"):
        paddle.exp(base, out=3)
    with pytest.raises(ValueError, match="out"):
        paddle.topk(V, 1, out=paddle.zeros([1]))


OF_VIEWS = {
    "t": (),
    "swapaxes": (0, 1),
    "moveaxis": (0, 1),
    "transpose": ([1, 0],),
    "reshape": ([3, 2],),
    "unflatten": (0, [1, 2]),
    "slice": ([0], [0], [1]),
    "broadcast_to": ([4, 2, 3],),
    "expand_as": (paddle.ones([4, 2, 3]),),
    "view_as": (paddle.ones([3, 2]),),
}


@pytest.mark.parametrize("name", OF_VIEWS)
def test_out_shares_memory_with_no_operand(name):
    x = paddle.arange(6, dtype="float32").reshape([2, 3])
    f, args = getattr(paddle, name), OF_VIEWS[name]
    out = f(x, *args, out=paddle.zeros([1]))
    assert out.tolist() == f(x, *args).tolist()
    out.zero_()
    assert x.flatten().tolist() == [0, 1, 2, 3, 4, 5]


def test_silu_in_place():
    x = V.clone()
    assert F.silu(x, inplace=True) is x and F.silu(x=x, inplace=True) is x
    assert F.silu(x, False) is not x and paddle.nn.Silu(True)(x) is x
    assert paddle.exp_(x=x) is x


def test_where_in_place():
    x, w = paddle.to_tensor([1.0, -2.0]), paddle.to_tensor([3.0, 4.0], stop_gradient=False)
    assert paddle.where_(x > 0, x, w) is x and x.tolist() == [1, 4]
    x.sum().backward()
    assert w.grad.tolist() == [0, 1]


def test_topk_is_named():
    found = paddle.topk(V, 2)
    assert found.values.tolist() == [3, 2] and found.indices.tolist() == [0, 2]
    values, indices = V.topk(2)
    assert (values == found[0]).all() and type(found).__name__ == "TopKRetType"
    assert pickle.loads(pickle.dumps(found)).values.tolist() == [3, 2]
    assert found._replace(indices=None).indices is None


def test_size_is_called_as_in_torch():
    assert X.size == 6 and X.size() == [2, 3] and X.size(-1) == X.size(dim=1) == 3
    assert type(X.size()) is paddle.Size and X.size(None) == [2, 3]
    assert pickle.loads(pickle.dumps(X.size)) == 6 and type(copy.deepcopy(X.size)) is int
    for wrong in (2, -3):
        with pytest.raises(IndexError, match="size: argument `dim` is out of range"):
            X.size(wrong)
    for args, kwargs in (((0.5,), {}), ((0, 1), {}), ((), {"axis": 0}), ((0,), {"dim": 0})):
        with pytest.raises(TypeError, match="size: "):
            X.size(*args, **kwargs)


@pytest.mark.parametrize("n", [0, 1, 2**30 - 1, 2**30, 2**56])
def test_size_is_an_int(n):
    size = paddle.empty([0 if n == 0 else 1], "int8").expand([n]).size
    assert isinstance(size, int) and size == n and hash(size) == hash(n)
    assert (size + 1, -size, repr(size), size // 3, bool(size)) == (
        n + 1,
        -n,
        str(n),
        n // 3,
        n > 0,
    )
    assert size() == [n] and {size: 1}[n] == 1 and int(size) == n
    with pytest.raises(TypeError):
        type(size)(3)


def test_where_in_place_keeps_integers():
    x = paddle.to_tensor([1, 2], "int32")
    with pytest.raises(TypeError, match="where_: `x` can not take the result"):
        paddle.where_(x > 1, x, paddle.ones([2]))
    assert x.dtype == paddle.int32 and x.tolist() == [1, 2]
    assert paddle.where_(x > 1, x, paddle.ones([2], "int32") * 7).tolist() == [7, 2]
    with pytest.raises(TypeError, match="where_"):
        paddle.where_(x > 1)


def test_layout_and_device():
    assert not X.is_cuda and X.get_device() == -1 and X.layout == "NCHW" and X.grad_ is None
    assert X.is_tensor() and not X.is_selected_rows()


def test_dlpack():
    x = paddle.ones([2])
    y = paddle.utils.dlpack.from_dlpack(paddle.utils.dlpack.to_dlpack(x))
    y.zero_()
    assert x.tolist() == [0, 0]
    copy = paddle.from_dlpack(x, device="cpu", copy=True)
    copy.fill_(7)
    assert x.tolist() == [0, 0]
    with pytest.raises(TypeError, match="to_dlpack"):
        paddle.to_dlpack([1])
    assert collections.deque([1])  # the module is for the table above


def test_bools_are_no_sizes():
    with pytest.raises(TypeError):
        paddle.zeros(2, True)
    with pytest.raises(TypeError, match="fill_zero"):
        paddle.ones([2, 3]).resize_(2, 2)
