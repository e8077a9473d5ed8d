"""Rows of operators of detection."""

import math

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, distinct, randn, uniform

FLOATS = ["float32", "float64"]
BOXES = array([[0.3, 0.2, 5.1, 4.4], [1.0, 2.0, 1.5, 2.2], [-2.0, -1.0, 9.0, 7.0]])
NUM = array([1, 2], "int32")
IMAGE = (2, 3, 5, 6)


def pixel_or_zero(x, i, j):
    inside = 0 <= i < x.shape[-2] and 0 <= j < x.shape[-1]
    return x[..., i, j] if inside else np.zeros(x.shape[:-2])


def between(x, y, u):
    """x [..., h, w] at (y, u), where there is 0 around the image."""
    i, j = math.floor(y), math.floor(u)
    v, w = y - i, u - j
    return (
        (1 - v) * (1 - w) * pixel_or_zero(x, i, j)
        + (1 - v) * w * pixel_or_zero(x, i, j + 1)
        + v * (1 - w) * pixel_or_zero(x, i + 1, j)
        + v * w * pixel_or_zero(x, i + 1, j + 1)
    )


def regions(boxes, boxes_num, output_size):
    """(row of the result, image, box) of each, and (height, width)."""
    size = np.broadcast_to(output_size, 2)
    images = np.repeat(np.arange(len(boxes_num)), boxes_num)
    return list(zip(range(len(boxes)), images, boxes, strict=True)), size


def roi_align_ref(
    x, boxes, boxes_num, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=True
):
    found, (rows, columns) = regions(boxes, boxes_num, output_size)
    out = np.zeros((len(boxes), x.shape[1], rows, columns))
    height, width = x.shape[2:]
    for r, image, box in found:
        x1, y1, x2, y2 = box * spatial_scale - (0.5 if aligned else 0)
        w, h = (x2 - x1, y2 - y1) if aligned else (max(x2 - x1, 1), max(y2 - y1, 1))
        down = sampling_ratio if sampling_ratio > 0 else math.ceil(h / rows)
        across = sampling_ratio if sampling_ratio > 0 else math.ceil(w / columns)
        for i, j in np.ndindex(rows, columns):
            for p, q in np.ndindex(down, across):
                y = y1 + (i + (p + 0.5) / down) * h / rows
                u = x1 + (j + (q + 0.5) / across) * w / columns
                if -1 <= y <= height and -1 <= u <= width:
                    y, u = np.clip(y, 0, height - 1), np.clip(u, 0, width - 1)
                    out[r, :, i, j] += between(x[image], y, u) / (down * across)
    return out


def half_up(v):
    return np.copysign(np.floor(abs(v) + 0.5), v)


def roi_pool_ref(x, boxes, boxes_num, output_size, spatial_scale=1.0):
    found, (rows, columns) = regions(boxes, boxes_num, output_size)
    out = np.zeros((len(boxes), x.shape[1], rows, columns), x.dtype)
    for r, image, box in found:
        x1, y1, x2, y2 = half_up(box * spatial_scale)
        for i, j in np.ndindex(rows, columns):
            ends = []
            for at, begin, end, count, size in (
                (i, y1, y2, rows, x.shape[2]),
                (j, x1, x2, columns, x.shape[3]),
            ):
                step = max(end - begin + 1, 1) / count
                ends += [
                    int(np.clip(f(k * step) + begin, 0, size))
                    for f, k in ((np.floor, at), (np.ceil, at + 1))
                ]
            part = x[image, :, ends[0] : ends[1], ends[2] : ends[3]]
            if part.shape[1] * part.shape[2] > 0:
                out[r, :, i, j] = part.max((1, 2))
    return out


def psroi_pool_ref(x, boxes, boxes_num, output_size, spatial_scale=1.0):
    found, (rows, columns) = regions(boxes, boxes_num, output_size)
    channels = x.shape[1] // (rows * columns)
    own = x.reshape(x.shape[0], channels, rows, columns, *x.shape[2:])
    out = np.zeros((len(boxes), channels, rows, columns))
    for r, image, box in found:
        begin, end = half_up(box[:2]) * spatial_scale, (half_up(box[2:]) + 1) * spatial_scale
        step = np.maximum(end - begin, 0.1) / (columns, rows)
        for i, j in np.ndindex(rows, columns):
            at = np.array([j, i])
            low = np.clip(np.floor(at * step + begin), 0, x.shape[:1:-1]).astype(int)
            high = np.clip(np.ceil((at + 1) * step + begin), 0, x.shape[:1:-1]).astype(int)
            part = own[image, :, i, j, low[1] : high[1], low[0] : high[0]]
            if part.shape[1] * part.shape[2] > 0:
                out[r, :, i, j] = part.mean((1, 2))
    return out


