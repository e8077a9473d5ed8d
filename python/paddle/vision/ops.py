"""Operators of detection."""

import numpy as np

import paddle

from .. import _C, nn
from .layers import ConvNormActivation  # noqa: F401
from .readers import decode_jpeg, read_file

__all__ = [
    "DeformConv2D",
    "PSRoIPool",
    "RoIAlign",
    "RoIPool",
    "box_coder",
    "decode_jpeg",
    "distribute_fpn_proposals",
    "generate_proposals",
    "matrix_nms",
    "nms",
    "prior_box",
    "read_file",
    *_C.op_modules["vision.ops"],
]

# Operators whose record names this module.
globals().update({name: _C.ops[name] for name in _C.op_modules["vision.ops"]})


def _kept(boxes, scores, iou_threshold):
    """Places of the boxes kept, best first."""
    order = paddle.argsort(scores, descending=True, stable=True)
    return order[_C.ops["nms_boxes"](boxes[order], iou_threshold)]


def nms(boxes, iou_threshold=0.3, scores=None, category_idxs=None, categories=None, top_k=None):
    """Non-maximum suppression: of boxes that overlap much, the best.

    Args:
        boxes (Tensor): [n, 4] with corners x1, y1, x2, y2.
        iou_threshold (float): of the intersection over the union, default 0.3.
        scores (Tensor, optional): [n]; without them the order of the boxes counts.
        category_idxs (Tensor, optional): the category of each box, [n]; only boxes
            of one category suppress each other.
        categories (list, optional): all categories; needed with ``category_idxs``.
        top_k (int, optional): how many at most, with ``category_idxs``.

    Returns:
        Tensor: the places of the boxes kept, int64, by falling score.

    Examples:
        >>> import paddle
        >>> boxes = paddle.to_tensor([[0.0, 0, 4, 4], [0, 0, 4, 5], [6, 6, 8, 8]])
        >>> paddle.vision.ops.nms(boxes, 0.5).tolist()
        [0, 2]
    """
    if scores is None:
        return _C.ops["nms_boxes"](boxes, iou_threshold)
    if category_idxs is None:
        return _kept(boxes, scores, iou_threshold)
    if categories is None:
        raise ValueError(
            "(InvalidArgument) nms: argument `categories` is missing.\n"
            "  Hint: it lists the categories of `category_idxs`."
        )
    if top_k is not None and top_k > scores.shape[0]:
        raise ValueError(
            "(InvalidArgument) nms: argument `top_k` is wrong.\n"
            f"  Expected: at most {scores.shape[0]}\n  Received: {top_k}"
        )
    kept = []
    for category in categories:
        places = paddle.nonzero(category_idxs == category).reshape([-1])
        kept.append(places[_kept(boxes[places], scores[places], iou_threshold)])
    places = paddle.sort(paddle.concat(kept)) if kept else paddle.zeros([0], "int64")
    best = places[paddle.argsort(scores[places], descending=True, stable=True)]
    return best if top_k is None else best[:top_k]


def matrix_nms(
    bboxes,
    scores,
    score_threshold,
    post_threshold,
    nms_top_k,
    keep_top_k,
    use_gaussian=False,
    gaussian_sigma=2.0,
    background_label=0,
    normalized=True,
    return_index=False,
    return_rois_num=True,
    name=None,
):
    """Boxes of each class whose scores stay high when those that better ones overlap are lowered.

    Wang et al., SOLOv2, 2020.

    Args:
        bboxes (Tensor): [n, m, 4] with corners x1, y1, x2, y2.
        scores (Tensor): [n, classes, m].
        score_threshold (float): only boxes above it are looked at.
        post_threshold (float): only boxes whose lowered score is above it are kept.
        nms_top_k (int): how many of a class are looked at, the best; -1: all.
        keep_top_k (int): how many of an image are kept, the best; -1: all.
        use_gaussian (bool): scores fall by a Gauss function of the overlap, else in proportion.
        gaussian_sigma (float): of the Gauss function.
        background_label (int): a class that is left out; -1: none.
        normalized (bool): coordinates are parts of the image, else pixels.
        return_index (bool): whether to tell where the boxes stand among all, [n m].
        return_rois_num (bool): whether to tell how many each image has.
        name (str, optional): a name.

    Returns:
        tuple: Rows [k, 6] of class, score and box; int32 numbers [n], or None; int32 places [k, 1], or None.

    Examples:
        >>> import paddle
        >>> boxes = paddle.to_tensor([[[0.0, 0, 1, 1], [0, 0, 1, 0.5]]])
        >>> scores = paddle.to_tensor([[[0.0, 0.0], [0.5, 0.9]]])
        >>> out, num, index = paddle.vision.ops.matrix_nms(boxes, scores, 0.1, 0.1, -1, -1)
        >>> out.tolist(), num.tolist()
        ([[1.0, 0.9, 0.0, 0.0, 1.0, 0.5], [1.0, 0.25, 0.0, 0.0, 1.0, 1.0]], [2])
    """
    out, index, rois_num = _C.ops["matrix_nms"](
        bboxes,
        scores,
        score_threshold,
        post_threshold,
        nms_top_k,
        keep_top_k,
        use_gaussian,
        gaussian_sigma,
        background_label,
        normalized,
    )
    return out, rois_num if return_rois_num else None, index if return_index else None


