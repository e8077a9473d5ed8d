"""paddle.geometric against numpy."""

import numpy as np
import paddle
import pytest

G = paddle.geometric
RNG = np.random.default_rng(0)
REDUCE = {"sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min}


def reduced(rows, index, count, how):
    out = np.zeros((count, *rows.shape[1:]), rows.dtype)
    for k in set(index.tolist()):
        out[k] = REDUCE[how](rows[index == k], 0)
    return out


@pytest.mark.parametrize("how", REDUCE)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
def test_segments(how, dtype):
    x = (RNG.standard_normal((9, 3, 2)) * 10).astype(dtype)
    ids = np.array([0, 0, 0, 2, 2, 3, 6, 6, 6])
    for kind in ("int32", "int64"):
        got = getattr(G, "segment_" + how)(paddle.to_tensor(x), paddle.to_tensor(ids.astype(kind)))
        expected = reduced(x, ids, 7, how)
        if how == "mean" and "int" in dtype:
            expected = np.stack([x[ids == k].sum(0) // max((ids == k).sum(), 1) for k in range(7)])
        assert got.dtype.name == dtype and np.allclose(got.numpy(), expected, rtol=1e-5)


@pytest.mark.parametrize("how", REDUCE)
@pytest.mark.parametrize("size", [None, 9])
def test_messages(how, size):
    x, y = RNG.standard_normal((6, 4)), RNG.standard_normal((11, 4)) + 3
    src, dst = RNG.integers(0, 6, 11), RNG.integers(0, 5, 11)
    t = [paddle.to_tensor(v) for v in (x, y, src, dst)]
    rows = size or 6
    got = G.send_u_recv(t[0], t[2], t[3], how, size)
    assert np.allclose(got.numpy(), reduced(x[src], dst, rows, how))
    for name, f in (
        ("add", np.add),
        ("sub", np.subtract),
        ("mul", np.multiply),
        ("div", np.divide),
    ):
        got = G.send_ue_recv(t[0], t[1], t[2], t[3], name, how, size)
        assert np.allclose(got.numpy(), reduced(f(x[src], y), dst, rows, how))
        got = G.send_uv(t[0], t[0] + 5, t[2], t[3], name)
        assert np.allclose(got.numpy(), f(x[src], x[dst] + 5))


def test_ranks_of_messages():
    x, e = paddle.ones([3, 2, 4]), paddle.to_tensor([1.0, 2.0])
    src, dst = paddle.to_tensor([0, 1]), paddle.to_tensor([1, 1])
    assert G.send_ue_recv(x, e, src, dst, "mul").tolist()[1] == [[3.0] * 4] * 2
    assert G.send_ue_recv(paddle.ones([3]), e, src, dst).shape == [3, 1]


@pytest.mark.parametrize("how", REDUCE)
def test_gradients(how):
    x = paddle.to_tensor(RNG.standard_normal((5, 3)), stop_gradient=False)
    y = paddle.to_tensor(RNG.standard_normal((7, 3)), stop_gradient=False)
    src, dst = paddle.to_tensor([0, 1, 2, 3, 4, 0, 1]), paddle.to_tensor([0, 0, 1, 2, 2, 2, 4])

    def loss(x, y):
        return (G.send_ue_recv(x, y, src, dst, "mul", how) ** 2).sum() + G.segment_sum(
            x, dst[:5]
        ).sum()

    loss(x, y).backward()
    for v in (x, y):
        d = paddle.to_tensor(RNG.standard_normal(v.shape))
        up, down = ([u + s * d if u is v else u for u in (x, y)] for s in (1e-6, -1e-6))
        slope = (loss(*up) - loss(*down)).item() / 2e-6
        assert np.isclose((v.grad * d).sum().item(), slope, rtol=1e-5)


GRAPH = [paddle.to_tensor(v) for v in (
    [3, 7, 0, 9, 1, 4, 2, 9, 3, 9, 1, 9, 7], [0, 2, 4, 5, 6, 7, 9, 11, 11, 13, 13])]  # fmt: skip


@pytest.mark.parametrize("weighted", [False, True])
def test_neighbors(weighted):
    row, colptr = GRAPH
    nodes = paddle.to_tensor([0, 8, 7, 1, 2])
    weight = [paddle.ones([13])] if weighted else []
    f = G.weighted_sample_neighbors if weighted else G.sample_neighbors
    near, count = f(row, colptr, *weight, nodes)
    assert near.tolist() == [3, 7, 9, 7, 0, 9, 1] and count.tolist() == [2, 2, 0, 2, 1]
    seen = set()
    for _ in range(60):
        near, count, edges = f(
            row,
            colptr,
            *weight,
            nodes,
            sample_size=1,
            eids=paddle.arange(13) + 100,
            return_eids=True,
        )
        assert count.tolist() == [1, 1, 0, 1, 1] and count.dtype == paddle.int32
        assert (row[edges - 100].numpy() == near.numpy()).all()
        for k, v in zip([0, 8, 1, 2], (edges - 100).tolist(), strict=True):
            assert colptr[k].item() <= v < colptr[k + 1].item()
        seen.update(near.tolist())
    assert seen == {3, 7, 9, 0, 1}


def test_weights_decide():
    row, colptr = paddle.arange(4), paddle.to_tensor([0, 4])
    paddle.seed(1)
    counts = np.zeros(4)
    weight = paddle.to_tensor([1.0, 2.0, 0.0, 5.0])
    node = paddle.zeros([2000], "int64")
    near, _ = G.weighted_sample_neighbors(row, colptr, weight, node, sample_size=1)
    np.add.at(counts, near.numpy(), 1)
    assert np.allclose(counts / 2000, [1 / 8, 2 / 8, 0, 5 / 8], atol=0.04)


def test_new_numbers():
    x = paddle.to_tensor([0, 1, 2])
    near = [paddle.to_tensor([8, 9, 0, 4, 7, 6, 7]), paddle.to_tensor([0, 2, 3, 5, 1])]
    count = [paddle.to_tensor(c, dtype="int32") for c in ([2, 3, 2], [1, 3, 1])]
    src, dst, nodes = G.reindex_graph(x, near[0], count[0])
    assert (src.tolist(), dst.tolist()) == ([3, 4, 0, 5, 6, 7, 6], [0, 0, 1, 1, 1, 2, 2])
    assert nodes.tolist() == [0, 1, 2, 8, 9, 4, 7, 6]
    src, dst, nodes = G.reindex_heter_graph(x, near, count)
    assert src.tolist() == [3, 4, 0, 5, 6, 7, 6, 0, 2, 8, 9, 1]
    assert dst.tolist() == [0, 0, 1, 1, 1, 2, 2, 0, 1, 1, 1, 2]
    assert nodes.tolist() == [0, 1, 2, 8, 9, 4, 7, 6, 3, 5]


@pytest.mark.parametrize("call, error, text", [
    (lambda x, i: G.segment_sum(x, i.flip(0)), ValueError, "not sorted"),
    (lambda x, i: G.segment_max(x, i[:2]), ValueError, "does not fit"),
    (lambda x, i: G.send_u_recv(x, i, i, "prod"), ValueError, "reduce_op"),
    (lambda x, i: G.send_uv(x, x, i, i, "pow"), ValueError, "message_op"),
    (lambda x, i: G.send_u_recv(x, i + 9, i), IndexError, "out of range"),
    (lambda x, i: G.send_u_recv(x, i, i, out_size=2), IndexError, "out of range"),
    (lambda x, i: G.sample_neighbors(*GRAPH, i, return_eids=True), ValueError, "eids"),
    (lambda x, i: G.reindex_graph(i, i, i + 1), ValueError, "`count` does not fit"),
])  # fmt: skip
def test_errors(call, error, text):
    with pytest.raises(error, match=text):
        call(paddle.ones([3, 2]), paddle.to_tensor([0, 1, 2]))
