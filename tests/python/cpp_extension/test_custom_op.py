"""Custom operators: built from ops.cc, called in every mode."""

import pathlib
import threading

import numpy as np
import paddle
import pytest
from paddle.utils.cpp_extension import load

HERE = pathlib.Path(__file__).parent
FLAGS = ["-DPADDLE_NO_PYTHON", "-O0", "-Wall", "-Werror=return-type"]


@pytest.fixture(scope="module")
def ops(tmp_path_factory):
    folder = tmp_path_factory.mktemp("extension")
    return load("ops", [str(HERE / "ops.cc")], FLAGS, build_directory=str(folder))


def tensor(*shape, dtype="float32", grad=True, seed=0):
    values = np.random.default_rng(seed).standard_normal(shape).astype(dtype)
    return paddle.to_tensor(values, stop_gradient=not grad)


def both(function):
    """The function as it is, and captured."""
    return [function, paddle.jit.to_static(function)]


def test_gradients_of_three_orders(ops):
    x = tensor(3, 4, dtype="float64")
    expected = paddle.tanh(x)
    y = ops.custom_tanh(x)
    np.testing.assert_allclose(y.numpy(), expected.numpy(), rtol=1e-12)
    (first,) = paddle.grad(y.sum(), x, create_graph=True)
    (first_expected,) = paddle.grad(expected.sum(), x, create_graph=True)
    np.testing.assert_allclose(first.numpy(), first_expected.numpy(), rtol=1e-10)
    weight = tensor(3, 4, dtype="float64", grad=False, seed=1)
    (second,) = paddle.grad((first * weight).sum(), x)
    (second_expected,) = paddle.grad((first_expected * weight).sum(), x)
    np.testing.assert_allclose(second.numpy(), second_expected.numpy(), rtol=1e-10)


def test_gradient_by_differences(ops):
    x = tensor(2, 3, dtype="float64")
    (ops.custom_tanh(x) ** 2).sum().backward()
    step = 1e-6
    for i in range(6):
        shift = np.zeros(6)
        shift[i] = step
        shift = paddle.to_tensor(shift.reshape(2, 3))
        more, less = ((ops.custom_tanh(x + s) ** 2).sum() for s in (shift, -shift))
        assert float(more - less) / (2 * step) == pytest.approx(
            float(x.grad.flatten()[i]), abs=1e-7
        )


@pytest.mark.parametrize("captured", [False, True])
def test_training(ops, captured):
    paddle.seed(3)
    layer = paddle.nn.Linear(4, 8)
    last = paddle.nn.Linear(8, 1)
    optimizer = paddle.optimizer.Adam(0.02, parameters=[*layer.parameters(), *last.parameters()])
    x, target = tensor(64, 4, grad=False), tensor(64, 1, grad=False, seed=1).tanh()

    def loss():
        hidden = ops.custom_tanh(ops.custom_linear(x, layer.weight, layer.bias))
        return ((last(hidden) - target) ** 2).mean()

    if captured:
        loss = paddle.jit.to_static(loss)
    losses = []
    for _ in range(60):
        value = loss()
        value.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(value))
    assert losses[-1] < 0.6 * losses[0]
    test_training.losses = {**getattr(test_training, "losses", {}), captured: losses}
    if len(test_training.losses) == 2:
        np.testing.assert_allclose(
            test_training.losses[False], test_training.losses[True], rtol=1e-4
        )


def test_captured_is_the_same_program(ops):
    def function(x, y):
        return ops.custom_axpy(x.exp(), y, 2.0) * 3

    results = []
    for f in both(function):
        x, y = tensor(5), tensor(5, seed=1)
        for _ in range(3):
            x.clear_grad()
            y.clear_grad()
            out = f(x, y)
            out.sum().backward()
        results.append((out.numpy(), x.grad.numpy(), y.grad.numpy()))
    for eager, captured in zip(*results, strict=True):
        np.testing.assert_allclose(eager, captured, rtol=1e-6)
    np.testing.assert_allclose(results[0][1], 6 * np.exp(tensor(5).numpy()), rtol=1e-6)


def test_captured_for_other_sizes(ops):
    function = paddle.jit.to_static(lambda x: ops.custom_tanh(x) + 1)
    for n in (2, 3, 7, 1, 0):
        x = tensor(n, 2)
        np.testing.assert_allclose(function(x).numpy(), np.tanh(x.numpy()) + 1, rtol=1e-6)


