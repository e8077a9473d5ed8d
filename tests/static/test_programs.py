"""Programs, executors and scopes."""

import threading

import numpy as np
import paddle
import pytest
from paddle import nn, static

from .differential import static_mode

F = nn.functional


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


@pytest.fixture
def programs():
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        yield main, startup


def run(main, feed=None, fetch=(), **kwargs):
    return static.Executor(paddle.CPUPlace()).run(main, feed=feed, fetch_list=list(fetch), **kwargs)


def ones(*shape):
    return np.ones(shape, "float32")


def test_modes():
    assert not paddle.in_dynamic_mode()
    paddle.disable_static()
    assert paddle.in_dynamic_mode()
    assert paddle.ones([2]).sum().item() == 2.0
    paddle.enable_static()
    assert not paddle.in_dynamic_mode()


def test_shapes_show_unknown_sizes(programs):
    x = static.data("x", [None, 3, -1])
    assert list(x.shape) == [-1, 3, -1]
    assert x.shape[0] == -1
    assert x.shape[0] < 0 and not x.shape[0] > 0
    assert -1 in x.shape
    assert repr(x.shape) == "paddle.Size([-1, 3, -1])"
    assert list(x.mean(axis=1).shape) == [-1, -1]
    assert list(F.max_pool1d(x, 2).shape) == [-1, 3, -1]
    assert list(x.reshape([0, -1]).shape) == [-1, -1]
    assert list(x.flatten().shape) == [-1]
    assert str(x) == "Variable(name=x, shape=[-1, 3, -1], dtype=float32, stop_gradient=True)"
    assert isinstance(x, static.Variable)


def test_text(programs):
    main, startup = programs
    x = static.data("x", [None, 30000])
    static.nn.fc(x, 4, activation="relu")
    text = str(main)
    assert "// x: float32 [-1, 30000]" in text
    assert "tensor<?x30000xf32>" in text
    assert "pd_op.relu" in text
    assert "fc_" in text
    assert [op.type for op in main.global_block().ops] == ["matmul", "add", "relu"]
    assert main.num_blocks == 1
    assert main.global_block().var("x") is x
    assert main.global_block().has_var("x")
    assert [p.name for p in main.all_parameters()] == [
        p.name for p in main.global_block().all_parameters()
    ]
    assert "uniform" in str(startup) or "random" in str(startup)


def test_fetch_forms(programs):
    main, _ = programs
    x = static.data("x", [None, 2])
    y = x + 1.0
    z = y * 2.0
    z.name = "twice"
    feed = {"x": ones(3, 2)}
    for fetch in ([z], [z.name], ["twice"], z, "twice", [[z]]):
        (out,) = static.Executor().run(main, feed=feed, fetch_list=fetch)
        np.testing.assert_array_equal(out, 4 * ones(3, 2))
    a, b, c = run(main, feed, [x, y, "twice"])
    np.testing.assert_array_equal(a + b, 3 * ones(3, 2))
    (tensor,) = run(main, feed, [z], return_numpy=False)
    assert isinstance(tensor, paddle.Tensor)
    assert run(main, feed) == []
    assert run(static.CompiledProgram(main, static.BuildStrategy()), feed, ["twice"])[0].shape == (
        3,
        2,
    )
    y[:, 0] = 9.0  # a later write: the variable is what it is now
    assert run(main, feed, [y])[0].tolist() == [[9.0, 2.0]] * 3
    assert run(main, feed, [z])[0].tolist() == [[4.0, 4.0]] * 3


def test_what_is_not_used_need_not_be_fed(programs):
    main, _ = programs
    x, y = static.data("x", [None, 2]), static.data("y", [None, 2])
    out, both = x * 2.0, x + y
    assert run(main, {"x": ones(1, 2)}, [out])[0].tolist() == [[2.0, 2.0]]
    with pytest.raises(ValueError, match="`y` is not fed"):
        run(main, {"x": ones(1, 2)}, [both])


