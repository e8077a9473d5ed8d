"""Rows of fused operators."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import Value, randn


def rotate_ref(x, sin, cos, neighbours):
    if neighbours:
        turned = np.stack([-x[..., 1::2], x[..., 0::2]], -1).reshape(x.shape)
    else:
        half = x.shape[-1] // 2
        turned = np.concatenate([-x[..., half:], x[..., :half]], -1)
    return x * cos + turned * sin


op("rotate_pairs", rotate_ref,
   [call(randn(2, 3, 4, 6), randn(1, 3, 1, 6), randn(1, 3, 1, 6), neighbours) for neighbours in (True, False)]
   + [call(randn(2, 3, 1, 4), randn(2, 3, 1, 4), randn(2, 1, 1, 4), True)],
   dtypes=["float32", "float64"],
   errors=[((randn(2, 3, 4, 5), randn(1, 3, 1, 5), randn(1, 3, 1, 5), True), {}, "the shapes do not match"),
           ((randn(2, 3, 4, 6), randn(1, 2, 1, 6), randn(1, 3, 1, 6), True), {}, "the shapes do not match"),
           ((randn(3, 4, 6), randn(1, 3, 6), randn(1, 3, 6), False), {}, "the shapes do not match")])  # fmt: skip


def scores_ref(q, k, mask, scale, causal):
    q, k = (np.swapaxes(t, 1, 2) for t in (q, k))  # [n, heads, s, d]
    k = np.repeat(k, q.shape[1] // k.shape[1], 1)
    scores = scale * (q @ np.swapaxes(k, 2, 3))
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[-2:], bool)), scores, -np.inf)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    return scores


def attention_ref(q, k, v, mask, scale, causal):
    scores = scores_ref(q, k, mask, scale, causal)
    lse = np.logaddexp.reduce(scores, -1)
    v = np.repeat(np.swapaxes(v, 1, 2), q.shape[2] // v.shape[2], 1)
    return np.swapaxes(np.exp(scores - lse[..., None]) @ v, 1, 2), lse


def seen(*shape):
    """A mask that hides some keys, never the first."""
    return Value(
        shape, lambda rng, s: np.where(np.arange(s[-1]) == 0, 1.0, rng.standard_normal(s)), "bool"
    )


# Blocks: 4 registers of queries, 64 keys; up to 4 queries go one by one.
op("attention_with_stats", attention_ref,
   [call(randn(2, 5, 2, 4), randn(2, 6, 2, 4), randn(2, 6, 2, 3), None, 0.5, False),
    call(randn(2, 5, 4, 3), randn(2, 5, 2, 3), randn(2, 5, 2, 3), None, 0.6, True),
    call(randn(1, 70, 2, 5), randn(1, 130, 1, 5), randn(1, 130, 1, 20), randn(2, 70, 130), 0.4, False),
    call(randn(1, 130, 1, 5), randn(1, 70, 1, 5), randn(1, 70, 1, 4), randn(1, 1, 130, 1), 0.4, True),
    call(randn(2, 6, 2, 4), randn(2, 7, 2, 4), randn(2, 7, 2, 4), seen(2, 1, 6, 7), 0.5, False),
    call(randn(2, 3, 4, 20), randn(2, 70, 2, 20), randn(2, 70, 2, 70), seen(2, 1, 1, 70), 0.2, False),
    call(randn(1, 2, 2, 4), randn(1, 3, 2, 4), randn(1, 3, 2, 4), randn(3), 0.5, True),
    call(randn(0, 5, 2, 4), randn(0, 6, 2, 4), randn(0, 6, 2, 4), None, 0.5, False)],
   dtypes=["float32", "float64"],
   errors=[((randn(2, 5, 2, 4), randn(2, 6, 2, 3), randn(2, 6, 2, 4), None, 0.5, False), {}, "the shapes do not match"),
           ((randn(2, 5, 3, 4), randn(2, 6, 2, 4), randn(2, 6, 2, 4), None, 0.5, False), {}, "heads do not match"),
           ((randn(2, 5, 2, 4), randn(2, 6, 2, 4), randn(2, 6, 2, 4), randn(5, 5), 0.5, False), {}, "`mask` does not fit")])  # fmt: skip
op("attention_grad", covered_by="attention_with_stats")
