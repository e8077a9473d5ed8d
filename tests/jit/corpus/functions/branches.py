"""Branches on the values of tensors, and early returns."""

import paddle

from ..case import BOTH, ONE, TIMES, case, floats, tensor

KIND = "if"


@case(KIND, BOTH)
def if_else(x):
    if x.sum() > 0:
        y = x * 2
    else:
        y = x - 1
    return y


@case(KIND, BOTH)
def if_without_else(x):
    y = x + 1
    if x.mean() > 0:
        y = y * 3
    return y


@case(KIND, BOTH)
def elif_chain(x):
    s = x.sum()
    if s > 5:
        return x * 2
    elif s > 0:
        return x * 3
    elif s > -5:
        return x * 4
    return x


@case(KIND, BOTH)
def if_of_two_results(x):
    if x.max() > 0:
        a, b = x + 1, x * 2
    else:
        a, b = x - 1, x / 2
    return a * b, a


@case(KIND, BOTH)
def if_nested(x):
    if x.sum() > 0:
        if x.max() > 1:
            y = x * 2
        else:
            y = x * 3
    else:
        y = -x
    return y


@case(KIND, BOTH)
def if_changes_number(x):
    scale = 1
    if x.sum() > 0:
        scale = 2
    return x * scale


@case(KIND, BOTH)
def if_changes_kind(x):
    y = None
    if x.sum() > 0:
        y = x * 2
    return x if y is None else y


@case(KIND, BOTH)
def if_of_other_shapes(x):
    if x.sum() > 0:
        y = x[0]
    else:
        y = x
    return y * 2


@case(KIND, BOTH)
def if_of_other_dtypes(x):
    if x.sum() > 0:
        y = x
    else:
        y = x.astype("int32")
    return y + 1


@case(KIND, BOTH)
def ternary(x):
    return x * 2 if x.sum() > 0 else x * 3


@case(KIND, BOTH)
def ternary_nested(x):
    return 1 * x if x.max() > 2 else (2 * x if x.min() > -2 else 3 * x)


@case(KIND, BOTH)
def if_with_side_list(x):
    out = []
    if x.sum() > 0:
        out.append(x)
    out.append(x * 2)
    return out


@case("early return", BOTH)
def return_early(x):
    if x.sum() > 0:
        return x * 2
    y = x - 1
    return y * y


@case("early return", BOTH)
def return_early_twice(x):
    if x.max() > 2:
        return x
    y = x * x
    if y.mean() > 1:
        return y + 1
    return y - 1


@case("early return", BOTH)
def return_other_structures(x):
    if x.sum() > 0:
        return {"a": x}
    return [x, x * 2]


@case("early return", BOTH)
def return_none_sometimes(x):
    if x.sum() > 0:
        return None
    return x * 2


@case("early return", TIMES)
def return_from_loop(x, n):
    for i in range(n):
        x = x * 2
        if x.abs().max() > 4:
            return x, i
    return x, -1


@case("early return", TIMES)
def return_from_nested_loop(x, n):
    total = x * 0
    for i in range(n):
        for j in range(n):
            total = total + x * (i + j)
            if total.abs().sum() > 20:
                return total
    return total


@case("early return", TIMES)
def return_from_while(x, n):
    i = paddle.zeros([], "int64")
    while i < n:
        i = i + 1
        if (x * i).max() > 2:
            return x * i
    return x


@case("early return", BOTH)
def return_early_in_function(x):
    def pick(v):
        if v.sum() > 0:
            return v * 2
        return v * 3

    return pick(x) + pick(-x)


@case(
    "combinations", [(floats(4, 3, seed=s), tensor([n] * 4)) for s, n in ((0, 1), (1, 3), (2, 2))]
)
def greedy_decode(x, lengths):
    state, out, step = x, [], 0
    while step < lengths.max():
        state = paddle.tanh(state * 1.5)
        token = state.argmax(-1)
        out.append(token)
        if (token == 0).all():
            break
        step += 1
    return paddle.stack(out, 1), state


@case("combinations", TIMES)
def collatz(x, n):
    v, steps = n + 1, 0
    while v != 1:
        v = v // 2 if v % 2 == 0 else 3 * v + 1
        steps += 1
    return x * steps


@case("combinations", ONE)
def power_iteration(x):
    m = x @ x.T
    v = paddle.ones([x.shape[0]])
    for _ in range(50):
        w = m @ v
        w = w / w.norm()
        if (w - v).abs().max() < 1e-2:
            break
        v = w
    return v, v @ m @ v