def generate_proposals(
    scores,
    bbox_deltas,
    img_size,
    anchors,
    variances,
    pre_nms_top_n=6000,
    post_nms_top_n=1000,
    nms_thresh=0.5,
    min_size=0.1,
    eta=1.0,
    pixel_offset=False,
    return_rois_num=False,
    name=None,
):
    """The best boxes that a region proposal network tells, of those that overlap much one each.

    Args:
        scores (Tensor): [n, anchors, h, w].
        bbox_deltas (Tensor): [n, 4 anchors, h, w], how each anchor is moved and stretched.
        img_size (Tensor): [n, 2], height and width of each image.
        anchors (Tensor): [h, w, anchors, 4] with corners x1, y1, x2, y2.
        variances (Tensor): [h, w, anchors, 4], times the deltas.
        pre_nms_top_n (int): how many of an image are looked at, the best.
        post_nms_top_n (int): how many of an image are kept, the best.
        nms_thresh (float): the largest overlap, of the intersection over the union.
        min_size (float): the smallest height and width; at least 1.
        eta (float): the largest overlap is multiplied by it for each box kept, while it is over 0.5.
        pixel_offset (bool): a box is a pixel larger than its coordinates tell.
        return_rois_num (bool): whether to tell how many boxes each image has.
        name (str, optional): a name.

    Returns:
        tuple: Boxes [k, 4], their scores [k, 1], and int32 numbers [n], or None. An image without a box has one of
        zeros.

    Examples:
        >>> import paddle
        >>> anchors = paddle.to_tensor([[[[0.0, 0.0, 8.0, 8.0]]]])
        >>> boxes, scores, num = paddle.vision.ops.generate_proposals(
        ...     paddle.ones([1, 1, 1, 1]), paddle.zeros([1, 4, 1, 1]), paddle.to_tensor([[6.0, 7.0]]),
        ...     anchors, paddle.ones_like(anchors), return_rois_num=True)
        >>> boxes.tolist(), num.tolist()
        ([[0.0, 0.0, 7.0, 6.0]], [1])
    """
    rois, probs, rois_num = _C.ops["generate_proposals"](
        scores,
        bbox_deltas,
        img_size,
        anchors,
        variances,
        pre_nms_top_n,
        post_nms_top_n,
        nms_thresh,
        min_size,
        eta,
        pixel_offset,
    )
    return rois, probs, rois_num if return_rois_num else None