def test_names_of_arguments(ops):
    x, y = tensor(3), tensor(3, seed=1)
    expected = 0.5 * x + y
    np.testing.assert_allclose(
        ops.custom_axpy(y=y, x=x, alpha=0.5).numpy(), expected.numpy(), rtol=1e-6
    )
    assert "alpha (float)" in ops.custom_axpy.__doc__
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'alpha'"):
        ops.custom_axpy(x, y)


def test_a_list_and_a_shape_that_the_kernel_knows(ops):
    def function(x, y):
        return ops.custom_concat([x, y * 2], paddle.to_tensor([1])) * 3

    for f in both(function):
        x, y = tensor(2, 3), tensor(2, 4, seed=1)
        out = f(x, y)
        np.testing.assert_allclose(
            out.numpy(), 3 * np.concatenate([x.numpy(), 2 * y.numpy()], 1), rtol=1e-6
        )
        (out * out).sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), 18 * x.numpy(), rtol=1e-5)
        np.testing.assert_allclose(y.grad.numpy(), 72 * y.numpy(), rtol=1e-5)


def test_two_lists(ops):
    for f in both(lambda *t: ops.custom_dot(list(t[:2]), list(t[2:]))):
        tensors = [tensor(3, seed=i) for i in range(5)]
        out = f(*tensors)
        a, b = sum(tensors[:2]), sum(tensors[2:])
        np.testing.assert_allclose(out.numpy(), (a * b).numpy(), rtol=1e-5)
        out.sum().backward()
        for t in tensors[:2]:
            np.testing.assert_allclose(t.grad.numpy(), b.numpy(), rtol=1e-5)
        for t in tensors[2:]:
            np.testing.assert_allclose(t.grad.numpy(), a.numpy(), rtol=1e-5)


@pytest.mark.parametrize("given", [False, True])
def test_optional(ops, given):
    for f in both(lambda x, y: ops.custom_maybe_add(x, y) * 2):
        x, y = tensor(3), tensor(3, seed=1) if given else None
        out = f(x, y)
        out.sum().backward()
        np.testing.assert_allclose(out.numpy(), (2 * (x + (y if given else x))).numpy(), rtol=1e-6)
        np.testing.assert_array_equal(x.grad.numpy(), np.full(3, 2.0 if given else 4.0, "float32"))
        if given:
            np.testing.assert_array_equal(y.grad.numpy(), np.full(3, 2.0, "float32"))


def test_optional_list(ops):
    x, y, z = tensor(3), tensor(3, seed=1), tensor(3, seed=2)
    np.testing.assert_allclose(
        ops.custom_maybe_sum(x, [y, z]).numpy(), (x + y + z).numpy(), rtol=1e-6
    )
    out = ops.custom_maybe_sum(x, None)
    np.testing.assert_array_equal(out.numpy(), x.numpy())
    out.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.ones(3, "float32"))


def test_in_place(ops):
    x, y = tensor(3, grad=False), tensor(3, grad=False, seed=1)
    view = x[1:]
    before = x.numpy().copy()
    out = ops.custom_add_inplace(x, y)
    np.testing.assert_allclose(x.numpy(), before + y.numpy(), rtol=1e-6)
    np.testing.assert_array_equal(out.numpy(), x.numpy())
    np.testing.assert_array_equal(view.numpy(), x.numpy()[1:])
    assert x.inplace_version == 1
    memory = x.data_ptr()
    ops.custom_add_inplace(x, x)  # it reads what it writes: as if it had read before
    np.testing.assert_allclose(x.numpy(), 2 * (before + y.numpy()), rtol=1e-6)
    strided = paddle.ones([3, 2]).t()
    ops.custom_add_inplace(strided[0], y)
    np.testing.assert_allclose(strided.numpy()[0], 1 + y.numpy(), rtol=1e-6)
    assert x.data_ptr() == memory


def test_in_place_with_a_gradient(ops):
    def function(x, y):
        z = x * 2
        ops.custom_add_inplace(z, y)
        return (z * z).sum()

    for f in both(function):
        x, y = tensor(3), tensor(3, seed=1)
        f(x, y).backward()
        z = 2 * x.numpy() + y.numpy()
        np.testing.assert_allclose(x.grad.numpy(), 4 * z, rtol=1e-5)
        np.testing.assert_allclose(y.grad.numpy(), 2 * z, rtol=1e-5)
    with pytest.raises(RuntimeError, match="custom_add_inplace.*leaf"):
        ops.custom_add_inplace(x, y)


