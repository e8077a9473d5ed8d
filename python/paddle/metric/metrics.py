"""Accuracy, precision, recall and the area under the curve."""

import abc

import numpy as np

import paddle

from .. import _C


def _best_are_true(pred, label, k):
    """Whether each of the k best classes is the truth, float32 [n, ..., k], on the device of `pred`."""
    scores, truth = paddle.to_tensor(pred), paddle.to_tensor(label)
    if truth.ndim == scores.ndim and truth.shape[-1] != 1:
        truth = truth.argmax(-1, keepdim=True)
    elif truth.ndim == scores.ndim - 1:
        truth = truth.unsqueeze(-1)
    with paddle.no_grad():
        _, best = paddle.topk(scores, min(k, scores.shape[-1]), axis=-1)
        return (best == truth).astype("float32")


def _array(x):
    return x.numpy() if isinstance(x, _C.Tensor) else np.asarray(x)


class Metric(abc.ABC):
    """The base of metrics: ``compute`` a batch, ``update`` with it, ``accumulate``.

    Examples:
        >>> import paddle
        >>> m = paddle.metric.Precision()
        >>> m.update(paddle.to_tensor([0.9, 0.8]), paddle.to_tensor([1, 0]))
        >>> m.accumulate()
        0.5
    """

    @abc.abstractmethod
    def reset(self):
        """Begins anew."""

    @abc.abstractmethod
    def update(self, *args):
        """Counts one more batch; the arguments are the results of ``compute``."""

    @abc.abstractmethod
    def accumulate(self):
        """The metric over all batches since ``reset``."""

    @abc.abstractmethod
    def name(self):
        """Its name, or the names of its parts."""

    def compute(self, *args):
        """What ``update`` needs of a batch, as tensors; by default all of it."""
        return args


class Accuracy(Metric):
    """How often the truth is among the k highest scores.

    Args:
        topk (tuple[int]): which k, default (1,).
        name (str, optional): default acc.

    Examples:
        >>> import paddle
        >>> m = paddle.metric.Accuracy()
        >>> x, y = paddle.to_tensor([[0.1, 0.9], [0.8, 0.2]]), paddle.to_tensor([[1], [1]])
        >>> _ = m.update(m.compute(x, y))
        >>> m.accumulate()
        0.5
    """

    def __init__(self, topk=(1,), name=None, *args, **kwargs):
        self.topk = tuple(topk) if isinstance(topk, (list, tuple)) else (topk,)
        self.maxk = max(self.topk)
        name = name or "acc"
        self._name = [name] if self.maxk == 1 else [f"{name}_top{k}" for k in self.topk]
        self.reset()

    def compute(self, pred, label, *args):
        """Whether each of the maxk best classes is the truth: floats [n, ..., maxk].

        Args:
            pred (Tensor): scores [n, ..., classes].
            label (Tensor): classes [n, ...] or [n, ..., 1], or one-hot.
        """
        return _best_are_true(pred, label, self.maxk)

    def update(self, correct, *args):
        """Counts a batch; returns its accuracy, or one for each k."""
        correct = _array(correct)
        samples = int(np.prod(correct.shape[:-1]))
        accuracies = []
        for i, k in enumerate(self.topk):
            hits = float(correct[..., :k].sum())
            accuracies.append(hits / samples if samples else 0.0)
            self.total[i] += hits
            self.count[i] += samples
        return accuracies[0] if len(self.topk) == 1 else accuracies

    def reset(self):
        self.total = [0.0] * len(self.topk)
        self.count = [0] * len(self.topk)

    def accumulate(self):
        ratios = [t / c if c else 0.0 for t, c in zip(self.total, self.count, strict=True)]
        return ratios[0] if len(self.topk) == 1 else ratios

    def name(self):
        return self._name


class Precision(Metric):
    """True positives over all that were called positive (probability at least 1/2).

    Args:
        name (str): default precision.

    Examples:
        >>> import paddle
        >>> m = paddle.metric.Precision()
        >>> m.update(paddle.to_tensor([0.9, 0.8, 0.1]), paddle.to_tensor([1, 0, 1]))
        >>> m.accumulate()
        0.5
    """

    def __init__(self, name="precision", *args, **kwargs):
        self._name = name
        self.reset()

    def update(self, preds, labels):
        """Counts a batch of probabilities and of labels 0 or 1."""
        called = _array(preds).reshape(-1) >= 0.5
        truth = _array(labels).reshape(-1).astype(bool)
        self.tp += int((called & truth).sum())
        self.fp += int((called & ~truth).sum())

    def reset(self):
        self.tp = self.fp = 0

    def accumulate(self):
        called = self.tp + self.fp
        return self.tp / called if called else 0.0

    def name(self):
        return self._name