def distribute_fpn_proposals(
    fpn_rois,
    min_level,
    max_level,
    refer_level,
    refer_scale,
    pixel_offset=False,
    rois_num=None,
    name=None,
):
    """Boxes shared out among the levels of a feature pyramid, by their size.

    Args:
        fpn_rois (Tensor): [r, 4] with corners x1, y1, x2, y2.
        min_level (int): the lowest level.
        max_level (int): the highest level.
        refer_level (int): the level of boxes of size ``refer_scale``.
        refer_scale (int): the root of a box's area.
        pixel_offset (bool): a box is a pixel larger than its coordinates tell.
        rois_num (Tensor, optional): [n], how many boxes each image has.
        name (str, optional): a name.

    Returns:
        tuple: A list of boxes for each level; where each box is among these, int32 [r, 1]; and how many each image
        has in each level, a list of int32 [n], or None.

    Examples:
        >>> import paddle
        >>> boxes = paddle.to_tensor([[0.0, 0, 900, 900], [0, 0, 10, 10]])
        >>> levels, places, _ = paddle.vision.ops.distribute_fpn_proposals(boxes, 2, 3, 2, 224)
        >>> [level.shape[0] for level in levels], places.tolist()
        ([1, 1], [[1], [0]])
    """
    if not 0 < min_level < max_level:
        raise ValueError(
            "(InvalidArgument) distribute_fpn_proposals: the levels are wrong.\n"
            f"  Expected: 0 < min_level < max_level\n  Received: {min_level}, {max_level}"
        )
    pixel = 1.0 if pixel_offset else 0.0
    sides = fpn_rois[:, 2:] - fpn_rois[:, :2]
    area = (sides + pixel).prod(axis=1)
    area = paddle.where((sides < 0).any(axis=1), paddle.zeros_like(area), area)
    level = paddle.floor(paddle.log2(area.sqrt() / refer_scale + 1e-6) + refer_level)
    level = level.clip(min_level, max_level).astype("int64")
    if rois_num is not None:
        image = paddle.repeat_interleave(paddle.arange(rois_num.shape[0]), rois_num)
    boxes, numbers, order = [], [], []
    for wanted in range(min_level, max_level + 1):
        places = paddle.nonzero(level == wanted).flatten()
        order.append(places)
        boxes.append(fpn_rois[places])
        if rois_num is not None:
            count = paddle.bincount(image[places], minlength=rois_num.shape[0])
            numbers.append(count.astype("int32"))
    restore = paddle.argsort(paddle.concat(order)).astype("int32").reshape([-1, 1])
    return boxes, restore, numbers if rois_num is not None else None


def box_coder(
    prior_box,
    prior_box_var,
    target_box,
    code_type="encode_center_size",
    box_normalized=True,
    axis=0,
    name=None,
):
    """Boxes told by how their middle and size differ from those of others, and back.

    Args:
        prior_box (Tensor): [m, 4] with corners x1, y1, x2, y2: the others.
        prior_box_var (Tensor|list[float]|None): [m, 4], or four numbers: codes are divided by it.
        target_box (Tensor): [n, 4] boxes to encode, or [n, m, 4] codes to decode.
        code_type (str): encode_center_size or decode_center_size.
        box_normalized (bool): coordinates are parts of the image, else pixels.
        axis (int): along which axis of the codes each has the same prior box: 0 or 1.
        name (str, optional): a name.

    Returns:
        Tensor: [n, m, 4].

    Examples:
        >>> import paddle
        >>> prior = paddle.to_tensor([[0.0, 0.0, 2.0, 4.0]])
        >>> code = paddle.vision.ops.box_coder(prior, [0.5] * 4, paddle.to_tensor([[1.0, 0.0, 3.0, 4.0]]))
        >>> code.tolist()
        [[[1.0, 0.0, 0.0, 0.0]]]
        >>> paddle.vision.ops.box_coder(prior, [0.5] * 4, code, "decode_center_size").tolist()
        [[[1.0, 0.0, 3.0, 4.0]]]
    """
    if isinstance(prior_box_var, (list, tuple)):
        if len(prior_box_var) != 4:
            raise ValueError(
                "(InvalidArgument) box_coder: argument `prior_box_var` is wrong.\n"
                f"  Expected: a Tensor, or 4 numbers\n  Received: {prior_box_var}"
            )
        prior_box_var = paddle.to_tensor(prior_box_var, dtype=prior_box.dtype)
    elif prior_box_var is not None and not isinstance(prior_box_var, paddle.Tensor):
        raise TypeError(
            "(InvalidType) box_coder: argument `prior_box_var` is wrong.\n"
            f"  Expected: a Tensor, or 4 numbers\n  Received: {type(prior_box_var)}"
        )
    return _C.ops["box_coder"](
        prior_box, prior_box_var, target_box, code_type, box_normalized, axis
    )


def _prior_sizes(min_sizes, max_sizes, aspect_ratios, flip, max_second):
    """Half the width and height of each prior box, in pixels."""
    ratios = [1.0]
    for ratio in aspect_ratios:
        if all(abs(ratio - known) > 1e-6 for known in ratios):
            ratios += [ratio, 1.0 / ratio] if flip else [ratio]
    sizes = []
    for i, least in enumerate(min_sizes):
        shapes = [(least * ratio**0.5, least / ratio**0.5) for ratio in ratios]
        if max_sizes:
            middle = (least * max_sizes[i]) ** 0.5
            shapes.insert(1 if max_second else len(shapes), (middle, middle))
        sizes += shapes
    return np.float32(sizes) / 2


