"""Rows of losses."""

import itertools

import numpy as np
import scipy.special

from tests.ops.row import call, op
from tests.ops.values import array, ints, randn, uniform

FLOATS = ["float32", "float64"]
REDUCTIONS = [{}, {"reduction": "sum"}, {"reduction": "none"}]


def reduced(values, reduction):
    return {"mean": np.mean, "sum": np.sum, "none": lambda v: v}[reduction](values)


def elementwise(f):
    return lambda input, label, reduction="mean", **more: reduced(
        f(input, label, **more), reduction
    )


PAIR = [call(randn(3, 4), randn(3, 4))]
BAD = [
    ((randn(3), randn(3)), {"reduction": "no_such"}, "reduction"),
    ((randn(3), randn(4)), {}, "the shapes do not broadcast"),
]
op("mse_loss", elementwise(lambda x, y: (x - y) ** 2), PAIR, REDUCTIONS, BAD, dtypes=FLOATS)
op("l1_loss", elementwise(lambda x, y: np.abs(x - y)), PAIR, REDUCTIONS, BAD, dtypes=FLOATS)


def huber(x, y, delta=1.0, is_huber=True):
    d = np.abs(x - y)
    loss = np.where(d < delta, 0.5 * d**2, delta * d - 0.5 * delta**2)
    return loss if is_huber else loss / delta


op("smooth_l1_loss", elementwise(huber), PAIR, [*REDUCTIONS, {"delta": 0.5}, {"delta": 0.5, "is_huber": False}], BAD,
   dtypes=FLOATS)  # fmt: skip
op("kl_div", lambda input, label, reduction="mean", log_target=False: (
    reduced(np.exp(label) * (label - input) if log_target else label * (np.log(label) - input), reduction)),
   [call(randn(3, 4), uniform(3, 4, low=0.2))], [*REDUCTIONS, {"log_target": True}], dtypes=FLOATS, tol=2)  # fmt: skip


def bce(x, y, weight=None, reduction="mean"):
    loss = -(y * np.log(x) + (1 - y) * np.log(1 - x)) * (1 if weight is None else weight)
    return reduced(loss, reduction)


def bce_with_logits(x, y, weight=None, reduction="mean", pos_weight=None):
    w = 1 if pos_weight is None else pos_weight
    loss = -(w * y * np.log(1 / (1 + np.exp(-x))) + (1 - y) * np.log(1 / (1 + np.exp(x))))
    return reduced(loss * (1 if weight is None else weight), reduction)


PROBABILITIES = uniform(3, 4, low=0.1, high=0.9)
op("binary_cross_entropy", bce, [call(PROBABILITIES, PROBABILITIES), call(PROBABILITIES, PROBABILITIES, uniform(3, 4))],
   REDUCTIONS, dtypes=FLOATS, tol=5, constant=("label",), errors=[((PROBABILITIES, uniform(3)), {}, "the shapes differ")])  # fmt: skip
op("binary_cross_entropy_with_logits", bce_with_logits,
   [call(randn(3, 4), PROBABILITIES), call(randn(3, 4), PROBABILITIES, uniform(3, 4), pos_weight=uniform(4, low=0.5))],
   REDUCTIONS, dtypes=FLOATS, tol=5, constant=("label",), errors=[((randn(3, 4), uniform(3)), {}, "the shapes differ")])  # fmt: skip


def cross_entropy_ref(input, label, weight=None, ignore_index=-100, reduction="mean", soft_label=False, axis=-1,
                      use_softmax=True, label_smoothing=0.0):  # fmt: skip
    x = np.moveaxis(input, axis, -1)
    log_p = scipy.special.log_softmax(x, -1) if use_softmax else np.log(x)
    n = x.shape[-1]
    if soft_label:
        y = np.moveaxis(label, axis, -1)
        counted = np.ones(x.shape[:-1])
    else:
        label = label.squeeze(axis) if label.ndim == input.ndim else label
        kept = label != ignore_index
        y = 1.0 * (np.arange(n) == label[..., None]) * kept[..., None]
        counted = (
            kept.astype("float64")
            if weight is None
            else np.where(kept, weight[np.where(kept, label, 0)], 0.0)
        )
    if label_smoothing:
        y = y * (1 - label_smoothing) + label_smoothing / n
    loss = -(y * log_p).sum(-1)
    if weight is not None:
        loss = loss * (counted if not soft_label else (y * weight).sum(-1))
    if reduction == "mean":
        return loss.sum() / counted.sum() if not soft_label else loss.mean()
    return reduced(
        loss if reduction == "sum" else np.expand_dims(loss, axis) if soft_label else loss,
        reduction,
    )


