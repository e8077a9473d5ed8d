"""summary, flops, hub and utils."""

import hashlib
import warnings
from collections import OrderedDict, namedtuple

import paddle
import pytest
from paddle import nn, utils


def lenet():
    return nn.Sequential(
        nn.Conv2D(1, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2D(2), nn.Conv2D(6, 16, 5), nn.ReLU(),
        nn.MaxPool2D(2), nn.Flatten(), nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, 10),
    )  # fmt: skip


def test_summary(capsys):
    net = lenet()
    assert paddle.summary(net, (None, 1, 28, 28)) == {
        "total_params": 61610,
        "trainable_params": 61610,
    }
    lines = capsys.readouterr().out.split("\n")
    assert (
        lines[0] == "-" * 75
        and lines[1].split() == "Layer (type) Input Shape Output Shape Param #".split()
    )
    row = next(line for line in lines if "2,416" in line)
    assert "[[1, 6, 14, 14]]" in row and " [1, 16, 10, 10] " in row
    assert "Forward/backward pass size (MB): 0.11" in lines
    assert "Estimated Total Size (MB): 0.35" in lines
    assert net.training and not net[0]._forward_post_hooks
    net[0].weight.stop_gradient = True
    assert paddle.summary(net, input=paddle.rand([2, 1, 28, 28]))["trainable_params"] == 61556


def test_summary_of_other_networks(capsys):
    class Two(nn.Layer):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Embedding(9, 3), nn.LSTM(3, 4)

        def forward(self, x, y):
            return self.b(self.a(x) + y)

    counts = paddle.summary(Two(), [(2, 5), (2, 5, 3)], dtypes=["int64", "float32"])
    assert counts["total_params"] == 27 + 4 * 4 * (3 + 4 + 2)
    assert "[[2, 5, 4], [[1, 2, 4], [1, 2, 4]]]" in capsys.readouterr().out
    for size in (None, (None, None), (0, 2)):
        with pytest.raises(ValueError):
            paddle.summary(nn.Linear(2, 2), size)


def test_flops(capsys):
    assert paddle.flops(lenet(), [1, 1, 28, 28], print_detail=True) == 347560
    out = capsys.readouterr().out
    assert "Total Flops: 347560     Total Params: 61610" in out
    assert (
        "Cannot find suitable count function for <class 'paddle.nn.layer.pooling.MaxPool2D'>" in out
    )
    assert "| [1, 16, 10, 10] |  2416  | 241600 |" in out
    parts = nn.Sequential(
        nn.Conv1D(4, 6, 3, groups=2, bias_attr=False), nn.Conv1DTranspose(6, 4, 3),
        nn.AdaptiveAvgPool1D(3), nn.AvgPool1D(3), nn.ReLU6(),
    )  # fmt: skip
    assert paddle.flops(parts, [2, 4, 20]) == 4512  # as PaddlePaddle counts

    def square(layer, inputs, output):
        layer.total_ops += 7

    assert paddle.flops(nn.Sequential(nn.Tanh()), [2, 2], custom_ops={nn.Tanh: square}) == 7
    with pytest.raises(TypeError, match="must be a Layer"):
        paddle.flops(3, [1])


def test_hub(tmp_path):
    (tmp_path / "beside.py").write_text("SIZE = 3")
    (tmp_path / "hubconf.py").write_text(
        "from beside import SIZE\ndependencies = ['numpy']\n"
        "def model(bias=1):\n    'Gives a number.'\n    return SIZE + bias\n"
    )
    where = {"repo_dir": str(tmp_path), "source": "local"}
    assert paddle.hub.list(**where) == ["model"]
    assert paddle.hub.help(model="model", **where) == "Gives a number."
    assert paddle.hub.load(model="model", bias=4, **where) == 7
    with pytest.raises(RuntimeError, match="Cannot find callable none"):
        paddle.hub.load(model="none", **where)
    with pytest.raises(ValueError, match="Unknown source"):
        paddle.hub.list(str(tmp_path), source="web")
    with pytest.raises(NotImplementedError, match="clone the repository"):
        paddle.hub.list("a/b")
    (tmp_path / "hubconf.py").write_text("dependencies = ['no_such_package']\ndef model(): pass")
    with pytest.raises(RuntimeError, match="Missing dependencies: no_such_package"):
        paddle.hub.load(model="model", **where)


def test_structures():
    Point = namedtuple("Point", "x y")
    nest = [1, (2, Point(3, {"b": 5, "a": 4})), OrderedDict(z=6), []]
    assert utils.flatten(nest) == [1, 2, 3, 4, 5, 6] and utils.flatten(7) == [7]
    back = utils.pack_sequence_as(nest, [10, 20, 30, 40, 50, 60])
    assert back == [10, (20, Point(30, {"b": 50, "a": 40})), OrderedDict(z=60), []]
    assert list(back[1][1].y) == ["b", "a"] and type(back[2]) is OrderedDict
    assert utils.map_structure(lambda a, b: a + b, {"x": (1, 2)}, {"x": (3, 4)}) == {"x": (4, 6)}
    with pytest.raises(ValueError, match="Expected: 6"):
        utils.pack_sequence_as(nest, [1])
    with pytest.raises(ValueError, match="structures differ"):
        utils.map_structure(lambda a, b: a, [1, 2], [1])
    with pytest.raises(ValueError, match="keys differ"):
        utils.assert_same_structure({"a": 1}, {"b": 1})
    with pytest.raises(TypeError, match="kinds differ"):
        utils.assert_same_structure([1], (1,))


def test_cached_weights(tmp_path, monkeypatch):
    (tmp_path / "w.pdparams").write_bytes(b"weights")
    monkeypatch.setattr(utils.download, "WEIGHTS_HOME", str(tmp_path))
    get = utils.download.get_weights_path_from_url
    right = hashlib.md5(b"weights").hexdigest()
    assert get("https://x.org/a/w.pdparams", right) == str(tmp_path / "w.pdparams")
    with pytest.raises(RuntimeError, match="is damaged"):
        get("https://x.org/a/w.pdparams", "0" * 32)
    with pytest.raises(RuntimeError, match="put the file to"):
        get("https://x.org/a/v.pdparams")


def test_marks():
    @utils.deprecated(update_to="paddle.new", since="2.0.0", reason="It is slow.")
    def old(x):
        """Does things."""
        return x

    with pytest.warns(DeprecationWarning, match="since 2.0.0(.|\n)*paddle.new(.|\n)*slow"):
        assert old(3) == 3
    assert "Does things." in old.__doc__ and old.__name__ == "old"
    with pytest.raises(RuntimeError, match="deprecated"):
        utils.deprecated(level=2)(lambda: 1)()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert utils.deprecated()(lambda: 1)() == 1
    utils.require_version("2.0")
    for low, high in (("99.0", None), ("1.0", "1.5")):
        with pytest.raises(Exception, match="is required"):
            utils.require_version(low, high)
    with pytest.raises(ValueError, match="like '1'"):
        utils.require_version("2.x")
