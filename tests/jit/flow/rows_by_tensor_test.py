"""x[i] = value, where `i` is a tensor: part of the program, for any `i`."""

import paddle
import pytest
from paddle.jit import report, vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def first(b, x, i):
    b[i] = x[0]


def middle(b, x, i):
    b[:, i + 0] = x


def beside_slices(b, x, i):
    b[:, i, 2:4] = x[:, 2:4] * 2


def two(b, x, i):
    b[i, :, i + 1] = x[0, :5]


def last(b, x, i):
    b[..., i] = 7.0


def new_axis(b, x, i):
    b[None, i - 3] = x[0]


def in_place(b, x, i):
    b[i] += x[0]


@pytest.mark.parametrize("write", [first, middle, beside_slices, two, last, new_axis, in_place])
def test_numbers_in_keys(write):
    def f(x, i):
        b = paddle.zeros([4, 5, 6]) + 0
        write(b, x, i)
        return b

    x = floats(*range(24)).reshape(4, 6)
    static = agree(f, [(x, number(i)) for i in (1, 2, 0, -1, 3)])
    assert not report(static).recaptures
    agree(f, [(x, number(9))], whole=None)  # out of range: an error


def test_a_buffer_that_a_loop_fills():
    def f(x, n):
        i, buffer, x = paddle.zeros([], "int64"), paddle.zeros([9]), x + 1
        while i < n:
            buffer[i] = x[0].detach()
            i = i + 1
            x = x * 0.5
        return buffer

    static = agree(f, [(floats(1, 2), number(n)) for n in (3, 0, 8)])
    assert not report(static).recaptures


def test_beside_other_indices_a_number_is_known():
    def f(x, i):
        b = paddle.zeros([4, 5, 6]) + x.sum() * 0
        b[i, :, paddle.to_tensor([1, 2])] = 1.0
        return b

    agree(f, [(floats(1, 2), number(i)) for i in (1, 2)])
