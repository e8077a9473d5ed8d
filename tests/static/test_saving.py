"""Static programs as files: saved, read here and by PaddlePaddle, and what is refused."""

import os
import pathlib
import subprocess

import numpy as np
import paddle
import pytest
from paddle import static

from tests.python.reference import PYTHON, needs_reference
from tests.static import saved_programs

CODE = pathlib.Path(saved_programs.__file__)


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()
    yield
    paddle.disable_static()


@pytest.mark.parametrize("name", saved_programs.PROGRAMS)
def test_what_is_saved_gives_the_same(name, tmp_path):
    main, exe, feeds, fetches, arrays = saved_programs.make(name)
    path = str(tmp_path / "deep" / name)
    static.save_inference_model(path, feeds, fetches, exe, program=main)
    loaded, names, outputs = static.load_inference_model(path, exe)
    assert names == [f.name for f in feeds]
    test = main.clone(for_test=True)
    for feed in arrays:
        wanted = exe.run(test, feed=feed, fetch_list=fetches)
        found = exe.run(loaded, feed=feed, fetch_list=outputs)
        for f, w in zip(found, wanted, strict=True):
            assert f.shape == w.shape and f.dtype == w.dtype
            np.testing.assert_allclose(f, w, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", saved_programs.PROGRAMS)
def test_as_bytes(name):
    main, exe, feeds, fetches, arrays = saved_programs.make(name)
    data = static.serialize_program(feeds, fetches, program=main)
    if name == "no_parameters":
        with pytest.warns(UserWarning, match="no parameters"):
            assert static.serialize_persistables(feeds, fetches, exe, program=main) is None
        parameters = None
    else:
        parameters = static.serialize_persistables(feeds, fetches, exe, program=main)
    read = static.deserialize_program(data)
    if parameters is not None:
        with pytest.raises(ValueError, match="no parameters yet"):
            exe.run(read, feed=arrays[0])
        static.deserialize_persistables(read, parameters, exe)
    wanted = exe.run(main.clone(for_test=True), feed=arrays[0], fetch_list=fetches)
    for f, w in zip(exe.run(read, feed=arrays[0]), wanted, strict=True):
        np.testing.assert_allclose(f, w, rtol=1e-5, atol=1e-6)


def test_persistables_go_back_into_a_program():
    main, exe, feeds, fetches, arrays = saved_programs.make("words")
    data = static.serialize_persistables(feeds, fetches, exe, program=main)
    wanted = exe.run(main.clone(for_test=True), feed=arrays[0], fetch_list=fetches)[0]
    for p in main.all_parameters():
        p.set_value(np.zeros(list(p.shape), "float32"))
    static.deserialize_persistables(main, data, exe)
    assert (
        exe.run(main.clone(for_test=True), feed=arrays[0], fetch_list=fetches)[0].tobytes()
        == wanted.tobytes()
    )
    with pytest.raises(ValueError):
        static.deserialize_persistables(main, data[:-1], exe)


def test_values_of_another_scope(tmp_path):
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [None, 2])
        y = static.nn.fc(x, 1)
    exe = static.Executor()
    exe.run(startup)
    scope = static.Scope()
    with static.scope_guard(scope):
        exe.run(startup)
        wanted = exe.run(main, feed={"x": [[1.0, 2.0]]}, fetch_list=[y])[0]
        static.save_inference_model(str(tmp_path / "m"), x, y, exe, program=main)
    loaded, _, outputs = static.load_inference_model(str(tmp_path / "m"))
    found = exe.run(loaded, feed={"x": np.array([[1.0, 2.0]], "float32")}, fetch_list=outputs)[0]
    assert found.tobytes() == wanted.tobytes()


def test_what_is_refused(tmp_path):
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x, z = static.data("x", [None, 2]), static.data("z", [None, 2])
        y = x + z
    path = str(tmp_path / "m")
    with pytest.raises(ValueError, match="need more than"):
        static.save_inference_model(path, [x], [y], program=main)
    with pytest.raises(ValueError, match="made by static.data"):
        static.save_inference_model(path, [y], [y], program=main)
    with pytest.raises(ValueError, match="unknown argument"):
        static.save_inference_model(path, [x], [y], program=main, colour="red")
    with pytest.raises(ValueError, match="does not name a file"):
        static.save_inference_model(str(tmp_path) + "/", [x], [y], program=main)
    assert os.listdir(tmp_path) == []


def _reference(*arguments):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    result = subprocess.run(
        [PYTHON, "-W", "ignore", str(CODE), *map(str, arguments)],
        capture_output=True, text=True, env=environment, cwd=arguments[-1], timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout


@needs_reference
def test_paddle_reads_what_is_saved(tmp_path):
    saved_programs.write(str(tmp_path))
    lines = [line for line in _reference("check", tmp_path).splitlines() if line]
    assert len(lines) == len(saved_programs.PROGRAMS)
    for line in lines:
        name, difference = line.split()
        assert float(difference) < 1e-5, name


@needs_reference
def test_what_paddle_saves_is_read(tmp_path):
    _reference("write", tmp_path)
    for name in saved_programs.PROGRAMS:
        assert saved_programs.difference(name, str(tmp_path)) < 1e-5, name
