"""Networks: the names and shapes of their parameters and their results are PaddlePaddle's."""

import hashlib
import json
import pathlib

import numpy as np
import paddle
import pytest
from paddle.utils import download
from paddle.vision import models

from tests.vision import cases
from tests.vision.expected import digest

EXPECTED = json.loads((pathlib.Path(__file__).parent / "models.json").read_text())


def names():
    for name, (_, _, small) in cases.MODELS.items():
        yield name if small else pytest.param(name, marks=pytest.mark.full)


@pytest.mark.parametrize("name", list(names()))
def test_is_paddles(name):
    state, results = cases.model_results(name)
    expected = EXPECTED[name]
    assert digest(state) == expected["state"]
    assert len(results) == len(expected["results"])
    for (shape, spread, values), (right_shape, right_spread, right) in zip(
        results, expected["results"], strict=True
    ):
        assert shape == right_shape
        np.testing.assert_allclose(spread, right_spread, rtol=1e-4)
        np.testing.assert_allclose(values, right, rtol=1e-4, atol=1e-4 * right_spread)


def test_every_model_is_compared():
    made = {models.ResNet, models.VGG, models.DenseNet, models.ShuffleNetV2, models.SqueezeNet}
    made |= {
        models.AlexNet,
        models.GoogLeNet,
        models.InceptionV3,
        models.MobileNetV1,
        models.MobileNetV2,
    }
    public = {n for n in models.__all__ if getattr(models, n) not in made}
    known = {
        n.partition("_features")[0].partition("_dropout")[0].partition("_bn")[0]
        for n in cases.MODELS
    }
    few = {"densenet121", "mobilenet_v3_small", "mobilenet_v3_large", "vgg16"}
    assert public - known <= few


@pytest.mark.parametrize(
    "make", [models.resnet18, models.mobilenet_v2, models.densenet121, models.squeezenet1_1]
)
def test_trains(make):
    paddle.seed(0)
    model = make(num_classes=3)
    optimizer = paddle.optimizer.Adam(1e-3, parameters=model.parameters())
    x, y = paddle.randn([6, 3, 32, 32]), paddle.to_tensor([0, 1, 2, 0, 1, 2])
    losses = []
    for _ in range(6):
        loss = paddle.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        assert all(p.grad is not None for p in model.parameters() if not p.stop_gradient)
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss))
    assert losses[-1] < losses[0]


def test_to_static_is_eager():
    model = models.shufflenet_v2_x0_25(num_classes=4)
    model.eval()
    x = paddle.randn([1, 3, 32, 32])
    eager = model(x)
    np.testing.assert_array_equal(paddle.jit.to_static(model)(x).numpy(), eager.numpy())


def test_batch_norm_uses_running_statistics():
    layer = paddle.nn.BatchNorm(2, act="relu")
    layer._variance.set_value(paddle.to_tensor([4.0, 4.0]))
    layer.eval()
    x = paddle.to_tensor([[[[8.0]], [[-8.0]]]])
    np.testing.assert_allclose(layer(x).flatten().tolist(), [4.0, 0.0], rtol=1e-5)


def test_pretrained(tmp_path, monkeypatch):
    monkeypatch.setattr(download, "WEIGHTS_HOME", str(tmp_path))
    trained = models.resnet18(num_classes=2)
    path = tmp_path / "weights.pdparams"
    paddle.save(trained.state_dict(), str(path))
    md5 = hashlib.md5(path.read_bytes()).hexdigest()
    from paddle.vision.models import resnet

    monkeypatch.setitem(resnet.model_urls, "resnet18", ("http://localhost:9/weights.pdparams", md5))
    model = models.resnet18(pretrained=True, num_classes=2)
    np.testing.assert_array_equal(model.conv1.weight.numpy(), trained.conv1.weight.numpy())
    monkeypatch.setitem(
        resnet.model_urls, "resnet18", ("http://localhost:9/weights.pdparams", "0" * 32)
    )
    with pytest.raises(RuntimeError, match="could not be downloaded(.|\n)*Hint"):
        models.resnet18(pretrained=True, num_classes=2)
    with pytest.raises(ValueError, match="vgg11: there are no weights"):
        models.vgg11(pretrained=True, num_classes=0)


def test_archives_are_unpacked(tmp_path):
    import io
    import tarfile

    def archive(name, *members):
        with tarfile.open(tmp_path / name, "w") as file:
            for member in members:
                info = tarfile.TarInfo(member)
                info.size = 2
                file.addfile(info, io.BytesIO(b"ok"))
        return download.get_path_from_url(f"http://localhost:9/{name}", str(tmp_path))

    assert pathlib.Path(archive("one.tar", "inner/a", "inner/b")) == tmp_path / "inner"
    assert (tmp_path / "inner" / "a").read_bytes() == b"ok"
    assert pathlib.Path(archive("two.tar", "c", "d")) == tmp_path / "two"
    with pytest.raises(ValueError, match="no safe archive"):
        archive("bad.tar", "../outside")
    assert not (tmp_path.parent / "outside").exists()


def test_layers_in_the_middle():
    getter = models._utils.IntermediateLayerGetter
    model = models.resnet18()
    with pytest.raises(ValueError, match="no such layers"):
        getter(model, {"layer9": "x"})
    out = getter(model, {"layer1": "low", "fc": "end"})(paddle.ones([1, 3, 32, 32]))
    assert [(k, list(v.shape)) for k, v in out.items()] == [
        ("low", [1, 64, 8, 8]),
        ("end", [1, 1000]),
    ]
