"""Objects of the caller's classes in files: saved as PaddlePaddle does, loaded where the caller allows them."""

import collections
import dataclasses
import enum
import io
import os
import pickle
import threading

import numpy as np
import paddle
import pytest
from paddle.framework.io import safe_classes

from tests.python.reference import needs_reference, run


class Mode(enum.Enum):
    EAGER = "eager"
    STATIC = "static"


@dataclasses.dataclass
class Options:
    rate: float = 0.1
    mode: Mode = Mode.EAGER
    extra: dict = dataclasses.field(default_factory=dict)


class Slots:
    __slots__ = ("other", "value")


class Counted(dict):
    pass


Pair = collections.namedtuple("Pair", "first second")


def roundtrip(obj, classes=(), protocol=4, **options):
    buffer = io.BytesIO()
    paddle.save(obj, buffer, protocol=protocol)
    buffer.seek(0)
    with safe_classes(list(classes)):
        return paddle.load(buffer, **options)


@pytest.mark.parametrize("protocol", [2, 3, 4])
def test_plain_objects(protocol):
    options = Options(0.5, Mode.STATIC, {"names": ["a", "b"]})
    loaded = roundtrip(options, [Options, Mode], protocol)
    assert loaded == options and loaded.mode is Mode.STATIC
    assert roundtrip({"o": [options], "w": paddle.ones([2])}, [Options, Mode], protocol)["o"] == [
        options
    ]


def test_tensors_in_the_state_of_an_object():
    shared = paddle.to_tensor([1.0, 2.0])
    shared.name = "shared"
    slots = Slots()
    slots.other, slots.value = Options(extra={"t": [(shared, 3)]}), paddle.ones([2], "bfloat16")
    slots.other.extra["back"] = slots  # objects may refer to each other
    loaded = roundtrip(
        {"slots": slots, "again": slots, "array": np.arange(3)}, [Slots, Options, Mode]
    )
    assert loaded["again"] is loaded["slots"]
    assert loaded["slots"].other.extra["back"] is loaded["slots"]
    back, number = loaded["slots"].other.extra["t"][0]
    assert isinstance(back, paddle.Tensor) and back.name == "shared" and number == 3
    assert back.tolist() == [1.0, 2.0]
    assert loaded["slots"].value.dtype is paddle.bfloat16


def test_arrays_in_the_state_of_an_object_stay():
    loaded = roundtrip(Options(extra={"a": np.arange(3), "t": paddle.ones([2])}), [Options, Mode])
    assert isinstance(loaded.extra["a"], np.ndarray)
    assert isinstance(loaded.extra["t"], paddle.Tensor)
    loaded = roundtrip(Options(extra={"t": paddle.ones([2])}), [Options, Mode], return_numpy=True)
    assert isinstance(loaded.extra["t"], np.ndarray)


def test_kinds_of_containers():
    counted = Counted(a=paddle.ones([1]))
    pair = Pair(paddle.zeros([1]), [paddle.ones([2])])
    loaded = roundtrip([counted, pair], [Counted, Pair])
    assert type(loaded[0]) is Counted and loaded[0]["a"].item() == 1
    assert type(loaded[1]) is Pair and loaded[1].second[0].tolist() == [1, 1]
    assert isinstance(loaded[1].first, paddle.Tensor)


def test_a_class_that_is_not_named_is_refused():
    buffer = io.BytesIO()
    paddle.save({"o": Options()}, buffer)
    for classes, missing in (([], "Options"), ([Options], "Mode")):
        buffer.seek(0)
        with safe_classes(classes), pytest.raises(ValueError, match=f"type .*{missing}") as caught:
            paddle.load(buffer)
        assert f"safe_classes([{missing}])" in str(caught.value)
    with safe_classes([Options, Mode]):
        pass
    buffer.seek(0)
    with pytest.raises(ValueError, match="Options"):  # the permission ends with the block
        paddle.load(buffer)


def test_permissions_nest_and_belong_to_one_thread():
    buffer = io.BytesIO()
    paddle.save(Options(), buffer)
    found = []

    def load():
        try:
            found.append(paddle.load(io.BytesIO(buffer.getvalue())))
        except ValueError as error:
            found.append(error)

    with safe_classes([Options]), safe_classes([Mode]):
        load()
        thread = threading.Thread(target=load)
        thread.start()
        thread.join()
    assert found[0] == Options() and isinstance(found[1], ValueError)


class Evil:
    def __init__(self, made):
        self.made = made

    def __reduce__(self):
        return self.made


@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_an_allowed_class_opens_no_other_door(tmp_path, protocol):
    mark = str(tmp_path / "ran")
    calls = [(os.mkdir, (mark,)), (getattr, (Options, "__init__")), (eval, ("1",))]
    for call in calls:
        buffer = io.BytesIO(pickle.dumps([Options(), Evil(call)], protocol))
        with safe_classes([Options, Mode]), pytest.raises(ValueError, match="refused"):
            paddle.load(buffer)
    assert not os.path.exists(mark)
    # A name that leads through an allowed class to what it refers to.
    dotted = b"\x80\x04\x8c" + bytes([len(__name__)]) + __name__.encode()
    dotted += b"\x8c\x15Options.__init__.__code__"[:2] + b"Options.__init__.__co" + b"\x93."
    with safe_classes([Options]), pytest.raises(ValueError, match="refused"):
        paddle.load(io.BytesIO(dotted))


def test_wrong_arguments():
    for wrong in ([3], ["Options"], [os.mkdir]):
        with pytest.raises(TypeError, match="safe_classes"), safe_classes(wrong):
            pass


def test_a_failed_save_keeps_the_old_file(tmp_path):
    path = tmp_path / "state.pdparams"
    paddle.save(Options(), path)
    before = path.read_bytes()
    with pytest.raises(NotImplementedError, match="can not be saved"):
        paddle.save(Options(extra={"f": lambda: 1}), path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["state.pdparams"]


class Broken:
    def __getstate__(self):
        raise AttributeError("no state today")


def test_an_error_of_the_object_itself_is_raised_as_it_is():
    with pytest.raises(AttributeError, match="no state today"):
        paddle.save(Broken(), io.BytesIO())


@needs_reference
def test_exchange_with_paddle(tmp_path):
    """`datetime.timedelta` stands for a class that both know."""
    import datetime

    took = datetime.timedelta(seconds=7)
    paddle.save({"took": took, "w": paddle.ones([2])}, str(tmp_path / "ours"))
    text = run(
        "import datetime, paddle\n"
        f"o = paddle.load({str(tmp_path / 'ours')!r})\n"
        "assert o['took'] == datetime.timedelta(seconds=7) and o['w'].tolist() == [1, 1]\n"
        f"paddle.save({{'took': o['took'], 'w': o['w']}}, {str(tmp_path / 'theirs')!r})\n"
        "print('done')"
    )
    assert "done" in str(text)
    with safe_classes([datetime.timedelta]):
        loaded = paddle.load(str(tmp_path / "theirs"))
    assert loaded["took"] == took and loaded["w"].tolist() == [1, 1]
