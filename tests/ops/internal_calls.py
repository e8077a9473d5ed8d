"""Calls for the proof of Dims: of internal operators, whose rows are covered by others, and of some whose
rows have no axis to split."""

from tests.ops.row import call
from tests.ops.table.rnn import PROJECTED_GRAD, grad_calls
from tests.ops.values import array, bools, distinct, ints, randn, spd, uniform

X = randn(3, 4, 5)
PAIR = [call(randn(3, 4), randn(3, 4)), call(randn(2, 3, 4), randn(2, 3, 4))]
IMAGE, LAST = randn(3, 4, 5, 6), randn(3, 5, 6, 4)
CONV = {"stride": [2, 1], "padding": [1, 0, 2, 1], "dilation": [1, 2]}
POOL = {"size": [3, 3], "kernel": [2, 2], "stride": [2, 2], "padding": [0, 0, 0, 0]}
AVG = {**POOL, "exclusive": True, "divisor": 0.0}
LABELS = ints(4, 3, high=5)
STATS = uniform(3, low=0.5, high=1.5)
ROWS3 = uniform(3, 2, low=0.5, high=1.5)
CHANNEL = uniform(4, low=0.5, high=1.5)
TALL = randn(2, 5, 3)


def images(first, second, extra, groups=1):
    """Calls of a convolution or a gradient of one, in both layouts."""
    name, value = extra
    return [
        call(a, b, **{name: value}, **CONV, groups=groups, channels_last=last)
        for a, b, last in zip(first, second, (False, True), strict=True)
    ]


# What a convolution of these attributes gives.
Y = [randn(3, 6, 2, 7), randn(3, 2, 7, 6)]
STEPS = {"learning_rate": 0.1}
PARAMS = [randn(3, 4), randn(5), randn()]
HALVES = [uniform(1), uniform(1), uniform(1)]