def prior_box(
    input,
    image,
    min_sizes,
    max_sizes=None,
    aspect_ratios=[1.0],  # noqa: B006
    variance=[0.1, 0.1, 0.2, 0.2],  # noqa: B006
    flip=False,
    clip=False,
    steps=[0.0, 0.0],  # noqa: B006
    offset=0.5,
    min_max_aspect_ratios_order=False,
    name=None,
):
    """Boxes of several shapes around each place of a feature map (Liu et al., SSD, 2016).

    Args:
        input (Tensor): the feature map [n, c, h, w].
        image (Tensor): [n, c, h, w].
        min_sizes (float|list[float]): sizes in pixels.
        max_sizes (float|list[float], optional): for each of them a larger one; one more box is between them.
        aspect_ratios (float|list[float]): of widths to heights.
        variance (list[float]): four numbers.
        flip (bool): whether there are boxes of the inverse ratios.
        clip (bool): whether boxes end at the borders.
        steps (list[float]): pixels from place to place, across and down; 0: as many as the sizes tell.
        offset (float): of the middle of a box, in steps.
        min_max_aspect_ratios_order (bool): the box between two sizes is the second, else the last.
        name (str, optional): a name.

    Returns:
        tuple: Boxes [h, w, k, 4], in parts of the image, and their variances, of the same shape.

    Examples:
        >>> import paddle
        >>> boxes, variances = paddle.vision.ops.prior_box(
        ...     paddle.zeros([1, 1, 1, 1]), paddle.zeros([1, 3, 8, 8]), [4.0])
        >>> boxes.tolist()
        [[[[0.25, 0.25, 0.75, 0.75]]]]
    """

    def listed(value):
        return list(value) if isinstance(value, (list, tuple)) else [value]

    min_sizes, steps = listed(min_sizes), listed(steps)
    max_sizes = [] if max_sizes is None else listed(max_sizes)
    if len(steps) != 2 or (max_sizes and len(max_sizes) != len(min_sizes)):
        raise ValueError(
            "(InvalidArgument) prior_box: argument `steps` or `max_sizes` is wrong.\n"
            "  Expected: two steps, and a larger size for each of min_sizes\n"
            f"  Received: {steps}, {max_sizes}"
        )
    half = _prior_sizes(
        min_sizes, max_sizes, listed(aspect_ratios), flip, min_max_aspect_ratios_order
    )
    places = []
    for axis, step in ((-1, steps[0]), (-2, steps[1])):
        size, whole = input.shape[axis], image.shape[axis]
        step = step or whole / size
        middle = ((paddle.arange(size, dtype=input.dtype) + offset) * step).unsqueeze(1)
        reach = paddle.to_tensor(half[:, axis + 1], dtype=input.dtype)
        places += [(middle - reach) / whole, (middle + reach) / whole]
    shape = [input.shape[-2], input.shape[-1], len(half)]
    x1, x2 = (p.unsqueeze(0).expand(shape) for p in places[:2])
    y1, y2 = (p.unsqueeze(1).expand(shape) for p in places[2:])
    boxes = paddle.stack([x1, y1, x2, y2], axis=-1)
    boxes = boxes.clip(0.0, 1.0) if clip else boxes
    variances = paddle.to_tensor(variance, dtype=input.dtype).expand([*shape, 4])
    return boxes, variances


class RoIAlign(nn.Layer):
    """``roi_align`` as a layer.

    Args:
        output_size (int|tuple[int]): (height, width), or one number for both.
        spatial_scale (float): brings boxes to the size of the feature map.

    Examples:
        >>> import paddle
        >>> align = paddle.vision.ops.RoIAlign(2)
        >>> boxes, num = paddle.to_tensor([[0.0, 0, 4, 4]]), paddle.to_tensor([1], dtype="int32")
        >>> align(paddle.ones([1, 3, 4, 4]), boxes, num).shape
        paddle.Size([1, 3, 2, 2])
    """

    def __init__(self, output_size, spatial_scale=1.0):
        super().__init__()
        self._output_size, self._spatial_scale = output_size, spatial_scale

    def forward(self, x, boxes, boxes_num, aligned=True):
        return _C.ops["roi_align"](
            x, boxes, boxes_num, self._output_size, self._spatial_scale, aligned=aligned
        )


