"""Layers of sparse tensors: as dense ones; what is marked so is recorded from PaddlePaddle 3.3.1."""

import numpy as np
import paddle
import pytest
from paddle import sparse
from paddle.sparse import nn
from paddle.sparse.nn import functional as SF

RNG = np.random.default_rng(0)


def image(*shape, count=9):
    """[n, ..., channels] with elements in random places."""
    places = np.stack(
        np.unravel_index(RNG.permutation(int(np.prod(shape[:-1])))[:count], shape[:-1])
    )
    values = RNG.standard_normal((count, shape[-1]))
    return sparse.sparse_coo_tensor(places, values, list(shape), stop_gradient=False)


def near(one, other, tol=1e-9):
    one, other = (t.numpy() if paddle.is_tensor(t) else t for t in (one, other))
    np.testing.assert_allclose(one, other, rtol=tol, atol=tol)


def recorded_image():
    x = paddle.zeros([1, 4, 4, 4, 2])
    x[0, 1, 1, 1], x[0, 2, 2, 1], x[0, 3, 0, 2] = 1.0, 2.0, 3.0
    return x.to_sparse_coo(4)


WEIGHT = paddle.arange(27 * 2 * 3, dtype="float32").reshape([3, 3, 3, 2, 3]) / 100


def test_recorded():
    x = recorded_image()
    out = SF.conv3d(x, WEIGHT, None, stride=2, padding=1)
    assert out.shape == [1, 2, 2, 2, 3] and out.nnz() == 8
    assert out.indices().tolist() == [
        [0] * 8,
        [0, 0, 0, 0, 1, 1, 1, 1],
        [0, 0, 1, 1, 0, 0, 1, 1],
        [0, 1] * 4,
    ]
    near(
        out.values()[:4],
        [[3.15, 3.17, 3.19], [2.91, 2.93, 2.95], [2.43, 2.45, 2.47], [2.19, 2.21, 2.23]],
        1e-5,
    )
    out = SF.subm_conv3d(x, WEIGHT, None, padding=1)
    assert out.shape == [1, 4, 4, 4, 3]
    assert out.indices().tolist() == [[0, 0, 0], [1, 2, 3], [1, 2, 0], [1, 1, 2]]
    near(out.values(), [[7.65, 7.71, 7.77], [3.33, 3.39, 3.45], [4.77, 4.83, 4.89]], 1e-5)
    out = SF.max_pool3d(x, 2, 2)
    assert out.indices().tolist() == [[0, 0, 0], [0, 1, 1], [0, 0, 1], [0, 1, 0]]
    assert out.values().tolist() == [[1.0, 1.0], [3.0, 3.0], [2.0, 2.0]]
    norm = nn.BatchNorm(2)
    near(norm(x).values(), [[-1.2247356] * 2, [0.0] * 2, [1.2247355] * 2], 1e-5)
    assert list(norm.state_dict()) == ["weight", "bias", "_mean", "_variance"]


CASES = [
    {"stride": 1, "padding": 0}, {"stride": 2, "padding": 1}, {"stride": [1, 2, 1], "padding": [1, 0, 2]},
    {"stride": 1, "padding": 2, "dilation": 2}, {"stride": 2, "padding": "SAME"}, {"stride": 2, "padding": "VALID"},
]  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_convolutions_are_those_of_dense_images(case):
    for dims in (2, 3):
        args = {k: v[:dims] if isinstance(v, list) else v for k, v in case.items()}
        x = image(2, *(5, 6, 7)[:dims], 2, count=11)
        weight = paddle.to_tensor(
            RNG.standard_normal((*(3, 2, 3)[:dims], 2, 4)), stop_gradient=False
        )
        bias = paddle.to_tensor(RNG.standard_normal(4), stop_gradient=False)
        out = getattr(SF, f"conv{dims}d")(x, weight, bias, **args)
        dense = x.to_dense().detach()
        dense.stop_gradient = False
        perm = [dims + 1, dims, *range(dims)]
        plain = getattr(paddle.nn.functional, f"conv{dims}d")(
            dense.transpose([0, dims + 1, *range(1, dims + 1)]), weight.transpose(perm), None, **args
        ).transpose([0, *range(2, dims + 2), 1])  # fmt: skip
        assert out.shape == plain.shape
        where = out._with(paddle.ones_like(out.values())).to_dense()
        near(out.to_dense(), plain + bias * where)
        near(plain * (1 - where), np.zeros(plain.shape))  # elsewhere there is nothing
        g = paddle.to_tensor(RNG.standard_normal(plain.shape))
        grads = paddle.grad(out.to_dense(), [x.values(), weight, bias], g)
        expected = paddle.grad(plain + bias * where, [dense, weight, bias], g)
        near(grads[0], x._part_of(expected[0]))
        near(grads[1], expected[1])
        near(grads[2], expected[2])


