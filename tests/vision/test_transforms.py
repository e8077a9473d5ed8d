"""Transforms of each kind of image: their results are PaddlePaddle's, which uses OpenCV for arrays."""

import pathlib
import random

import numpy as np
import paddle
import pytest
from paddle.vision import transforms as T
from paddle.vision.transforms import functional, functional_array, kinds
from PIL import Image

from tests.vision import cases

EXPECTED = dict(np.load(pathlib.Path(__file__).parent / "transforms.npz"))
IMAGES = cases.images()
# For arrays OpenCV rounds numbers otherwise, by some levels of 256 in some pixels.
ROUNDED = {"resize": 1, "resize_cubic": 2, "RandomResizedCrop": 1, "hue": 6, "ColorJitter": 12}
ROUNDED |= {"rotate_expand": 1, "affine_linear": 1}


@pytest.fixture
def without_opencv(monkeypatch):
    monkeypatch.setattr(functional_array, "_cv2", lambda: None)


@pytest.mark.parametrize("case", EXPECTED)
def test_is_paddles(case, without_opencv):
    kind, name = case.split("/")
    right, found = EXPECTED[case], cases.transformed(name, IMAGES[kind])
    if found.ndim == right.ndim + 1:  # OpenCV's flip drops an axis of one channel
        right = right[..., None]
    assert found.shape == right.shape and found.dtype == right.dtype
    gap = np.abs(found.astype(np.float64) - right)
    if kind.startswith("array"):
        assert gap.max() <= ROUNDED.get(name, 0 if right.dtype == np.uint8 else 0.02)
        assert np.mean(gap > 1) < 0.05
    elif right.dtype == np.uint8:
        assert gap.max() == 0
    else:
        assert gap.max() <= 2e-5


def test_every_name_is_compared():
    used = {type(t).__name__ for t in cases.TRANSFORMS.values()}
    classes = {n for n in T.__all__ if n[0].isupper() and n.startswith("Random")}
    assert classes <= used, classes - used


def test_by_opencv_where_it_is_installed():
    pytest.importorskip("cv2")
    for case, right in EXPECTED.items():
        kind, name = case.split("/")
        if kind == "array":
            np.testing.assert_allclose(cases.transformed(name, IMAGES[kind]), right, atol=1e-5)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "LA", "P", "1", "I", "F"])
def test_modes_of_pil_images(mode):
    image = (
        IMAGES["pil"].convert("L").convert(mode) if mode in "IF" else IMAGES["pil"].convert(mode)
    )
    assert T.to_tensor(image).shape[0] == len(image.getbands())
    assert T.rotate(image, 30, expand=True, fill=1).mode == mode
    for change in (
        lambda i: T.rotate(i, 30, fill=2),
        lambda i: T.affine(i, 10, (1, 2), 1.0, 3.0, fill=1),
        lambda i: T.pad(i, 1),
        lambda i: T.pad(i, 1, padding_mode="edge"),
        T.hflip,
    ):
        assert change(image).mode == mode, mode


def test_fill_is_used():
    image = Image.new("RGB", (4, 4), (9, 9, 9))
    moved = T.affine(image, 0, (2, 0), 1.0, 0.0, fill=(1, 2, 3))
    assert moved.getpixel((0, 0)) == (1, 2, 3) and moved.getpixel((3, 0)) == (9, 9, 9)
    array = T.affine(np.full((4, 4, 3), 9, np.uint8), 0, (2, 0), 1.0, 0.0, fill=(1, 2, 3))
    assert array[0, 0].tolist() == [1, 2, 3] and array[0, 3].tolist() == [9, 9, 9]


def test_tensor_center_is_x_and_y():
    """Turned by 180 degrees about (1, 0.5): the first three columns of the first row change places."""
    x = paddle.arange(20.0).reshape([1, 4, 5])
    out = T.affine(x, 180, (0, 0), 1.0, 0.0, center=(1.5, 0.5))
    assert out[0, 0].tolist() == [2.0, 1.0, 0.0, 0.0, 0.0]


def test_batches_and_channels_last():
    batch = paddle.stack([IMAGES["tensor"]] * 2)
    for change in (
        lambda i: T.resize(i, 8),
        lambda i: T.pad(i, 2),
        lambda i: T.rotate(i, 20),
        lambda i: T.crop(i, 1, 2, 3, 4),
    ):
        one = change(IMAGES["tensor"]).numpy()
        np.testing.assert_allclose(change(batch)[1].numpy(), one, atol=1e-6)
    last = IMAGES["tensor"].transpose([1, 2, 0])
    from paddle.vision.transforms import functional_tensor as backend

    for f in (backend.hflip, backend.vflip):
        right = f(IMAGES["tensor"]).transpose([1, 2, 0]).numpy()
        np.testing.assert_array_equal(f(last, data_format="HWC").numpy(), right)
    right = backend.resize(IMAGES["tensor"], 9).transpose([1, 2, 0]).numpy()
    np.testing.assert_allclose(backend.resize(last, 9, data_format="HWC").numpy(), right, atol=1e-6)