_ROI = [call(randn(*IMAGE), BOXES, NUM, 2), call(randn(*IMAGE), BOXES, NUM, [3, 2], 0.5)]
_ERRORS = [
    ((randn(*IMAGE), BOXES, NUM, 0), {}, "argument `output_size` is wrong"),
    ((randn(*IMAGE), BOXES, array([3], "int32"), 2), {}, "argument `boxes_num` has a wrong shape"),
    ((randn(*IMAGE), randn(3, 5), NUM, 2), {}, "an argument has a wrong shape"),
    ((randn(*IMAGE), BOXES, array([1, 1], "int32"), 2), {}, "does not count the boxes"),
]
op("roi_align", roi_align_ref, [*_ROI, call(randn(*IMAGE), BOXES, NUM, 2, 1.0, 2, False)], dtypes=FLOATS, tol=10,
   constant=("boxes",), skip={"large": "boxes lie in an image of one size"}, errors=_ERRORS)  # fmt: skip
op("roi_align_grad", covered_by="roi_align")
op("roi_pool", roi_pool_ref, [call(distinct(*IMAGE), BOXES, NUM, 2), call(distinct(*IMAGE), BOXES, NUM, [3, 2], 0.5)],
   dtypes=FLOATS, constant=("boxes",), skip={"large": "boxes lie in an image of one size"}, errors=_ERRORS)  # fmt: skip
op("roi_pool_with_index", covered_by="roi_pool")
_PSROI = [call(randn(2, 8, 5, 6), BOXES, NUM, 2), call(randn(2, 6, 5, 6), BOXES, NUM, [3, 2], 0.5)]
op("psroi_pool", psroi_pool_ref, _PSROI, dtypes=FLOATS, tol=10, constant=("boxes",),
   skip={"large": "boxes lie in an image of one size"}, errors=[
    ((randn(2, 7, 5, 6), BOXES, NUM, 2), {}, "can not be shared out among the bins")])  # fmt: skip
op("psroi_pool_grad", covered_by="psroi_pool")


def deform_columns_ref(x, offset, mask, kernel, stride, padding, dilation, deformable_groups):
    n, channels = x.shape[:2]
    rows, columns = offset.shape[2:]
    taps = kernel[0] * kernel[1]
    moved = offset.reshape(n, deformable_groups, taps, 2, rows, columns)
    times = np.ones((n, deformable_groups, taps, rows, columns))
    times = times if mask is None else mask.reshape(times.shape)
    per = channels // deformable_groups
    read = np.zeros((n, channels, taps, rows, columns))
    for i, g, k, r, c in np.ndindex(n, deformable_groups, taps, rows, columns):
        y = r * stride[0] - padding[0] + k // kernel[1] * dilation[0] + moved[i, g, k, 0, r, c]
        u = c * stride[1] - padding[1] + k % kernel[1] * dilation[1] + moved[i, g, k, 1, r, c]
        part = slice(g * per, g * per + per)
        read[i, part, k, r, c] = between(x[i, part], y, u) * times[i, g, k, r, c]
    return read.reshape(n, channels, taps, rows * columns)


