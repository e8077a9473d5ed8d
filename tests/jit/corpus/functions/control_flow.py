"""if, while, for over a tensor, and their nests, on the values of tensors."""

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


@case("while", ONE)
def while_until_small(x):
    while x.abs().max() > 0.1:
        x = x / 2
    return x


@case("while", TIMES)
def while_counter(x, n):
    i = paddle.to_tensor(0)
    while i < n:
        x = x + i
        i += 1
    return x, i


@case("while", TIMES)
def while_python_counter(x, n):
    i = 0
    while i < n:
        x = x * 1.5 + i
        i += 1
    return x


@case("while", TIMES)
def while_two_states(x, n):
    a, b, i = x, x * 0 + 1, paddle.zeros([1], "int64")
    while i < n:
        a, b = b, a + b
        i = i + 1
    return a, b


@case("while", TIMES)
def while_and_condition(x, n):
    i = paddle.zeros([], "int64")
    while i < n and x.abs().max() < 10:
        x = x * 2
        i = i + 1
    return x


@case("while", ONE)
def while_newton(x):
    y = x.abs() + 1
    r = y
    while (r * r - y).abs().max() > 1e-3:
        r = (r + y / r) / 2
    return r


@case("while", TIMES)
def while_nested(x, n):
    i = paddle.zeros([], "int64")
    while i < n:
        j = paddle.zeros([], "int64")
        while j < i:
            x = x + 0.5
            j = j + 1
        i = i + 1
    return x


@case("while", TIMES)
def while_if(x, n):
    i = paddle.zeros([], "int64")
    while i < n:
        if x.sum() > 0:
            x = x - 1
        else:
            x = x + 1
        i = i + 1
    return x


@case("while", TIMES)
def while_else(x, n):
    i = paddle.zeros([], "int64")
    while i < n:
        x = x + 1
        i = i + 1
    else:
        x = x * 2
    return x


@case("while", TIMES)
def while_true_break(x, n):
    i = paddle.zeros([], "int64")
    while True:
        if i >= n:
            break
        x = x * 1.1
        i = i + 1
    return x


@case("while", TIMES)
def while_growing_shape(x, n):
    i = paddle.zeros([], "int64")
    while i < n:
        x = paddle.concat([x, x[:1]])
        i = i + 1
    return x


@case("for range", TIMES)
def for_range_tensor(x, n):
    for i in range(n):
        x = x + i
    return x


@case("for range", TIMES)
def for_range_start(x, n):
    for i in range(1, n + 1):
        x = x * i
    return x


@case("for range", TIMES)
def for_range_step(x, n):
    for i in range(n, 0, -1):
        x = x + i * 0.1
    return x


@case("for range", TIMES)
def for_range_nested(x, n):
    for i in range(n):
        for j in range(i):
            x = x + j
    return x


@case("for range", TIMES)
def for_range_index(x, n):
    y = x * 0
    for i in range(n):
        y = y + x[i % 3]
    return y


@case("for range", TIMES)
def for_range_if(x, n):
    for i in range(n):
        if i % 2 == 0:
            x = x + 1
        else:
            x = x * 2
    return x


@case("for range", TIMES)
def for_range_keeps_index(x, n):
    i = -1
    for i in range(n):  # noqa: B007
        x = x + 1
    return x * i


@case("for range", TIMES)
def for_range_else(x, n):
    for _ in range(n):
        x = x + 1
    else:
        x = x * 10
    return x


@case("for range", [(floats(3, seed=s), n) for s, n in ((0, 2), (1, 4), (2, 3))])
def for_range_number(x, n):
    for i in range(n):
        x = x * x + i
    return x


@case("for range", ONE)
def for_range_shape(x):
    y = paddle.zeros([x.shape[1]])
    for i in range(x.shape[0]):
        y = y + x[i] * i
    return y


@case("for range", ONE)
def for_rows(x):
    total = 0
    for row in x:
        total = total * 0.5 + row
    return total


