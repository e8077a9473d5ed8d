"""Operators of detection: results and gradients are PaddlePaddle's."""

import pathlib

import numpy as np
import paddle
import pytest
from paddle.vision import ops

from tests.vision import cases

EXPECTED = dict(np.load(pathlib.Path(__file__).parent / "ops.npz"))


@pytest.mark.parametrize("name", cases.OPS)
def test_is_paddles(name):
    found = cases.op_results(name)
    right = [EXPECTED[f"{name}/{i}"] for i in range(len(found))]
    assert f"{name}/{len(found)}" not in EXPECTED
    for a, b in zip(found, right, strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype
        scale = max(1.0, np.abs(b).max(initial=0))
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5 * scale)


@pytest.mark.parametrize("sampling_ratio", [-1, 2])
def test_aligned_gradient_is_the_adjoint(sampling_ratio):
    """PaddlePaddle's is not where a box is smaller than a pixel."""
    rng = np.random.default_rng(0)
    x = paddle.to_tensor(rng.standard_normal((1, 2, 6, 7), np.float32), stop_gradient=False)
    boxes = paddle.to_tensor(
        np.float32([[1, 1, 1.2, 3], [4, 4, 2, 1], [-3, -2, 9, 9], [2, 2, 2, 2]])
    )
    out = ops.roi_align(x, boxes, paddle.to_tensor([4], dtype="int32"), 2, 1.0, sampling_ratio)
    weights = paddle.to_tensor(rng.standard_normal(out.shape, np.float32))
    total = (out * weights).sum()
    total.backward()
    np.testing.assert_allclose(float((x.grad * x).sum()), float(total), rtol=1e-4)


def test_captured_is_eager():
    x = paddle.to_tensor(cases._maps(4))
    boxes, num = cases._rois()
    conv = ops.DeformConv2D(4, 3, 3, padding=1)
    offset = paddle.randn([2, 18, 8, 10])

    def f(x):
        return ops.roi_align(conv(x, offset), boxes, num, 2), ops.roi_pool(x, boxes, num, 3)

    for a, b in zip(f(x), paddle.jit.to_static(f)(x), strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())


def test_layers_are_the_functions():
    x, (boxes, num) = paddle.to_tensor(cases._maps(12)), cases._rois()
    for layer, function in (
        (ops.RoIAlign, ops.roi_align),
        (ops.RoIPool, ops.roi_pool),
        (ops.PSRoIPool, ops.psroi_pool),
    ):
        right = function(x, boxes, num, 2, 0.5)
        np.testing.assert_array_equal(layer(2, 0.5)(x, boxes, num).numpy(), right.numpy())


def test_plain_offsets_are_a_convolution():
    conv = ops.DeformConv2D(4, 6, (3, 2), stride=2, padding=1, groups=2)
    x = paddle.randn([2, 4, 7, 8])
    right = paddle.nn.functional.conv2d(x, conv.weight, conv.bias, 2, 1, 1, 2)
    offset = paddle.zeros([2, 12, *right.shape[2:]])
    np.testing.assert_allclose(conv(x, offset).numpy(), right.numpy(), atol=1e-5)
    one = ops.DeformConv2D(4, 6, 3, bias_attr=False)
    assert one.bias is None and list(one.parameters()) == [one.weight]


def test_no_boxes():
    x, none = paddle.ones([1, 4, 5, 5]), paddle.zeros([0, 4])
    num = paddle.zeros([1], "int32")
    for function in (ops.roi_align, ops.roi_pool, ops.psroi_pool):
        assert function(x, none, num, 2).shape[0] == 0


def test_hostile_boxes():
    x, num = paddle.ones([1, 1, 4, 4]), paddle.to_tensor([1], dtype="int32")
    for bad in (float("nan"), float("inf"), 1e30):
        box = paddle.to_tensor([[0.0, 0.0, bad, 1.0]])
        for function in (ops.roi_align, ops.roi_pool, ops.psroi_pool):
            with pytest.raises(ValueError, match="a coordinate of `boxes` is out of range"):
                function(x, box, num, 1)
    far = paddle.to_tensor([[-1e8, -1e8, 1e8, 1e8]])  # not a sample for each pixel outside
    assert np.isfinite(float(ops.roi_align(x, far, num, 1)))
    with pytest.raises(ValueError, match="the middle of a box is outside"):
        ops.yolo_loss(paddle.zeros([1, 6, 2, 2]), paddle.to_tensor([[[2.0, 0.5, 0.3, 0.3]]]),
                      paddle.zeros([1, 1], "int32"), [16, 8], [0], 1, 0.5, 32)  # fmt: skip
    with pytest.raises(IndexError, match="a label is out of range"):
        ops.yolo_loss(paddle.zeros([1, 6, 2, 2]), paddle.to_tensor([[[0.5, 0.5, 0.3, 0.3]]]),
                      paddle.ones([1, 1], "int32"), [16, 8], [0], 1, 0.5, 32)  # fmt: skip


def test_nan_is_the_largest():
    x = paddle.to_tensor([[[[1.0, float("nan")], [5.0, 2.0]]]])
    boxes, num = paddle.to_tensor([[0.0, 0.0, 1.0, 1.0]]), paddle.to_tensor([1], dtype="int32")
    assert np.isnan(float(ops.roi_pool(x, boxes, num, 1)))
    assert ops.roi_pool(x, boxes, num, 2)[0, 0].tolist()[1] == [5.0, 2.0]


def test_moved_far_reads_zero():
    x, weight = paddle.ones([1, 1, 3, 3]), paddle.ones([1, 1, 1, 1])
    for far in (1e9, -1e9, 1e30, float("inf"), float("nan")):
        out = ops.deform_conv2d(x, paddle.full([1, 2, 3, 3], far), weight)
        assert not out.any()


def test_coder_takes_numbers():
    prior, target = paddle.to_tensor([[0.0, 0, 2, 4]]), paddle.to_tensor([[1.0, 0, 3, 4]])
    listed = ops.box_coder(prior, [0.1, 0.2, 0.3, 0.4], target)
    each = ops.box_coder(prior, paddle.to_tensor([[0.1, 0.2, 0.3, 0.4]]), target)
    np.testing.assert_array_equal(listed.numpy(), each.numpy())
    with pytest.raises(ValueError, match="`prior_box_var` is wrong"):
        ops.box_coder(prior, [0.1], target)
    with pytest.raises(TypeError, match="`prior_box_var` is wrong"):
        ops.box_coder(prior, 0.1, target)


def test_errors_of_wrappers():
    with pytest.raises(ValueError, match="the levels are wrong"):
        ops.distribute_fpn_proposals(paddle.ones([1, 4]), 3, 3, 3, 224)
    with pytest.raises(ValueError, match="`steps` or `max_sizes` is wrong"):
        ops.prior_box(paddle.ones([1, 1, 2, 2]), paddle.ones([1, 3, 4, 4]), [1.0], steps=[1.0])
    with pytest.raises(ValueError, match="`weight_attr` or `groups` is wrong"):
        ops.DeformConv2D(3, 4, 3, groups=2)
    with pytest.raises(ValueError, match="`mode` is wrong"):
        ops.decode_jpeg(paddle.zeros([1], "uint8"), "cmyk")
