"""Arguments beside the usual ones: rare keywords, None, words, bounds; wrong values are refused.

The internal operators under `alpha=` and `rounding_mode=` are add_scaled, subtract_scaled and
divide_rounded.
"""

import copy
import pickle

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest
from paddle import _C

X, Y = np.array([7, -7, 5, 0]), np.array([2, 2, -3, 4])


@pytest.mark.parametrize("dtype", ["int64", "float32"])
def test_alpha(dtype):
    x, y = paddle.to_tensor(X, dtype), paddle.to_tensor(Y, dtype)
    assert paddle.add(x, y, alpha=2).tolist() == (X + 2 * Y).tolist()
    assert x.subtract(y, alpha=3).tolist() == (X - 3 * Y).tolist()
    assert paddle.add(x, y, alpha=2).dtype == x.dtype
    x.add_(y, alpha=2)
    assert x.tolist() == (X + 2 * Y).tolist()
    assert paddle.add(x=y, y=y, alpha=0.5).tolist() == (1.5 * Y).tolist()


def test_alpha_has_a_gradient():
    x, y = paddle.ones([2]), paddle.ones([2])
    x.stop_gradient = y.stop_gradient = False
    paddle.add(x, y, alpha=3).sum().backward()
    assert x.grad.tolist() == [1, 1] and y.grad.tolist() == [3, 3]