LOGITS, LABELS = randn(4, 5), ints(4, high=5)
SOFT = array(scipy.special.softmax(np.arange(20.0).reshape(4, 5) % 3, 1))
op("cross_entropy", cross_entropy_ref, [
    call(LOGITS, LABELS), call(LOGITS, LABELS, reduction="sum"), call(LOGITS, LABELS, uniform(5, low=0.5)),
    call(LOGITS, array([1, 0, 1, 4], "int64"), ignore_index=1), call(LOGITS, SOFT, soft_label=True),
    call(randn(2, 5, 3), ints(2, 3, high=5), axis=1)],
   dtypes=FLOATS, tol=5, constant=("label", "weight"),
   skip={"negative_axis": "the axis is of the input"},
   errors=[((LOGITS, array([0, 1, 5, 2], "int64")), {}, "a value of `label` is not a class"), ((LOGITS, LABELS), {"label_smoothing": 2.0}, "`label_smoothing` is no part"), ((LOGITS, ints(3, high=5)), {}, "`label` does not suit `input`"),
           ((LOGITS, array([0, 1, -1, 2], "int64")), {}, "a value of `label` is not a class"), ((LOGITS, LABELS), {"reduction": "no_such"}, "reduction")])  # fmt: skip
op("softmax_cross_entropy", covered_by="cross_entropy")
op("softmax_cross_entropy_grad", covered_by="cross_entropy", samples=[
    call(LOGITS, LABELS, randn(4), randn(4), False, 2), call(LOGITS, uniform(4, 5), randn(4), randn(4), True, -100)], dtypes=FLOATS)  # fmt: skip


def nll_ref(input, label, weight=None, ignore_index=-100, reduction="mean"):
    w = np.ones(input.shape[1]) if weight is None else weight
    loss = -np.take_along_axis(input, label[:, None], 1)[:, 0] * w[label]
    return loss.sum() / w[label].sum() if reduction == "mean" else reduced(loss, reduction)


op("nll_loss", nll_ref, [call(LOGITS, LABELS), call(LOGITS, LABELS, uniform(5, low=0.5))], REDUCTIONS, dtypes=FLOATS,
   constant=("weight",), errors=[((LOGITS, array([0, 1, 5, 2], "int64")), {}, "an index is out of range")])  # fmt: skip


def ctc_one(log_p, labels, blank):
    """The probability of the labels: the sum over every path of classes that reads as them."""
    total = 0.0
    for path in itertools.product(range(log_p.shape[1]), repeat=len(log_p)):
        read = [c for k, c in enumerate(path) if c != blank and (k == 0 or path[k - 1] != c)]
        if read == list(labels):
            total += np.exp(sum(log_p[t, c] for t, c in enumerate(path)))
    return -np.log(total) if total > 0 else 0.0


def ctc_ref(
    log_probs, labels, input_lengths, label_lengths, blank=0, reduction="mean", zero_infinity=False
):
    log_p = scipy.special.log_softmax(log_probs, -1)
    losses = np.array([ctc_one(log_p[:steps, b], labels[b, :n], blank)
                       for b, (steps, n) in enumerate(zip(input_lengths, label_lengths, strict=True))])  # fmt: skip
    return np.mean(losses / label_lengths) if reduction == "mean" else reduced(losses, reduction)


CTC = (
    randn(4, 3, 3),
    array([[1, 2], [2, 2], [1, 0]], "int64"),
    array([4, 4, 2], "int64"),
    array([2, 2, 1], "int64"),
)
op("ctc_loss", ctc_ref, [call(*CTC), call(randn(2, 3, 3), *CTC[1:2], array([2, 2, 0], "int64"), CTC[3]),
                         call(randn(3, 1, 3), array([[0, 1]], "int32"), array([3], "int64"), array([2], "int64"), blank=2)],
   REDUCTIONS, dtypes=FLOATS, tol=4, order=1, skip={"second_gradient": "it raises: the kernel gives the first gradient alone"},
   errors=[((randn(4, 3), *CTC[1:]), {}, "the shapes do not match"),
           ((CTC[0], array([[1, 3], [2, 2], [1, 0]], "int64"), *CTC[2:]), {}, "a value of `labels` is out of range"),
           ((*CTC[:2], array([5, 4, 2], "int64"), CTC[3]), {}, "a value of `input_lengths` is out of range"),
           (CTC, {"blank": 3}, "not a class"), (CTC, {"reduction": "no_such"}, "reduction")])  # fmt: skip
op("ctc_align", covered_by="ctc_loss", samples=[call(*CTC, 0, False)], dtypes=FLOATS, order=1)
