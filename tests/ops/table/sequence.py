"""Rows of operators of sequences: the transducer loss, beams."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.table.loss import reduced
from tests.ops.values import array, randn

FLOATS = ["float32", "float64"]


def rnnt_one(log_p, labels, blank, t=0, u=0):
    """The probability of what is left at step t after u labels: the sum over every path."""
    if t == len(log_p):
        return float(u == len(labels))
    total = np.exp(log_p[t, u, blank]) * rnnt_one(log_p, labels, blank, t + 1, u)
    if u < len(labels):
        total += np.exp(log_p[t, u, labels[u]]) * rnnt_one(log_p, labels, blank, t, u + 1)
    return total


def rnnt_ref(
    input, label, input_lengths, label_lengths, blank=0, fastemit_lambda=0.001, reduction="mean"
):
    losses = [-np.log(rnnt_one(p[:steps], y[:n], blank))
              for p, y, steps, n in zip(input, label, input_lengths, label_lengths, strict=True)]  # fmt: skip
    return reduced(np.array(losses), reduction)


RNNT = (
    randn(3, 4, 3, 3),
    array([[1, 2], [2, 2], [1, 0]], "int64"),
    array([4, 3, 1], "int64"),
    array([2, 2, 1], "int64"),
)
op("rnnt_loss", rnnt_ref, [call(*RNNT), call(randn(1, 3, 3, 3), array([[0, 1]], "int32"), array([3], "int32"), array([2], "int32"), blank=2)],
   [{"fastemit_lambda": 0.0}, {"fastemit_lambda": 0.0, "reduction": "sum"}, {"fastemit_lambda": 0.0, "reduction": "none"}],
   dtypes=FLOATS, tol=4, order=1, skip={"second_gradient": "it raises: the kernel gives the first gradient alone"},
   errors=[((randn(4, 3, 3), *RNNT[1:]), {}, "the shapes do not match"),
           ((RNNT[0], array([[1, 3], [2, 2], [1, 0]], "int64"), *RNNT[2:]), {}, "a value of `label` is out of range"),
           ((*RNNT[:2], array([5, 3, 1], "int64"), RNNT[3]), {}, "a value of `input_lengths` is out of range"),
           ((*RNNT[:2], array([0, 3, 1], "int64"), RNNT[3]), {}, "a value of `input_lengths` is out of range"),
           ((*RNNT[:3], array([3, 3, 1], "int64")), {}, "a value of `label_lengths` is out of range"),
           ((*RNNT[:2], randn(3), RNNT[3]), {}, "must be integers"),
           (RNNT, {"blank": 3}, "not a class"), (RNNT, {"reduction": "no_such"}, "reduction")])  # fmt: skip
op("rnnt_align", covered_by="rnnt_loss", samples=[call(*RNNT, 0, 0.0)], dtypes=FLOATS, order=1)


def gather_tree_ref(ids, parents):
    out = np.empty_like(ids)
    steps, batch, beams = ids.shape
    for b in range(batch):
        for w in range(beams):
            beam = w
            for t in reversed(range(steps)):
                out[t, b, w] = ids[t, b, beam]
                beam = parents[t, b, beam]
    return out


IDS = array(np.arange(24).reshape(4, 2, 3), "int64")
op("gather_tree", gather_tree_ref,
   [call(IDS, array(np.arange(24).reshape(4, 2, 3) * 7 % 3, "int64")),
    call(array([[[2, 2], [6, 1]], [[3, 9], [6, 1]], [[0, 1], [9, 0]]], "int32"),
         array([[[0, 0], [1, 1]], [[1, 0], [1, 0]], [[0, 0], [0, 1]]], "int32"))],
   errors=[((IDS, array(np.full((4, 2, 3), 3), "int64")), {}, "a value of `parents` is no beam"),
           ((IDS, array([[0]], "int64")), {}, "the shapes do not match"),
           ((IDS, array(np.zeros((4, 2, 3)), "int32")), {}, "must have one dtype")],
   skip={"large": "parents are beams of one number"})  # fmt: skip