def test_a_list_in_place(ops):
    x, y = tensor(2), tensor(3, seed=1)
    a, b = x * 1, y * 1
    outs = ops.custom_scale_list([a, b], 3.0)
    np.testing.assert_allclose(a.numpy(), 3 * x.numpy(), rtol=1e-6)
    np.testing.assert_allclose(outs[1].numpy(), 3 * y.numpy(), rtol=1e-6)
    (a.sum() + 2 * b.sum()).backward()
    np.testing.assert_allclose(x.grad.numpy(), np.full(2, 3.0), rtol=1e-6)
    np.testing.assert_allclose(y.grad.numpy(), np.full(3, 6.0), rtol=1e-6)
    with pytest.raises(ValueError, match="custom_scale_list: two of its outputs"):
        ops.custom_scale_list([a, a], 3.0)


def test_a_list_in_place_beside_a_result(ops):
    def function(x, y, factor):
        a, b = x * 1, y * 1
        (out, _), total = ops.custom_scale_all([a, b], factor)
        return (a * 2 + b * 3 + out + total * total).sum()

    def plain(x, y, factor):
        a, b = x * factor, y * factor
        return (a * 3 + b * 3 + (a + b) ** 2).sum()

    results = []
    for f in (*both(function), plain):
        tensors = [tensor(3, seed=i) for i in range(3)]
        loss = f(*tensors)
        loss.backward()
        results.append(np.stack([loss.numpy() + np.zeros(3), *(t.grad.numpy() for t in tensors)]))
    np.testing.assert_allclose(results[0], results[2], rtol=1e-5)
    np.testing.assert_allclose(results[1], results[2], rtol=1e-5)


def test_an_optional_output_in_place(ops):
    x, y = tensor(3, grad=False), tensor(3, grad=False, seed=1)
    before = y.numpy().copy()
    out_x, out_y = ops.custom_maybe_inplace(x, y)
    np.testing.assert_allclose(out_x.numpy(), 2 * x.numpy() + before, rtol=1e-6)
    np.testing.assert_allclose(y.numpy(), before + x.numpy(), rtol=1e-6)
    np.testing.assert_array_equal(out_y.numpy(), y.numpy())
    out_x, out_y = ops.custom_maybe_inplace(x, None)
    assert out_y is None
    np.testing.assert_allclose(out_x.numpy(), 2 * x.numpy(), rtol=1e-6)


ATTRS = dict(
    b=True, i=-7, f=0.25, d=1 / 3, l=2**40, s="größe", ints=[1, -2], floats=[0.5, 1.5], longs=[2**40, 1],
    texts=["a", "", "bc\0d"],
)  # fmt: skip


def test_attributes_of_every_type(ops):
    expected = [-7, 0.25, 1 / 3, 2**40, 7, -1, 2.0, 2**40 + 1, 5]
    for f in both(lambda x: ops.custom_attrs(x, **ATTRS)):
        x = tensor(3)
        out, values = f(x)
        np.testing.assert_array_equal(out.numpy(), x.numpy())
        np.testing.assert_array_equal(values.numpy(), expected)
        out.sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), np.full(3, 5.0), rtol=1e-6)
    numpy_numbers = {
        **ATTRS,
        "i": np.int64(-7),
        "f": np.float32(0.25),
        "ints": np.array([1, -2]),
        "floats": (1, 1),
    }
    assert float(ops.custom_attrs(x, **numpy_numbers)[1].sum()) == sum(expected)