@pytest.mark.parametrize(
    ("feed", "message"),
    [
        ({}, "`x` is not fed"),
        (
            {"x": np.ones((2, 3), "float32")},
            r"`x` has the wrong shape.*\n.*\[-1, 2\].*\n.*\[2, 3\]",
        ),
        ({"x": np.ones(2, "float32")}, "`x` has the wrong shape"),
        ({"x": np.ones((2, 2))}, "`x` has the wrong dtype(.|\n)*float32(.|\n)*float64"),
        ({"x": np.ones((2, 2), "float32"), "z": 1}, "no input `z`"),
    ],
)
def test_feeds_are_checked(programs, feed, message):
    main, _ = programs
    y = static.data("x", [None, 2]) + 1.0
    with pytest.raises(ValueError, match=message):
        run(main, feed, [y])


def test_wrong_arguments(programs):
    main, _ = programs
    x = static.data("x", [2])
    with pytest.raises(TypeError, match="feed"):
        run(main, [x])
    with pytest.raises(TypeError, match="program"):
        static.Executor().run("main")
    with pytest.raises(TypeError, match="fetch_list"):
        run(main, {"x": ones(2)}, [3])
    with pytest.raises(KeyError, match="no variable `y`"):
        run(main, {"x": ones(2)}, ["y"])
    with pytest.raises(TypeError, match="main_program"), static.program_guard("main"):
        pass
    with pytest.raises(TypeError, match="shape"):
        static.data("y", 3)
    with pytest.raises(TypeError, match="name"):
        static.data(3, [3])
    other = static.Program()
    with static.program_guard(other):
        y = x + 1.0
    with pytest.raises(ValueError, match="another program"):
        run(other, {}, [y])
    with pytest.raises(KeyError, match="not part of the program"):
        run(main, {"x": ones(2)}, [y])
    paddle.disable_static()
    with pytest.raises(RuntimeError, match="enable_static"):
        static.data("x", [2])


@pytest.mark.parametrize(
    "read",
    [
        float,
        int,
        bool,
        lambda v: v.numpy(),
        lambda v: v.item(),
        lambda v: v.tolist(),
        lambda v: [0][v.astype("int64")],
    ],
)
def test_values_are_not_there_yet(programs, read):
    main, _ = programs
    x = static.data("x", [], "float32")
    y = x * 2.0
    with pytest.raises(TypeError, match="no value while the program is built"):
        read(y)
    assert run(main, {"x": np.float32(3)}, [y])[0] == 6.0  # usable afterwards


def test_shapes_that_depend_on_values_are_refused(programs):
    x = static.data("x", [None])
    with pytest.raises(NotImplementedError, match="depends on values"):
        paddle.nonzero(x)


def test_startup_draws_anew_and_one_seed_gives_one_result(programs):
    main, startup = programs
    net = nn.Linear(3, 4)
    paddle.seed(5)
    run(startup)
    first = net.weight.numpy()
    run(startup)
    assert not np.array_equal(first, net.weight.numpy())
    paddle.seed(5)
    run(startup)
    np.testing.assert_array_equal(first, net.weight.numpy())
    paddle.disable_static()
    paddle.seed(5)
    np.testing.assert_array_equal(nn.Linear(3, 4).weight.numpy(), first)


def test_startup_resets_what_optimizers_keep(programs):
    main, startup = programs
    x = static.data("x", [None, 3])
    net = nn.Linear(3, 1, weight_attr=nn.initializer.Constant(0.5))
    loss = net(x).square().mean()
    paddle.optimizer.Adam(0.1, parameters=net.parameters()).minimize(loss)
    feed = {"x": ones(2, 3)}
    losses = []
    for _ in range(2):
        run(startup)
        losses.append([run(main, feed, [loss])[0].item() for _ in range(3)])
    assert losses[0] == losses[1]
    assert losses[0][0] > losses[0][1] > losses[0][2]


