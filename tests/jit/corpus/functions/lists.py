"""Lists and dicts that grow in loops."""

import paddle

from ..case import ONE, TIMES, case


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
