"""Losses over many classes; numbers marked so are recorded from PaddlePaddle 3.3.1."""

import numpy as np
import paddle
import pytest
from paddle.nn import functional as F


def random(seed, *shape, factor=1.0):
    values = np.random.RandomState(seed).randn(*shape).astype("float32") * np.float32(factor)
    return paddle.to_tensor(values, stop_gradient=False)


X, W, B = random(1, 2, 4, factor=3), random(2, 4, 4, factor=3), random(3, 4, 1)


def near(tensor, expected, rtol=1e-5, atol=1e-6):
    np.testing.assert_allclose(tensor.numpy(), expected, rtol=rtol, atol=atol)


def test_hsigmoid_recorded():
    loss = F.hsigmoid_loss(X, paddle.to_tensor([[1], [2]]), 5, W, B)
    near(loss, [[10.372541], [40.71902]])
    loss = F.hsigmoid_loss(X, paddle.to_tensor([4, 0]), 5, W, B)
    near(loss, [[3.7765503e-04], [6.9314766e-01]], rtol=1e-3)
    (grad,) = paddle.grad(loss.sum(), X)
    first = [-0.00017019, 0.00098864, -0.00087998, 0.00081689]
    near(grad, [first, [0.0] * 4], rtol=1e-3, atol=1e-6)
    table = paddle.to_tensor([[0, 1, -1], [0, 2, 3]])
    code = paddle.to_tensor([[0, 1, -1], [1, 0, 1]])
    near(F.hsigmoid_loss(X, paddle.to_tensor([[4], [0]]), 5, W, B, table, code),
         [[12.205715], [43.667427]])  # fmt: skip


def test_hsigmoid_is_a_distribution():
    """Probabilities of all classes add up to 1, where paths have one length."""
    x = random(5, 1, 4).expand([8, 4])
    loss = F.hsigmoid_loss(x, paddle.arange(8), 8, random(6, 7, 4), random(7, 7, 1))
    near(paddle.exp(-loss).sum(), 1.0)


def test_hsigmoid_wrong_arguments():
    with pytest.raises(IndexError, match="`label` is wrong"):
        F.hsigmoid_loss(X, paddle.to_tensor([1, 5]), 5, W, B)
    with pytest.raises(ValueError, match="`num_classes` is wrong"):
        F.hsigmoid_loss(X, paddle.to_tensor([0, 0]), 1, W, B)
    with pytest.raises(ValueError, match="`path_code` is wrong"):
        F.hsigmoid_loss(X, paddle.to_tensor([0, 0]), 5, W, B, paddle.to_tensor([[0]]))
    with pytest.raises(IndexError):
        nodes, code = paddle.to_tensor([[9], [0]]), paddle.to_tensor([[0], [0]])
        F.hsigmoid_loss(X, paddle.to_tensor([0, 0]), 5, W, B, nodes, code)


def test_rnnt_recorded():
    x = random(1, 2, 3, 3, 4)
    arguments = [paddle.to_tensor(v, dtype="int32") for v in ([[1, 2], [3, 1]], [3, 2], [2, 1])]
    for lam in (0.0, 0.5):
        loss = F.rnnt_loss(x, *arguments, fastemit_lambda=lam, reduction="none")
        near(loss, [-1.1040642, 0.46771765])
        (grad,) = paddle.grad(loss.sum(), x)
        labels = (-0.6031836, -0.35547644) if lam else (-0.4021224, -0.2369843)
        first = [
            [-0.59787756, labels[0], 0, 0],
            [-0.16513814, 0, labels[1], 0],
            [-0.2369843, 0, 0, 0],
        ]
        near(grad[0, 0], first)
    near(paddle.nn.RNNTLoss(fastemit_lambda=0.0)(x, *arguments), -0.3181733)


def test_adaptive_recorded():
    tails = [
        [paddle.ones([4, 2]), paddle.ones([2, 2])],
        [paddle.ones([4, 1]), paddle.ones([1, 3])],
    ]
    out, loss = F.adaptive_log_softmax_with_loss(
        paddle.ones([3, 4]),
        paddle.to_tensor([0, 3, 6]),
        paddle.ones([4, 4]) * 0.1,
        tails,
        [2, 4, 7],
    )
    near(out, [-1.38629436, -2.07944155, -2.48490667])
    near(loss, 1.98354757)