def test_bytes_in_tensors():
    """A tensor of bytes is resized in numbers between them, and cut."""
    x = paddle.to_tensor(np.array([[[0, 255]]], np.uint8))
    assert T.resize(x, (1, 4)).tolist() == [[[0, 63, 191, 255]]]
    with pytest.raises(TypeError, match="for floating numbers and bytes"):
        paddle.nn.functional.interpolate(
            paddle.ones([1, 1, 2, 2], "int64"), (3, 3), mode="bilinear"
        )


def test_gradients_pass():
    x = IMAGES["tensor"].detach()
    x.stop_gradient = False
    out = T.Compose([T.Resize(12), T.CenterCrop(10), T.Normalize([0.5] * 3, [0.2] * 3)])(x)
    T.rotate(T.adjust_contrast(out, 1.2), 10, "bilinear").sum().backward()
    assert float(x.grad.abs().sum()) > 0


def test_captured_calls_skip_python():
    """What a transform of tensors does is known to a capture, and done again without Python."""
    change = T.Compose([T.Pad(1), T.Resize(9), T.CenterCrop(8), T.Normalize([0.5] * 3, [0.2] * 3)])
    captured = paddle.jit.to_static(
        lambda x: functional.rotate(functional.adjust_hue(change(x), 0.2), 20)
    )
    for _ in range(3):
        out = captured(IMAGES["tensor"])
    eager = functional.rotate(functional.adjust_hue(change(IMAGES["tensor"]), 0.2), 20)
    np.testing.assert_array_equal(out.numpy(), eager.numpy())
    assert paddle.jit.report(captured).skipped == 2


def test_keys_and_parts():
    image = IMAGES["array"]
    flip = T.RandomHorizontalFlip(1.0)
    first, label = flip((image, 3))
    assert label == 3 and (first == image[:, ::-1]).all()
    with pytest.raises(NotImplementedError, match="keys"):
        T.Resize(3, keys=("sound",))
    with pytest.raises(NotImplementedError, match="_apply_mask is not written"):
        T.Resize(3, keys=("image", "mask"))((image, image))


def test_compose_names_what_failed():
    with pytest.raises(ValueError) as found:
        T.Compose([T.RandomCrop(99)])(IMAGES["array"])
    assert any("RandomCrop" in note for note in found.value.__notes__)
    assert repr(T.Compose([T.Resize(2)])).count("Resize") == 1


WRONG = {
    "of no kind": lambda: functional.hflip("image"),
    "`size`": lambda: T.Resize((1, 2, 3)),
    "`padding`": lambda: T.Pad((1, 2, 3)),
    "`padding_mode`": lambda: T.pad(IMAGES["tensor"], 1, padding_mode="symmetric"),
    "`hue_factor`": lambda: T.adjust_hue(IMAGES["pil"], 0.6),
    "`interpolation`": lambda: T.resize(IMAGES["pil"], 3, "cubic"),
    "`num_output_channels`": lambda: T.to_grayscale(IMAGES["pil"], 2),
    "`translate`": lambda: T.RandomAffine(3, translate=(2, 0)),
    "`degrees`": lambda: T.RandomRotation(-1),
    "`prob`": lambda: T.RandomHorizontalFlip(1.5),
    "`value`": lambda: T.RandomErasing(value="some"),
    "`distortion_scale`": lambda: T.RandomPerspective(distortion_scale=2),
    "`scale`": lambda: T.affine(IMAGES["pil"], 0, (0, 0), 0, 0),
    "`shear`": lambda: T.affine(IMAGES["pil"], 0, (0, 0), 1, (1, 2, 3)),
    "`data_format`": lambda: T.to_tensor(IMAGES["pil"], "WHC"),
    "`brightness_factor`": lambda: T.adjust_brightness(IMAGES["tensor"], -1.0),
}


@pytest.mark.parametrize("text", WRONG)
def test_errors(text):
    with pytest.raises((ValueError, TypeError), match=text):
        WRONG[text]()


def test_random_parts_are_reached():
    """Each place of a part is drawn, the last ones too."""
    image = np.arange(4)[None, :, None].astype(np.uint8)
    random.seed(0)
    drawn = {int(T.RandomCrop((1, 2))(image)[0, 0, 0]) for _ in range(50)}
    assert drawn == {0, 1, 2}


def test_size_of():
    for kind, image in IMAGES.items():
        assert tuple(kinds.size_of(image)) == cases.SIZE[::-1], kind