@case("for range", TIMES)
def for_range_of_item(x, n):
    for _ in range(int(n)):
        x = x + 1
    return x


@case("break and continue", TIMES)
def break_on_value(x, n):
    for _ in range(n):
        x = x * 2
        if x.abs().max() > 3:
            break
    return x


@case("break and continue", TIMES)
def continue_on_index(x, n):
    for i in range(n):
        if i == 1:
            continue
        x = x + i
    return x


@case("break and continue", TIMES)
def continue_on_value(x, n):
    y = x
    for _ in range(n):
        y = y + 0.5
        if y.sum() > 2:
            continue
        x = x * 2
    return x + y


@case("break and continue", TIMES)
def break_and_continue(x, n):
    for i in range(n):
        if i % 2:
            continue
        if x.max() > 5:
            break
        x = x + 2
    return x


@case("break and continue", TIMES)
def break_inner_loop(x, n):
    for i in range(n):
        for j in range(3):
            if j > i:
                break
            x = x + 1
    return x


@case("break and continue", TIMES)
def break_with_else(x, n):
    for _ in range(n):
        x = x + 1
        if x.sum() > 4:
            break
    else:
        x = -x
    return x


@case("break and continue", TIMES)
def while_continue(x, n):
    i = paddle.zeros([], "int64")
    while i < n:
        i = i + 1
        if i == 2:
            continue
        x = x * i
    return x


@case("break and continue", TIMES)
def while_break(x, n):
    i = paddle.zeros([], "int64")
    while i < 100:
        i = i + 1
        if i > n:
            break
        x = x + i
    return x, i


@case("break and continue", ONE)
def break_over_rows(x):
    s = x[0] * 0
    for row in x:
        if row.sum() > 1:
            break
        s = s + row
    return s


@case("break and continue", TIMES)
def break_after_append(x, n):
    seen = []
    for i in range(n):
        seen.append(x + i)
        if len(seen) == 2:
            break
    return seen


@case("list append in loops", TIMES)
def append_in_range(x, n):
    out = []
    for i in range(n):
        out.append(x * i)
    return paddle.stack(out) if out else x


@case("list append in loops", TIMES)
def append_in_while(x, n):
    out = [x]
    i = paddle.zeros([], "int64")
    while i < n:
        out.append(out[-1] * 0.5 + 1)
        i = i + 1
    return paddle.concat(out)


@case("list append in loops", TIMES)
def append_under_if(x, n):
    out = [x]
    for i in range(n):
        if (x * i).sum() > 0:
            out.append(x * i)
    return out


@case("list append in loops", ONE)
def append_rows(x):
    out = []
    for row in x:
        out.append(row.max())
    return paddle.stack(out)


@case("list append in loops", TIMES)
def append_two_lists(x, n):
    a, b = [x], [x * 2]
    for _ in range(n):
        a.append(a[-1] + b[-1])
        b.append(a[-1] * 0.1)
    return a[-1], b[-1]


@case("list append in loops", TIMES)
def append_and_pop(x, n):
    stack = [x]
    for _ in range(n):
        top = stack.pop()
        stack.append(top + 1)
        stack.append(top * 2)
    return sum(stack)


@case("list append in loops", TIMES)
def list_set_in_loop(x, n):
    cells = [x, x * 2, x * 3]
    for i in range(n):
        cells[int(i) % 3] = cells[(int(i) + 1) % 3] + 1
    return cells


@case("list append in loops", TIMES)
def list_extend_in_loop(x, n):
    out = []
    for _ in range(n):
        out += [x, x + 1]
    return len(out), out


@case("list append in loops", TIMES)
def dict_in_loop(x, n):
    made = {}
    for i in range(n):
        made[f"step{int(i)}"] = x * i
    return made


@case("list append in loops", TIMES)
def insert_in_loop(x, n):
    out = []
    for i in range(n):
        out.insert(0, x + i)
    return out


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
