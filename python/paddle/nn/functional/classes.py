"""Losses over very many classes: trees, clusters, margins, and samples of the classes."""

import paddle

from ... import _C
from ...framework.refusal import refuse

_ops = _C.ops


def _check_classes(op, label, num_classes):
    """Raises IndexError where a label is no class."""
    if label.size and not bool(((label >= 0) & (label < num_classes)).all()):
        low, high = int(label.min()), int(label.max())
        refuse(op, "label", f"[0, {num_classes})", f"values from {low} to {high}", IndexError)


def _complete_tree(label, num_classes):
    """Inner nodes from each leaf of a complete binary tree to its root, and the side taken: [n, depth].

    Leaves are numbered from num_classes in level order, the root is 1; where a path is
    shorter the node is -1.
    """
    depth = (num_classes - 1).bit_length()
    bits = paddle.arange(depth, dtype="int64")
    leaf = (label + num_classes).unsqueeze(1)
    nodes = (leaf >> (bits + 1)) - 1
    return nodes, (leaf >> bits) & 1


def hsigmoid_loss(
    input,
    label,
    num_classes,
    weight,
    bias=None,
    path_table=None,
    path_code=None,
    is_sparse=False,
    name=None,
):
    """Hierarchical sigmoid: the sum of binary losses at the nodes from a class to the root of a tree.

    Morin and Bengio, 2005. ``num_classes`` leaves need ``num_classes - 1`` nodes, and a loss
    looks at log2 of them. As in Paddle each node that a path lacks beside the longest adds
    log(2), and outputs of nodes are cut to [-40, 40].

    Args:
        input (Tensor): [n, features], float32 or float64.
        label (Tensor): classes, [n] or [n, 1], int64.
        num_classes (int): 2 or more.
        weight (Tensor): [num_classes - 1, features]; of a tree of one's own [nodes, features].
        bias (Tensor, optional): [num_classes - 1, 1].
        path_table (Tensor, optional): of a tree of one's own the nodes from each leaf to the
            root, [n, depth], int64; what is negative ends a path.
        path_code (Tensor, optional): the side taken at each, 0 or 1, [n, depth].
        is_sparse (bool): accepted; gradients are dense.

    Returns:
        Tensor: [n, 1].

    Raises:
        ValueError: there are fewer than two classes, or only one of ``path_table`` and ``path_code``.
        IndexError: a label is no class, or a node is none.

    Examples:
        >>> import paddle
        >>> x, weight = paddle.zeros([1, 3]), paddle.zeros([4, 3])
        >>> paddle.nn.functional.hsigmoid_loss(x, paddle.to_tensor([2]), 5, weight).tolist()
        [[2.0794]]
    """
    if num_classes < 2:
        refuse("hsigmoid_loss", "num_classes", "2 or more", num_classes)
    if (path_table is None) != (path_code is None):
        refuse("hsigmoid_loss", "path_code", "both of `path_table` and `path_code`", "one of them")
    if path_table is None:
        label = label.flatten().astype("int64")
        _check_classes("hsigmoid_loss", label, num_classes)
        path_table, path_code = _complete_tree(label, num_classes)
    there = path_table >= 0
    nodes = paddle.where(there, path_table, paddle.zeros([], path_table.dtype))
    rows = _ops["embedding"](nodes, weight)  # [n, depth, features]
    score = rows.matmul(input.unsqueeze(-1)).squeeze(-1)
    if bias is not None:
        score = score + _ops["embedding"](nodes, bias.reshape([-1, 1])).squeeze(-1)
    score = paddle.where(there, score.clip(-40.0, 40.0), paddle.zeros([], score.dtype))
    loss = _ops["softplus"](score) - path_code.astype(score.dtype) * score
    return loss.sum(-1, keepdim=True)


