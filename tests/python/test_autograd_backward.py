"""What a backward pass leaves: gradients of their own, however large the graph."""

import numpy as np
import paddle
import pytest


def leaf(value):
    return paddle.to_tensor(value, stop_gradient=False)


def test_gradients_share_no_memory():
    a, b, c = leaf([1.0, 1.0]), leaf([1.0, 1.0]), paddle.to_tensor([2.0, 2.0])
    ((a + b) * c).sum().backward()
    a.grad.scale_(10.0)
    assert a.grad.tolist() == [20.0, 20.0] and b.grad.tolist() == [2.0, 2.0]


def test_a_given_gradient_is_not_shared():
    x, g = leaf([1.0, 1.0]), paddle.to_tensor([3.0, 3.0])
    x.backward(g)
    x.grad.scale_(10.0)
    assert g.tolist() == [3.0, 3.0]
    y, z = leaf([1.0, 1.0]), leaf([[1.0], [1.0]])
    (y + z.reshape([2])).backward(g)
    g.scale_(10.0)
    assert y.grad.tolist() == [3.0, 3.0] and z.grad.tolist() == [[3.0], [3.0]]


def test_results_of_grad_share_no_memory():
    a, b = leaf([1.0]), leaf([1.0])
    g = paddle.to_tensor([3.0])
    for create_graph in (False, True):
        first, second, third = paddle.grad([a + b], [a, b, a], [g], create_graph=create_graph)
        with paddle.no_grad():
            first.scale_(10.0)
        assert (first.item(), second.item(), third.item(), g.item()) == (30.0, 3.0, 3.0, 3.0)


def test_retained_gradients_share_no_memory():
    x = leaf([1.0])
    y = x * 2.0
    z = y + paddle.to_tensor([1.0])
    y.retain_grads()
    z.retain_grads()
    z.backward()
    z.grad.scale_(10.0)
    assert (x.grad.item(), y.grad.item(), z.grad.item()) == (2.0, 1.0, 10.0)


def test_a_hook_that_keeps_the_gradient_keeps_its_value():
    x, kept = leaf([1.0]), []
    x.register_hook(kept.append)
    (x * 2.0).backward()
    x.grad.scale_(10.0)
    assert kept[0].item() == 2.0


def test_a_gradient_kept_by_the_user_does_not_grow():
    x = leaf([1.0])
    (x * 2.0).backward()
    first = x.grad
    (x * 2.0).backward()
    assert first.item() == 2.0 and x.grad.item() == 4.0


def test_more_operands_than_sixteen_bits_count():
    parts = [leaf([1.0]) for _ in range(70_000)]
    paddle.concat(parts).sum().backward()
    assert all(p.grad is not None for p in parts)


@pytest.mark.parametrize("split", [lambda x: x.unbind(0), lambda x: x.split(300)])
def test_more_outputs_than_eight_bits_count(split):
    x = leaf(np.ones((300, 2), "float32"))
    (split(x)[299] * 3.0).sum().backward()
    assert np.unique(np.nonzero(x.grad.numpy())[0]).tolist() == [299]


@pytest.mark.parametrize("drop", ["detach_", "reshape_"])
def test_a_tensor_that_leaves_its_node_no_longer_retains(drop):
    for _ in range(50):
        x = leaf([1.0, 1.0, 1.0])
        y = x * 2.0
        y.retain_grads()
        z = (y * 3.0).sum()
        if drop == "detach_":
            y.detach_()
        else:
            y.reshape_([3, 1])
        del y
        others = [paddle.ones([3]) for _ in range(50)]
        z.backward()
        assert all(t.grad is None for t in others)
        assert x.grad.tolist() == [6.0, 6.0, 6.0]