def test_rounding_mode():
    x, y = paddle.to_tensor(X), paddle.to_tensor(Y)
    assert paddle.divide(x, y, rounding_mode="trunc").tolist() == [3, -3, -1, 0]
    assert paddle.divide(x, y, rounding_mode="floor").tolist() == (X // Y).tolist()
    assert paddle.divide(x, y, rounding_mode="trunc").dtype == paddle.int64
    assert paddle.divide(x, y, rounding_mode=None).dtype == paddle.float32
    whole = x.astype("float32").divide(y.astype("float32"), rounding_mode="trunc")
    assert whole.tolist() == [3, -3, -1, 0]
    with pytest.raises(ValueError, match="rounding_mode"):
        paddle.divide(x, y, rounding_mode="up")


def test_an_unknown_keyword_is_refused():
    with pytest.raises(TypeError, match="unexpected argument `beta`"):
        paddle.add(paddle.ones([2]), paddle.ones([2]), beta=1)


def test_gelu_by_word():
    x = paddle.randn([5])
    assert F.gelu(x, approximate="tanh").tolist() == F.gelu(x, approximate=True).tolist()
    assert F.gelu(x, approximate="none").tolist() == F.gelu(x).tolist()
    with pytest.raises(TypeError, match="approximate"):
        F.gelu(x, approximate="erf")


def test_an_int_may_be_none():
    x = paddle.to_tensor([[1, 2], [3, 4]])
    assert paddle.gather(x, paddle.to_tensor([1]), axis=None).tolist() == [[3, 4]]
    assert [t.tolist() for t in paddle.unstack(x, num=None)] == [[1, 2], [3, 4]]
    assert paddle.repeat_interleave(x, 2, 0, output_size=None).shape == [4, 2]


def test_output_size_is_checked():
    x = paddle.arange(3)
    assert paddle.repeat_interleave(x, paddle.to_tensor([1, 0, 2]), 0, output_size=3).tolist() == [
        0,
        2,
        2,
    ]
    with pytest.raises(ValueError, match="output_size"):
        paddle.repeat_interleave(x, paddle.to_tensor([1, 0, 2]), 0, output_size=9)
    with pytest.raises(ValueError, match="output_size"):
        paddle.repeat_interleave(x, 2, 0, output_size=5)


def test_bounds_as_tensors():
    x = paddle.to_tensor([1.0, 5.0, 9.0])
    assert paddle.clip(x, paddle.to_tensor([2.0]), paddle.to_tensor(8.0)).tolist() == [2, 5, 8]
    with pytest.raises(TypeError, match="min"):
        paddle.clip(x, paddle.to_tensor([2.0, 3.0, 4.0]))


def test_where_alone():
    (at,) = paddle.where(paddle.to_tensor([False, True, True]))
    assert at.tolist() == [1, 2]


def test_instance_norm_by_running_statistics():
    x = paddle.randn([2, 3, 4])
    mean, var = paddle.to_tensor([0.5, -1.0, 2.0]), paddle.to_tensor([1.0, 4.0, 0.25])
    weight, bias = paddle.to_tensor([1.0, 2.0, 3.0]), paddle.to_tensor([0.0, 1.0, -1.0])
    got = F.instance_norm(x, mean, var, weight, bias, use_input_stats=False)
    m, v, w, b = (t.numpy().reshape(1, 3, 1) for t in (mean, var, weight, bias))
    np.testing.assert_allclose(
        got.numpy(), (x.numpy() - m) / np.sqrt(v + 1e-5) * w + b, rtol=1e-5, atol=1e-5
    )
    with pytest.raises(ValueError, match="running_mean"):
        F.instance_norm(x, use_input_stats=False)


def test_dropout_in_place():
    paddle.seed(1)
    x = paddle.ones([100])
    out = F.dropout(x, 0.5, inplace=True)
    assert x.tolist() == out.tolist() and set(x.tolist()) == {0.0, 2.0}


def test_random_bounds_are_checked():
    with pytest.raises(ValueError, match="`max` is below `min`"):
        paddle.uniform([2], min=2.0, max=1.0)
    with pytest.raises(ValueError, match="`lam`"):
        paddle.ones([2]).exponential_(-1.0)


@pytest.mark.parametrize("name", ["var", "std", "logsumexp", "logcumsumexp"])
def test_complex_numbers_are_refused(name):
    with pytest.raises(TypeError, match="complex"):
        getattr(paddle, name)(paddle.to_tensor([1 + 2j, 3j]))


@pytest.mark.parametrize("op", ["equal", "less_than", "logical_and"])
def test_a_comparison_in_place_gives_bool(op):
    x, y = paddle.to_tensor([1.0, 5.0]), paddle.to_tensor([1.0, 7.0])
    expected = getattr(x, op)(y)
    result = getattr(x, op + "_")(y)
    assert result is x and x.dtype == paddle.bool and x.tolist() == expected.tolist()


def test_ints_in_place_become_floats():
    x = paddle.to_tensor([1, 2])
    x.divide_(paddle.to_tensor([2, 2]))
    assert x.dtype == paddle.float32 and x.tolist() == [0.5, 1.0]
    z = paddle.to_tensor([3 + 4j])
    z.abs_()
    assert z.dtype == paddle.float32 and z.tolist() == [5.0]


def test_what_would_be_lost_in_place_is_an_error():
    x = paddle.to_tensor([1, 2])
    with pytest.raises(TypeError, match="can not take the result"):
        x.add_(paddle.to_tensor([0.5, 0.5]))
    assert x.tolist() == [1, 2]
    view = x[1:]
    with pytest.raises(TypeError, match="a view of another tensor"):
        view.equal_(view)
    assert x.tolist() == [1, 2]


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2", "bfloat16", "float16"])
def test_narrow_floats_survive_copies(dtype):
    x = paddle.to_tensor([1.5, -2.0, 0.25]).astype(dtype)
    for made in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert made.dtype == x.dtype and made.astype("float32").tolist() == [1.5, -2.0, 0.25]


def test_float8_is_not_saved(tmp_path):
    x = paddle.to_tensor([1.5]).astype("float8_e4m3fn")
    with pytest.raises(NotImplementedError, match="float8"):
        paddle.save({"x": x}, str(tmp_path / "x.pdparams"))


def test_block_diag_promotes():
    out = paddle.block_diag([paddle.to_tensor([[1]]), paddle.to_tensor([[0.5, 0.25]])])
    assert out.tolist() == [[1, 0, 0], [0, 0.5, 0.25]]


def test_axes_are_checked():
    x = paddle.ones([2, 3])
    for call in (
        lambda: paddle.linalg.matrix_norm(x, axis=[0, 7]),
        lambda: paddle.norm(x, "nuc", axis=[0, 7]),
        lambda: paddle.narrow(x, 5, 0, 1),
        lambda: paddle.unique(x, axis=5),
    ):
        with pytest.raises(IndexError, match="axis is out of range"):
            call()
    with pytest.raises(IndexError, match="unique"):
        paddle.unique(x, axis=5)
    with pytest.raises(IndexError, match=r"split: "):
        paddle.split(x, 2, axis=5)


def test_one_hot_where_only_shapes_are_computed():
    ((shape, dtype),) = _C.infer_meta("one_hot", paddle.to_tensor([1, 4]), -1)
    assert list(shape) == [2, 5] and dtype == "float32"


def test_histogram_of_a_huge_range():
    big = 1.7e308
    x = paddle.to_tensor([-big, -big / 4, 0.0, big], dtype="float64")
    assert paddle.histogram(x, 4, -big, big).tolist() == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="finite"):
        paddle.histogram(x, 4, 0.0, float("inf"))