def adaptive_log_softmax_with_loss(
    input, label, head_weight, tail_weights, cutoffs, head_bias=None, name=None
):
    """An approximation of the softmax over classes sorted by frequency (Grave et al., 2017).

    The head tells frequent classes and clusters of rare ones apart; only rows whose class is
    in a cluster pay for that cluster's softmax.

    Args:
        input (Tensor): [n, features], or [features].
        label (Tensor): classes, [n], or 0-D.
        head_weight (Tensor): [features, cutoffs[0] + clusters].
        tail_weights (list): for each cluster a pair of weights, [features, inner] and
            [inner, classes of the cluster].
        cutoffs (list[int]): where clusters begin, and at last the number of classes.
        head_bias (Tensor, optional): of the head.

    Returns:
        tuple: the logarithm of the probability of each row's class, [n], or 0-D; and the loss, its
        negative mean.

    Raises:
        ValueError: the shapes do not go together.
        IndexError: a label is no class.

    Examples:
        >>> import paddle
        >>> x, label = paddle.zeros([2, 4]), paddle.to_tensor([0, 3])
        >>> tail = [[paddle.zeros([4, 1]), paddle.zeros([1, 3])]]
        >>> F = paddle.nn.functional
        >>> out, loss = F.adaptive_log_softmax_with_loss(x, label, paddle.zeros([4, 3]), tail, [2, 5])
        >>> out.tolist()
        [-1.0986, -2.1972]
    """
    op = "adaptive_log_softmax_with_loss"
    single = label.ndim == 0
    if input.ndim != label.ndim + 1 or label.ndim > 1:
        refuse(op, "label", "[n] for an input of [n, features]", list(label.shape))
    if len(cutoffs) != len(tail_weights) + 1:
        refuse(op, "cutoffs", f"{len(tail_weights) + 1} numbers", list(cutoffs))
    if single:
        input, label = input.unsqueeze(0), label.unsqueeze(0)
    elif input.shape[0] != label.shape[0]:
        refuse(op, "label", f"{input.shape[0]} labels", label.shape[0])
    _check_classes(op, label, cutoffs[-1])
    head = _ops["log_softmax"](_ops["linear"](input, head_weight, head_bias), -1)
    place = label  # in the head: the class, or its cluster
    for i, low in enumerate(cutoffs[:-1]):
        inside = (label >= low) & (label < cutoffs[i + 1])
        cluster = paddle.full([], cutoffs[0] + i, label.dtype)
        place = paddle.where(inside, cluster, place)
    output = head.take_along_axis(place.unsqueeze(1), 1).squeeze(1)
    for low, high, (first, second) in zip(cutoffs, cutoffs[1:], tail_weights, strict=False):
        rows = ((label >= low) & (label < high)).nonzero().squeeze(1)
        if rows.size:
            inner = input.index_select(rows).matmul(first).matmul(second)
            of_class = (label.index_select(rows) - low).unsqueeze(1)
            log_p = _ops["log_softmax"](inner, -1).take_along_axis(of_class, 1).squeeze(1)
            output = output.index_add(rows, 0, log_p)
    loss = -output.mean()
    return (output.squeeze(0) if single else output), loss


