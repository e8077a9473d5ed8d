"""In-place writes, views and every form of indexing."""

import paddle

from ..case import BOTH, ONE, TIMES, TWO, case, floats, tensor

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


INDEX = "indexing"


@case(INDEX)
def index_int(x):
    return x[0], x[-1], x[1, 2]


@case(INDEX)
def index_slice(x):
    return x[1:], x[:-1], x[0:2, 1:3]


@case(INDEX)
def index_negative_step(x):
    return x[::-1]


@case(INDEX)
def index_negative_step_two(x):
    return x[::-1, ::-2]


@case(INDEX)
def index_negative_bounds(x):
    return x[-1:0:-1, -2:]


@case(INDEX)
def index_step(x):
    return x[:, ::2], x[::2, 1::2]


@case(INDEX)
def index_none(x):
    return x[None], x[:, None, 1:]


@case(INDEX)
def index_ellipsis(x):
    return x[..., 0], x[0, ...], x[...]


@case(INDEX)
def index_bool_mask(x):
    return x[x > 0]


@case(INDEX)
def index_row_mask(x):
    return x[x.sum(1) > -100]


@case(INDEX)
def index_list(x):
    return x[[1, 0]], x[:, [0, 2, 1]]


@case(INDEX)
def index_int_tensor(x):
    return x[paddle.to_tensor([1, 0, 1])]


@case(INDEX)
def index_two_tensors(x):
    return x[paddle.to_tensor([0, 1]), paddle.to_tensor([2, 0])]


@case(INDEX)
def index_mixed(x):
    return x[paddle.to_tensor([1, 0]), 1:]


@case(INDEX, TIMES[:2] + TIMES[3:])
def index_zero_dim_tensor(x, n):
    return x[n % 3], x[n % 3 :]


@case(INDEX, [(floats(5, seed=s), a, b) for s, a, b in ((0, 1, 4), (1, 0, 3), (2, 2, 5))])
def index_numbers(x, a, b):
    return x[a:b], x[b - 1]


@case(INDEX, TIMES)
def slice_by_tensor(x, n):
    return x[: n % 3 + 1]


@case(INDEX)
def set_slice(x):
    y = x * 1
    y[:, 1:3] = 0.5
    return y


@case(INDEX)
def set_negative_step(x):
    y = x * 1
    y[::-1] = x * 2
    return y


@case(INDEX)
def set_mask(x):
    y = x * 1
    y[y > 0] = -1.0
    return y


@case(INDEX)
def set_mask_of_tensor(x):
    y = x * 1
    y[x > 0] = (x * 10)[x > 0]
    return y


@case(INDEX)
def set_by_tensor(x):
    y = x * 1
    y[paddle.to_tensor([1, 0])] = 3.0
    return y


@case(INDEX)
def set_broadcast(x):
    y = x * 1
    y[:] = x[0]
    return y


@case(INDEX)
def set_augmented(x):
    y = x * 1
    y[0] += 1.0
    y[:, 0] *= 2.0
    return y


@case(INDEX)
def set_nested(x):
    y = x * 1
    y[0][1:3] = 8.0
    return y


@case(INDEX, gradient=False)
def index_ints(x):
    order = paddle.argsort(x, axis=1)
    return order[:, 0], order[0][::-1], order.flip(1)


SHAPES = "data-dependent shapes"
MANY = [(tensor([1.0, 0, 2, 0]),), (tensor([0.0, 0, 3, 4]),), (tensor([5.0, 6, 7, 0, 1]),)]


@case(SHAPES, MANY)
def nonzero_places(x):
    return paddle.nonzero(x)


@case(SHAPES, ONE)
def masked_select_sum(x):
    return paddle.masked_select(x, x > 0).sum()


@case(SHAPES, ONE)
def masked_then_matmul(x):
    rows = x[x.sum(1) > -100]
    return rows @ rows.T


@case(SHAPES, MANY)
def unique_values(x):
    return paddle.unique(x)


@case(SHAPES, MANY)
def unique_counts(x):
    values, counts = paddle.unique(x, return_counts=True)
    return values * counts.astype("float32")


@case(SHAPES, MANY)
def nonzero_count(x):
    return x * paddle.nonzero(x).shape[0]


@case(SHAPES, MANY)
def branch_on_count(x):
    if paddle.nonzero(x).shape[0] > 2:
        return x * 2
    return x


@case(SHAPES, MANY)
def where_one_argument(x):
    return paddle.where(x > 1)[0]


@case(SHAPES, MANY)
def repeat_by_tensor(x):
    return paddle.repeat_interleave(x, x.astype("int64"))


@case(SHAPES, MANY)
def arange_to_value(x):
    return paddle.arange(x.max().astype("int64") + 1)


@case(SHAPES, MANY)
def zeros_of_value(x):
    n = int(x.max())
    return paddle.zeros([n, 2]) + n


@case(SHAPES, MANY)
def bincount_values(x):
    return paddle.bincount(x.astype("int64"))


@case(SHAPES, MANY)
def nonzero_gather(x):
    places = paddle.nonzero(x).reshape([-1])
    return paddle.gather(x, places).cumsum(0)
