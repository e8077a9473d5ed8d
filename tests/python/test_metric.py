"""Metrics."""

import numpy as np
import paddle
import pytest

metric = paddle.metric


def test_accuracy():
    m = metric.Accuracy(topk=(1, 2))
    scores = paddle.to_tensor([[0.1, 0.2, 0.7], [0.5, 0.3, 0.2]])
    for label in ([[1], [0]], [1, 0], [[0, 1, 0], [1, 0, 0]]):
        m.reset()
        assert m.update(m.compute(scores, paddle.to_tensor(label))) == [0.5, 1.0]
        assert m.accumulate() == [0.5, 1.0]
    assert m.name() == ["acc_top1", "acc_top2"]
    assert metric.accuracy(scores, paddle.to_tensor([[1], [0]])).item() == 0.5


def test_precision_and_recall():
    p, r = metric.Precision(), metric.Recall()
    assert p.accumulate() == 0.0 and r.accumulate() == 0.0
    for m in (p, r):
        m.update(np.array([0.1, 0.5, 0.6, 0.7]), np.array([0, 1, 1, 0]))
        m.update(np.array([0.2]), np.array([1]))
    assert p.accumulate() == pytest.approx(2 / 3) and r.accumulate() == pytest.approx(2 / 3)


def test_auc():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 500)
    scores = np.clip(rng.normal(labels * 0.2 + 0.4, 0.2), 0, 1)
    m = metric.Auc()
    m.update(np.stack([1 - scores, scores], 1), labels[:, None])
    pos, neg = scores[labels == 1], scores[labels == 0]
    exact = (pos[:, None] > neg).mean() + (pos[:, None] == neg).mean() / 2
    assert m.accumulate() == pytest.approx(exact, abs=1e-3)