def margin_cross_entropy(
    logits,
    label,
    margin1=1.0,
    margin2=0.5,
    margin3=0.0,
    scale=64.0,
    group=None,
    return_softmax=False,
    reduction="mean",
):
    """Cross entropy of cosines whose angle to the right class is made wider.

    ``cos(a)`` of the right class becomes ``cos(margin1 a + margin2) - margin3``, and all are multiplied by
    ``scale``. SphereFace (Liu et al., 2017), ArcFace (Deng et al., 2018), CosFace (Wang et al., 2018).

    Args:
        logits (Tensor): cosines, [n, classes].
        label (Tensor): classes, [n] or [n, 1].
        margin1 (float): multiplies the angle.
        margin2 (float): is added to it.
        margin3 (float): is taken from its cosine.
        scale (float): of all cosines.
        group (Group|bool, optional): None or False: all classes are in this process.
        return_softmax (bool): also the softmax.
        reduction (str): mean, sum, none or None.

    Returns:
        Tensor: 0-D, or [n, 1]; with ``return_softmax`` a pair.

    Raises:
        ValueError: the shapes do not go together, or ``reduction`` is unknown.
        IndexError: a label is no class.
        NotImplementedError: ``group`` is a group of processes.

    Examples:
        >>> import paddle
        >>> x, label = paddle.to_tensor([[0.5, 0.5]]), paddle.to_tensor([0])
        >>> paddle.nn.functional.margin_cross_entropy(x, label, margin2=0.0, margin3=0.1, scale=10.0).item()
        1.3133
    """
    op = "margin_cross_entropy"
    _single_process(op, group)
    if reduction not in ("mean", "sum", "none", None):
        refuse(op, "reduction", "mean, sum, none or None", reduction)
    if logits.ndim != 2 or list(label.shape) not in ([logits.shape[0]], [logits.shape[0], 1]):
        refuse(op, "label", "[n] or [n, 1] for logits [n, classes]", list(label.shape))
    narrow = logits.dtype in (_C.float16, _C.bfloat16)
    cosines = logits.astype("float32") if narrow else logits
    label = label.reshape([-1, 1])
    _check_classes(op, label, logits.shape[1])
    target = cosines.take_along_axis(label, 1)
    if margin1 != 1.0 or margin2 != 0.0:
        target = (target.acos() * margin1 + margin2).cos()
    changed = cosines.put_along_axis(label, target - margin3, 1) * scale
    loss = _ops["cross_entropy"](changed, label, reduction="none")
    if reduction in ("mean", "sum"):
        loss = loss.mean() if reduction == "mean" else loss.sum()
    results = [loss, _ops["softmax"](changed, -1)] if return_softmax else [loss]
    results = [r.astype(logits.dtype) if narrow else r for r in results]
    return tuple(results) if return_softmax else results[0]


def _single_process(op, group):
    if group not in (None, False):
        raise NotImplementedError(
            f"(Unimplemented) {op}: argument `group` is a group of processes.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )


def class_center_sample(label, num_classes, num_samples, group=None):
    """The classes that occur and random others: a smaller softmax for a batch (An et al., 2020).

    Args:
        label (Tensor): classes, [n], int32 or int64.
        num_classes (int): how many there are.
        num_samples (int): how many to take; where more occur, all that occur.
        group (Group|bool, optional): None or False: all classes are in this process.

    Returns:
        tuple: the place of each label in the sample, and the classes of the sample: those
        that occur, sorted, then the others.

    Raises:
        ValueError: ``num_samples`` is larger than ``num_classes``, or there is no label.
        IndexError: a label is no class.
        NotImplementedError: ``group`` is a group of processes.

    Examples:
        >>> import paddle
        >>> label = paddle.to_tensor([11, 5, 11])
        >>> places, classes = paddle.nn.functional.class_center_sample(label, 20, 6)
        >>> places.tolist(), classes.shape, classes[:2].tolist()
        ([1, 0, 1], paddle.Size([6]), [5, 11])
    """
    op = "class_center_sample"
    _single_process(op, group)
    if num_samples > num_classes:
        refuse(op, "num_samples", f"at most {num_classes}", num_samples)
    if label.ndim != 1 or label.size == 0:
        refuse(op, "label", "[n], n > 0", list(label.shape))
    _check_classes(op, label, num_classes)
    occurring, places = paddle.unique(label, return_inverse=True)
    more = num_samples - occurring.size
    if more <= 0:
        return places.astype(label.dtype), occurring
    rest = paddle.ones([num_classes], "bool").index_fill(occurring, 0, False).nonzero().flatten()
    chosen = rest.index_select(_ops["randperm"](rest.size)[:more]).astype(label.dtype)
    return places.astype(label.dtype), paddle.concat([occurring, chosen])
