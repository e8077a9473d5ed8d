"""Calls whose results PaddlePaddle has told (expected.py) and the tests compare; each gives a list of arrays."""

import random

import numpy as np
import paddle
from paddle.vision import models, ops
from paddle.vision import transforms as T
from paddle.vision.transforms import functional as F
from PIL import Image

# ---- models: how each is made, the shape of its input, whether it is small ----

MODELS = {
    "LeNet": (lambda: models.LeNet(), (2, 1, 28, 28), True),
    "alexnet": (lambda: models.alexnet(num_classes=5), (1, 3, 224, 224), False),
    "vgg11": (lambda: models.vgg11(num_classes=0), (1, 3, 32, 32), True),
    "vgg16_bn": (lambda: models.vgg16(batch_norm=True, num_classes=0, with_pool=False), (1, 3, 32, 32), False),
    "resnet18_features": (lambda: models.resnet18(num_classes=0), (1, 3, 32, 32), True),
    "densenet121_dropout": (lambda: models.densenet121(dropout=0.2, num_classes=3), (1, 3, 32, 32), True),
    "googlenet": (lambda: models.googlenet(num_classes=5), (1, 3, 224, 224), True),
    "inception_v3": (lambda: models.inception_v3(num_classes=5), (1, 3, 96, 96), True),
    "mobilenet_v1": (lambda: models.mobilenet_v1(scale=0.5), (1, 3, 64, 64), True),
    "mobilenet_v2": (lambda: models.mobilenet_v2(scale=0.5), (1, 3, 64, 64), True),
    "MobileNetV3Small": (lambda: models.MobileNetV3Small(scale=0.75), (1, 3, 64, 64), True),
    "MobileNetV3Large": (lambda: models.MobileNetV3Large(with_pool=False, num_classes=0), (1, 3, 64, 64), False),
    "squeezenet1_1": (lambda: models.squeezenet1_1(with_pool=False), (1, 3, 64, 64), True),
}  # fmt: skip
for _name in (
    "vgg13", "vgg19", "resnet18", "resnet34", "resnet50", "resnet101", "resnet152", "resnext50_32x4d",
    "resnext50_64x4d", "resnext101_32x4d", "resnext101_64x4d", "resnext152_32x4d", "resnext152_64x4d",
    "wide_resnet50_2", "wide_resnet101_2", "densenet161", "densenet169", "densenet201", "densenet264",
    "shufflenet_v2_swish",
    "shufflenet_v2_x0_25", "shufflenet_v2_x0_33", "shufflenet_v2_x0_5", "shufflenet_v2_x1_0", "shufflenet_v2_x1_5",
    "shufflenet_v2_x2_0", "squeezenet1_0",
):  # fmt: skip
    MODELS[_name] = (
        lambda name=_name: getattr(models, name)(num_classes=5),
        (1, 3, 64, 64) if "vgg" not in _name else (1, 3, 32, 32),
        _name in ("shufflenet_v2_x0_25", "resnext50_32x4d"),
    )


def fill(model):
    """Weights that each framework makes alike, so that numbers neither grow nor vanish."""
    for i, (name, value) in enumerate(model.state_dict().items()):
        a = np.random.default_rng(i).standard_normal(list(value.shape), np.float32)
        if name.endswith("_variance"):
            a = np.abs(a) + 1
        elif a.ndim > 1:
            a *= np.float32((1.6 / (a.shape[0] if a.ndim == 2 else np.prod(a.shape[1:]))) ** 0.5)
        else:
            a = a * np.float32(0.1) + np.float32("weight" in name)
        value.set_value(paddle.to_tensor(a))


def model_results(name):
    """The names and shapes of what the model has, and some of each result."""
    make, shape, _ = MODELS[name]
    model = make()
    fill(model)
    model.eval()
    x = np.random.default_rng(7).standard_normal(shape, np.float32)
    with paddle.no_grad():
        y = model(paddle.to_tensor(x))
    y = y if isinstance(y, (tuple, list)) else [y]
    state = [[key, list(value.shape)] for key, value in model.state_dict().items()]
    return state, [
        [list(t.shape), float(t.numpy().std()), t.numpy().ravel()[:20].tolist()] for t in y
    ]


# ---- transforms ----

SIZE = (11, 14)  # height, width


