"""Results whose shape depends on values."""

import paddle

from ..case import ONE, case, tensor

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
