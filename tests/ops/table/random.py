"""Rows of random operators: shapes, ranges and moments of what they draw."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn, uniform

ONE = ["float32"]
N = 70_001  # several grains of ParallelFor, and no multiple of a chunk


def draws(mean=None, std=None, low=-np.inf, high=np.inf):
    """A check of the values' mean, deviation and range, within five standard errors."""

    def check(outputs, *args, **kwargs):
        values = outputs[0].astype("float64").numpy()
        assert ((values >= low) & (values <= high)).all()
        if values.size < N or std is None:
            return
        error = 5 * max(std, 1e-3) / np.sqrt(values.size)
        assert abs(values.mean() - mean) < error, f"mean {values.mean()}, expected {mean}"
        assert abs(values.std() - std) < 5 * error, f"deviation {values.std()}, expected {std}"

    return check


_SHAPES = [call([N]), call([2, 3]), call([]), call([0, 2])]
op(
    "rand",
    check=draws(0.5, 12**-0.5, 0, 1),
    samples=_SHAPES,
    dtypes=ONE,
    errors=[(([-1],), {}, "the shape is negative or too large")],
)
op("randn", check=draws(0, 1), samples=_SHAPES, dtypes=ONE)
op("standard_normal", check=draws(0, 1), samples=_SHAPES, dtypes=ONE)
op(
    "uniform",
    check=draws(1, 4 / 12**0.5, -1, 3),
    samples=_SHAPES,
    attrs=[{"min": -1.0, "max": 3.0}],
    dtypes=ONE,
)
op("gaussian", check=draws(1, 2), samples=_SHAPES, attrs=[{"mean": 1.0, "std": 2.0}], dtypes=ONE)
op("normal", check=draws(0, 1), samples=[call(None, None, [N])], dtypes=ONE)
op("random_values", covered_by="uniform")
op(
    "uniform_random",
    check=draws(1, 4 / 12**0.5, -1, 3),
    samples=[call(randn(N), -1.0, 3.0)],
    dtypes=ONE,
)
op("normal_random", check=draws(1, 2), samples=[call(randn(N), 1.0, 2.0)], dtypes=ONE)
op("exponential", check=draws(0.5, 0.5, 0), samples=[call(randn(N), 2.0)], dtypes=ONE)
op("random_integers", covered_by="randint")
op(
    "randint",
    check=draws(4, 2, 1, 7),
    samples=[call(1, 8, [N]), call(1, 8)],
    dtypes=ONE,
    errors=[((5, 5), {}, "there is no value in [low, high)")],
)
op("randint_like", check=draws(4, 2, 1, 7), samples=[call(randn(N), 1, 8)], dtypes=ONE)


def is_permutation(outputs, n, dtype=None):
    assert sorted(outputs[0].numpy().tolist()) == list(range(n))


op(
    "randperm",
    check=is_permutation,
    samples=[call(20), call(0), call(1)],
    dtypes=ONE,
    errors=[((-1,), {}, "the shape is negative or too large")],
)
op(
    "bernoulli",
    check=draws(0.25, 0.75**0.5 / 2, 0, 1),
    samples=[call(uniform(N, low=0.25, high=0.25))],
    dtypes=ONE,
)
op("bernoulli_draw", covered_by="bernoulli")
op("bernoulli_random", covered_by="bernoulli")


def is_multinomial(outputs, x, num_samples=1, replacement=False):
    """Indices into the rows, no two alike without replacement."""
    values = outputs[0].numpy().reshape(-1, num_samples)
    assert ((values >= 0) & (values < x.shape[-1])).all()
    assert replacement or all(len(set(row)) == num_samples for row in values.tolist())


op("multinomial", check=is_multinomial, samples=[call(uniform(3, 5), 2), call(uniform(5), 20, True)], dtypes=ONE,
   errors=[((uniform(3), 4), {}, "more samples than categories")])  # fmt: skip


def is_dropout(
    outputs, x, p=0.5, axis=None, training=True, inplace=False, mode="upscale_in_train", **_
):
    x, out = x.numpy(), outputs[0].numpy()
    kept = out != 0
    scale = 1 / (1 - p) if mode == "upscale_in_train" and training else 1.0
    assert np.allclose(out[kept], (x * scale)[kept], rtol=1e-5)
    if x.size >= N:
        assert abs(kept.mean() - (1 - p)) < 0.05


op("dropout", check=is_dropout, samples=[call(uniform(N, low=1.0, high=2.0)), call(uniform(300, 257, low=1.0, high=2.0))],
   attrs=[{}, {"p": 0.25}, {"p": 0.25, "mode": "downscale_in_infer"}], dtypes=ONE,
   errors=[((randn(3), 1.5), {}, "p"), ((randn(3), 0.5, None, True, False, "no_mode"), {}, "mode")])  # fmt: skip


def is_channel_dropout(outputs, x, **_):
    """Each channel is kept, and doubled, or dropped as a whole."""
    x, out = x.numpy(), outputs[0].numpy()
    kept = out[:, :, :1, :1] != 0 if x.ndim == 4 else out[:, :, :1, :1, :1] != 0
    assert np.allclose(out, np.where(kept, 2 * x, 0))


op("dropout2d", check=is_channel_dropout, samples=[call(uniform(2, 3, 4, 4, low=1.0, high=2.0))], dtypes=ONE)  # fmt: skip
op("dropout3d", check=is_channel_dropout, samples=[call(uniform(2, 3, 2, 2, 2, low=1.0, high=2.0))], dtypes=ONE)  # fmt: skip
op("dropout_mask", covered_by="dropout")
op("dropout_apply", covered_by="dropout")
