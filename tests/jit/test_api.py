"""What to_static takes, and what a converted function shows of itself."""

import warnings

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import StaticFunction, to_static, vm
from paddle.static import InputSpec

X = paddle.ones([2, 3])
needs_interpreter = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def add(x, y):
    return x + y


def test_settings():
    for options in (
        {}, {"backend": None}, {"backend": "CINN"}, {"backend": "cinn"}, {"full_graph": True}, {"full_graph": False},
        {"build_strategy": paddle.static.BuildStrategy()}, {"check": True}, {"property": True},
    ):  # fmt: skip
        assert to_static(add, **options)(X, X).tolist() == [[2.0] * 3] * 2
    with pytest.raises(ValueError, match="backend"):
        to_static(add, backend="TVM")
    with pytest.raises(TypeError, match="build_strategy"):
        to_static(add, build_strategy=3)
    with pytest.raises(TypeError, match="can not be called"):
        to_static(3)
    with pytest.warns(UserWarning, match="`full_grap`"):
        to_static(add, full_grap=True)
    assert to_static(lambda: [1, 2], property=True)() == [1, 2]


def spec(*shape, dtype="float32", **more):
    return InputSpec(shape, dtype, **more)


@pytest.mark.parametrize(
    ("function", "specs", "args", "error", "message"),
    [
        (add, 3, (), TypeError, "a list or tuple"),
        (add, spec(2, 3), (), TypeError, "a list or tuple"),
        (add, [spec(2, 3)] * 3, (X, X), ValueError, "more entries than there are arguments.*at most 2.*3"),
        (lambda *x: x[0], [spec(2, 3)] * 3, (X, X), ValueError, "more entries than there are arguments.*at most 2.*3"),
        (lambda a: a[0] + a[1], [[spec(2, 3)] * 3], ([X, X],), ValueError, r"entries for a .*at most 2.*3"),
        (lambda a: a + 1, [[spec(2, 3)]], (X,), TypeError, "a has another type.*a list.*Tensor"),
        (lambda a: a[0] + 1, [spec(2, 3)], ([X],), TypeError, "a has another type.*a Tensor.*list"),
        (lambda a: X + a, [spec(2, 3)], (3,), TypeError, "a has another type.*a Tensor.*int"),
        (lambda a: X + a["k"], [{"k": spec(2, 3)}], ({"k": None},), TypeError, r"a\['k'\] has another type"),
        (lambda a: X + a, [{"k": spec(2, 3)}], (X,), TypeError, "a dict"),
    ],
)  # fmt: skip
def test_input_spec_that_does_not_fit(function, specs, args, error, message):
    with pytest.raises(error, match="(?s)" + message):
        to_static(function, input_spec=specs)(*args)


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        (
            [spec(2, 3, dtype="int64")] * 2,
            "x is not like its input_spec: dtype is paddle.float32, not paddle.int64",
        ),
        ([spec(2, 3), spec(2, 3, 4)], "y is not like its input_spec: rank is 2, not 3"),
        ([spec(-1, 5)], "size 3 of axis 1 is not 5"),
    ],
)
def test_input_spec_that_is_not_met(specs, message):
    f = to_static(add, input_spec=specs)
    with pytest.warns(UserWarning, match=message) as caught:
        assert f(X, X).tolist() == [[2.0] * 3] * 2
    assert caught[0].filename == __file__


def test_input_spec_that_fits():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for specs, args, kwargs in (
            ([spec(-1, 3)], (X, X), {}), ([spec(-1, 3)] * 2, (X,), {"y": X}), ([spec(2, -1), None], (X, 2.0), {}),
            ([spec(-1, 3)] * 2, (X, X.numpy()), {}), ([], (X, X), {}),
        ):  # fmt: skip
            f = to_static(add, input_spec=specs)
            assert f(*args, **kwargs).shape == [2, 3]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'y'"):
        to_static(add, input_spec=[spec(-1, 3)] * 2)(X)
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3"):
        to_static(add)(X, X, X)


