"""Second names: of layers' settings, of functions; ranges that reach their end."""

import numpy as np
import paddle
import pytest
from paddle import nn


def test_settings_of_layers():
    fold = nn.Fold([4, 6], [2, 3], dilations=2, paddings=1, strides=3)
    assert (fold.output_size, fold.kernel_size) == ([4, 6], [2, 3])
    assert (fold.dilation, fold.padding, fold.stride) == (2, 1, 3)
    distance = nn.PairwiseDistance(p=1.0, epsilon=0.0)
    assert (distance.norm, distance.eps) == (1.0, 0.0)
    distance.norm = 2.0
    assert distance(paddle.to_tensor([[3.0, 4.0]]), paddle.zeros([1, 2])).item() == 5.0
    assert nn.CosineSimilarity(axis=2).dim == 2
    for pool in (nn.AdaptiveMaxPool1D, nn.AdaptiveMaxPool2D, nn.AdaptiveMaxPool3D):
        assert pool(2).return_indices is False and pool(2, return_mask=True).return_indices


@pytest.mark.parametrize(
    ("args", "want"),
    [
        ((0, 3), [0, 1, 2, 3]),
        ((3,), [0, 1, 2, 3]),
        ((1, 4, 2), [1, 3]),
        ((0, 1, 0.25), [0, 0.25, 0.5, 0.75, 1]),
        ((3, 0, -1), [3, 2, 1, 0]),
        ((2, 2), [2]),
    ],
)
def test_ranges_reach_their_end(args, want):
    got = paddle.range(*args)
    assert got.tolist() == want and got.dtype == paddle.float32
    assert paddle.range(*(paddle.to_tensor(a) for a in args)).tolist() == want


def test_ranges_have_dtypes_and_directions():
    assert paddle.range(2**53, 2**53 + 2, dtype="int64").tolist()[1] == 2**53 + 1
    for wrong in ((0, 3, -1), (0, 3, 0)):
        with pytest.raises(ValueError, match="step"):
            paddle.range(*wrong)


def test_low_rank_methods():
    x = paddle.to_tensor(np.random.default_rng(0).standard_normal((6, 4)), dtype="float64")
    u, s, v = x.svd_lowrank(4)
    assert np.allclose((u * s @ v.T).numpy(), x.numpy())
    assert np.allclose(x.pca_lowrank(2, center=False)[1].numpy(), s[:2].numpy(), rtol=0.2)


def test_graphs():
    x = paddle.to_tensor([[1.0], [2.0], [4.0]])
    src, dst = paddle.to_tensor([0, 1, 2]), paddle.to_tensor([1, 2, 1])
    for how, want in (("sum", [0, 5, 2]), ("mean", [0, 2.5, 2]), ("max", [0, 4, 2])):
        assert paddle.incubate.graph_send_recv(x, src, dst, how).flatten().tolist() == want


def test_versions():
    version = paddle.version
    assert version.cuda_archs() == [] and version.hip is None
    assert (version.nccl(), version.tensorrt()) == ("0", "None")
