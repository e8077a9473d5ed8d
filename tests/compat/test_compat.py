"""paddle.compat: results recorded from PaddlePaddle 3.3.1, and layers against what they are made of."""

import numpy as np
import paddle
import pytest
from paddle import compat
from paddle.compat import nn
from paddle.compat.nn import functional as CF

X = paddle.to_tensor([[3.0, 1.0, 2.0], [6.0, 6.0, 4.0]])
RNG = np.random.default_rng(0)


def tensor(*shape):
    return paddle.to_tensor(RNG.standard_normal(shape).astype("float32"), stop_gradient=False)


def near(one, other, tol=1e-5):
    np.testing.assert_allclose(one.numpy(), np.asarray(other), rtol=tol, atol=tol)


def test_functions_recorded():
    out = compat.sort(X)
    assert out.values.tolist() == [[1, 2, 3], [4, 6, 6]] and out.indices[0].tolist() == [1, 2, 0]
    assert compat.sort(X, dim=0, descending=True).indices.tolist() == [[1, 1, 1], [0, 0, 0]]
    assert [p.tolist() for p in compat.split(paddle.arange(7), 3)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert [p.tolist() for p in compat.split(paddle.arange(7), [3, 4])] == [[0, 1, 2], [3, 4, 5, 6]]
    assert [p.shape for p in compat.split(X, 2, dim=-1)] == [[2, 2], [2, 1]]
    assert compat.max(X).item() == 6 and compat.min(X).item() == 1
    assert [t.tolist() for t in compat.max(X, 1)] == [[3, 6], [0, 0]]
    assert compat.max(X, 1, True).values.tolist() == [[3], [6]]
    assert compat.max(X, paddle.full([2, 3], 3.0)).tolist() == [[3, 3, 3], [6, 6, 4]]
    assert compat.max(X, other=X).tolist() == X.tolist()
    assert compat.min(X, dim=0, keepdim=True).indices.tolist() == [[0, 0, 0]]
    assert compat.unique(X).tolist() == [1, 2, 3, 4, 6]
    values, inverse, counts = compat.unique(X, return_inverse=True, return_counts=True)
    assert inverse.tolist() == [2, 0, 1, 4, 4, 3] and counts.tolist() == [1, 1, 1, 1, 2]
    assert compat.median(X).item() == 3 and compat.nanmedian(X).item() == 3
    assert [t.tolist() for t in compat.median(X, 1)] == [[2, 6], [2, 0]]
    assert compat.nanmedian(X, 1, keepdim=True).values.tolist() == [[2], [6]]
    assert compat.equal(X, X) and not compat.equal(X, paddle.ones([2]))
    assert not compat.equal(X, X + 1)
    near(compat.slogdet(paddle.eye(2) * 2.0).logabsdet, 1.38629436)


def test_results_go_into_tensors():
    values, indices = paddle.zeros([2, 3]), paddle.zeros([2, 3], "int64")
    compat.sort(X, out=(values, indices))
    assert values.tolist() == [[1, 2, 3], [4, 6, 6]] and indices[0].tolist() == [1, 2, 0]
    into = paddle.zeros([])
    assert compat.max(X, out=into) is into and into.item() == 6
    target = paddle.zeros([2, 3])
    CF.softmax(X, out=target)
    near(target.sum(1), [1.0, 1.0])


def test_wrong_arguments():
    for call in (lambda: compat.split(X, 0), lambda: compat.split(X, [1, 2, 3]), lambda: compat.split(X, [-1, 3]),
                 lambda: CF.pad(X, [1]), lambda: CF.pad(X, [1] * 6), lambda: CF.pad(X, [1, 1, 1, 1], "reflect"),
                 lambda: nn.MultiheadAttention(5, 2)):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    for call in (lambda: compat.max(X, 1, True, 3), lambda: compat.max(X, axis=1), lambda: compat.max(X, 1, dim=1),
                 lambda: compat.min(X, other=X, keepdim=True), lambda: compat.split(x=X)):  # fmt: skip
        with pytest.raises(TypeError):
            call()


def test_gradients():
    x = tensor(3, 4)
    compat.max(x, 1).values.sum().backward()
    expected = np.zeros((3, 4))
    expected[range(3), x.numpy().argmax(1)] = 1
    near(x.grad, expected)


def test_pads_recorded():
    assert CF.pad(X, [1, 2])[0].tolist() == [0, 3, 1, 2, 0, 0]
    assert CF.pad(X, [1, 0, 0, 1], value=9.0).tolist() == [[9, 3, 1, 2], [9, 6, 6, 4], [9, 9, 9, 9]]
    assert CF.pad(X.reshape([1, 2, 3]), [1, 1], mode="reflect").tolist() == [
        [[1, 3, 1, 2, 1], [6, 6, 6, 4, 6]]
    ]
    assert CF.pad(X, [1, 1], mode="reflect").tolist() == [[1, 3, 1, 2, 1], [6, 6, 6, 4, 6]]
    image = tensor(1, 2, 3, 4)
    for mode in ("replicate", "circular", "reflect"):
        near(
            CF.pad(image, [1, 2, 0, 1], mode=mode),
            paddle.nn.functional.pad(image, [1, 2, 0, 1], mode),
        )
    near(CF.pad(image, [1, 2], value=5.0)[..., 0], np.full((1, 2, 3), 5.0))


def test_functions_of_networks():
    near(CF.softmax(X)[0], [0.66524088, 0.09003057, 0.24472845])
    out = CF.softmax(X, dim=0, dtype="float64")
    assert out.dtype == paddle.float64
    near(out[0], [0.04742587, 0.00669285, 0.11920292])
    near(CF.softmax(X.reshape([1, 2, 3])), np.ones((1, 2, 3)))  # of three axes the first
    near(CF.linear(X, paddle.ones([2, 3]), paddle.ones([2])), [[7, 7], [17, 17]])
    q = tensor(2, 3, 5, 4)
    swapped = q.transpose([0, 2, 1, 3])
    near(CF.scaled_dot_product_attention(q, q, q, is_causal=True),
         paddle.nn.functional.scaled_dot_product_attention(swapped, swapped, swapped, is_causal=True)
         .transpose([0, 2, 1, 3]).numpy())  # fmt: skip
    image = tensor(1, 2, 5, 6)
    windows = paddle.nn.functional.unfold(image, [2, 3], 2, 1)
    near(CF.unfold(image, [2, 3], padding=1, stride=2), windows.numpy())
    near(nn.Unfold(2)(image), CF.unfold(image, 2).numpy())


def test_layers():
    layer = nn.Linear(3, 2)
    assert layer.weight.shape == [2, 3] and layer.bias.abs().max().item() <= 3**-0.5
    near(layer(X), X.numpy() @ layer.weight.numpy().T + layer.bias.numpy())
    assert nn.Linear(3, 2, bias=False, dtype="float64").weight.dtype == paddle.float64
    before = layer.weight.numpy().copy()
    layer.reset_parameters()
    assert (layer.weight.numpy() != before).all()
    near(nn.Softmax(dim=1)(X), CF.softmax(X).numpy())
    image = tensor(1, 2, 5, 7)
    for count in (True, False):
        near(nn.AvgPool2d(3, 2, 1, count_include_pad=count)(image),
             paddle.nn.functional.avg_pool2d(image, 3, 2, 1, exclusive=not count).numpy())  # fmt: skip
        near(nn.AvgPool1d(3, 2, 1, count_include_pad=count)(image[0]),
             paddle.nn.functional.avg_pool1d(image[0], 3, 2, 1, exclusive=not count).numpy())  # fmt: skip
    assert nn.AvgPool3d(2)(tensor(1, 2, 4, 4, 4)).shape == [1, 2, 2, 2, 2]


@pytest.mark.parametrize("sizes", [{}, {"kdim": 6, "vdim": 5}])
def test_attention(sizes):
    layer = nn.MultiheadAttention(8, 2, batch_first=True, **sizes)
    if not sizes:
        shapes = {k: list(v.shape) for k, v in layer.state_dict().items()}
        assert shapes == {"in_proj_weight": [24, 8], "in_proj_bias": [24], "out_proj.weight": [8, 8],
                          "out_proj.bias": [8]}  # fmt: skip
    plain = paddle.nn.MultiHeadAttention(8, 2, need_weights=True, **sizes)
    layer.in_proj_bias.set_value(tensor(24))
    weights = [layer.in_proj_weight[i * 8 : i * 8 + 8] for i in range(3)] if not sizes else [
        layer.q_proj_weight, layer.k_proj_weight, layer.v_proj_weight]  # fmt: skip
    for i, name in enumerate(("q_proj", "k_proj", "v_proj")):
        getattr(plain, name).weight.set_value(weights[i].t())
        getattr(plain, name).bias.set_value(layer.in_proj_bias[i * 8 : i * 8 + 8])
    plain.out_proj.weight.set_value(layer.out_proj.weight.t())
    plain.out_proj.bias.set_value(layer.out_proj.bias)
    q, k, v = (
        tensor(3, 5, 8),
        tensor(3, 7, sizes.get("kdim", 8)),
        tensor(3, 7, sizes.get("vdim", 8)),
    )
    hidden = paddle.to_tensor(RNG.random((5, 7)) > 0.7)
    hidden[:, 0] = False
    padding = paddle.zeros([3, 7], "bool")
    padding[1, 5:] = True
    seen = ~(hidden.unsqueeze(0) | padding.unsqueeze(1)).unsqueeze(1)
    expected, weights = plain(q, k, v, seen)
    out, mean = layer(q, k, v, padding, attn_mask=hidden)
    near(out, expected.numpy())
    near(mean, weights.mean(1).numpy())
    _, each = layer(q, k, v, padding, attn_mask=hidden, average_attn_weights=False)
    near(each, weights.numpy())
    single, none = layer(q[1], k[1], v[1], need_weights=False, attn_mask=hidden)
    assert single.shape == [5, 8] and none is None
    layer.batch_first = False
    turned, _ = layer(*(t.transpose([1, 0, 2]) for t in (q, k, v)), padding, attn_mask=hidden)
    near(turned.transpose([1, 0, 2]), expected.numpy())
    causal, _ = layer(*(t.transpose([1, 0, 2]) for t in (q, k, v)), is_causal=True)
    assert causal.shape == [5, 3, 8]
    with pytest.raises(NotImplementedError):
        nn.MultiheadAttention(8, 2, add_bias_kv=True)
