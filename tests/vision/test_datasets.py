"""Data sets from files made here, in the forms of the published ones."""

import gzip
import io
import pickle
import tarfile

import numpy as np
import paddle
import pytest
from paddle.vision import datasets
from paddle.vision.transforms import ToTensor
from PIL import Image


def add(archive, name, data):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    archive.addfile(info, io.BytesIO(data))


def picture(value, size=(5, 4), form="PNG"):
    file = io.BytesIO()
    Image.new("RGB", size, (value, value, value)).save(file, form)
    return file.getvalue()


def cifar(path, folder, batches):
    with tarfile.open(path, "w:gz") as archive:
        for name, batch in batches.items():
            add(archive, f"{folder}/{name}", pickle.dumps(batch, protocol=2))


def test_cifar(tmp_path):
    rng = np.random.default_rng(0)
    data = rng.integers(0, 256, (3, 3072)).astype(np.uint8)
    path = str(tmp_path / "cifar10.tar.gz")
    train = {b"data": data[:2], b"labels": [7, 1]}
    test = {b"data": data[2:], b"labels": [5]}
    cifar(path, "cifar-10-batches-py", {"data_batch_1": train, "test_batch": test})
    train, test = datasets.Cifar10(path), datasets.Cifar10(path, "test", backend="cv2")
    assert len(train) == 2 and len(test) == 1
    image, label = train[1]
    assert np.asarray(image).tolist() == data[1].reshape(3, 32, 32).transpose(1, 2, 0).tolist()
    assert label == 1 and label.dtype == np.int64 and label.shape == ()
    array, label = test[0]
    assert array.dtype == np.float32 and array.shape == (32, 32, 3) and label == 5
    path = str(tmp_path / "cifar100.tar.gz")
    cifar(path, "cifar-100-python", {"train": {b"data": data, b"fine_labels": [9, 8, 7]}})
    hundred = datasets.Cifar100(path, transform=ToTensor())
    batch, labels = next(iter(paddle.io.DataLoader(hundred, batch_size=3)))
    assert list(batch.shape) == [3, 3, 32, 32] and labels.tolist() == [9, 8, 7]


def test_cifar_runs_nothing(tmp_path):
    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "made"), "w"))

    path = str(tmp_path / "bad.tar.gz")
    cifar(path, "x", {"data_batch_1": {b"data": Evil(), b"labels": []}})
    with pytest.raises(ValueError, match="no data set"):
        datasets.Cifar10(path)
    assert not (tmp_path / "made").exists()


def test_folders(tmp_path):
    for name, value in (
        ("b/one.png", 2),
        ("b/deep/two.JPG", 3),
        ("a/three.bmp", 1),
        ("a/text.txt", 0),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture(value, form="JPEG" if name.endswith("JPG") else "PNG"))
    data = datasets.DatasetFolder(str(tmp_path))
    assert data.classes == ["a", "b"] and data.class_to_idx == {"a": 0, "b": 1}
    assert data.targets == [0, 1, 1] and len(data) == 3
    image, target = data[0]
    assert image.mode == "RGB" and image.getpixel((0, 0)) == (1, 1, 1) and target == 0
    only = datasets.DatasetFolder(
        str(tmp_path), loader=len, is_valid_file=lambda p: p.endswith(".txt")
    )
    assert [only[i][1] for i in range(len(only))] == [0]
    flat = datasets.ImageFolder(str(tmp_path), transform=ToTensor())
    assert len(flat) == 3 and list(flat[2][0].shape) == [3, 4, 5]
    assert len(datasets.ImageFolder(str(tmp_path), extensions=(".png",))) == 1
    (tmp_path / "empty" / "class").mkdir(parents=True)
    for kind in (datasets.DatasetFolder, datasets.ImageFolder):
        with pytest.raises(RuntimeError, match="there are no files"):
            kind(str(tmp_path / "empty"))


