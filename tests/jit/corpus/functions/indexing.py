"""Every form of indexing."""

import paddle

from ..case import TIMES, case, floats

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