@pytest.mark.parametrize("dilation", [1, 2])
def test_submanifold_convolutions_keep_places(dilation):
    for dims in (2, 3):
        x = image(2, *(5, 6, 7)[:dims], 2, count=15)
        weight = paddle.to_tensor(
            RNG.standard_normal((*(3, 3, 3)[:dims], 2, 4)), stop_gradient=False
        )
        out = getattr(SF, f"subm_conv{dims}d")(x, weight, padding=dilation, dilation=dilation)
        full = getattr(SF, f"conv{dims}d")(x, weight, padding=dilation, dilation=dilation)
        assert out.indices().tolist() == x.indices().tolist()
        near(out.values(), x._part_of(full.to_dense()))
        grads = paddle.grad(out.values().sum(), [x.values(), weight])
        expected = paddle.grad(x._part_of(full.to_dense()).sum(), [x.values(), weight])
        for one, other in zip(grads, expected, strict=True):
            near(one, other)


@pytest.mark.parametrize(
    "case", [(2, 2, 0, False), (3, 2, 1, False), (3, 2, 0, True), ([2, 1, 3], 1, 0, False)]
)
def test_pools_are_those_of_dense_images(case):
    kernel, stride, padding, ceil = case
    x = image(2, 5, 6, 7, 3, count=20)
    out = SF.max_pool3d(x, kernel, stride, padding, ceil)
    low = x.to_dense().detach()
    low = paddle.where(low == 0, paddle.full([], -1e30, low.dtype), low)
    plain = paddle.nn.functional.max_pool3d(
        low.transpose([0, 4, 1, 2, 3]), kernel, stride, padding, ceil_mode=ceil
    ).transpose([0, 2, 3, 4, 1])
    assert out.shape == plain.shape
    near(out.to_dense(), paddle.where(plain == -1e30, paddle.zeros([], plain.dtype), plain))
    (grad,) = paddle.grad(out.values().sum(), x.values())
    assert grad.sum().item() == out.values().size


def test_wrong_images():
    x, weight = image(1, 4, 4, 4, 2), paddle.ones([3, 3, 3, 2, 3], "float64")
    for match, call in (
        ("`weight` is wrong", lambda: SF.conv3d(x, weight[..., :1, :])),
        ("`groups` is wrong", lambda: SF.conv3d(x, weight, groups=2)),
        ("`stride` is wrong", lambda: SF.subm_conv3d(x, weight, stride=2)),
        ("`stride` is wrong", lambda: SF.conv3d(x, weight, stride=0)),
        ("`data_format` is wrong", lambda: SF.conv3d(x, weight, data_format="NCDHW")),
        ("`x` is wrong", lambda: SF.conv3d(x, weight, dilation=3)),
        ("`x` is wrong", lambda: SF.conv2d(x, weight)),
        ("`padding` is wrong", lambda: SF.conv3d(x, weight, padding="no_such")),
    ):
        with pytest.raises(ValueError, match=match):
            call()
    with pytest.raises(TypeError, match="SparseCooTensor"):
        SF.conv3d(x.to_dense(), weight)