def test_random_operators_draw_at_each_run(programs):
    main, _ = programs
    x = static.data("x", [None, 50])
    y, u = F.dropout(x, 0.5), paddle.uniform([4])
    feed = {"x": ones(2, 50)}
    a, b = run(main, feed, [y, u]), run(main, feed, [y, u])
    assert not np.array_equal(a[0], b[0])
    assert not np.array_equal(a[1], b[1])
    main.random_seed = 7
    again = main.clone()
    again.random_seed = 7
    np.testing.assert_array_equal(run(main, feed, [u])[0], run(again, feed, [u])[0])


def test_clone_for_test(programs):
    main, startup = programs
    x, y = static.data("x", [None, 3, 4, 4]), static.data("y", [None, 1], "int64")
    hidden = F.dropout(nn.BatchNorm2D(3)(x).flatten(1), 0.5)
    logits = static.nn.fc(hidden, 2)
    loss = F.cross_entropy(logits, y)
    paddle.optimizer.SGD(0.1).minimize(loss)
    test = main.clone(for_test=True)
    run(startup)
    rng = np.random.default_rng(0)
    feed = {
        "x": rng.standard_normal((5, 3, 4, 4)).astype("float32"),
        "y": rng.integers(0, 2, (5, 1)),
    }
    for _ in range(3):
        run(main, feed, [loss])
    before = {k: v.numpy() for k, v in main.state_dict().items()}
    assert any("batch_norm" in k for k in before)
    found, *_ = (run(test, {"x": feed["x"]}, [logits])[0] for _ in range(2))
    again = run(test, feed, [logits, loss])[0]
    np.testing.assert_array_equal(found, again)
    for name, value in main.state_dict().items():
        np.testing.assert_array_equal(before[name], value.numpy())
    paddle.disable_static()
    params = {p.name: p for p in main.all_parameters()}
    norm = nn.BatchNorm2D(3)
    norm.eval()
    for mine, theirs in zip(norm.parameters(), list(params.values())[:4], strict=True):
        mine.set_value(theirs)
    weight, bias = list(params.values())[4:]
    expected = norm(paddle.to_tensor(feed["x"])).flatten(1) @ weight + bias
    np.testing.assert_allclose(again, expected.numpy(), rtol=1e-5, atol=1e-5)
    assert "adam" not in str(test) and "sgd" not in str(test)


def test_clone_goes_on_alone(programs):
    main, _ = programs
    x = static.data("x", [2])
    y = x + 1.0
    other, before = main.clone(), len(main.global_block().ops)
    with static.program_guard(other):
        z = y * 3.0
    assert run(other, {"x": ones(2)}, [y, z])[1].tolist() == [6.0, 6.0]
    assert len(main.global_block().ops) == before
    with pytest.raises(KeyError):
        run(main, {"x": ones(2)}, [z])
    del main, other


def test_scopes_have_values_of_their_own(programs):
    main, startup = programs
    x = static.data("x", [None, 2])
    net = nn.Linear(2, 1, weight_attr=nn.initializer.Constant(1.0), bias_attr=False)
    loss = net(x).mean()
    paddle.optimizer.SGD(0.5, net.parameters()).minimize(loss)
    name, feed, scope = net.weight.name, {"x": ones(1, 2)}, static.Scope()
    run(startup)
    with static.scope_guard(scope):
        with pytest.raises(RuntimeError, match="no values in this scope"):
            run(main, feed, [loss])
        run(startup)
        assert run(main, feed, [loss])[0] == 2.0
        assert run(main, feed, [loss])[0] == 1.0
        assert static.global_scope() is scope
        assert np.array(scope.find_var(name).get_tensor()).tolist() == [[0.0], [0.0]]
    assert run(main, feed, [loss])[0] == 2.0
    static.global_scope().find_var(name).get_tensor().set(
        np.full((2, 1), 3.0, "float32"), paddle.CPUPlace()
    )
    assert run(main, feed, [loss])[0] == 6.0
    assert run(main, feed, [loss], scope=scope)[0] == 0.0
    assert static.global_scope().find_var("nobody") is None