class RoIPool(nn.Layer):
    """``roi_pool`` as a layer.

    Args:
        output_size (int|tuple[int]): (height, width), or one number for both.
        spatial_scale (float): brings boxes to the size of the feature map.

    Examples:
        >>> import paddle
        >>> pool = paddle.vision.ops.RoIPool(2)
        >>> boxes, num = paddle.to_tensor([[0.0, 0, 3, 3]]), paddle.to_tensor([1], dtype="int32")
        >>> pool(paddle.ones([1, 3, 4, 4]), boxes, num).shape
        paddle.Size([1, 3, 2, 2])
    """

    def __init__(self, output_size, spatial_scale=1.0):
        super().__init__()
        self._output_size, self._spatial_scale = output_size, spatial_scale

    def forward(self, x, boxes, boxes_num):
        return _C.ops["roi_pool"](x, boxes, boxes_num, self._output_size, self._spatial_scale)

    def extra_repr(self):
        return f"output_size={self._output_size}, spatial_scale={self._spatial_scale}"


class PSRoIPool(nn.Layer):
    """``psroi_pool`` as a layer.

    Args:
        output_size (int|tuple[int]): (height, width), or one number for both.
        spatial_scale (float): brings boxes to the size of the feature map.

    Examples:
        >>> import paddle
        >>> pool = paddle.vision.ops.PSRoIPool(2)
        >>> boxes, num = paddle.to_tensor([[0.0, 0, 3, 3]]), paddle.to_tensor([1], dtype="int32")
        >>> pool(paddle.ones([1, 8, 4, 4]), boxes, num).shape
        paddle.Size([1, 2, 2, 2])
    """

    def __init__(self, output_size, spatial_scale=1.0):
        super().__init__()
        self.output_size, self.spatial_scale = output_size, spatial_scale

    def forward(self, x, boxes, boxes_num):
        return _C.ops["psroi_pool"](x, boxes, boxes_num, self.output_size, self.spatial_scale)


class DeformConv2D(nn.Layer):
    """``deform_conv2d`` as a layer.

    Args:
        in_channels (int): channels in.
        out_channels (int): channels out.
        kernel_size (int|tuple[int]): of the windows.
        stride (int|tuple[int]): of the windows.
        padding (int|tuple[int]): zeros around the image.
        dilation (int|tuple[int]): from tap to tap of a window.
        deformable_groups (int): how many groups of channels have offsets of their own.
        groups (int): how many groups of channels are apart from each other.
        weight_attr (ParamAttr, optional): of the weight.
        bias_attr (ParamAttr|bool, optional): of the bias; False: there is none.

    Examples:
        >>> import paddle
        >>> conv = paddle.vision.ops.DeformConv2D(3, 4, 3, padding=1)
        >>> conv(paddle.ones([1, 3, 5, 5]), paddle.zeros([1, 18, 5, 5])).shape
        paddle.Size([1, 4, 5, 5])
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        deformable_groups=1,
        groups=1,
        weight_attr=None,
        bias_attr=None,
    ):
        super().__init__()
        if weight_attr is False or in_channels % groups != 0:
            raise ValueError(
                "(InvalidArgument) DeformConv2D: argument `weight_attr` or `groups` is wrong.\n"
                f"  Expected: weights, and a divisor of {in_channels}\n"
                f"  Received: {weight_attr}, {groups}"
            )
        kernel = [kernel_size] * 2 if isinstance(kernel_size, int) else list(kernel_size)
        self._weight_attr, self._bias_attr = weight_attr, bias_attr
        self._in_channels, self._out_channels, self._kernel_size = in_channels, out_channels, kernel
        self._stride, self._padding, self._dilation = stride, padding, dilation
        self._deformable_groups, self._groups = deformable_groups, groups
        std = (2.0 / (kernel[0] * kernel[1] * in_channels)) ** 0.5
        self.weight = self.create_parameter(
            [out_channels, in_channels // groups, *kernel],
            weight_attr,
            default_initializer=nn.initializer.Normal(0.0, std),
        )
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True)

    def forward(self, x, offset, mask=None):
        return _C.ops["deform_conv2d"](
            x,
            offset,
            self.weight,
            self.bias,
            self._stride,
            self._padding,
            self._dilation,
            self._deformable_groups,
            self._groups,
            mask,
        )