@pytest.mark.parametrize(
    ("name", "value", "error", "text"),
    [
        ("i", "7", TypeError, "int"),
        ("i", 2.0, TypeError, "int"),
        ("i", 2**31, ValueError, "2147483648"),
        ("l", 2**63, ValueError, "9223372036854775808"),
        ("f", "x", TypeError, "float"),
        ("s", 3, TypeError, "std::string"),
        ("b", "yes", TypeError, "bool"),
        ("ints", 3, TypeError, "std::vector<int>"),
        ("ints", [1, "a"], TypeError, "std::vector<int>"),
        ("floats", "12", TypeError, "std::vector<float>"),
        ("texts", ["a", 1], TypeError, "std::vector<std::string>"),
    ],
)
def test_wrong_attributes(ops, name, value, error, text):
    with pytest.raises(error, match=f"custom_attrs: argument `{name}`") as caught:
        ops.custom_attrs(tensor(3), **{**ATTRS, name: value})
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("function", "args", "name"),
    [
        ("custom_tanh", (3.0,), "x"),
        ("custom_tanh", (None,), "x"),
        ("custom_tanh", ([1.0],), "x"),
        ("custom_maybe_add", (np.ones(3), None), "x"),
        ("custom_concat", (3, 1), "x"),
        ("custom_concat", ([1.0], 1), "x"),
    ],
)
def test_wrong_tensors(ops, function, args, name):
    with pytest.raises(ValueError, match=f"{function}: argument `{name}`"):
        getattr(ops, function)(*args)
    with pytest.raises(ValueError, match="x has 4 columns, weight 3 rows"):
        ops.custom_linear(tensor(2, 4), tensor(3, 5), tensor(5))


@pytest.mark.parametrize(
    "dtype", ["float16", "bfloat16", "float64", "int8", "uint8", "int64", "complex64"]
)
def test_dtypes(ops, dtype):
    x = paddle.to_tensor([1.0, -2.5, 0.1, 3000.0, 1e-7]).astype(dtype)
    out = ops.custom_twice(x)
    assert out.dtype == x.dtype
    np.testing.assert_array_equal(
        out.astype("complex128").numpy(), (x + x).astype("complex128").numpy()
    )
    with pytest.raises(
        NotImplementedError, match="custom_twice: twice: there is no kernel for the dtype bool"
    ):
        ops.custom_twice(paddle.ones([2], "bool"))


@pytest.mark.parametrize(
    ("how", "error", "text"),
    [
        (0, OSError, r"custom_fail: numel is 3\n  Expected: x.numel\(\) == 100"),
        (1, OSError, "custom_fail: thrown by the user"),
        (2, ValueError, "custom_fail: matmul: "),
        (3, ValueError, "custom_fail: Tensor::data: the tensor has another dtype"),
        (4, ValueError, "custom_fail: its kernel gives another number of outputs"),
        (
            5,
            ValueError,
            "custom_fail: its kernel gives output `Out` another shape than was inferred",
        ),
        (
            6,
            TypeError,
            "custom_fail: its kernel gives output `Out` another dtype than was inferred",
        ),
        (7, OSError, "custom_fail: its code has thrown what is no std::exception"),
        (8, ValueError, "custom_fail: its kernel has given output `Out` no memory"),
    ],
)
def test_what_a_kernel_does_wrong(ops, how, error, text):
    for f in both(lambda x: ops.custom_fail(x + 0, how) + 1):
        with pytest.raises(error, match=text):
            f(tensor(3, grad=False)).numpy()
    x = tensor(3)
    np.testing.assert_array_equal(ops.custom_fail(x, 9).numpy(), x.numpy())
    assert ops.custom_fail(x, 9).data_ptr() != x.data_ptr()


def test_no_functions_to_infer(ops):
    x, like = tensor(4, 3, grad=False), tensor(1, grad=False)
    for f in both(lambda x, like: ops.custom_half(x * 2, like) + 1):
        np.testing.assert_allclose(f(x, like).numpy(), 2 * x.numpy()[:2] + 1, rtol=1e-6)
    assert ops.custom_half(tensor(4, 3), like).stop_gradient


def test_a_gradient_of_a_wrong_shape(ops):
    with pytest.raises(ValueError, match="custom_bad_grad_grad: `X@GRAD` has another shape"):
        ops.custom_bad_grad(tensor(3)).sum().backward()


def test_strided_and_empty_inputs(ops):
    x = tensor(4, 6)
    np.testing.assert_allclose(
        ops.custom_tanh(x.t()[::2]).numpy(), np.tanh(x.numpy().T[::2]), rtol=1e-6
    )
    np.testing.assert_allclose(
        ops.custom_tanh(tensor()).numpy(), np.tanh(tensor().numpy()), rtol=1e-6
    )
    assert ops.custom_tanh(tensor(0, 3)).shape == [0, 3]


def test_results_do_not_share_memory(ops):
    x = tensor(3, grad=False)
    first = ops.custom_tanh(x)
    kept = first.numpy().copy()
    for _ in range(5):
        ops.custom_tanh(x * 2)
    np.testing.assert_array_equal(first.numpy(), kept)