def images():
    """Images of each kind."""
    pixels = np.random.default_rng(0).integers(0, 256, (6, 7, 3)).astype(np.uint8)
    rgb = np.asarray(Image.fromarray(pixels).resize(SIZE[::-1], Image.Resampling.BICUBIC))
    grey = np.ascontiguousarray(rgb[..., 0])
    tensor = rgb.transpose(2, 0, 1).astype(np.float32) / np.float32(255)
    return {
        "pil": Image.fromarray(rgb),
        "pil_grey": Image.fromarray(grey),
        "array": rgb,
        "array_grey": grey[..., None],
        "tensor": paddle.to_tensor(tensor),
    }


_CORNERS = [[0, 0], [13, 0], [13, 10], [0, 10]]
_MOVED = [[2, 1], [12, 2], [11, 9], [1, 10]]
TRANSFORMS = {
    "to_tensor": F.to_tensor,
    "hflip": F.hflip,
    "vflip": F.vflip,
    "crop": lambda i: F.crop(i, 2, 3, 9, 11),
    "center_crop": lambda i: F.center_crop(i, 8),
    "center_crop_pair": lambda i: F.center_crop(i, (7, 12)),
    "pad": lambda i: F.pad(i, 2, fill=7),
    "pad_edge": lambda i: F.pad(i, [1, 2, 3, 4], padding_mode="edge"),
    "pad_reflect": lambda i: F.pad(i, (2, 3), padding_mode="reflect"),
    "pad_symmetric": lambda i: F.pad(i, (2, 3), padding_mode="symmetric"),
    "resize": lambda i: F.resize(i, 8),
    "resize_pair": lambda i: F.resize(i, (13, 9), "nearest"),
    "resize_cubic": lambda i: F.resize(i, (14, 17), "bicubic"),
    "brightness": lambda i: F.adjust_brightness(i, 1.4),
    "contrast": lambda i: F.adjust_contrast(i, 1.7),
    "saturation": lambda i: F.adjust_saturation(i, 0.4),
    "hue": lambda i: F.adjust_hue(i, 0.3),
    "grey": F.to_grayscale,
    "grey3": lambda i: F.to_grayscale(i, 3),
    "erase": lambda i: F.erase(i, 3, 4, 5, 6, 0.5 if isinstance(i, paddle.Tensor) else 5),
    "normalize": lambda i: F.normalize(i, [0.5], [0.2], "CHW" if isinstance(i, paddle.Tensor) else "HWC"),
    "rotate": lambda i: F.rotate(i, 27),
    "rotate_expand": lambda i: F.rotate(i, -40.5, "bilinear", expand=True),
    "rotate_center": lambda i: F.rotate(i, 27, center=[5, 6]),
    "affine": lambda i: F.affine(i, 15, (3, -2), 1.2, (5, 3)),
    "affine_linear": lambda i: F.affine(i, -15.5, (1, 2), 0.8, 4.0, "bilinear"),
    "perspective": lambda i: F.perspective(i, _CORNERS, _MOVED),
    "RandomResizedCrop": T.RandomResizedCrop(9),
    "RandomHorizontalFlip": T.RandomHorizontalFlip(0.7),
    "RandomVerticalFlip": T.RandomVerticalFlip(0.7),
    "RandomCrop": T.RandomCrop((9, 12)),
    "RandomCrop_padded": T.RandomCrop(11, padding=3),
    "RandomCrop_small": T.RandomCrop((14, 12), pad_if_needed=True),
    "ColorJitter": T.ColorJitter(0.4, 0.3, 0.2, 0.1),
    "RandomRotation": T.RandomRotation(30),
    "RandomAffine": T.RandomAffine(30, (0.1, 0.2), (0.8, 1.2), 10),
    "RandomAffine_shear": T.RandomAffine((10, 20), shear=(1, 2, 3, 4)),
    "RandomPerspective": T.RandomPerspective(0.9),
    "RandomErasing": T.RandomErasing(0.9),
    "RandomErasing_colour": T.RandomErasing(0.9, value=[1, 2, 3]),
    "Compose": T.Compose([T.RandomResizedCrop(9), T.ToTensor(), T.Normalize([0.5], [0.2])]),
}  # fmt: skip


def transformed(name, image):
    """The image after a transform, as an array: from the same seeds."""
    random.seed(5)
    np.random.seed(6)
    out = TRANSFORMS[name](image)
    return out.numpy() if isinstance(out, paddle.Tensor) else np.array(out)