def test_voc(tmp_path):
    path = tmp_path / "voc.tar"
    root = "VOCdevkit/VOC2012"
    with tarfile.open(path, "w") as archive:
        add(archive, f"{root}/ImageSets/Segmentation/trainval.txt", b"x\ny\n")
        for name, value in (("x", 10), ("y", 20)):
            add(archive, f"{root}/JPEGImages/{name}.jpg", picture(value, form="JPEG"))
            add(archive, f"{root}/SegmentationClass/{name}.png", picture(value))
    data = datasets.VOC2012(str(path))
    image, label = data[1]
    assert len(data) == 2 and image.size == (5, 4) and label.getpixel((0, 0)) == (20, 20, 20)
    image, label = datasets.VOC2012(str(path), backend="cv2")[0]
    assert image.dtype == np.float32 and image.shape == (4, 5, 3)
    again = pickle.loads(pickle.dumps(data))
    assert again[0][0].size == (5, 4)


def test_flowers(tmp_path):
    scio = pytest.importorskip("scipy.io")
    paths = [str(tmp_path / name) for name in ("102flowers.tgz", "labels.mat", "sets.mat")]
    with tarfile.open(paths[0], "w:gz") as archive:
        for i in (1, 2):
            add(archive, f"jpg/image_{i:05}.jpg", picture(i, form="JPEG"))
    scio.savemat(paths[1], {"labels": np.array([[44, 77]])})
    scio.savemat(
        paths[2], {"tstid": np.array([[2]]), "trnid": np.array([[1]]), "valid": np.array([[1, 2]])}
    )
    data = datasets.Flowers(*paths, mode="train")
    image, label = data[0]
    assert len(data) == 1 and image.size == (5, 4) and label.tolist() == [77]
    assert len(datasets.Flowers(*paths, mode="valid", backend="cv2")) == 2
    assert [f.name for f in (tmp_path / "102flowers").iterdir()] == ["jpg"]


def test_no_network(tmp_path, monkeypatch):
    """What is not there and can not be had is told, with where it should lie."""
    from paddle.vision.datasets import archives

    monkeypatch.setattr(archives, "HOME", str(tmp_path))
    for kind in (datasets.Cifar10, datasets.Cifar100, datasets.VOC2012, datasets.Flowers):
        with pytest.raises(ValueError, match="download=True is needed"):
            kind(download=False)
    monkeypatch.setattr(datasets.Cifar10, "_URL", "http://localhost:9/c.tar.gz")
    with pytest.raises(RuntimeError, match="could not be downloaded(.|\n)*put the file to"):
        datasets.Cifar10()
    monkeypatch.setattr(datasets.MNIST, "_FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(datasets.MNIST, "_URL", "http://localhost:9/")
    with pytest.raises(FileNotFoundError, match="was not downloaded(.|\n)*Hint"):
        datasets.MNIST()
    with pytest.raises(ValueError, match="`mode` is wrong"):
        datasets.VOC2012(mode="all")


def test_backends(tmp_path):
    path = tmp_path / "p.png"
    path.write_bytes(picture(6))
    assert paddle.vision.image_load(str(path)).size == (5, 4)
    tensor = paddle.vision.image_load(str(path), backend="tensor")
    assert list(tensor.shape) == [3, 4, 5] and int(tensor.max()) == 6
    with pytest.raises(ValueError, match="backend is unknown"):
        paddle.vision.set_image_backend("jpeg")
    paddle.vision.set_image_backend("tensor")
    try:
        assert isinstance(paddle.vision.image_load(str(path)), paddle.Tensor)
        with pytest.raises(ValueError, match="`backend` is wrong"):
            datasets.Cifar10("none")
    finally:
        paddle.vision.set_image_backend("pil")


def test_mnist_uses_the_backend_that_is_set(tmp_path):
    paths = []
    for name, magic, array in (
        ("i", 2051, np.zeros((1, 28, 28), np.uint8)),
        ("l", 2049, np.zeros(1, np.uint8)),
    ):
        header = np.array([magic, *array.shape], ">u4").tobytes()
        paths.append(str(tmp_path / name))
        (tmp_path / name).write_bytes(gzip.compress(header + array.tobytes()))
    paddle.vision.set_image_backend("cv2")
    try:
        assert datasets.MNIST(*paths)[0][0].dtype == np.float32
    finally:
        paddle.vision.set_image_backend("pil")
