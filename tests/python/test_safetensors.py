"""Files of safetensors: round trips, the format to the byte, and damaged files."""

import io
import json
import os
import struct

import numpy as np
import paddle
import pytest

DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64",
    "float8_e4m3fn", "float8_e5m2",
)  # fmt: skip


def values(dtype, shape=(2, 3)):
    raw = np.arange(np.prod(shape), dtype="float32").reshape(shape)
    return paddle.to_tensor(raw).astype(dtype)


def same(a, b):
    return (
        a.dtype is b.dtype
        and a.shape == b.shape
        and (a.astype("float32") == b.astype("float32")).numpy().all()
    )


@pytest.mark.parametrize("options", [{}, {"mmap": True}])
def test_round_trip(tmp_path, options):
    state = {f"a {dtype} ü": values(dtype) for dtype in DTYPES}
    state |= {"empty": paddle.zeros([0, 4]), "number": paddle.to_tensor(3.0)}
    state |= {"turned": values("float32").t(), "empty16": paddle.zeros([0, 2], "bfloat16")}
    path = tmp_path / "new" / "x.safetensors"
    paddle.save(state, path)
    loaded = paddle.load(path, **options)
    assert set(loaded) == set(state) and all(same(loaded[key], state[key]) for key in state)
    loaded["a float32 ü"].add_(paddle.to_tensor(1.0))  # is not written to the file
    assert same(paddle.load(path)["a float32 ü"], state["a float32 ü"])
    arrays = paddle.load(path, return_numpy=True)
    assert arrays["a float64 ü"].dtype == np.float64 and arrays["a bfloat16 ü"].dtype == np.uint16


def test_buffers_and_arrays():
    buffer = io.BytesIO()
    paddle.save(
        {"u": np.arange(3, dtype="uint32"), "b": np.ones(2, ">f4")}, buffer, safetensors=True
    )
    buffer.seek(0)
    with pytest.raises(TypeError, match="return_numpy=True"):
        paddle.load(buffer, safetensors=True)
    buffer.seek(0)
    loaded = paddle.load(buffer, safetensors=True, return_numpy=True)
    assert loaded["u"].tolist() == [0, 1, 2] and loaded["b"].tolist() == [1.0, 1.0]


def test_the_bytes():
    buffer = io.BytesIO()
    paddle.save({"b": paddle.ones([1], "int16"), "a": paddle.ones([2])}, buffer, safetensors=True)
    raw = buffer.getvalue()
    (length,) = struct.unpack("<Q", raw[:8])
    assert length % 8 == 0 and json.loads(raw[8 : 8 + length]) == {
        "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
        "b": {"dtype": "I16", "shape": [1], "data_offsets": [8, 10]},
    }
    assert raw[8 + length :] == struct.pack("<ffh", 1.0, 1.0, 1)


def test_a_layer(tmp_path):
    layer, other = paddle.nn.BatchNorm1D(3), paddle.nn.BatchNorm1D(3)
    layer.weight.set_value(np.array([1.0, 2.0, 3.0], "float32"))
    paddle.save(layer.state_dict(), str(tmp_path / "l.safetensors"))
    other.set_state_dict(paddle.load(str(tmp_path / "l.safetensors")))
    assert other.weight.tolist() == [1.0, 2.0, 3.0]


def test_refused(tmp_path):
    path = tmp_path / "x.safetensors"
    paddle.save({"x": paddle.ones([2])}, path)
    before = path.read_bytes()
    for bad in (
        {"x": {"y": paddle.ones([1])}},
        {"x": 3},
        {3: paddle.ones([1])},
        [paddle.ones([1])],
    ):
        with pytest.raises(TypeError, match="InvalidType"):
            paddle.save(bad, path)
    with pytest.raises(TypeError, match="complex128"):
        paddle.save({"x": paddle.ones([1], "complex128")}, path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["x.safetensors"]
    with pytest.raises(NotImplementedError, match="mmap"):
        paddle.save({"x": paddle.ones([2])}, tmp_path / "x.pdparams")
        paddle.load(tmp_path / "x.pdparams", mmap=True)


def file_of(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return io.BytesIO(struct.pack("<Q", len(text) if length is None else length) + text + data)


def entry(dtype="F32", shape=(1,), offsets=(0, 4)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


FOUR = b"\0" * 4


@pytest.mark.parametrize(
    "file, text",
    [
        (io.BytesIO(b""), "too short"),
        (file_of({}, length=1 << 60), "longer than the file"),
        (file_of(b"\xff\xff"), "no JSON"),
        (file_of(b"[" * 100_000), "no JSON"),
        (file_of([1]), "no dict"),
        (file_of(b'{"x":1,"x":1}'), "twice"),
        (file_of({"x": 1}), "no place"),
        (file_of({"x": entry(offsets=(-4, 0))}), "no place"),
        (file_of({"x": entry(offsets=(0, True))}), "no place"),
        (file_of({"x": entry(dtype="PICKLE")}, FOUR), "not known"),
        (file_of({"x": entry(dtype=["F32"])}, FOUR), "not known"),
        (file_of({"x": entry(shape=(-1,))}, FOUR), "no shape"),
        (file_of({"x": entry(shape=(2,))}, FOUR), "takes 8"),
        (file_of({"x": entry(shape=(1 << 62, 1 << 62))}, FOUR), "takes"),
        (file_of({"x": entry(shape=(0, 1 << 62, 1 << 62), offsets=(0, 0))}), "can not be"),
        (file_of({"x": entry(shape=(1,) * 99)}, FOUR), "can not be"),
        (file_of({"x": entry(offsets=(4, 0))}, FOUR), "before it begins|does not begin"),
        (file_of({"x": entry(), "y": entry()}, FOUR), "does not begin"),
        (file_of({"x": entry()}, FOUR * 2), "header names 4"),
        (file_of({"x": entry()}), "header names 4"),
    ],
)
def test_damaged(file, text, tmp_path):
    with pytest.raises(ValueError, match=f"load: the buffer is damaged(.|\n)*({text})"):
        paddle.load(file, safetensors=True)
    (tmp_path / "x.safetensors").write_bytes(file.getvalue())
    with pytest.raises(ValueError, match=f"x.safetensors is damaged(.|\n)*({text})"):
        paddle.load(tmp_path / "x.safetensors", mmap=True)


def test_metadata_and_unaligned_data():
    header = {
        "__metadata__": {"format": "pt"},
        "a": entry("U8", (1,), (0, 1)),
        "b": entry(offsets=(1, 5)),
    }
    loaded = paddle.load(file_of(header, b"\7" + struct.pack("<f", 2.5)), safetensors=True)
    assert loaded["a"].tolist() == [7] and loaded["b"].tolist() == [2.5]
