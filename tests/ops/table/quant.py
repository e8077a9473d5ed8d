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
   tol=300, order=1, dtypes=["float32", "bfloat16", "float16"],
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