def test_a_network_trains():
    paddle.seed(0)
    net = paddle.nn.Sequential(
        nn.SubmConv3D(2, 8, 3, padding=1), nn.BatchNorm(8), nn.ReLU(), nn.Conv3D(8, 8, 3, stride=2, padding=1),
        nn.LeakyReLU(), nn.MaxPool3D(2), nn.ReLU6(),
    )  # fmt: skip
    assert net[0].weight.shape == [3, 3, 3, 2, 8] and net[0].bias.shape == [8]
    head = paddle.nn.Linear(8, 1)
    parameters = [*net.parameters(), *head.parameters()]
    optimizer = paddle.optimizer.Adam(0.02, parameters=parameters)
    x, losses = image(2, 8, 8, 8, 2, count=40).astype("float32").detach(), []
    for _ in range(25):
        loss = (head(net(x).values()) - 1.0).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(loss.item())
    assert losses[-1] < 0.3 * losses[0]
    net.eval()
    near(net(x).to_dense(), net(x).to_dense())
    synced = nn.SyncBatchNorm.convert_sync_batchnorm(net)
    assert type(synced[1]) is nn.SyncBatchNorm and synced[1].weight is parameters[2]
    assert "axis=-1" in repr(nn.Softmax())


def test_attention():
    q, k, v = (
        paddle.to_tensor(RNG.standard_normal((2, 3, 4, 5)), stop_gradient=False) for _ in range(3)
    )
    kept = RNG.random((6, 4, 4)) > 0.4
    kept[:, range(4), range(4)] = True
    mask = paddle.to_tensor(kept.astype("float64")).to_sparse_csr()
    padding = paddle.to_tensor([[1.0, 1, 0, 1], [0, 1, 1, 1]], dtype="float64")
    seen = paddle.to_tensor(1.0 - np.eye(4)[::-1].copy())
    out = SF.attention(q, k, v, mask, padding, seen)
    kept = paddle.to_tensor(kept.reshape(2, 3, 4, 4)) & (seen != 0)
    kept = kept & (padding != 0).reshape([2, 1, 1, 4])
    assert not kept.any(-1).all()  # some queries see nothing
    scores = q.matmul(k, transpose_y=True) / 5**0.5
    scores = paddle.where(kept, scores, paddle.full([], -1e30, "float64"))
    plain = (paddle.nn.functional.softmax(scores) * kept).matmul(v)
    near(out, plain)
    grads = paddle.grad(out.square().sum(), [q, k, v])
    expected = paddle.grad(plain.square().sum(), [q, k, v])
    for one, other in zip(grads, expected, strict=True):
        near(one, other)
    with pytest.raises(ValueError, match="`sparse_mask` is wrong"):
        SF.attention(q, k, v, mask.to_sparse_coo(3).to_dense()[:5].to_sparse_csr())
    with pytest.raises(TypeError, match="SparseCsrTensor"):
        SF.attention(q, k, v, mask.to_sparse_coo(3))


def test_attention_by_offsets_and_columns():
    x = paddle.to_tensor([[[[0.0, 1], [2, 3], [0, 1], [2, 3]]]], stop_gradient=False)
    offset = paddle.to_tensor([[[0, 2, 4, 6, 8]]], dtype="int32")
    columns = paddle.to_tensor([[[0, 1, 0, 1, 2, 3, 2, 3]]], dtype="int32")
    padding = paddle.to_tensor([[1.0, 1, 1, 0]])
    seen = paddle.ones([4, 4])
    seen[0, 1] = 0.0
    out = paddle.nn.functional.sparse_attention(x, x, x, offset, columns, padding, seen)
    kept = np.kron(np.eye(2), np.ones((2, 2))) * seen.numpy() * padding.numpy()
    scores = x.matmul(x, transpose_y=True) / 2**0.5
    scores = paddle.where(paddle.to_tensor(kept != 0), scores, paddle.full([], -1e30))
    near(out, paddle.nn.functional.softmax(scores).matmul(x), 1e-6)
    with pytest.raises(ValueError, match="`sparse_csr_offset` is wrong"):
        paddle.nn.functional.sparse_attention(x, x, x, offset[..., :4], columns)
    with pytest.raises(ValueError, match="`sparse_csr_columns` is wrong"):
        paddle.nn.functional.sparse_attention(x, x, x, offset, columns + 1)