def deform_conv2d_ref(x, offset, weight, bias=None, stride=1, padding=0, dilation=1, deformable_groups=1, groups=1,
                      mask=None):  # fmt: skip
    stride, padding, dilation = (np.broadcast_to(v, 2) for v in (stride, padding, dilation))
    read = deform_columns_ref(
        x, offset, mask, weight.shape[2:], stride, padding, dilation, deformable_groups
    )
    n, channels, taps, places = read.shape
    w = weight.reshape(groups, len(weight) // groups, -1)
    out = np.einsum("gmk,ngkp->ngmp", w, read.reshape(n, groups, channels // groups * taps, places))
    out = out.reshape(n, len(weight), *offset.shape[2:])
    return out if bias is None else out + bias[:, None, None]


def check_deform_columns_grad(outputs, x, offset, mask, grad, *window):
    """By x, and by the mask, it is the adjoint of what is linear in them."""
    by_x, _, by_mask = outputs
    whole = (grad * deform_columns_ref(x, offset, mask, *window)).sum()
    np.testing.assert_allclose((by_x * x).sum(), whole, rtol=1e-4, atol=1e-4)
    if mask is not None:
        np.testing.assert_allclose((by_mask * mask).sum(), whole, rtol=1e-4, atol=1e-4)


# Between pixels, where there is a gradient.
op("deform_conv2d", deform_conv2d_ref, [
    call(randn(2, 4, 5, 4), uniform(2, 8, 4, 3, low=0.1, high=0.9), randn(2, 4, 2, 2), randn(2)),
    call(randn(1, 4, 4, 4), uniform(1, 16, 4, 4, low=-0.9, high=-0.1), randn(4, 2, 2, 2), None, 1, 1, 2, 2, 2,
         uniform(1, 8, 4, 4)),
    call(randn(1, 2, 4, 4), uniform(1, 12, 2, 3, low=1.1, high=1.9), randn(1, 2, 3, 2), None, [2, 1], [1, 0]),
], dtypes=FLOATS, tol=20, skip={"large": "offsets are as many as places"}, errors=[
    ((randn(1, 2, 4, 4), randn(1, 8, 3, 3), randn(1, 3, 2, 2)), {}, "`x` and `weight` do not suit each other"),
    ((randn(1, 2, 4, 4), randn(1, 8, 3, 2), randn(1, 2, 2, 2)), {}, "`offset` has a wrong shape"),
    ((randn(1, 2, 2, 2), randn(1, 18, 1, 1), randn(1, 2, 3, 3)), {}, "the kernel is larger than the padded input"),
])  # fmt: skip
_WINDOW = ([2, 2], [1, 1], [1, 1], [2, 1], 2)
_MOVED = (randn(2, 4, 4, 3), uniform(2, 16, 4, 4, low=0.1, high=0.9))
op("deform_columns", deform_columns_ref, [
    call(*_MOVED, uniform(2, 8, 4, 4), *_WINDOW), call(*_MOVED, None, *_WINDOW)], dtypes=FLOATS, tol=20,
   skip={"large": "offsets are as many as places"})  # fmt: skip
op("deform_columns_grad", None, [
    call(*_MOVED, uniform(2, 8, 4, 4, low=0.2), randn(2, 4, 4, 16), *_WINDOW),
    call(*_MOVED, None, randn(2, 4, 4, 16), *_WINDOW)], check=check_deform_columns_grad, dtypes=FLOATS, tol=20,
   skip={"large": "offsets are as many as places"})  # fmt: skip


def sigmoid(v):
    return 1 / (1 + np.exp(-v))


def yolo_box_ref(x, img_size, anchors, class_num, conf_thresh, downsample_ratio, clip_bbox=True, scale_x_y=1.0,
                 iou_aware=False, iou_aware_factor=0.5):  # fmt: skip
    n, _, height, width = x.shape
    count = len(anchors) // 2
    sizes = np.reshape(anchors, (1, count, 2, 1, 1))
    overlap = x[:, :count] if iou_aware else None
    p = x[:, count if iou_aware else 0 :].reshape(n, count, 5 + class_num, height, width)
    certain = sigmoid(p[:, :, 4])
    if iou_aware:
        certain = certain ** (1 - iou_aware_factor) * sigmoid(overlap) ** iou_aware_factor
    image = img_size[:, ::-1].reshape(n, 1, 2, 1, 1).astype("float64")
    cells = np.stack(np.meshgrid(np.arange(width), np.arange(height)))
    grid = np.reshape([width, height], (2, 1, 1))
    middle = (cells + sigmoid(p[:, :, :2]) * scale_x_y - 0.5 * (scale_x_y - 1)) * image / grid
    half = np.exp(p[:, :, 2:4]) * sizes * image / (grid * downsample_ratio) / 2
    low, high = middle - half, middle + half
    if clip_bbox:
        low, high = np.maximum(low, 0), np.minimum(high, image - 1)
    takes = certain >= conf_thresh
    boxes = np.concatenate([low, high], 2) * takes[:, :, None]
    scores = certain[:, :, None] * sigmoid(p[:, :, 5:]) * takes[:, :, None]
    return [np.moveaxis(v, 2, -1).reshape(n, -1, v.shape[2]) for v in (boxes, scores)]


_SIZES = array([[40, 60], [30, 20]], "int32")
op("yolo_box", yolo_box_ref, [
    call(randn(2, 14, 3, 4), _SIZES, [10, 13, 16, 30], 2, 0.4, 8),
    call(randn(2, 16, 3, 4), _SIZES, [10, 13, 16, 30], 2, 0.4, 8, False, 1.2, True, 0.3),
], dtypes=FLOATS, tol=20, skip={"large": "boxes grow with the exponential"}, errors=[
    ((randn(2, 13, 3, 4), _SIZES, [10, 13, 16, 30], 2, 0.4, 8), {}, "argument `x` has a wrong shape"),
    ((randn(2, 7, 3, 4), _SIZES, [10], 2, 0.4, 8), {}, "argument `anchors` is wrong"),
])  # fmt: skip


def overlap(a, b, pixel=0):
    """Of the intersection over the union, of corners."""
    low, high = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
    if (high < low).any():
        return 0.0
    both = np.prod(high - low + pixel)
    return both / (np.prod(a[2:] - a[:2] + pixel) + np.prod(b[2:] - b[:2] + pixel) - both)


def corners(x, y, w, h):
    return np.array([x - w / 2, y - h / 2, x + w / 2, y + h / 2])


def cross_entropy(v, p):
    return np.logaddexp(v, 0) - v * p


def yolo_loss_ref(x, gt_box, gt_label, anchors, anchor_mask, class_num, ignore_thresh, downsample_ratio,
                  gt_score=None, use_label_smooth=True, scale_x_y=1.0):  # fmt: skip
    n, _, size, _ = x.shape
    p = x.reshape(n, len(anchor_mask), 5 + class_num, size, size)
    whole, shapes = downsample_ratio * size, np.reshape(anchors, (-1, 2))
    smooth = min(1 / class_num, 1 / 40) if use_label_smooth else 0
    out = np.zeros(n)
    for i in range(n):
        boxes = [(k, box) for k, box in enumerate(gt_box[i]) if (box[2:] > 1e-6).all()]
        certain = np.zeros((len(anchor_mask), size, size))
        for a, r, c in np.ndindex(certain.shape):
            v = p[i, a, :, r, c]
            place = np.array([c, r]) + sigmoid(v[:2]) * scale_x_y - 0.5 * (scale_x_y - 1)
            told = corners(*place / size, *np.exp(v[2:4]) * shapes[anchor_mask[a]] / whole)
            if max((overlap(told, corners(*box)) for _, box in boxes), default=0) > ignore_thresh:
                certain[a, r, c] = -1
        for k, box in boxes:
            best = np.argmax(
                [overlap(corners(0, 0, *s / whole), corners(0, 0, *box[2:])) for s in shapes]
            )
            if best not in anchor_mask:
                continue
            a, score = anchor_mask.index(best), 1 if gt_score is None else gt_score[i, k]
            c, r = (int(v * size) for v in box[:2])
            v = p[i, a, :, r, c]
            place = cross_entropy(v[:2], box[:2] * size - [c, r]).sum()
            place += abs(v[2:4] - np.log(box[2:] * whole / shapes[best])).sum()
            kinds = np.full(class_num, smooth)
            kinds[gt_label[i, k]] = 1 - smooth
            out[i] += (
                place * (2 - box[2] * box[3]) * score + cross_entropy(v[5:], kinds).sum() * score
            )
            certain[a, r, c] = score
        logit = p[i, :, 4]
        out[i] += np.where(certain > 1e-5, cross_entropy(logit, 1) * certain,
                           np.where(certain > -0.5, cross_entropy(logit, 0), 0)).sum()  # fmt: skip
    return out


_GT = array([[[0.3, 0.4, 0.3, 0.2], [0.8, 0.1, 0.5, 0.6], [0, 0, 0, 0]], [[0.9, 0.9, 0.2, 0.5], [0.2, 0.6, 0.1, 0.1],
             [0.55, 0.45, 0.9, 0.9]]])  # fmt: skip
_LABEL = array([[0, 2, 0], [1, 1, 2]], "int32")
_ANCHORS = [10, 13, 16, 30, 33, 23]
op("yolo_loss", yolo_loss_ref, [
    call(randn(2, 16, 3, 3), _GT, _LABEL, _ANCHORS, [0, 2], 3, 0.4, 16),
    call(randn(2, 16, 3, 3), _GT, _LABEL, _ANCHORS, [0, 2], 3, 0.4, 16, uniform(2, 3, low=0.2), False, 1.1),
], dtypes=FLOATS, tol=20, constant=("gt_box", "gt_score"),
   skip={"large": "boxes are those of a small image"}, errors=[
    ((randn(2, 15, 3, 3), _GT, _LABEL, _ANCHORS, [0, 2], 3, 0.4, 16), {}, "`x` has a wrong shape"),
    ((randn(2, 16, 3, 3), _GT, _LABEL, _ANCHORS, [0, 3], 3, 0.4, 16), {}, "is wrong"),
])  # fmt: skip
op("yolo_assign", covered_by="yolo_loss")


def box_code_ref(prior_box, prior_box_var, target_box, code_type, box_normalized, axis):
    pixel = 0 if box_normalized else 1
    encodes = code_type == "encode_center_size"
    variance = np.ones(4) if prior_box_var is None else prior_box_var
    if not encodes and axis == 1:
        prior_box = prior_box[:, None]
        variance = variance[:, None] if variance.ndim == 2 else variance
    size = prior_box[..., 2:] - prior_box[..., :2] + pixel
    middle = prior_box[..., :2] + size / 2
    if encodes:
        t = target_box[:, None]
        place = ((t[..., :2] + t[..., 2:]) / 2 - middle) / size
        shape = np.log(abs((t[..., 2:] - t[..., :2] + pixel) / size))
        return np.concatenate([place, shape], -1) / variance
    code = target_box * variance
    place, half = code[..., :2] * size + middle, np.exp(code[..., 2:]) * size / 2
    return np.concatenate([place - half, place + half - pixel], -1)


_PRIOR = array([[0, 0, 2, 3], [1, 1, 4, 2], [0, 2, 5, 5]])
op("box_coder", box_code_ref, [
    call(_PRIOR, uniform(3, 4, low=0.5), array([[1, 1, 3, 4], [0, 1, 2, 2]]), "encode_center_size", True, 0),
    call(_PRIOR, uniform(4, low=0.5), array([[1, 1, 3, 4], [0, 1, 2, 2]]), "encode_center_size", False, 0),
    call(_PRIOR, uniform(3, 4, low=0.5), randn(2, 3, 4), "decode_center_size", True, 0),
    call(_PRIOR, uniform(3, 4, low=0.5), randn(3, 2, 4), "decode_center_size", False, 1),
    call(_PRIOR, None, randn(2, 3, 4), "decode_center_size", True, 0),
], dtypes=FLOATS, tol=10, skip={"large": "boxes are given", "negative_axis": "it is 0 or 1"}, errors=[
    ((_PRIOR, None, randn(2, 4, 4), "decode_center_size", True, 0), {}, "argument `target_box` has a wrong shape"),
    ((_PRIOR, None, randn(2, 3, 4), "code", True, 0), {}, "unknown `code_type`"),
    ((_PRIOR, randn(3), randn(2, 3, 4), "decode_center_size", True, 0), {}, "`prior_box_var` has a wrong shape"),
])  # fmt: skip


def matrix_nms_ref(bboxes, scores, score_threshold, post_threshold, nms_top_k, keep_top_k, use_gaussian,
                   gaussian_sigma, background_label, normalized):  # fmt: skip
    rows, places, counts = [], [], []
    for i, (boxes, of_classes) in enumerate(zip(bboxes, scores, strict=True)):
        kept = []
        for c, s in enumerate(of_classes):
            if c == background_label:
                continue
            order = [k for k in np.argsort(-s, kind="stable") if s[k] > score_threshold]
            order = order if nms_top_k < 0 else order[:nms_top_k]
            most = []
            for a, k in enumerate(order):
                shared = [overlap(boxes[k], boxes[j], 0 if normalized else 1) for j in order[:a]]
                most.append(max(shared, default=0))
                falls = [np.exp((m * m - o * o) * gaussian_sigma) if use_gaussian else (1 - o) / (1 - m)
                         for o, m in zip(shared, most[:a], strict=True)]  # fmt: skip
                score = s[k] * min(falls, default=1)
                if score > post_threshold:
                    kept.append((c, score, k))
        kept.sort(key=lambda row: -row[1])
        kept = kept if keep_top_k < 0 else kept[:keep_top_k]
        rows += [[c, score, *boxes[k]] for c, score, k in kept]
        places += [[i * len(boxes) + k] for *_, k in kept]
        counts.append(len(kept))
    return [
        np.reshape(rows, (-1, 6)),
        np.array(places, "int32").reshape(-1, 1),
        np.array(counts, "int32"),
    ]


_MANY = array([[[0, 0, 4, 4], [0, 0, 4, 5], [6, 6, 8, 8], [5, 6, 8, 8], [0, 1, 4, 4]]] * 2)
op("matrix_nms", matrix_nms_ref, [
    call(_MANY, uniform(2, 3, 5), 0.1, 0.05, -1, -1, False, 2.0, 0, True),
    call(_MANY, uniform(2, 3, 5), 0.1, 0.05, 3, 4, True, 2.0, -1, False),
], dtypes=FLOATS, tol=10, skip={"large": "every box meets every other"}, errors=[
    ((_MANY, randn(2, 3, 4), 0.1, 0.05, -1, -1, False, 2.0, 0, True), {}, "`bboxes` has a wrong shape"),
])  # fmt: skip


def proposals_ref(scores, bbox_deltas, img_size, anchors, variances, pre_nms_top_n, post_nms_top_n, nms_thresh,
                  min_size, eta, pixel_offset):  # fmt: skip
    pixel = 1 if pixel_offset else 0
    all_boxes, all_scores, counts = [], [], []
    anchors, variances = anchors.reshape(-1, 4), variances.reshape(-1, 4)
    for s, d, (height, width) in zip(scores, bbox_deltas, img_size, strict=True):
        s = s.transpose(1, 2, 0).ravel()
        d = d.reshape(-1, 4, *d.shape[1:]).transpose(2, 3, 0, 1).reshape(-1, 4)
        order = np.argsort(-s, kind="stable")[: pre_nms_top_n or None]
        size = anchors[:, 2:] - anchors[:, :2] + pixel
        code = d * variances
        middle = code[:, :2] * size + anchors[:, :2] + size / 2
        half = np.exp(np.minimum(code[:, 2:], math.log(1000 / 16))) * size / 2
        most = np.array([width, height, width, height]) - pixel
        moved = np.concatenate([middle - half, middle + half - pixel], 1).clip(0, most)
        sides = moved[:, 2:] - moved[:, :2] + pixel
        takes = (sides >= max(min_size, 1)).all(1)
        if pixel_offset:
            takes &= (moved[:, :2] + sides / 2 <= [width, height]).all(1)
        kept, limit = [], nms_thresh
        for k in (k for k in order if takes[k]):
            if all(overlap(moved[k], moved[j], pixel) <= limit for j in kept):
                kept.append(k)
                limit *= eta if limit > 0.5 else 1
        kept = kept[: post_nms_top_n or None]
        all_boxes += [moved[k] for k in kept] or [np.zeros(4)]
        all_scores += [s[k] for k in kept] or [0.0]
        counts.append(max(len(kept), 1))
    return [
        np.reshape(all_boxes, (-1, 4)),
        np.reshape(all_scores, (-1, 1)),
        np.array(counts, "int32"),
    ]


_RPN = [uniform(2, 2, 2, 3), randn(2, 8, 2, 3), array([[20.0, 30.0], [15.0, 12.0]]),
        array(np.tile([[2.0, 1.0, 9.0, 12.0], [5.0, 4.0, 20.0, 11.0]], (2, 3, 1, 1))), uniform(2, 3, 2, 4)]  # fmt: skip
op("generate_proposals", proposals_ref, [
    call(*_RPN, 6000, 1000, 0.5, 0.1, 1.0, False),
    call(*_RPN, 8, 3, 0.8, 4.0, 0.7, True),
    call(*_RPN, 0, 0, 0.5, 100.0, 1.0, False),
], dtypes=FLOATS, tol=20, skip={"large": "every box meets every other"}, errors=[
    ((uniform(2, 2, 2, 2), *_RPN[1:], 8, 3, 0.8, 4.0, 0.7, True), {}, "`bbox_deltas` has a wrong shape"),
])  # fmt: skip
