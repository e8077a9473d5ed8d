"""In-place writes and views."""

import paddle

from ..case import BOTH, TIMES, TWO, case

KIND = "in-place and views"


@case(KIND)
def add_in_place(x):
    y = x * 1
    y.add_(paddle.ones_like(y))
    return y


@case(KIND)
def augmented_add(x):
    y = x * 2
    y += x
    y *= y
    return y


@case(KIND)
def set_row(x):
    y = x * 1
    y[0] = 5.0
    return y


@case(KIND)
def set_row_of_tensor(x):
    y = x * 1
    y[1] = x[0] * 3
    return y * y


@case(KIND)
def write_through_view(x):
    y = x * 1
    row = y[0]
    row.scale_(3.0)
    return y, row


@case(KIND)
def view_sees_later_write(x):
    y = x * 1
    row = y[0]
    y[0] = 7.0
    return row + 1


@case(KIND)
def write_through_reshape(x):
    y = x * 1
    flat = y.view([-1])
    flat[0] = 9.0
    return y


@case(KIND)
def write_through_transpose(x):
    y = x * 1
    t = y.view([-1, 1])
    t[1:3] = 4.0
    return y


@case(KIND, gradient=False)
def argument_changes(x):
    x[0] = 1.0
    return x.sum()


@case(KIND, gradient=False)
def argument_changes_by_method(x):
    x.add_(paddle.to_tensor(1.0))
    return x * 2


@case(KIND, gradient=False)
def argument_view_changes(x):
    first = x[:, 0]
    first.zero_()
    return x + 1


@case(KIND, TWO, gradient=False)
def arguments_swap(x, y):
    t = x.clone()
    x.copy_(y, True)
    y.copy_(t, True)
    return x - y


@case(KIND, BOTH)
def write_under_if(x):
    y = x * 1
    if x.sum() > 0:
        y[0] = 0.0
    return y


@case(KIND, TIMES)
def write_in_loop(x, n):
    y = x * 1
    for i in range(n):
        y[i % 3] = y[i % 3] * 2 + 1
    return y


@case(KIND, TIMES)
def accumulate_in_loop(x, n):
    y = paddle.zeros_like(x)
    for i in range(n):
        y += x * i
    return y


@case(KIND)
def alias_of_name(x):
    y = x * 1
    z = y
    z += 1
    return y, z


@case(KIND)
def alias_in_list(x):
    y = x * 1
    held = [y, y]
    held[0].add_(paddle.ones([1]))
    return held[1]


@case(KIND)
def no_alias_after_clone(x):
    y = x * 1
    z = y.clone()
    z.zero_()
    return y


@case(KIND)
def two_views_overlap(x):
    y = x * 1
    a, b = y[:, 0:2], y[:, 1:3]
    a.add_(paddle.ones([1]))
    return b.sum(), y


@case(KIND)
def fill_and_zero(x):
    y, z = x * 1, x * 1
    y.fill_(3.0)
    z.zero_()
    return y + z + x


@case(KIND)
def relu_in_place(x):
    y = x * 1
    paddle.nn.functional.relu_(y)
    return y


@case(KIND, gradient=False)
def in_place_changes_int(x):
    y = x.astype("int64")
    y += 2
    y[0] = 5
    return y


@case(KIND)
def chunks_are_written(x):
    y = x * 1
    a = y[:1]
    a[:] = 2.0
    return y.sum(0)
