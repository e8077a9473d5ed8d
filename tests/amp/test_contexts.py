"""What auto_cast does to calls, gradients and weights."""

import threading

import numpy as np
import paddle
import pytest
from paddle import nn

BF16 = paddle.bfloat16


def weight(*shape):
    w = paddle.rand(list(shape))
    w.stop_gradient = False
    return w


def test_nothing_is_left_behind():
    x = paddle.ones([2, 2])
    with paddle.amp.auto_cast(dtype="bfloat16"):
        assert paddle.amp.is_autocast_enabled()
        assert paddle.amp.get_autocast_dtype() == "bfloat16"
        with paddle.amp.auto_cast(enable=False):
            assert not paddle.amp.is_autocast_enabled()
            assert (x @ x).dtype is paddle.float32
        with paddle.amp.auto_cast(dtype="float16"):
            assert (x @ x).dtype is paddle.float16
        assert (x @ x).dtype is BF16
    with pytest.raises(ZeroDivisionError), paddle.amp.auto_cast(dtype="bfloat16"):
        raise ZeroDivisionError
    assert not paddle.amp.is_autocast_enabled()
    assert paddle.amp.get_autocast_dtype() == "float16"
    assert (x @ x).dtype is paddle.float32


def test_a_decorator_is_a_context_for_each_call():
    @paddle.amp.auto_cast(dtype="bfloat16")
    def double(x, depth=0):
        return double(x, depth - 1) if depth else x @ x

    x = paddle.ones([2, 2])
    assert double(x, depth=2).dtype is BF16
    assert double.__name__ == "double"
    assert (x @ x).dtype is paddle.float32


def test_a_context_is_that_of_its_thread():
    seen = []
    with paddle.amp.auto_cast(dtype="bfloat16"):
        thread = threading.Thread(
            target=lambda: seen.append((paddle.ones([2, 2]) @ paddle.ones([2, 2])).dtype)
        )
        thread.start()
        thread.join()
    assert seen == [paddle.float32]


@pytest.mark.parametrize(
    ("options", "dtype"),
    [
        ({}, BF16),
        ({"custom_black_list": {"matmul"}}, paddle.float32),
        ({"custom_black_list": ["matmul_v2"]}, paddle.float32),
        ({"custom_black_list": ["an_operator_that_is_not"]}, BF16),
        ({"level": "O0"}, paddle.float32),
        ({"level": "o2"}, BF16),
    ],
)
def test_lists_and_levels_of_a_product(options, dtype):
    x = paddle.ones([2, 2])
    with paddle.amp.auto_cast(dtype=BF16, **options):
        assert (x @ x).dtype is dtype


def test_own_white_list_by_the_names_of_paddle():
    x = paddle.ones([2, 2])
    with paddle.amp.auto_cast(custom_white_list=("elementwise_add", "softmax"), dtype="bfloat16"):
        assert (x + x).dtype is BF16
        assert nn.functional.softmax(x).dtype is BF16
        assert (x * x).dtype is paddle.float32


@pytest.mark.parametrize(
    "options",
    [
        {"level": "O3"},
        {"level": 1},
        {"dtype": "float32"},
        {"custom_white_list": ["exp"], "custom_black_list": ["exp"]},
    ],
)
def test_wrong_options_raise(options):
    with pytest.raises(ValueError, match="auto_cast"), paddle.amp.auto_cast(**options):
        pass


def test_gradients_have_the_dtypes_of_their_tensors():
    x, w = weight(4, 3), weight(3, 2)
    narrow = weight(3, 2).detach().astype("bfloat16")
    narrow.stop_gradient = False
    with paddle.amp.auto_cast(dtype="bfloat16"):
        y = (x @ w) + (x @ narrow)
        y.exp().sum().backward()  # in the context, too
    assert (x.grad.dtype, w.grad.dtype) == (paddle.float32, paddle.float32)
    assert narrow.grad.dtype is BF16
    u, v = x.detach(), w.detach()
    u.stop_gradient = v.stop_gradient = False
    ((u @ v) + (u @ narrow.detach().astype("float32"))).exp().sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), v.grad.numpy(), rtol=0.05)


def test_second_gradients():
    x = weight(3, 3)
    with paddle.amp.auto_cast(dtype="bfloat16"):
        y = (x @ x).exp().sum()
        (g,) = paddle.grad(y, x, create_graph=True)
    (g * g).sum().backward()
    assert x.grad.dtype is paddle.float32
    assert bool(x.grad.isfinite().all())


def test_a_second_run_for_the_backward_pass_is_cast_like_the_first():
    from paddle.distributed.fleet.utils import recompute

    layer, x = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3)), paddle.rand([2, 3])
    grads = []
    for run in (lambda f, x: f(x), recompute):
        with paddle.amp.auto_cast(dtype="bfloat16"):
            y = run(layer, layer(x))
        y.astype("float32").sum().backward()
        grads.append([p.grad.numpy() for p in layer.parameters()])
        layer.clear_gradients()
    for a, b in zip(*grads, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)
    assert not paddle.amp.is_autocast_enabled()


def test_operators_in_place_keep_their_tensor():
    x, narrow = paddle.ones([2, 2]), paddle.ones([2, 2], "bfloat16")
    with paddle.amp.auto_cast(dtype="bfloat16"):
        assert x.add_(narrow).dtype is paddle.float32
        assert x.exp_().dtype is paddle.float32
        narrow[0] = x[0]
        assert narrow.dtype is BF16


def counted(f):
    """How many casts `f` makes."""
    paddle._C.count_ops(True)
    try:
        f()
    finally:
        paddle._C.count_ops(False)
    return sum(paddle._C.counted_ops().get("cast", [0]))