class Recall(Metric):
    """True positives over all that are positive.

    Args:
        name (str): default recall.

    Examples:
        >>> import paddle
        >>> m = paddle.metric.Recall()
        >>> m.update(paddle.to_tensor([0.9, 0.8, 0.1]), paddle.to_tensor([1, 0, 1]))
        >>> m.accumulate()
        0.5
    """

    def __init__(self, name="recall", *args, **kwargs):
        self._name = name
        self.reset()

    def update(self, preds, labels):
        """Counts a batch of probabilities and of labels 0 or 1."""
        called = _array(preds).reshape(-1) >= 0.5
        truth = _array(labels).reshape(-1).astype(bool)
        self.tp += int((called & truth).sum())
        self.fn += int((~called & truth).sum())

    def reset(self):
        self.tp = self.fn = 0

    def accumulate(self):
        positive = self.tp + self.fn
        return self.tp / positive if positive else 0.0

    def name(self):
        return self._name


class Auc(Metric):
    """The area under the ROC curve, from a histogram of the scores.

    Args:
        curve (str): ROC.
        num_thresholds (int): bins of the histogram, default 4095.
        name (str): default auc.

    Examples:
        >>> import paddle
        >>> m = paddle.metric.Auc()
        >>> m.update(paddle.to_tensor([[0.9, 0.1], [0.2, 0.8]]), paddle.to_tensor([[0], [1]]))
        >>> m.accumulate()
        1.0
    """

    def __init__(self, curve="ROC", num_thresholds=4095, name="auc", *args, **kwargs):
        if curve != "ROC":
            raise ValueError(f"(InvalidArgument) Auc: curve must be ROC, received {curve}")
        self._curve, self._num_thresholds, self._name = curve, num_thresholds, name
        self.reset()

    def update(self, preds, labels):
        """Counts a batch: probabilities [n, 2] (of 0, of 1) or [n], labels [n] or [n, 1]."""
        scores = _array(preds)
        scores = scores[:, 1] if scores.ndim == 2 else scores
        truth = _array(labels).reshape(-1).astype(bool)
        bins = (scores * self._num_thresholds).astype(np.int64)
        if bins.size and not 0 <= bins.min() <= bins.max() <= self._num_thresholds:
            raise ValueError("(InvalidArgument) Auc: a probability is not in [0, 1]")
        size = self._num_thresholds + 1
        self._stat_pos += np.bincount(bins[truth], minlength=size)
        self._stat_neg += np.bincount(bins[~truth], minlength=size)

    def reset(self):
        self._stat_pos = np.zeros(self._num_thresholds + 1, np.int64)
        self._stat_neg = np.zeros(self._num_thresholds + 1, np.int64)

    def accumulate(self):
        positive = np.concatenate([[0], self._stat_pos[::-1].cumsum()]).astype(np.float64)
        negative = np.concatenate([[0], self._stat_neg[::-1].cumsum()]).astype(np.float64)
        if not positive[-1] or not negative[-1]:
            return 0.0
        area = ((positive[1:] + positive[:-1]) / 2 * np.diff(negative)).sum()
        return float(area / positive[-1] / negative[-1])

    def name(self):
        return self._name


def accuracy(input, label, k=1, correct=None, total=None, name=None):
    """How often the truth is among the k highest scores of a batch.

    Args:
        input (Tensor): scores [n, classes].
        label (Tensor): classes [n, 1] or [n].
        k (int): default 1.
        correct (Tensor, optional): accepted.
        total (Tensor, optional): accepted.

    Returns:
        Tensor: 0-D, float32.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[0.1, 0.9], [0.8, 0.2]]), paddle.to_tensor([[1], [1]])
        >>> paddle.metric.accuracy(x, y).item()
        0.5
    """
    hits = _best_are_true(input, label, k)
    return hits.sum() / max(hits.shape[0], 1)