def test_bincount_of_a_huge_value():
    with pytest.raises(MemoryError, match="bincount"):
        paddle.bincount(paddle.to_tensor([1 << 39]))


def test_too_many_combinations_name_the_operator():
    with pytest.raises(MemoryError, match="combinations: cannot allocate"):
        paddle.combinations(paddle.arange(20000), 3)


HUGE = 1 << 62


@pytest.mark.parametrize(
    "call",
    [
        lambda: paddle.ones([4]).reshape([HUGE, 4]),
        lambda: paddle.ones([4]).reshape([HUGE, HUGE, 4, -1]),
        lambda: paddle.ones([4]).expand([HUGE, HUGE, 4]),
        lambda: paddle.ones([4]).tile([HUGE]),
        lambda: paddle.zeros([0, HUGE, 4]).flatten(1),
        lambda: F.conv2d(paddle.ones([1, 1, 4, 4]), paddle.ones([1, 1, 3, 3]), dilation=HUGE),
        lambda: F.conv2d(paddle.ones([1, 1, 4, 4]), paddle.ones([1, 1, 3, 3]), padding=HUGE),
        lambda: F.conv2d_transpose(paddle.ones([1, 1, 4, 4]), paddle.ones([1, 1, 3, 3]), stride=HUGE),
        lambda: F.pad(paddle.ones([4]), [HUGE, HUGE]),
        lambda: F.unfold(paddle.ones([1, 1, 4, 4]), 3, dilations=HUGE),
        lambda: F.fold(paddle.ones([1, 9, 4]), HUGE, 3),
        lambda: paddle.diag(paddle.ones([2]), HUGE * 2 - 1),
        lambda: paddle.arange(-HUGE * 2, HUGE * 2 - 1),
        lambda: paddle.as_strided(paddle.ones([4]), [HUGE, HUGE], [1, 1]),
        lambda: paddle.repeat_interleave(paddle.ones([4]), HUGE),
        lambda: paddle.einsum("i,j->ij", paddle.zeros([0]).expand([0]), paddle.ones([1]).expand([HUGE])),
        lambda: F.one_hot(paddle.to_tensor([HUGE * 2 - 1])),
    ],
)  # fmt: skip
def test_sizes_beyond_int64_are_refused(call):
    with pytest.raises((ValueError, MemoryError)):
        call()


def test_embedding_of_a_given_weight_is_trained():
    layer = paddle.nn.Embedding(3, 2, _weight=paddle.ones([3, 2]))
    assert [name for name, _ in layer.named_parameters()] == ["weight"]
    layer(paddle.to_tensor([1])).sum().backward()
    assert layer.weight.grad is not None


def test_what_is_missing_says_so():
    for use in (
        lambda: paddle.distributed.spawn(None),
        lambda: paddle.incubate.nn.FusedMultiTransformer,
        lambda: paddle.distributed.fleet.DistributedStrategy(),
    ):
        with pytest.raises(
            NotImplementedError, match=r"paddle\.[\w.]+: .* not part of this version"
        ):
            use()
    assert not hasattr(paddle.incubate.nn, "FusedMultiTransformer")


def test_frexp_of_what_has_no_exponent():
    m, e = paddle.frexp(paddle.to_tensor([0.0, float("inf"), float("nan"), 1e-42]))
    assert m.tolist()[:2] == [0, float("inf")] and e.tolist()[:3] == [0, 0, 0]
    assert m.isnan().tolist() == [False, False, True, False] and e.tolist()[3] == -139


def test_a_name_may_be_the_last_argument():
    """As in Paddle, whose functions end with it; nothing is done with it."""
    x = paddle.to_tensor([1.0, 2.0])
    for result in (
        paddle.add(x, x, "sum"),
        paddle.add(x, x, None),
        x.add(x, "sum"),
        paddle.add(x, x, name="sum"),
    ):
        assert result.tolist() == [2.0, 4.0]
    assert paddle.reshape(x, [1, 2], "shaped").tolist() == [[1.0, 2.0]]
    assert paddle.sum(x, None, None, False, "all").item() == 3.0
    for wrong in (lambda: paddle.add(x, x, 3), lambda: paddle.add(x, x, "sum", "sum")):
        with pytest.raises(TypeError, match="add: too many arguments"):
            wrong()
