"""paddle.save and paddle.load: round trips, exchange, damage, and files that want to run code."""

import io
import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading
from collections import OrderedDict

import numpy as np
import paddle
import pytest

from tests.python.reference import needs_reference, run


def tensor(values, dtype="float32", name=None):
    made = paddle.to_tensor(np.array(values, "float32")).astype(dtype)
    if name:
        made.name = name
    return made


def roundtrip(obj, **options):
    buffer = io.BytesIO()
    paddle.save(obj, buffer)
    buffer.seek(0)
    return paddle.load(buffer, **options)


@pytest.mark.parametrize("protocol", [2, 3, 4])
def test_state_dict(tmp_path, protocol):
    path = tmp_path / "new" / "model.pdparams"  # the folder is made
    state = OrderedDict(w=tensor([[1, 2], [3, 4]], name="fc.w"), b=tensor([1], "float64"))
    paddle.save(state, str(path), protocol=protocol)
    loaded = paddle.load(str(path))
    assert list(loaded) == ["w", "b"]
    assert loaded["w"].tolist() == [[1, 2], [3, 4]] and loaded["w"].name == "fc.w"
    assert loaded["b"].dtype is paddle.float64
    assert isinstance(paddle.load(str(path), return_numpy=True)["w"], np.ndarray)
    table = paddle.load(str(path), keep_name_table=True)["StructuredToParameterName@@"]
    assert table["w"] == "fc.w"


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "int64", "bool", "uint8"])
def test_dtypes(dtype):
    loaded = roundtrip({"x": tensor([0, 1.5], dtype)})["x"]
    assert loaded.dtype is paddle.to_tensor([0.0]).astype(dtype).dtype
    assert loaded.astype("float32").tolist() == tensor([0, 1.5], dtype).astype("float32").tolist()


def test_nesting():
    obj = {"a": [tensor([1]), {"t": (tensor([2]), 3, "x", None)}], "n": np.arange(3), "s": {1, 2}}
    loaded = roundtrip(obj)
    assert loaded["a"][0].tolist() == [1] and loaded["a"][1]["t"][0].tolist() == [2]
    assert loaded["a"][1]["t"][1:] == (3, "x", None) and loaded["s"] == {1, 2}
    assert isinstance(loaded["n"], np.ndarray)  # an array stays one beside tensors
    assert isinstance(roundtrip([np.arange(2)])[0], paddle.Tensor)  # alone it becomes one


def test_one_tensor_and_empty_ones():
    assert roundtrip(tensor(3.0)).item() == 3.0
    assert list(roundtrip({"x": paddle.full([0, 3], 1.0)})["x"].shape) == [0, 3]


def test_a_layer_is_refused():
    with pytest.raises(ValueError, match="state_dict"):
        paddle.save({"net": paddle.nn.ReLU()}, io.BytesIO())
    with pytest.raises(NotImplementedError, match="can not be saved"):
        paddle.save([lambda: 1], io.BytesIO())
    with pytest.raises(NotImplementedError, match="can not be saved"):
        paddle.save({"lock": threading.Lock()}, io.BytesIO())


class Evil:
    def __init__(self, call):
        self.call = call

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_a_file_runs_no_code(tmp_path, protocol):
    mark = tmp_path / "ran"
    calls = [(os.mkdir, (str(mark),)), (eval, (f"__import__('os').mkdir({str(mark)!r})",))]
    for call in calls:
        path = tmp_path / "evil.pdparams"
        path.write_bytes(pickle.dumps({"w": Evil(call)}, protocol))
        with pytest.raises(ValueError, match="refused"):
            paddle.load(str(path))
        assert not mark.exists()


