"""Logic, builtins, shapes, dtypes and numbers."""

import itertools

import paddle

from ..case import BOTH, TWO, case, floats

LOGIC = "short-circuit, comparisons"


@case(LOGIC, BOTH)
def and_of_tensors(x):
    return x * 2 if x.sum() > 0 and x.max() > 1 else x


@case(LOGIC, BOTH)
def or_of_tensors(x):
    return x * 2 if x.sum() > 0 or x.min() < -1 else x


@case(LOGIC, BOTH)
def not_of_tensor(x):
    return x * 2 if not x.sum() > 0 else x


@case(LOGIC, BOTH)
def chained_comparison(x):
    return x * 2 if -3 < x.sum() < 8 else x * 3


@case(LOGIC, BOTH)
def and_gives_operand(x):
    y = (x.sum() > 0) and (x * 2)
    return y


@case(LOGIC, BOTH)
def or_gives_operand(x):
    return None or x.sum() or x


@case(LOGIC, BOTH)
def short_circuit_guards(x):
    d = {}
    return x if x.sum() < 1e9 or d["missing"] else -x


@case(LOGIC, BOTH)
def any_and_all(x):
    return any(r.sum() > 0 for r in x), all(r.sum() > 0 for r in x), x


@case(LOGIC, BOTH)
def bool_of_tensor(x):
    flag = bool(x.sum() > 0)
    return flag, x * (2 if flag else 3)


@case(LOGIC, BOTH)
def mixed_conditions(x):
    k = 3
    return x * k if k > 2 and x.sum() > 0 and x is not None else x


BUILTINS = "len, zip, isinstance and kin"


@case(BUILTINS)
def len_of_tensor(x):
    return x * len(x)


@case(BUILTINS)
def enumerate_rows(x):
    return sum(r * i for i, r in enumerate(x, 1))


@case(BUILTINS, TWO)
def zip_rows(x, y):
    return paddle.stack([a * b for a, b in zip(x, y, strict=True)])


@case(BUILTINS)
def isinstance_of_tensor(x):
    return x * 2 if isinstance(x, paddle.Tensor) else x


@case(BUILTINS)
def hasattr_and_getattr(x):
    return getattr(x, "sum")() if hasattr(x, "sum") else x  # noqa: B009


@case(BUILTINS)
def min_max_of_tensors(x):
    return max(x.sum(), x.mean()), min(x[0, 0], x[0, 1])


@case(BUILTINS)
def sum_with_start(x):
    return sum([x, x], x * 0.5)


@case(BUILTINS)
def reversed_rows(x):
    return paddle.stack(list(reversed([x[0], x[1]])))


@case(BUILTINS)
def itertools_pairs(x):
    return sum(a * b for a, b in itertools.combinations([x[0], x[1], x.sum(0)], 2))


@case(BUILTINS)
def int_and_float_of_item(x):
    return x * float(x[0, 0] * 0 + 2), int(x.argmax() * 0)


@case(BUILTINS)
def abs_and_pow(x):
    return abs(x), x**2, round(2.6) * x, divmod(7, 2)[0] * x


@case(BUILTINS)
def math_on_shape(x):
    n = x.shape[0] * x.shape[1]
    return x.reshape([n]), x.reshape([-1, 1]) * n**0.5


SHAPE = "shapes and dtypes"


@case(SHAPE)
def flatten_by_shape(x):
    b, n = x.shape
    return x.reshape([n, b]).transpose([1, 0])


@case(SHAPE)
def pad_to_multiple(x):
    n = x.shape[-1]
    return paddle.nn.functional.pad(x, [0, -n % 4])


@case(SHAPE)
def branch_on_shape(x):
    return x * 2 if x.shape[0] > 2 else x * 3


@case(SHAPE)
def halves_by_shape(x):
    n = x.shape[1] // 2
    return x[:, :n], x[:, n:]


@case(SHAPE)
def mean_by_numel(x):
    return x.sum() / x.numel()


@case(SHAPE)
def shape_passed_on(x):
    return paddle.ones(x.shape) * x, paddle.zeros([x.shape[0]])


@case(SHAPE)
def dtype_branch(x):
    return x.astype("float64") * 2 if x.dtype == paddle.float32 else x


@case(SHAPE)
def dtype_promotes(x):
    i = paddle.arange(x.shape[1])
    return x * i, i / 2, i * 1.5


@case(SHAPE)
def cast_as_other(x):
    return paddle.to_tensor([1, 2]).astype(x.dtype) + x[0, 0]


@case(SHAPE)
def bool_arithmetic(x):
    return (x > 0).astype("float32") * x, (x > 0).sum()


NUMBERS = "numbers that change"


CHANGING = [(floats(3, seed=s), v) for s, v in ((0, 1.5), (1, 2.5), (2, -1.0), (3, 0.0))]


@case(NUMBERS, CHANGING)
def scale_by_float(x, v):
    return x * v


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, 1), (1, 2), (2, 3), (3, 4))])
def scale_by_int(x, v):
    return x * v + v


@case(NUMBERS, CHANGING)
def branch_on_float(x, v):
    return x * 2 if v > 0 else x - v


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, True), (1, False), (2, True))])
def branch_on_flag(x, flag):
    return x * 2 if flag else x


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, "tanh"), (1, "exp"), (2, "tanh"))])
def branch_on_text(x, name):
    return getattr(paddle, name)(x)


@case(NUMBERS, [(floats(2, 3, seed=s), v) for s, v in ((0, 0), (1, 1), (2, -1))])
def axis_as_number(x, axis):
    return x.sum(axis)


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, None), (1, 2.0), (2, None))])
def none_or_number(x, v):
    return x if v is None else x * v