def test_global_variables(programs):
    main, _ = programs
    step = static.create_global_var([1], 5, "int64", persistable=True, name="step")
    paddle.increment(step)
    assert [run(main, fetch=[step])[0].item() for _ in range(2)] == [6, 7]
    assert main.state_dict()["step"].item() == 7


def test_many_threads(programs):
    main, startup = programs
    x = static.data("x", [None, 8])
    out = static.nn.fc(x, 4, activation="tanh")
    run(startup)
    w, b = (p.numpy() for p in main.all_parameters())
    wrong = []

    def work(seed):
        rng = np.random.default_rng(seed)
        exe = static.Executor(paddle.CPUPlace())
        for _ in range(50):
            value = rng.standard_normal((rng.integers(1, 9), 8)).astype("float32")
            (found,) = exe.run(main, feed={"x": value}, fetch_list=[out])
            if not np.allclose(found, np.tanh(value @ w + b), atol=1e-5):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_a_program_in_another_thread_is_not_seen_here(programs):
    main, _ = programs
    found = []

    def work():
        found.append(paddle.ones([2]).sum().item())  # runs at once: this thread builds nothing
        own = static.Program()
        with static.program_guard(own, static.Program()):
            y = static.data("x", [1]) * 4.0
        found.append(static.Executor().run(own, feed={"x": [2.0]}, fetch_list=[y])[0].item())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [2.0, 8.0]
    assert main.global_block().ops == []


def test_program_guard_without_static_mode():
    paddle.disable_static()
    with static.program_guard(static.Program(), static.Program()):
        assert (paddle.ones([2]) * 2.0).sum().item() == 4.0


def test_program_guard_in_a_captured_function():
    paddle.disable_static()

    @paddle.jit.to_static
    def f(x):
        with static.program_guard(static.Program(), static.Program()):
            y = paddle.equal(x, paddle.zeros_like(x))
        return paddle.count_nonzero(y)

    assert int(f(paddle.to_tensor([0.0, 3.0, 0.0]))) == 2


def test_save_and_load(programs, tmp_path):
    main, startup = programs
    x = static.data("x", [None, 2])
    loss = static.nn.fc(x, 1).mean()
    paddle.optimizer.Momentum(0.1).minimize(loss)
    run(startup)
    feed, path = {"x": ones(2, 2)}, str(tmp_path / "model")
    run(main, feed)
    static.save(main, path)
    state = {k: v.numpy() for k, v in main.state_dict().items()}
    assert sorted(static.load_program_state(path)) == sorted(state)
    next_loss = [run(main, feed, [loss])[0].item() for _ in range(2)]
    run(startup)
    static.load(main, path, static.Executor())
    for name, value in main.state_dict().items():
        np.testing.assert_array_equal(value.numpy(), state[name])
    assert [run(main, feed, [loss])[0].item() for _ in range(2)] == next_loss
    static.set_program_state(main, static.load_program_state(path))
    assert run(main, feed, [loss])[0].item() == next_loss[0]
    with pytest.raises(ValueError, match="no file"):
        static.load(main, str(tmp_path / "nothing"))
    with pytest.raises(ValueError, match="does not fit"):
        static.set_program_state(main, {next(iter(state)): np.ones(7, "float32")})


def test_input_spec():
    spec = static.InputSpec([None, 3], "float32", "x")
    assert spec.shape == (-1, 3) and spec.dtype is paddle.float32 and spec.name == "x"
    assert static.InputSpec.from_numpy(np.ones((2, 3)), "n").dtype is paddle.float64
    paddle.disable_static()
    like = static.InputSpec.from_tensor(paddle.ones([2], "int32"), "t")
    assert (like.shape, like.dtype, like.name) == ((2,), paddle.int32, "t")
    assert spec.batch(4).shape == (4, -1, 3)
    assert spec.unbatch().shape == (-1, 3)
    with pytest.raises(TypeError):
        static.InputSpec(3)
    with pytest.raises(ValueError):
        static.InputSpec([]).unbatch()