def test_under_auto_cast_and_no_grad(ops):
    x = tensor(3)
    with paddle.amp.auto_cast(level="O2", dtype="bfloat16"):
        assert ops.custom_tanh(x).dtype == paddle.float32
    with paddle.no_grad():
        assert ops.custom_tanh(x).stop_gradient


def test_calls_are_not_merged(ops):
    # A kernel may have a state, or draw numbers: equal calls are no equal results, and none is left out.
    @paddle.jit.to_static
    def function(x):
        ops.custom_count(x)
        return ops.custom_count(x), ops.custom_count(x)

    for n in range(3):
        x = tensor(3, grad=False) * 0
        assert [float(t[0]) for t in function(x)] == [3 * n + 2, 3 * n + 3]


def test_calls_are_not_repeated(ops):
    @paddle.jit.to_static
    def function(x):
        return (ops.custom_count(x).exp() ** 2).sum()

    start = float(ops.custom_count(tensor(1, grad=False) * 0))
    for n in range(1, 4):
        x = paddle.zeros([4])
        x.stop_gradient = False
        function(x / 10).backward()
        assert float(x.grad[0]) == pytest.approx(0.2 * np.exp(2 * (start + n)), rel=1e-4)


def test_branches_and_loops(ops):
    def function(x, n):
        if x.sum() > 0:
            y = ops.custom_tanh(x)
        else:
            y = ops.custom_tanh(-x) * 2
        i = paddle.zeros([1], "int32")
        while i < n:
            y = ops.custom_axpy(y, x, 0.5)
            i += 1
        return y

    for sign in (1.0, -1.0):
        results = []
        for f in both(function):
            x = paddle.to_tensor([sign, 2 * sign], stop_gradient=False)
            y = f(x, paddle.to_tensor([3], "int32"))
            y.sum().backward()
            results.append((y.numpy(), x.grad.numpy()))
        np.testing.assert_allclose(results[0], results[1], rtol=1e-6)


def test_a_second_gradient_within_a_captured_function(ops):
    @paddle.jit.to_static
    def gradient(x):
        return paddle.grad(ops.custom_tanh(x).sum(), x, create_graph=True)[0]

    x = tensor(4)
    gradient(x).sum().backward()
    y = np.tanh(x.numpy())
    np.testing.assert_allclose(x.grad.numpy(), -2 * y * (1 - y * y), rtol=1e-4, atol=1e-6)


def test_a_second_gradient_that_nobody_wrote(ops):
    x = tensor(4)
    (first,) = paddle.grad((ops.custom_linear(x[None], paddle.ones([4, 2]), paddle.ones([2])) * x.sum()).sum(), x,
                           create_graph=True)  # fmt: skip
    with pytest.raises(
        NotImplementedError, match="custom_linear_grad: .*\n.*PD_BUILD_DOUBLE_GRAD_OP"
    ):
        first.sum().backward()


def test_threads(ops):
    x = tensor(64)
    expected = ops.custom_tanh(x).numpy()
    wrong = []

    def work():
        for _ in range(300):
            y = ops.custom_tanh(x)
            (g,) = paddle.grad(y.sum(), x)
            if not np.array_equal(y.numpy(), expected) or not np.isfinite(g.numpy()).all():
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_saving_says_what_it_can_not(ops, tmp_path):
    class Net(paddle.nn.Layer):
        def forward(self, x):
            return ops.custom_tanh(x)

    with pytest.raises(NotImplementedError, match="custom_tanh"):
        paddle.jit.save(Net(), str(tmp_path / "net"), [paddle.static.InputSpec([2, 3], "float32")])


def test_static_program(ops):
    paddle.enable_static()
    try:
        main, start = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(main, start):
            x = paddle.static.data("x", [4, 3], "float32")
            y = ops.custom_tanh(paddle.nn.Linear(3, 2)(x))
            loss = (y**2).mean()
            paddle.optimizer.SGD(0.5).minimize(loss)
        executor = paddle.static.Executor()
        executor.run(start)
        feed = {"x": np.random.default_rng(0).standard_normal((4, 3)).astype("float32")}
        losses = [float(executor.run(main, feed=feed, fetch_list=[loss])[0]) for _ in range(10)]
    finally:
        paddle.disable_static()
    assert losses[-1] < 0.5 * losses[0]
