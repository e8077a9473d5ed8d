"""Operators of detection."""

import paddle

from .. import _C

__all__ = ["nms"]


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
