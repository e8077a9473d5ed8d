"""Rows of products with weights of 8 and 4 bits."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, ints, randn, uniform


def quantize_ref(x, algo="weight_only_int8", group_size=-1):
    four = algo == "weight_only_int4"
    most = np.float32(7 if four else 127)
    k, n = x.shape
    group = k if group_size == -1 else group_size
    x = x.astype("float32")
    scale = np.stack([np.abs(x[p : p + group]).max(0) / most for p in range(0, k, group)])
    q = x / np.repeat(scale, group, 0)[:k]
    q = np.trunc(q + np.copysign(np.float32(0.5), q)).T.astype("int8")
    if four:
        q = ((q[0::2] & 15) | (q[1::2] << 4)).astype("int8")
    return q, scale[0] if group_size == -1 else scale


def unpacked(weight, four):
    if not four:
        return weight
    low = (weight << 4).astype("int8") >> 4
    return np.stack([low, weight >> 4], 1).reshape(-1, weight.shape[1])


def dequantize_ref(
    x, scale, algo="weight_only_int8", out_dtype="float16", group_size=-1, four=None
):
    four = algo == "weight_only_int4" if four is None else four
    q = unpacked(x, four).T * 1.0
    return (
        q * scale
        if group_size == -1
        else q * np.repeat(scale.astype("float64"), group_size, 0)[: len(q)]
    )


W = randn(70, 6)
op("weight_quantize", quantize_ref, [call(W), call(randn(5, 3))],
   [{}, {"algo": "llm.int8"}, {"group_size": 64}], dtypes=["float32"],
   errors=[((W,), {"algo": "int8"}, "argument `algo` is unknown"), ((W,), {"group_size": 32}, "argument `group_size` is wrong"),
           ((randn(5, 3),), {"algo": "weight_only_int4"}, "n even"), ((randn(5),), {}, "has the wrong shape"),
           ((ints(3, 4, high=9),), {}, "must be floating"), ((array([[np.inf, 1.0]]),), {}, "not finite")])  # fmt: skip
BYTES = ints(6, 70, low=-127, high=128, dtype="int8")
HALF_BYTES = ints(3, 70, low=-128, high=128, dtype="int8")
SCALE, GROUPS = uniform(6, low=0.5), uniform(2, 6, low=0.5)
BITS = [((BYTES, SCALE), 8, -1), ((HALF_BYTES, SCALE), 4, -1), ((BYTES, GROUPS), 8, 64), ((HALF_BYTES, GROUPS), 4, 64)]  # fmt: skip
op("weight_dequantize", dequantize_ref,
   [call(*args, algo=f"weight_only_int{bits}", group_size=group, out_dtype="float64") for args, bits, group in BITS],
   errors=[((BYTES, uniform(5)), {}, "`scale` does not suit the weight"), ((randn(2, 3), uniform(2)), {}, "is no weight of weight_quantize"),
           ((BYTES, SCALE), {"algo": "int4"}, "argument `algo` is unknown")])  # fmt: skip


def product_ref(x, weight, scale, bias, bits, group_size):
    w = dequantize_ref(weight, scale, group_size=group_size, four=bits == 4)
    return x @ w + (0 if bias is None else bias)


op("weight_only_matmul", product_ref,
   [call(randn(2, 3, 70), *args, randn(6), bits, group) for args, bits, group in BITS]
   + [call(randn(70), BYTES, SCALE, None, 8, -1), call(randn(40, 70), BYTES, SCALE, randn(6), 8, -1),
      call(randn(0, 70), BYTES, SCALE, None, 8, -1), call(randn(2, 600), ints(2, 600, low=-127, high=128, dtype="int8"), uniform(2), None, 8, -1)],
   tol=300, dtypes=["float32", "bfloat16", "float16"],
   errors=[((randn(2, 69), BYTES, SCALE, None, 8, -1), {}, "does not suit the weight"), ((randn(2, 70), BYTES, SCALE, randn(5), 8, -1), {}, "bias"),
           ((randn(2, 70), BYTES, GROUPS, None, 8, -1), {}, "`scale` does not suit")])  # fmt: skip


def llm_ref(x, weight, scale, bias, threshold):
    """In whole numbers but for the columns with a large element."""
    rows = x.reshape(-1, x.shape[-1])
    large = (np.abs(rows) > threshold).any(0) if threshold > 0 else np.zeros(rows.shape[1], bool)
    plain = np.where(large, 0, rows)
    unit = np.abs(plain).max(1, keepdims=True) / 127
    q = np.rint(plain / unit)
    y = (q @ weight.T) * unit + rows[:, large] @ weight.T[large]
    return (y * scale + (0 if bias is None else bias)).reshape(*x.shape[:-1], -1)


op("llm_int8_matmul", llm_ref,
   [call(randn(2, 3, 70), BYTES, SCALE, randn(6), 2.0), call(randn(3, 70), BYTES, SCALE, None, 0.0)],
   dtypes=["float32"], tol=300, skip={"gradient": "the result is a staircase; tests/python/test_quant.py"},
   errors=[((randn(2, 69), BYTES, SCALE, None, 6.0), {}, "does not suit the weight")])  # fmt: skip


# ---- simulated quantization: in float32 step by step, as another rounding gives another level ----

PASSES = {"gradient": "the gradient is that of the input; tests/quant/test_operators.py"}


def levels_ref(x, scale, axis, levels, low, high, half_even, dequantize):
    c = np.float64 if x.dtype == np.float64 else np.float32
    wide, s = x.astype(c), scale.astype(c)
    shape = [1] * x.ndim
    if axis >= 0:
        shape[axis] = -1
    s = s.reshape(shape if axis >= 0 else ())
    inverse = c(1) / np.where(s <= c(1e-30), s + c(1e-6), s).astype(c)
    if half_even:
        q = np.rint(wide * (inverse * c(levels)))
    else:
        v = np.minimum(np.maximum(wide, -s), s) * (inverse * c(levels))
        q = np.trunc(v) + np.trunc((v - np.trunc(v)) * c(2))
    q = np.clip(q, c(low), c(high))
    return (q * s / c(levels) if dequantize else q).astype(x.dtype)


def fake_ref(x, scale, axis, bits, round_type, dequantize):
    most = 2 ** (bits - 1) - 1
    return levels_ref(x, scale, axis, most, -most - (round_type == 0), most, round_type == 0, dequantize)  # fmt: skip


def stats_of(x):
    return x.astype("float64" if x.dtype == np.float64 else "float32")


def abs_max_ref(dequantize):
    def ref(x, bit_length=8, round_type=1):
        scale = np.abs(stats_of(x)).max(keepdims=True).reshape(1)
        return fake_ref(x, scale, -1, bit_length, round_type, dequantize), scale

    return ref


def channels_ref(dequantize):
    def ref(x, bit_length=8, round_type=1, quant_axis=0, is_test=False):
        others = tuple(i for i in range(x.ndim) if i != quant_axis)
        scale = np.abs(stats_of(x)).max(axis=others)
        return fake_ref(x, scale, quant_axis, bit_length, round_type, dequantize), scale

    return ref


def average_of(x, scale, accum, state, rate, is_test):
    c = stats_of(x).dtype.type
    if is_test:
        zero = np.zeros(1, c)
        return scale.astype(c), zero if state is None else state, zero if accum is None else accum
    state = (state * c(rate) + c(1)).astype(c)
    accum = (accum * c(rate) + np.abs(stats_of(x)).max()).astype(c)
    return (accum / state).astype(c), state, accum


def moving_ref(dequantize):
    def ref(x, in_scale, in_accum, in_state, moving_rate=0.9, bit_length=8, is_test=False, round_type=1):  # fmt: skip
        scale, state, accum = average_of(x, in_scale, in_accum, in_state, moving_rate, is_test)
        return fake_ref(x, scale, -1, bit_length, round_type, dequantize), scale, state, accum

    return ref


def average_ref(x, in_scale, in_accum, in_state, moving_rate=0.9, is_test=False):
    return x, *average_of(x, in_scale, in_accum, in_state, moving_rate, is_test)


ROUNDS = [{}, {"round_type": 0}, {"bit_length": 4}]
BITS_WRONG = ((randn(3, 4),), {"bit_length": 17}, "argument `bit_length` is wrong")
WRONG = [BITS_WRONG, ((randn(3, 4),), {"round_type": 2}, "argument `round_type` is wrong"),
         ((ints(3, 4, high=9),), {}, "`x` must be floating")]  # fmt: skip
FLOATS = ["float32", "float64", "bfloat16", "float16"]
ONE = [array([1.5], "float32"), array([2.0], "float32"), array([1.25], "float32")]
op("quantize_levels", levels_ref,
   [call(randn(4, 37), array([1.5], "float32"), -1, 127.0, -127.0, 127.0, False, True),
    call(randn(4, 37), array([0.0], "float32"), -1, 127.0, -128.0, 127.0, True, False),
    call(randn(3, 5, 7), array([0.5, 1.0, 0.0, 2.0, 1.5], "float32"), 1, 7.0, -8.0, 7.0, True, True),
    call(randn(300, 4), array([0.5, 1.0, 0.0, 2.0], "float32"), 1, 7.0, -7.0, 7.0, False, True),
    call(randn(0, 3), array([0.5, 1.0, 1.0], "float32"), 1, 7.0, -7.0, 7.0, False, True)],
   dtypes=["float32", "bfloat16", "float16"], skip={**PASSES, "negative_axis": "-1: there is one scale"},
   errors=[((randn(3, 4), array([1.0, 2.0], "float32"), 1, 7.0, -7.0, 7.0, False, True), {}, "`scale` does not suit `x`"),
           ((randn(3, 4), ints(1, high=9), -1, 7.0, -7.0, 7.0, False, True), {}, "`scale` has the wrong dtype"),
           ((ints(3, 4, high=9), array([1.0], "float32"), -1, 7.0, -7.0, 7.0, False, True), {}, "`x` must be floating")])  # fmt: skip
for name, dequantize in (
    ("fake_quantize_abs_max", False),
    ("fake_quantize_dequantize_abs_max", True),
):
    op(name, abs_max_ref(dequantize), [call(randn(4, 37)), call(randn())], ROUNDS, dtypes=FLOATS, skip=PASSES, errors=WRONG)  # fmt: skip
for name, dequantize in (
    ("fake_channel_wise_quantize_abs_max", False),
    ("fake_channel_wise_quantize_dequantize_abs_max", True),
):
    op(name, channels_ref(dequantize), [call(randn(4, 37)), call(randn(3, 5, 2))],
       [*ROUNDS, {"quant_axis": 1}], dtypes=FLOATS, skip=PASSES,
       errors=[*WRONG, ((randn(3, 4, 5),), {"quant_axis": 2}, "argument `quant_axis` is wrong"),
               ((randn(3),), {"quant_axis": 1}, "argument `quant_axis` is wrong")])  # fmt: skip
for name, dequantize in (
    ("fake_quantize_moving_average_abs_max", False),
    ("fake_quantize_dequantize_moving_average_abs_max", True),
):
    op(name, moving_ref(dequantize), [call(randn(4, 37), *ONE), call(randn(), *ONE)],
       [*ROUNDS, {"is_test": True}, {"moving_rate": 0.5}], dtypes=["float32", "bfloat16"],
       skip={**PASSES, "large": "among many elements some lie between two levels"},
       errors=[((randn(3), ONE[0], None, None), {}, "are needed while training"), ((randn(3), randn(2), *ONE[1:]), {}, "`in_scale` must be one float"),
               ((randn(3), *ONE), {"bit_length": 0}, "argument `bit_length` is wrong")])  # fmt: skip
op("moving_average_abs_max_scale", average_ref, [call(randn(4, 5), *ONE)], [{}, {"is_test": True}],
   dtypes=["float32", "bfloat16"], skip=PASSES,
   errors=[((randn(3), ONE[0], ONE[1], None), {}, "are needed while training")])  # fmt: skip


def linear_ref(x, scale, zero_point=None, quant_axis=0, bit_length=8, qmin=-128, qmax=127, round_type=0):  # fmt: skip
    return levels_ref(x, scale, quant_axis, qmax, qmin, qmax, round_type == 0, False)


def back_ref(x, scale, zero_point=None, quant_axis=0, bit_length=8, qmin=-128, qmax=127):
    shape = [1] * x.ndim
    if quant_axis >= 0:
        shape[quant_axis] = -1
    return x.astype(scale.dtype) * scale.reshape(shape if quant_axis >= 0 else ()) / scale.dtype.type(qmax)  # fmt: skip


PER_ROW = array([0.5, 1.0, 0.75], "float32")
op("quantize_linear", linear_ref, [call(randn(3, 5), PER_ROW), call(randn(3, 5), ONE[0], None, -1), call(randn(3, 5), ONE[0], ONE[1], -1, 4, -8, 7, 1)],
   dtypes=["float32"], errors=[((randn(4, 5), PER_ROW), {}, "`scale` does not suit `x`"), ((ints(3, high=9), PER_ROW), {}, "`x` must be floating"),
                               ((randn(3), PER_ROW), {"round_type": 3}, "argument `round_type` is wrong")])  # fmt: skip
op("dequantize_linear", back_ref, [call(randn(3, 5), uniform(3, low=0.5)), call(randn(3, 5), uniform(1, low=0.5), None, -1)],
   errors=[((randn(4, 5), PER_ROW), {}, "`scale` does not suit `x`"), ((randn(3), ints(3, high=9)), {}, "must be floating")])  # fmt: skip
