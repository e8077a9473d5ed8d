"""paddle.save and paddle.load: round trips, exchange, damage, and files that want to run code."""

import io
import os
import pathlib
import pickle
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
    with pytest.raises(
        NotImplementedError, match=r"save: an object of type builtins\.function can not be saved"
    ):
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