def test_damage_raises_value_error(tmp_path):
    path = tmp_path / "model.pdparams"
    paddle.save({"w": tensor(np.arange(100)), "k": [1, "two", 3.0]}, str(path))
    good = path.read_bytes()
    rng = np.random.default_rng(0)
    broken = [good[:n] for n in (0, 1, 10, len(good) // 2, len(good) - 1)]
    broken += [b"\x80\x04", b"hello", bytes(1000)]
    for bytes_ in broken:
        path.write_bytes(bytes_)
        with pytest.raises(ValueError, match="damaged"):
            paddle.load(str(path))
    for _ in range(300):  # a flipped byte: another value or a ValueError, nothing else
        raw = bytearray(good)
        raw[rng.integers(len(raw))] ^= 1 << int(rng.integers(8))
        path.write_bytes(raw)
        try:
            paddle.load(str(path))
        except ValueError:
            pass


def test_missing_file_and_wrong_arguments(tmp_path):
    paddle.save({}, str(tmp_path / "m.pdparams"))
    with pytest.raises(ValueError, match=r"m\.pdparams"):
        paddle.load(str(tmp_path / "m"))
    with pytest.raises(ValueError, match="names no file"):
        paddle.save({}, str(tmp_path) + "/")
    with pytest.raises(ValueError, match="protocol"):
        paddle.save({}, str(tmp_path / "x"), protocol=5)
    with pytest.raises(ValueError, match="unknown"):
        paddle.load(str(tmp_path / "m.pdparams"), colour=1)


def test_a_failed_save_keeps_the_old_file(tmp_path):
    path = tmp_path / "model.pdparams"
    paddle.save({"w": tensor([1])}, str(path))
    with pytest.raises(NotImplementedError, match="save: something in the object can not be saved"):
        paddle.save({"w": [tensor(np.zeros(100000)), lambda: 1]}, str(path))
    assert paddle.load(str(path))["w"].tolist() == [1]
    assert [p.name for p in tmp_path.iterdir()] == ["model.pdparams"]  # nothing left over


def test_links_stay_links(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    paddle.save({"w": tensor([1])}, str(link))
    assert link.is_symlink() and paddle.load(str(real))["w"].tolist() == [1]


WRITE = """
import sys, numpy as np, paddle
w = paddle.to_tensor(np.arange(6, dtype='float32').reshape(2, 3)); w.name = 'w_name'
b = paddle.to_tensor([1.5, -2.25]).astype('bfloat16')
paddle.save({'w': w, 'b': b}, sys.argv[1])
paddle.save({'m': w, 'master_weights': {'p': b}, 'LR_Scheduler': {'last_lr': 0.1}}, sys.argv[2])
"""
READ = """
import sys, paddle
a, b = paddle.load(sys.argv[1]), paddle.load(sys.argv[2])
print(a['w'].tolist(), a['w'].name, a['b'].astype('float32').tolist(), str(a['b'].dtype)[-8:])
print(b['m'].tolist(), b['m'].name, b['LR_Scheduler'])
print(b['master_weights']['p'].astype('float32').tolist())
"""


DATA = pathlib.Path(__file__).parent / "data"


def test_files_of_paddle():
    """Written by the two saves of WRITE under PaddlePaddle 3.3.1."""
    state = paddle.load(str(DATA / "by_paddle_3.3.1.pdparams"))
    assert list(state) == ["w", "b"] and state["w"].name == "w_name"
    assert state["w"].dtype is paddle.float32 and state["w"].tolist() == [[0, 1, 2], [3, 4, 5]]
    optimizer = paddle.load(str(DATA / "by_paddle_3.3.1.pdopt"))
    assert set(optimizer) == {"m", "master_weights", "LR_Scheduler"}
    assert optimizer["LR_Scheduler"] == {"last_lr": 0.1}
    for narrow in (state["b"], optimizer["master_weights"]["p"]):
        assert narrow.astype("float32").tolist() == [1.5, -2.25]


@needs_reference
def test_exchange_with_paddle(tmp_path, capsys, monkeypatch):
    theirs, ours = [tmp_path / "t1", tmp_path / "t2"], [tmp_path / "o1", tmp_path / "o2"]
    run(WRITE, *theirs)
    expected = run(READ, *theirs)
    monkeypatch.setattr("sys.argv", ["", *map(str, ours)])
    exec(WRITE, {})
    assert run(READ, *ours) == expected
    monkeypatch.setattr("sys.argv", ["", *map(str, theirs)])
    capsys.readouterr()
    exec(READ, {})
    assert capsys.readouterr().out == expected


def test_async_save_keeps_the_last_of_many(tmp_path):
    path = tmp_path / "model.pdparams"
    for i in range(20):
        paddle.framework.io.async_save({"w": paddle.full([1000], i)}, path)
    paddle.framework.io.clear_async_save_task_queue()
    assert paddle.load(path)["w"][0].item() == 19
    assert [p.name for p in tmp_path.iterdir()] == ["model.pdparams"]


def test_async_save_tells_of_a_failure(tmp_path):
    (tmp_path / "file").touch()
    bad, good = tmp_path / "file" / "model.pdparams", tmp_path / "model.pdparams"
    state = {"w": paddle.ones([2])}
    paddle.framework.io.async_save(state, bad)
    with pytest.raises(OSError, match="file"):
        paddle.framework.io.clear_async_save_task_queue()
    paddle.framework.io.clear_async_save_task_queue()
    paddle.framework.io.async_save(state, bad)
    paddle.framework.io._saving[-1].join()
    with pytest.raises(OSError, match="file"):
        paddle.framework.io.async_save(state, good)
    paddle.framework.io.clear_async_save_task_queue()
    assert paddle.load(good)["w"].tolist() == [1.0, 1.0]


def test_async_save_reports_at_exit_what_nobody_asked_for(tmp_path):
    (tmp_path / "file").touch()
    code = (
        "import paddle\n"
        f"paddle.framework.io.async_save({{'w': paddle.ones([2])}}, {str(tmp_path / 'file' / 'x')!r})\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], env=dict(os.environ), capture_output=True, text=True
    )
    assert "async_save" in result.stderr and "failed" in result.stderr


def test_threads_save_to_one_path(tmp_path):
    path, errors = tmp_path / "model.pdparams", []

    def work(i):
        try:
            for _ in range(5):
                paddle.save({"w": paddle.full([100_000], i)}, str(path))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    w = paddle.load(str(path))["w"].numpy()
    assert (w == w[0]).all()
    assert [p.name for p in tmp_path.iterdir()] == ["model.pdparams"]


# ---- large arrays, whose bytes go into Tensors without a copy ----


def _large(dtype="float32", shape=(300, 301)):
    return paddle.arange(shape[0] * shape[1]).reshape(shape).astype(dtype)


@pytest.mark.parametrize("protocol", [2, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "int64", "bool", "complex64"])
def test_large_tensors(tmp_path, dtype, protocol):
    x = _large(dtype, (500, 301))
    x.name = "weight"
    paddle.save({"x": x, "t": x.t(), "list": [1, {"y": 2}]}, str(tmp_path / "a.pdparams"), protocol)
    loaded = paddle.load(str(tmp_path / "a.pdparams"))
    assert loaded["x"].dtype == x.dtype and loaded["x"].name == "weight"
    assert loaded["x"].equal_all(x) and loaded["t"].equal_all(x.t())
    assert loaded["list"] == [1, {"y": 2}]
    loaded["x"].zero_()  # its memory is its own
    assert loaded["t"].equal_all(x.t())
    with open(tmp_path / "a.pdparams", "rb") as file:
        plain = pickle.load(file)  # any pickle module reads it
    assert plain["x"][1].shape == (500, 301)


def test_large_arrays_as_numpy_outlive_the_file(tmp_path):
    path = str(tmp_path / "a.pdparams")
    x = _large()
    paddle.save({"x": x}, path)
    array = paddle.load(path, return_numpy=True)["x"]
    paddle.save({"x": x * 0}, path)
    junk = [paddle.ones([300, 301]) for _ in range(10)]
    assert array.flags.writeable and (array == x.numpy()).all() and len(junk) == 10


def test_one_array_in_two_places(tmp_path):
    path = str(tmp_path / "a.pdparams")
    array = _large().numpy()
    paddle.save([array, array, {"again": array}], path)
    first, second, again = (lambda a: (a[0], a[1], a[2]["again"]))(paddle.load(path))
    assert first.equal_all(second) and first.equal_all(again)


def test_large_arrays_of_other_orders(tmp_path):
    path = str(tmp_path / "a.pdparams")
    array = np.asfortranarray(_large().numpy())
    paddle.save({"f": array, "cut": _large().numpy()[:, ::2], "u4": array.astype("uint32")}, path)
    loaded = paddle.load(path, return_numpy=True)
    assert (loaded["f"] == array).all() and (loaded["cut"] == array[:, ::2]).all()
    assert loaded["u4"].dtype == np.uint32 and (loaded["u4"] == array).all()


def test_more_objects_than_arrays(tmp_path):
    path = str(tmp_path / "a.pdparams")
    content = {"numbers": list(range(500_000)), "x": _large()}
    paddle.save(content, path)
    loaded = paddle.load(path)
    assert loaded["numbers"] == content["numbers"] and loaded["x"].equal_all(content["x"])


def test_deep_containers(tmp_path):
    path = str(tmp_path / "a.pdparams")
    deep = [1]
    for _ in range(400):  # pickle's C code goes there, its Python code does not
        deep = [deep]
    paddle.save(deep, path)
    with open(path, "rb") as file:
        assert pickle.load(file) == deep


def test_a_file_that_can_not_be_wound_back(tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    found = []

    def read():
        with open(pipe, "rb") as file:
            found.append(pickle.load(file))

    reader = threading.Thread(target=read)
    reader.start()
    paddle.save({"x": _large()}, pipe)
    reader.join(20)
    assert (found[0]["x"] == _large().numpy()).all()


def test_load_in_a_captured_function(tmp_path):
    path = str(tmp_path / "a.pdparams")
    x = _large()
    paddle.save({"x": x}, path)

    @paddle.jit.to_static
    def f(y):
        return y + paddle.load(path)["x"]

    for _ in range(3):
        assert f(x).equal_all(x + x)


def test_damaged_large_arrays(tmp_path):
    buffer = io.BytesIO()
    paddle.save(
        {"x": _large("float32", (128, 129)), "y": _large("bfloat16", (200, 201)), "n": 3}, buffer
    )
    good = buffer.getvalue()
    starts = [good.index(b"x"), good.index(b"y", good.index(b"x") + 60000)]
    rng = random.Random(0)
    for _ in range(400):
        bad = bytearray(good)
        for _ in range(rng.choice((1, 1, 2, 3))):  # where the descriptions are
            at = rng.choice((0, *starts, len(good) - 300)) + rng.randrange(300)
            bad[min(at, len(bad) - 1)] = rng.choice((0, 1, 127, 255, rng.randrange(256)))
        if rng.random() < 0.3:
            del bad[rng.randrange(len(bad)) :]
        try:
            paddle.load(io.BytesIO(bytes(bad)))
        except (ValueError, NotImplementedError, TypeError):
            pass