def test_the_program_of_a_function():
    f = to_static(add)
    with pytest.raises(ValueError, match="not known what the arguments are like"):
        f.concrete_program  # noqa: B018
    assert len(f.program_cache) == 0 and f.program_cache.concrete_programs() == []
    f(X, X)
    assert [v.name for v in f.inputs] == ["x", "y"] and len(f.outputs) == 1
    assert "pd_op.add" in str(f.main_program) and "pd_op.add" in str(f.concrete_program)
    assert len(f.program_cache) == f.get_traced_count() == 1
    assert f.program_cache.last()[0].function is add
    assert f.code.startswith("def add(x, y):") and f.dygraph_function is add
    assert f.function_spec.args_name == ["x", "y"] and "add(x,y)" in repr(f.function_spec)
    program, run = f.get_concrete_program(InputSpec([-1, 3], "float64", "a"), 2)
    assert [v.name for v in program.inputs[:1]] == ["a"] and program.inputs[1] == 2 and run is f
    with pytest.raises(ValueError, match="do not fit"):
        f.get_concrete_program(X, X, X)
    f.program_cache.clear()
    assert len(f.program_cache) == 0 and f(X, X).shape == [2, 3]


class Branching(nn.Layer):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.calls = 0

    def forward(self, x, n=2):
        self.calls += 1
        y = self.linear(x)
        if y.sum() > 0:
            y = y * n
        while y.abs().sum() < 10:
            y = y + y
        return {"y": y, "n": n}


@needs_interpreter
def test_an_executor_runs_the_program_of_a_layer():
    net = to_static(Branching(), input_spec=[InputSpec([-1, 3], "float32", "image")])
    static = net.forward
    program = static.concrete_program
    assert net.calls == 0 and [v.name for v in static.inputs] == ["image"]
    assert {id(p) for p in program.parameters} == {id(p) for p in net.parameters()}
    assert {p.name for p in program.main_program.all_parameters()} == {
        p.name for p in net.parameters()
    }
    expected = net(X)["y"]
    paddle.enable_static()
    try:
        (found,) = paddle.static.Executor().run(
            program.main_program, feed={"image": X.numpy()}, fetch_list=[program.outputs["y"]]
        )
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(found, expected.numpy(), 1e-5)
    assert paddle.in_dynamic_mode() and net(X)["n"] == 2


@needs_interpreter
def test_words_while_captures_happen(caplog, capsys):
    f = to_static(lambda x, n: (x + len(n[0])).exp())
    paddle.set_flags({"FLAGS_explain_recompile": True})
    try:
        f(X, ["a"])
        assert not caplog.messages
        f(X, ["bb"])
        assert caplog.messages == [
            f"{f.report.name}: captured again: argument n[0], which was 'a', is 'bb' now"
        ]
    finally:
        paddle.set_flags({"FLAGS_explain_recompile": False})
    caplog.clear()
    paddle.jit.set_verbosity(2, also_to_stdout=True)
    paddle.jit.set_code_level(100)
    try:
        g = to_static(lambda x: x * float(x.sum().numpy()))
        g(X)
    finally:
        paddle.jit.set_verbosity(0)
        paddle.jit.set_code_level(0)
    first, second = capsys.readouterr().out.splitlines()
    assert "captured: " in first and "a program ends: " in second and f"{__file__}:" in second
    assert "pd_op.sum" in caplog.text
    caplog.clear()
    g(X)
    assert capsys.readouterr() == ("", "") and not caplog.messages
    for wrong in (paddle.jit.set_verbosity, paddle.jit.set_code_level):
        with pytest.raises(TypeError, match="level"):
            wrong("loud")


def test_input_specs():
    like = InputSpec.from_tensor(X, "x")
    assert like == InputSpec([2, 3], "float32", "x") and like.shape == (2, 3)
    assert InputSpec.from_numpy(np.ones([4], "int64"), "n") == InputSpec([4], "int64", "n")
    assert like.batch(4).shape == (4, 2, 3) and like.unbatch().shape == (2, 3)
    for wrong in (
        lambda: like.batch("4"),
        lambda: like.batch([1, 2]),
        lambda: InputSpec([]).unbatch(),
    ):
        with pytest.raises((TypeError, ValueError)):
            wrong()


def test_marks_of_paddle():
    @paddle.jit.marker.unified
    def f(x):
        return x + 1

    assert isinstance(to_static(f), StaticFunction) and f(1) == 2
    assert (
        paddle.jit.marker.capture_control_flow()(f) is f
        and paddle.jit.marker.unified(for_sot=False)(f) is f
    )
    assert paddle.jit.marker.force_dynamic(f)(1) == 2
    paddle.jit.ignore_module(["a_module_of_some_name"])