def test_a_bias_that_does_not_fit_raises():
    x, w = paddle.rand([1, 2, 5, 5]), paddle.rand([3, 2, 3, 3])
    with paddle.amp.auto_cast(dtype="bfloat16"):
        assert nn.functional.conv2d(x, w, paddle.rand([3])).dtype is paddle.float32
        for shape in ([1], [3, 1], [2]):
            with pytest.raises(ValueError, match="bias"):
                nn.functional.conv2d(x, w, paddle.rand(shape))


def test_a_weight_is_cast_once_until_it_changes():
    x, w = paddle.ones([2, 2], "bfloat16"), weight(2, 2)

    def unchanged():
        with paddle.amp.auto_cast(dtype="bfloat16"):
            x @ w @ w

    def changed():
        with paddle.no_grad(), paddle.amp.auto_cast(dtype="bfloat16"):
            x @ w
            before = (x @ w).astype("float32")
            w.scale_(2.0)
            np.testing.assert_allclose((x @ w).astype("float32").numpy(), 2 * before.numpy())

    assert counted(unchanged) == 1
    assert counted(changed) == 4  # two of them of the results


def test_a_weight_cast_without_gradients_is_not_taken_with_them():
    x, w = paddle.ones([2, 2]), weight(2, 2)
    with paddle.amp.auto_cast(dtype="bfloat16"):
        with paddle.no_grad():
            x @ w
        (x @ w).sum().backward()
        (x @ w).sum().backward()  # and a cast whose history is used up is made again
    np.testing.assert_allclose(w.grad.numpy(), np.full((2, 2), 4.0))


def test_float64_and_complex_numbers_are_left_alone():
    w = weight(3, 3)
    with paddle.amp.auto_cast(dtype="bfloat16"):
        for dtype in ("float64", "complex64"):
            x = paddle.rand([3, 3]).astype(dtype)
            y = x @ w
            np.testing.assert_allclose(y.numpy(), x.numpy() @ w.numpy(), rtol=1e-5)


def test_numbers_stay_as_exact_as_they_are():
    x = paddle.to_tensor([3.0], "bfloat16")
    with paddle.amp.auto_cast(dtype="bfloat16"):
        y = x**0.1
    assert y.dtype is paddle.float32
    np.testing.assert_allclose(y.numpy(), [3.0**0.1], rtol=1e-6)


def test_what_has_no_narrow_kernel_is_computed_in_float32():
    x = paddle.eye(3, dtype="float32")
    with paddle.amp.auto_cast(dtype="bfloat16"):
        y = paddle.linalg.cholesky(x @ x)
    np.testing.assert_allclose(y.numpy(), np.eye(3))


def test_the_lists_are_those_that_hold():
    assert {"matmul", "conv2d", "einsum"} <= paddle.amp.white_list()["bfloat16"]["O1"]
    assert {"exp", "softmax", "lookup_table_v2"} <= paddle.amp.black_list()["float16"]["O1"]
    assert "exp" not in paddle.amp.black_list()["float16"]["O2"]
    assert paddle.amp.is_bfloat16_supported() and paddle.amp.is_float16_supported("cpu")


def test_names_of_the_package_itself():
    with paddle.autocast("cpu", dtype="bfloat16"):
        assert paddle.is_autocast_enabled()
        assert paddle.get_autocast_dtype() == paddle.get_autocast_cpu_dtype() == "bfloat16"
    with paddle.amp.amp_guard(True, None, None, "O1", "bfloat16"):
        assert paddle.amp.is_auto_cast_enabled()


def test_operator_counts(capsys):
    x = paddle.ones([2, 2])
    with paddle.amp.debugging.collect_operator_stats(), paddle.amp.auto_cast(dtype="bfloat16"):
        (x @ x).exp()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    row = next(line for line in lines if line and line[0] == "matmul")
    assert row[1:] == ["|", "0", "|", "1", "|", "0", "|", "0"]


def test_check_numerics(capsys):
    debugging = paddle.amp.debugging
    good = debugging.check_numerics(paddle.to_tensor([1.0, 0.0, 3.0]), "pow", "x")
    assert good[0].tolist() == [0, 0, 1]
    np.testing.assert_allclose(good[1].numpy(), [3.0, 0.0, 4 / 3])
    bad = paddle.to_tensor([1.0, float("inf"), float("nan"), 0.0])
    stats, _ = debugging.check_numerics(bad, "pow", "x", debugging.DebugMode.CHECK_NAN_INF)
    assert stats.tolist() == [1, 1, 1]
    assert "[PRECISION] [ERROR]" in capsys.readouterr().out
    with pytest.raises(RuntimeError, match="num_nan=1, num_inf=1, num_zero=1"):
        debugging.check_numerics(bad, "pow", "x")


def test_tensor_checker():
    debugging = paddle.amp.debugging
    debugging.enable_tensor_checker(debugging.TensorCheckerConfig(enable=True))
    try:
        with pytest.raises(RuntimeError, match="divide"):
            paddle.ones([1]) / paddle.zeros([1])
    finally:
        debugging.disable_tensor_checker()
    assert (paddle.ones([1]) / paddle.zeros([1])).tolist() == [float("inf")]
    with pytest.raises(NotImplementedError):
        debugging.TensorCheckerConfig(enable=True, output_dir="somewhere")


def test_layer_checker():
    class Half(nn.Layer):
        @paddle.amp.debugging.check_layer_numerics
        def forward(self, x):
            return 1.0 / x

    with pytest.raises(RuntimeError, match="divide|reciprocal"):
        Half()(paddle.zeros([2]))
    assert not paddle.get_flags("FLAGS_check_nan_inf")["FLAGS_check_nan_inf"]
