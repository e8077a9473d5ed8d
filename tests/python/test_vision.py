"""MNIST files and transforms."""

import gzip

import numpy as np
import paddle
import pytest
from paddle.vision import datasets
from paddle.vision import transforms as T


@pytest.fixture
def files(tmp_path):
    images = np.arange(3 * 784, dtype=np.uint32).astype(np.uint8).reshape(3, 28, 28)
    labels = np.array([3, 1, 2], np.uint8)
    paths = []
    for name, magic, array in (("images", 2051, images), ("labels", 2049, labels)):
        header = np.array([magic, *array.shape], ">u4").tobytes()
        path = tmp_path / f"{name}.gz"
        path.write_bytes(gzip.compress(header + array.tobytes()))
        paths.append(str(path))
    return images, labels, paths


def test_mnist(files):
    images, labels, paths = files
    data = datasets.MNIST(*paths, backend="cv2")
    assert len(data) == 3
    image, label = data[1]
    assert image.dtype == np.float32 and (image == images[1]).all()
    assert label.tolist() == [1] and label.dtype == np.int64
    changed = datasets.FashionMNIST(*paths, transform=T.ToTensor())
    pytest.importorskip("PIL")
    image, _ = changed[0]
    np.testing.assert_allclose(image.numpy()[0], images[0] / np.float32(255))
    with pytest.raises(ValueError, match="IDX"):
        datasets.MNIST(paths[1], paths[0])
    with pytest.raises(ValueError, match="mode"):
        datasets.MNIST(*paths, mode="all")
    with pytest.raises(FileNotFoundError, match="Hint"):
        datasets.MNIST(None, paths[1], mode="test")


def test_transforms():
    image = np.arange(24, dtype=np.uint8).reshape(4, 2, 3)
    change = T.Compose([T.Transpose(), T.Normalize([0, 0, 0], [2, 2, 2])])
    np.testing.assert_allclose(change(image), image.transpose(2, 0, 1) / 2)
    assert (T.hflip(image) == image[:, ::-1]).all() and (T.vflip(image) == image[::-1]).all()
    assert T.CenterCrop(2)(image).shape == (2, 2, 3)
    assert (T.center_crop(image, (2, 2)) == image[1:3]).all()
    assert T.RandomCrop((2, 2), padding=1)(image).shape == (2, 2, 3)
    with pytest.raises(ValueError, match="RandomCrop: the image is smaller than the part"):
        T.RandomCrop(9)(image)
    assert (T.RandomHorizontalFlip(1.0)(image) == image[:, ::-1]).all()
    pair = T.RandomHorizontalFlip(1.0)((image, 3))
    assert pair[1] == 3
    tensor = T.to_tensor(image)
    assert isinstance(tensor, paddle.Tensor) and list(tensor.shape) == [3, 4, 2]


def test_random_crop_pads():
    image = np.arange(6).reshape(2, 3)
    crop = paddle.vision.transforms.RandomCrop
    assert crop((4, 7), (2, 1))(image).shape == (4, 7)
    assert crop((3, 5), (1, 0, 1, 1), fill=9)(image).tolist()[2] == [9] * 5
    assert crop(5, None, True)(image).shape == (5, 5)
    assert set(crop(5, pad_if_needed=True, padding_mode="edge")(image).ravel()) <= set(range(6))
    for wrong in ({"padding": (1, 2, 3)}, {"padding_mode": "wrap"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            crop(2, **wrong)