# ---- operators ----


def _boxes(rng, count, size):
    return np.sort(rng.uniform(0, size, (count, 2, 2)), 1).reshape(count, 4).astype(np.float32)


def _with_gradient(call, *arrays):
    """The result of call(*tensors) and the gradients of its weighted sum."""
    leaves = [paddle.to_tensor(a, stop_gradient=False) for a in arrays]
    out = call(*leaves)
    weights = np.random.default_rng(1).standard_normal(list(out.shape), np.float32)
    (out * paddle.to_tensor(weights)).sum().backward()
    return [out.detach(), *(leaf.grad for leaf in leaves)]


def _rois():
    boxes = _boxes(np.random.default_rng(2), 5, 12) - np.float32(1.5)
    return paddle.to_tensor(boxes), paddle.to_tensor(np.array([2, 3], np.int32))


def _maps(channels):
    return np.random.default_rng(3).standard_normal((2, channels, 8, 10), np.float32)


def _deform(groups, deformable_groups, stride, padding, dilation, masked):
    rng = np.random.default_rng(5)
    rows, columns = (
        (n + 2 * padding - dilation * (k - 1) - 1) // stride + 1 for n, k in ((7, 3), (8, 2))
    )
    x = rng.standard_normal((2, 4, 7, 8), np.float32)
    weight = rng.standard_normal((6, 4 // groups, 3, 2), np.float32)
    offset = rng.standard_normal((2, 12 * deformable_groups, rows, columns), np.float32) * 2
    mask = rng.uniform(0, 1, (2, 6 * deformable_groups, rows, columns)).astype(np.float32)

    def call(x, offset, weight, mask=None):
        return ops.deform_conv2d(
            x, offset, weight, None, stride, padding, dilation, deformable_groups, groups, mask
        )

    return _with_gradient(call, x, offset, weight, *([mask] if masked else []))


def _yolo(channels, size=5):
    return np.random.default_rng(6).standard_normal((2, channels, size, size), np.float32)


def _yolo_loss(**more):
    rng = np.random.default_rng(7)
    box = rng.uniform(0.05, 0.95, (2, 6, 4)).astype(np.float32)
    box[:, :, 2:] *= np.float32(0.6)
    box[0, 4:] = 0
    label = rng.integers(0, 4, (2, 6)).astype(np.int32)
    anchors = [10, 13, 16, 30, 33, 23, 30, 61, 62, 45]
    return _with_gradient(
        lambda x: ops.yolo_loss(
            x,
            paddle.to_tensor(box),
            paddle.to_tensor(label),
            anchors,
            [1, 2, 4],
            4,
            0.5,
            32,
            **more,
        ),
        _yolo(27),
    )


def _coded(code_type, normalized, axis=0):
    rng = np.random.default_rng(8)
    prior, variance = _boxes(rng, 5, 10), rng.uniform(0.1, 1, (5, 4)).astype(np.float32)
    target = _boxes(rng, 3, 10)
    if code_type == "decode_center_size":
        target = rng.standard_normal((3, 5, 4) if axis == 0 else (5, 3, 4), np.float32)
    prior, variance, target = (paddle.to_tensor(v) for v in (prior, variance, target))
    return [ops.box_coder(prior, variance, target, code_type, normalized, axis)]


def _priors(**more):
    shapes = ((1, 2, 3, 4), (1, 3, 20, 30))
    return ops.prior_box(*(paddle.zeros(shape) for shape in shapes), [4.0, 10.0], **more)


def _matrix_nms(*numbers, **more):
    rng = np.random.default_rng(9)
    boxes = np.stack([_boxes(rng, 12, 10), _boxes(rng, 12, 10)])
    scores = rng.uniform(0, 1, (2, 3, 12)).astype(np.float32)
    boxes, scores = paddle.to_tensor(boxes), paddle.to_tensor(scores)
    return ops.matrix_nms(boxes, scores, *numbers, return_index=True, **more)


def _levels(pixel_offset):
    boxes = paddle.to_tensor(_boxes(np.random.default_rng(10), 9, 600))
    num = paddle.to_tensor(np.array([4, 5], np.int32))
    levels, restore, numbers = ops.distribute_fpn_proposals(boxes, 2, 5, 4, 224, pixel_offset, num)
    return [*levels, restore, *numbers]


def _proposals(**more):
    rng = np.random.default_rng(11)
    anchors = _boxes(rng, 60, 40).reshape(4, 5, 3, 4)
    arrays = [
        rng.uniform(0, 1, (2, 3, 4, 5)),
        rng.standard_normal((2, 12, 4, 5)),
        np.array([[40, 50], [30, 30]]),
        anchors,
        rng.uniform(0.1, 1, (4, 5, 3, 4)),
    ]
    tensors = [paddle.to_tensor(np.float32(a)) for a in arrays]
    return ops.generate_proposals(*tensors, return_rois_num=True, **more)


_SIZES = np.array([[60, 80], [50, 40]], np.int32)
_THREE = [10, 13, 16, 30, 33, 23]
OPS = {
    "roi_align": lambda: _with_gradient(lambda x: ops.roi_align(x, *_rois(), 3, 1.0, -1, False), _maps(4)),
    "roi_align_scaled": lambda: _with_gradient(lambda x: ops.roi_align(x, *_rois(), (2, 3), 0.5, 2, False), _maps(4)),
    "roi_align_aligned": lambda: [ops.roi_align(paddle.to_tensor(_maps(4)), *_rois(), 2, 0.5)],
    "roi_pool": lambda: _with_gradient(lambda x: ops.roi_pool(x, *_rois(), (2, 3), 0.7), _maps(4)),
    "psroi_pool": lambda: _with_gradient(lambda x: ops.psroi_pool(x, *_rois(), (2, 3), 0.7), _maps(12)),
    "deform_conv2d": lambda: _deform(1, 1, 1, 1, 1, False),
    "deform_conv2d_masked": lambda: _deform(2, 2, 2, 1, 2, True),
    "yolo_box": lambda: ops.yolo_box(
        paddle.to_tensor(_yolo(27)), paddle.to_tensor(_SIZES), _THREE, 4, 0.3, 16),
    "yolo_box_scaled": lambda: ops.yolo_box(
        paddle.to_tensor(_yolo(27)), paddle.to_tensor(_SIZES), _THREE, 4, 0.5, 16, False, scale_x_y=1.2),
    "yolo_box_iou": lambda: ops.yolo_box(
        paddle.to_tensor(_yolo(30)), paddle.to_tensor(_SIZES), _THREE, 4, 0.3, 16, iou_aware=True,
        iou_aware_factor=0.4),
    "yolo_loss": lambda: _yolo_loss(),
    "yolo_loss_sharp": lambda: _yolo_loss(use_label_smooth=False, scale_x_y=1.1),
    "encode": lambda: _coded("encode_center_size", True),
    "encode_pixels": lambda: _coded("encode_center_size", False),
    "decode": lambda: _coded("decode_center_size", True),
    "decode_pixels": lambda: _coded("decode_center_size", False, 1),
    "prior_box": lambda: _priors(),
    "prior_box_flipped": lambda: _priors(max_sizes=[8.0, 20.0], aspect_ratios=[2.0, 3.0], flip=True),
    "prior_box_ordered": lambda: _priors(max_sizes=[8.0, 20.0], aspect_ratios=[2.0], clip=True, steps=[3.0, 4.0],
                                         offset=0.3, min_max_aspect_ratios_order=True),
    "matrix_nms": lambda: _matrix_nms(0.1, 0.05, -1, -1),
    "matrix_nms_gaussian": lambda: _matrix_nms(0.1, 0.05, 8, 5, use_gaussian=True, normalized=False,
                                               background_label=-1),
    "matrix_nms_nothing": lambda: _matrix_nms(2.0, 0.05, -1, -1),
    "distribute_fpn_proposals": lambda: _levels(False),
    "distribute_fpn_proposals_pixels": lambda: _levels(True),
    "generate_proposals": lambda: _proposals(),
    "generate_proposals_few": lambda: _proposals(pre_nms_top_n=20, post_nms_top_n=6, nms_thresh=0.3),
    "generate_proposals_eta": lambda: _proposals(eta=0.8, nms_thresh=0.8, pixel_offset=True, min_size=4.0),
    "generate_proposals_none": lambda: _proposals(min_size=500.0),
}  # fmt: skip


def op_results(name):
    return [t.numpy() for t in OPS[name]()]
