"""In-place operations: versions, leaves, views, and the gradient after them."""

import paddle
import pytest


def leaf(value):
    return paddle.to_tensor(value, stop_gradient=False)


def test_changing_what_a_gradient_needs_is_an_error():
    x = leaf([1.0, 2.0])
    y = x * 2.0
    z = y * y
    y.add_(paddle.to_tensor(1.0))
    with pytest.raises(RuntimeError, match="in-place|inplace|in place|version"):
        z.sum().backward()


def test_changing_a_constant_that_a_gradient_needs_is_an_error():
    x, c = leaf([1.0, 2.0]), paddle.to_tensor([3.0, 4.0])
    z = x * c
    c.add_(paddle.to_tensor(1.0))
    with pytest.raises(
        RuntimeError, match="an input that its gradient needs was changed by an in-place operation"
    ):
        z.sum().backward()


def test_changing_what_no_gradient_needs_is_fine():
    x = leaf([1.0, 2.0])
    y = x + 1.0  # add needs neither operand
    y.multiply_(paddle.to_tensor(3.0))
    y.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_changing_a_result_that_its_rule_reads_is_an_error():
    x, y = leaf([1.0, 2.0]), leaf([2.0, 4.0])
    z = x / y  # its rule reads the result
    z.add_(paddle.to_tensor(1.0))
    with pytest.raises(
        RuntimeError, match="an output that its gradient needs was changed by an in-place operation"
    ):
        z.sum().backward()


def test_in_place_keeps_what_its_own_gradient_needs():
    x = leaf(3.0)
    y = x * 1.0
    z = y + 0.0
    y.multiply_(x)  # its gradient reads `y` as it was
    (y + z).backward()
    assert x.grad.item() == 7.0 and not y.is_leaf


def test_in_place_on_a_constant_makes_it_part_of_the_graph():
    x, total = leaf(3.0), paddle.to_tensor(1.0)
    total.add_(x * x)
    assert not total.stop_gradient
    total.backward()
    assert x.grad.item() == 6.0


def test_leaf_is_refused():
    x = leaf(1.0)
    with pytest.raises((RuntimeError, ValueError), match="leaf|Leaf"):
        x.add_(paddle.to_tensor(1.0))
    assert x.item() == 1.0 and x.inplace_version == 0


def test_version_counts_and_is_shared_with_views():
    x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
    view = x.reshape([4])
    before = x.inplace_version
    view.add_(paddle.to_tensor(1.0))
    assert x.inplace_version == view.inplace_version == before + 1
    assert x.tolist() == [[2.0, 3.0], [4.0, 5.0]]


def test_plus_equals_keeps_earlier_results_right():
    x = leaf([1.0, 2.0])
    y = x * 1.0
    z = y * y
    y += 1.0  # Paddle's += makes a new tensor
    (z.sum() + y.sum()).backward()
    assert x.grad.tolist() == [3.0, 5.0]


def test_broadcast_of_the_target_is_refused():
    x = paddle.to_tensor([1.0])
    with pytest.raises(ValueError, match="add_: the result does not fit into `x`"):
        x.add_(paddle.to_tensor([1.0, 2.0]))
    assert x.tolist() == [1.0]


def test_overlapping_operands():
    x = paddle.to_tensor([1.0, 2.0, 3.0, 4.0])
    x.add_(x)
    assert x.tolist() == [2.0, 4.0, 6.0, 8.0]
