"""stack_create, stack_push, stack_pop: what loops leave for their gradients."""

import numpy as np
import paddle
import pytest
from paddle import _C

create, push, pop = (_C.ops[f"stack_{n}"] for n in ("create", "push", "pop"))


def test_last_in_first_out():
    stack = create()
    values = [paddle.to_tensor(v) for v in ([1.0, 2.0], 3, [[True]])]
    for v in values:
        stack = push(stack, v)
    for v in reversed(values):
        out, stack = pop(stack, v.shape, v.dtype)
        assert out.dtype == v.dtype and np.array_equal(out.numpy(), v.numpy())


def test_a_push_leaves_the_stack_as_it_was():
    one = push(create(), paddle.to_tensor([1.0]))
    push(one, paddle.to_tensor([2.0]))
    assert pop(one, [1], "float32")[0].tolist() == [1.0]
    assert pop(one, [1], "float32")[0].tolist() == [1.0]


def test_what_lies_there_is_a_copy():
    x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
    stack = push(create(), x.T)
    x.zero_()
    pop(stack, [2, 2], "float32")[0].zero_()
    assert pop(stack, [2, 2], "float32")[0].tolist() == [[1.0, 3.0], [2.0, 4.0]]


def test_a_long_one_goes_without_recursion():
    stack = create()
    for _ in range(200_000):
        stack = push(stack, stack)
    del stack


def test_wrong_use_raises():
    with pytest.raises(ValueError, match="empty"):
        pop(create(), [1], "float32")
    with pytest.raises(ValueError, match="another one"):
        pop(push(create(), paddle.ones([2])), [3], "float32")
    with pytest.raises(ValueError, match="no stack"):
        push(paddle.ones([2]), paddle.ones([2]))
    with pytest.raises(ValueError, match="no stack"):  # its bytes were copied
        push(paddle.zeros([0], "uint8"), paddle.ones([2]))
