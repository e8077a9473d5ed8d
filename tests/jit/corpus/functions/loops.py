"""Loops over tensors: while, range, break, continue."""

import paddle

from ..case import ONE, TIMES, case, floats


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
