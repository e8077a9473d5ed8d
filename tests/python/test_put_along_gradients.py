"""put_along_axis: its gradients for every `reduce`, with duplicates, against numeric differences."""

import numpy as np
import paddle
import pytest

INDEX = np.array([[0, 1, 2, 0], [2, 2, 1, 0], [0, 1, 2, 3]])  # duplicates in columns


def value(x, v, reduce, include_self, weight):
    out = paddle.put_along_axis(x, paddle.to_tensor(INDEX), v, 0, reduce, include_self, False)
    return (out * weight).sum()


@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("reduce", ["assign", "add", "mul", "mean", "amin", "amax"])
def test_gradient(reduce, include_self, zero):
    rng = np.random.default_rng(3)
    x, v = rng.standard_normal((4, 4)), rng.standard_normal((3, 4))
    if zero:
        x[0, 0] = v[0, 0] = v[1, 1] = 0.0
    weight = paddle.to_tensor(rng.standard_normal((4, 4)))
    leaves = [paddle.to_tensor(a, stop_gradient=False) for a in (x, v)]
    value(*leaves, reduce, include_self, weight).backward()
    step = 1e-6
    for k, array in enumerate((x, v)):
        expected = np.zeros_like(array)
        for at in np.ndindex(array.shape):
            ends = []
            for sign in (1, -1):
                moved = [x.copy(), v.copy()]
                moved[k][at] += sign * step
                tensors = [paddle.to_tensor(a) for a in moved]
                ends.append(float(value(*tensors, reduce, include_self, weight)))
            expected[at] = (ends[0] - ends[1]) / (2 * step)
        np.testing.assert_allclose(
            leaves[k].grad.numpy(), expected, atol=1e-6, err_msg=f"input {k}"
        )


def test_equal_extremes_share():
    x, v = (
        paddle.to_tensor([2.0, 1.0], stop_gradient=False),
        paddle.to_tensor([2.0, 2.0], stop_gradient=False),
    )
    out = paddle.put_along_axis(x, paddle.to_tensor([0, 0]), v, 0, "amax")
    out.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [1 / 3, 1])
    np.testing.assert_allclose(v.grad.numpy(), [1 / 3, 1 / 3])


def test_broadcast_index():
    x, v = paddle.zeros([3, 3]), paddle.full([1, 1], 5.0)
    x.stop_gradient = v.stop_gradient = False
    out = paddle.put_along_axis(x, paddle.to_tensor([[-1]]), v, 0)
    (out * paddle.arange(9, dtype="float32").reshape([3, 3])).sum().backward()
    assert v.grad.tolist() == [[21.0]]
    assert x.grad.tolist() == [[0, 1, 2], [3, 4, 5], [0, 0, 0]]


def test_the_second_gradient_of_a_product_with_a_zero_is_refused():
    x, v = paddle.ones([2]), paddle.to_tensor([0.0, 2.0])
    v.stop_gradient = False
    out = paddle.put_along_axis(x, paddle.to_tensor([0, 0]), v, 0, "mul")
    with pytest.raises(NotImplementedError, match="second gradient"):
        paddle.grad(out.sum(), v, create_graph=True)


def test_sums_wrap_and_one_thread_writes_what_overlaps():
    big = paddle.full([1], 2**63 - 1, "int64")
    out = paddle.put_along_axis(big, paddle.to_tensor([0]), paddle.to_tensor([1]), 0, "add")
    assert out.tolist() == [-(2**63)]