def test_adaptive_layer():
    paddle.seed(3)
    layer = paddle.nn.AdaptiveLogSoftmaxWithLoss(8, 10, [2, 5], div_value=2.0, head_bias=True)
    assert len(layer.parameters()) == 6
    x, label = random(4, 6, 8), paddle.to_tensor([0, 1, 4, 9, 5, 2])
    log_p = layer.log_prob(x)
    near(log_p.exp().sum(1), np.ones(6))
    out, loss = layer(x, label)
    near(out, log_p.take_along_axis(label.unsqueeze(1), 1).squeeze(1).numpy())
    assert layer.predict(x).tolist() == log_p.argmax(1).tolist()
    loss.backward()
    of_all = -log_p.take_along_axis(label.unsqueeze(1), 1).mean()
    expected = paddle.grad(of_all, [*layer.parameters(), x])
    for one, other in zip([*layer.parameters(), x], expected, strict=True):
        near(one.grad, other.numpy(), atol=1e-5)
    single, _ = layer(x[0], label[0])
    near(single, out[0].numpy())
    for cutoffs in ([5, 2], [0, 3], [2, 10], [2, 2], [], [1.5]):
        with pytest.raises(ValueError, match="`cutoffs` is wrong"):
            paddle.nn.AdaptiveLogSoftmaxWithLoss(8, 10, cutoffs)
    with pytest.raises(IndexError, match="`label` is wrong"):
        layer(x, label + 1)


def test_margin_cross_entropy():
    cosines, label = np.random.RandomState(2).uniform(-0.9, 0.9, (3, 5)), np.array([1, 0, 4])
    for margins in ((1.0, 0.5, 0.0), (1.35, 0.0, 0.0), (1.0, 0.0, 0.35), (0.9, 0.4, 0.15)):
        m1, m2, m3 = margins
        changed = cosines.copy()
        target = changed[range(3), label]
        changed[range(3), label] = np.cos(m1 * np.arccos(target) + m2) - m3
        changed *= 16.0
        p = np.exp(changed - changed.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        x = paddle.to_tensor(cosines, stop_gradient=False)
        loss, softmax = F.margin_cross_entropy(
            x, paddle.to_tensor(label), *margins, 16.0, return_softmax=True, reduction=None
        )
        near(softmax, p)
        near(loss, -np.log(p[range(3), label])[:, None])
        (grad,) = paddle.grad(loss.sum(), x)
        slope = np.full((3, 5), 16.0)
        slope[range(3), label] *= m1 * np.sin(m1 * np.arccos(target) + m2) / np.sqrt(1 - target**2)
        near(grad, (p - np.eye(5)[label]) * slope, atol=1e-5)
    narrow = F.margin_cross_entropy(paddle.to_tensor(cosines).astype("float16"), paddle.to_tensor(label))  # fmt: skip
    assert narrow.dtype == paddle.float16 and narrow.shape == []
    with pytest.raises(IndexError, match="`label` is wrong"):
        F.margin_cross_entropy(x, paddle.to_tensor([0, 1, 5]))
    with pytest.raises(ValueError, match="`label` is wrong"):
        F.margin_cross_entropy(x, paddle.to_tensor([0, 1]))
    with pytest.raises(NotImplementedError):
        F.margin_cross_entropy(x, paddle.to_tensor([0, 1, 2]), group=object())


def test_class_center_sample():
    label = paddle.to_tensor([11, 5, 1, 3, 12, 2, 15, 19, 18, 19])
    places, classes = F.class_center_sample(label, 20, 6)  # recorded: all that occur, sorted
    assert places.tolist() == [4, 3, 0, 2, 5, 1, 6, 8, 7, 8]
    assert classes.tolist() == [1, 2, 3, 5, 11, 12, 15, 18, 19]
    seen = set()
    for _ in range(30):
        places, classes = F.class_center_sample(paddle.to_tensor([11, 5], dtype="int32"), 20, 6)
        assert places.tolist() == [1, 0] and classes.dtype == paddle.int32
        values = classes.tolist()
        assert values[:2] == [5, 11] and len(set(values)) == 6
        seen |= set(values)
    assert seen == set(range(20))
    with pytest.raises(ValueError, match="`num_samples` is wrong"):
        F.class_center_sample(label, 5, 6)
    with pytest.raises(IndexError, match="`label` is wrong"):
        F.class_center_sample(label, 19, 6)