def test_metrics_and_averages(programs):
    main, startup = programs
    x, y = static.data("x", [None, 3]), static.data("y", [None, 1], "int64")
    acc = static.accuracy(x, y)
    area, _, _ = static.auc(x[:, :2], y)
    feed = {"x": np.array([[0.1, 0.9, 0.0], [0.8, 0.2, 0.0]], "float32"), "y": np.array([[1], [1]])}
    assert run(main, feed, [acc])[0] == 0.5
    run(main, {"x": feed["x"], "y": np.array([[1], [0]])}, [area])
    net = nn.Linear(3, 1, weight_attr=nn.initializer.Constant(1.0))
    loss = net(x).mean()
    paddle.optimizer.SGD(0.5, net.parameters()).minimize(loss)
    average = static.ExponentialMovingAverage(0.5)
    average.update()
    run(startup)
    values = []
    for _ in range(3):
        run(main, feed, [loss])
        values.append(net.weight.numpy())
    kept = net.weight.numpy()
    weights = [0.5**3, 0.5**2, 0.5]
    expected = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
    with average.apply(static.Executor()):
        np.testing.assert_allclose(net.weight.numpy(), expected, rtol=1e-5)
    np.testing.assert_array_equal(net.weight.numpy(), kept)


def test_missing_names_say_so():
    for use in (
        lambda: static.Print(paddle.ones([1])),
        lambda: static.py_func(print, None, None),
        lambda: static.WeightNormParamAttr(0),
        lambda: static.nn.nce(None, None, 3),
    ):
        with pytest.raises(NotImplementedError):
            use()


def test_lengths(programs):
    x = static.data("x", [None, 3])
    with pytest.raises(TypeError, match="not known"):
        len(x)
    assert len(x.t()) == 3


def test_values_that_layers_get_before_the_first_run(programs):
    main, startup = programs
    x = static.data("x", [None], "int64")
    table = nn.Embedding(4, 2, padding_idx=1)
    out = table(x)
    run(startup)
    assert table.weight.numpy()[1].tolist() == [0.0, 0.0] and table.weight.numpy()[0].any()
    table.set_state_dict({"weight": np.full((4, 2), 3.0, "float32")})
    assert table.weight.numpy()[1].tolist() == [3.0, 3.0]
    assert run(main, {"x": np.array([2])}, [out])[0].tolist() == [[3.0, 3.0]]
    table.weight.set_value(np.zeros((4, 2), "float32"))
    assert run(main, {"x": np.array([0])}, [out])[0].tolist() == [[0.0, 0.0]]
    net = nn.Linear(2, 1)
    net.to(dtype="float64")
    y = net(out.astype("float64"))
    assert run(main, {"x": np.array([0, 2])}, [y])[0].dtype == np.float64


def test_spectral_norm_keeps_its_vectors(programs):
    main, startup = programs
    w = static.create_parameter([3, 4], "float32")
    layer = nn.SpectralNorm([3, 4])
    out = layer(w)
    run(startup)
    before = layer.weight_u.numpy()
    run(main, fetch=[out])
    assert not np.array_equal(before, layer.weight_u.numpy())
    for _ in range(30):
        (value,) = run(main, fetch=[out])
    assert np.linalg.svd(value)[1][0] == pytest.approx(1.0, rel=1e-3)


def test_loaded_programs(tmp_path):
    paddle.disable_static()
    path = str(tmp_path / "double")
    paddle.jit.save(paddle.jit.to_static(lambda x: x * 2), path, [static.InputSpec([2], name="x")])
    paddle.enable_static()
    exe = static.Executor(paddle.CPUPlace())
    program, feeds, fetches = static.load_inference_model(path, exe)
    feed = {feeds[0]: np.array([1, 2], "float32")}
    assert exe.run(program, feed=feed, fetch_list=fetches)[0].tolist() == [2.0, 4.0]