CALLS = {
    **{name: PAIR for name in ("gelu_grad", "relu_grad", "sigmoid_grad", "silu_grad", "tanh_grad")},
    **{name: PAIR for name in ("hardswish_grad", "softsign_grad")},
    "slope_by_range": [call(*c.args, -0.5, 0.5, 1.0, 0.5, closed) for c in PAIR for closed in (False, True)],
    "power_slope": [call(*c.args, 0.5, 3) for c in PAIR],
    "huber": [call(randn(3, 4), 0.7)],
    **{name: [call(randn(3, 4, 2), randn(3, 4, 2), axis) for axis in (-1, 1)]
       for name in ("softmax_grad", "log_softmax_grad")},
    "qr_factor": [call(TALL, False), call(TALL, True)],
    "eigh_factor": [call(spd(3, 4, 4), False)],
    "slogdet_parts": [call(spd(3, 4, 4))],
    "cofactors": [call(spd(3, 4, 4))],
    "solve_system": [call(spd(3, 4, 4), randn(3, 4, 5))],
    "triangular_system": [call(spd(3, 4, 4), randn(3, 4, 5), True, False, False)],
    "lstsq_solve": [call(TALL, randn(2, 5, 4), 1e-9)],
    "basic_index": [call(X, [1, 0, 3, 1, 1, 1, 2, 1]), call(X, [0, 1, 1, 1, 2, 0, 0, 0, 1, 3, 4, -1]),
                    call(X, [])],
    "set_basic_index": [call(X, randn(3, 2, 5), [1, 0, 3, 1, 1, 1, 2, 1]), call(X, randn(5), [0, 1, 1, 1]),
                        call(X, randn(1, 5), [])],
    "take_index": [call(ints(3, 4, high=30), 7, False), call(ints(3, 4, high=30), 7, True)],
    "take_along": [call(X, ints(3, 2, 5, high=4), 1), call(X, ints(3, 4, 7, high=5), 2)],
    "put_along_into": [call(X, ints(3, 2, 5, high=4), randn(3, 2, 5), 1, "add")],
    "ctc_align": [call(randn(4, 2, 3), array([[1, 2], [2, 1]], "int64"), array([4, 3], "int64"),
                       array([2, 1], "int64"), 0, False)],
    "rnnt_align": [call(randn(2, 4, 3, 3), array([[1, 2], [2, 1]], "int64"), array([4, 3], "int64"),
                        array([2, 1], "int64"), 0, 0.0)],
    "strided_update": [call(randn(12), randn(2, 3), [6, 2], 4), call(randn(3, 4), randn(3), [4], 0)],
    "index_get": [call(X, [ints(2, 3, high=4)], [1]), call(X, [ints(2, 1, high=3), ints(4, high=5)], [0, 2]),
                  call(X, [ints(6, high=3), ints(6, high=4)], [0, 1])],
    "put_into": [call(X, randn(3, 2, 5), [array([1, 3], "int64")], [1], False),
                 call(X, randn(2, 4), [array([0, 2], "int64"), array([1, 1], "int64")], [0, 2], True)],
    "set_index": [call(X, randn(3, 2, 5), [array([1, 3], "int64")], [], [1], False),
                  call(X, randn(2, 1), [array([0, 1], "int64")], [1, 0, 3, 1, 1, 1, 2, 1], [1], True)],
    "softmax_cross_entropy": [call(randn(4, 3, 5), LABELS, False, -100),
                              call(randn(4, 3, 5), uniform(4, 3, 5), True, -100)],
    "softmax_cross_entropy_grad": [call(randn(4, 3, 5), LABELS, randn(4, 3), randn(4, 3), False, -100),
                                   call(randn(4, 3, 5), uniform(4, 3, 5), randn(4, 3), randn(4, 3), True, -100)],
    "view_shape": [call(X, [3, 20]), call(X, [12, -1]), call(X, [0, 2, 2, 5]), call(randn(6, 4), [4, 6])],
    "view_dtype": [call(randn(3, 4), "int32"), call(ints(3, 4, high=9, dtype="int32"), "int64")],
    "copy_to": [call(X, "cpu")],
    "windows": [call(randn(3, 7), 1, 3, 2, 1)],
    "add_windows": [call(randn(3, 3, 2, 4), 1, 2, 1, 8)],
    "masked_assign": [call(X, bools(4, 5), randn(5)), call(X, bools(3, 4, 5), randn(1, 1, 1))],
    "masked_write": [call(X, bools(3, 4, 5), X), call(X, bools(3, 4, 5), randn(1))],
    "convolution": [
        *images([IMAGE, LAST], [randn(6, 4, 3, 2)] * 2, ("bias", None)),
        *images([IMAGE, LAST], [randn(6, 2, 3, 2)] * 2, ("bias", randn(6)), groups=2),
    ],
    "conv_grad_input": [
        *images(Y, [randn(6, 4, 3, 2)] * 2, ("size", [5, 6])),
        *images(Y, [randn(6, 2, 3, 2)] * 2, ("size", [5, 6]), groups=2),
    ],
    "conv_grad_weight": [
        *images([IMAGE, LAST], Y, ("kernel", [3, 2])),
        *images([IMAGE, LAST], Y, ("kernel", [3, 2]), groups=2),
    ],
    **{name: [call(distinct(2, 3, 6, 6), **POOL, channels_last=False),
              call(distinct(2, 6, 6, 3), **POOL, channels_last=True)] for name in ("max_pool", "max_pool_with_index")},
    "pool_scatter": [call(randn(2, 3, 3, 3), ints(2, 3, 3, 3, high=36, dtype="int32"), [6, 6], False)],
    "pool_gather": [call(randn(2, 3, 6, 6), ints(2, 3, 3, 3, high=36, dtype="int32"), [3, 3], False)],
    "avg_pool": [call(randn(2, 3, 6, 6), **AVG, channels_last=False)],
    "avg_pool_grad": [call(randn(2, 3, 3, 3), **{**AVG, "size": [6, 6]}, channels_last=False)],
    "embedding_lookup": [call(ints(3, 2, high=5), randn(5, 4)), call(ints(3, high=5), randn(5, 4), 2)],
    "embedding_grad": [call(randn(3, 2, 4), ints(3, 2, high=5), 5), call(randn(3, 4), ints(3, high=5), 5, 2)],
    "layer_norm_with_stats": [call(randn(3, 2, 5), randn(5), randn(5), 1e-5, 2),
                              call(randn(3, 4), None, None, 1e-5, 1)],
    "layer_norm_grad": [call(randn(3, 2, 5), randn(5), randn(3, 2), ROWS3, randn(3, 2, 5), 2),
                        call(randn(3, 2, 5), None, randn(3), STATS, randn(3, 2, 5), 1),
                        call(randn(3, 2, 5), randn(5), randn(3, 2), ROWS3, randn(3, 2, 5), 2, False)],
    "rms_norm_with_stats": [call(randn(3, 2, 5), randn(5), 1e-5, 2)],
    "rms_norm_grad": [call(randn(3, 2, 5), randn(5), ROWS3, randn(3, 2, 5), 2)],
    "batch_norm_with_stats": [call(IMAGE, CHANNEL, randn(4), 1e-5, False), call(LAST, CHANNEL, None, 1e-5, True)],
    "batch_norm_inference": [call(IMAGE, randn(4), CHANNEL, CHANNEL, randn(4), 1e-5, False),
                             call(LAST, randn(4), CHANNEL, None, None, 1e-5, True)],
    "batch_norm_grad": [call(IMAGE, CHANNEL, randn(4), CHANNEL, IMAGE, 1e-5, False, True),
                        call(LAST, CHANNEL, randn(4), CHANNEL, LAST, 1e-5, True, False)],
    "lstm_layer_grad": grad_calls(4, 2, [4, 1]) + PROJECTED_GRAD,
    "gru_layer_grad": grad_calls(3, 1, [4]),
    "rnn_layer_grad": grad_calls(1, 1, []),
    "sgd_": [call(PARAMS, PARAMS, [], **STEPS, l2_decay=0.1)],
    "momentum_": [call(PARAMS, PARAMS, PARAMS, [], **STEPS, momentum=0.9)],
    "adam_": [call(PARAMS, PARAMS, PARAMS, [uniform(3, 4), uniform(5), uniform()], [], HALVES, HALVES, [],
                   **STEPS, beta1=0.9, beta2=0.99, epsilon=1e-8)],
    "random_values": [call([3, 4], "uniform", 0.0, 1.0), call([3, 4], "normal", 0.0, 1.0, 7)],
    "random_integers": [call(0, 9, [3, 4])],
    "bernoulli_draw": [call(uniform(3, 4)), call(array([[0.0, 1.0], [1.0, 0.0]], "float64"))],
    "bernoulli_random": [call(randn(3, 2), array([0.0, 1.0], "float64"))],
    "dropout_mask": [call([3, 4], 0.5), call([3, 4], 0.0)],
    "dropout_apply": [call(randn(3, 4), ints(3, 4, high=2, dtype="uint8"), 2.0)],
    "insert_position": [call(array([-1.0, 0.0, 1.0], "float64"), randn(3, 4), False, False),
                        call(array([[-1.0, 0.0], [-2.0, 1.0]], "float64"), randn(2, 3), True, True)],
    "sort_with_indices": [call(distinct(3, 4, 5), 1), call(distinct(3, 4), 0, True)],
    **{name: [call(uniform(3, 4, 5, low=0.5), 1), call(uniform(3, 4, low=0.5), 0, True)]
       for name in ("scan_sum", "scan_prod", "scan_logsumexp")},
    "linear_scan": [call(randn(3, 4), randn(3, 4), 1), call(randn(3, 4), randn(3, 4), 0, True)],
    **{name: [call(distinct(3, 4, 5), 1)] for name in ("scan_max", "scan_min")},
    "lu_factor": [call(spd(3, 4, 4))],
    "pivots_to_rows": [call(array([[2, 2, 4], [1, 3, 3]], "int32"), 4)],
    **{name: [call(randn(3, 4), 1)] for name in ("bessel_i", "bessel_ie")},
    "select_ranks": [call(distinct(3, 7), ints(3, 4, high=7))],
    **{name: [call(randn(3, 4), randn(4), 2.0)] for name in ("add_scaled", "subtract_scaled")},
    "divide_rounded": [call(randn(3, 4), uniform(4, low=0.5, high=2), "floor")],
    "binomial_draw": [call(array([[3.0, 9.0], [5.0, 5.0]], "float64"), uniform(2, 2))],
    "diagonal_scatter": [call(X, randn(3, 4), 0, 1, 2)],
    "fill_diagonal_tensor": [call(X, randn(3, 4), 0, 1, 2)],
    "view_as": [call(randn(4, 6), randn(2, 2, 6))],
    "squared_l2_norm": [call([randn(3, 4)])],
    "eigvals": [call(randn(3, 4, 4))],
}  # fmt: skip


def calls_of(row):
    """The calls of a row, and those above."""
    return (row.calls if not row.covered_by else []) + CALLS.get(row.name, [])


def make(row, index, dtype):
    """Call `index` of `calls_of`, with numpy arrays."""
    return calls_of(row)[index].make(row.seed(index), dtype)
