"""Losses that are made of operators."""

import math

import paddle

from ... import _C


def _reduced(name, loss, reduction):
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(
        f"(InvalidArgument) {name}: argument `reduction` is wrong.\n"
        f"  Expected: mean, sum or none\n  Received: {reduction}"
    )


def _check_same_shape(name, *tensors):
    shapes = [list(tensor.shape) for tensor in tensors]
    if any(shape != shapes[0] for shape in shapes):
        raise ValueError(
            f"(InvalidArgument) {name}: the shapes must be the same.\n  Received: {shapes}"
        )


def square_error_cost(input, label):
    """``(input - label) ** 2``, element by element.

    Args:
        input, label (Tensor): of one shape.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> paddle.nn.functional.square_error_cost(paddle.ones([2]), paddle.zeros([2])).tolist()
        [1.0, 1.0]
    """
    difference = input - label
    return difference * difference


def log_loss(input, label, epsilon=0.0001, name=None):
    """``-label log(input + epsilon) - (1 - label) log(1 - input + epsilon)``.

    Args:
        input (Tensor): probabilities [n, 1].
        label (Tensor): [n, 1].
        epsilon (float): default 1e-4.

    Returns:
        Tensor: [n, 1].

    Examples:
        >>> import paddle
        >>> x = paddle.full([2, 1], 0.5)
        >>> paddle.nn.functional.log_loss(x, x).shape
        paddle.Size([2, 1])
    """
    return -label * (input + epsilon).log() - (1 - label) * (1 - input + epsilon).log()


def softmax_with_cross_entropy(
    logits,
    label,
    soft_label=False,
    ignore_index=-100,
    numeric_stable_mode=True,
    return_softmax=False,
    axis=-1,
):
    """``-log(softmax(logits)[label])``, not reduced; the class axis stays with size 1.

    Args:
        logits (Tensor): of floats.
        label (Tensor): classes, or probabilities with ``soft_label``.
        soft_label (bool): default False.
        ignore_index (int): a label that does not count.
        return_softmax (bool): also the softmax.
        axis (int): of the classes, default -1.
        numeric_stable_mode (bool): accepted; it is always stable.

    Returns:
        Tensor, or a pair with the softmax.

    Examples:
        >>> import paddle
        >>> x, y = paddle.ones([2, 3]), paddle.to_tensor([[0], [2]])
        >>> paddle.nn.functional.softmax_with_cross_entropy(x, y).shape
        paddle.Size([2, 1])
    """
    if not soft_label and label.ndim == logits.ndim - 1:
        label = label.unsqueeze(axis)
    loss = _C.ops["cross_entropy"](
        logits,
        label,
        ignore_index=ignore_index,
        reduction="none",
        soft_label=soft_label,
        axis=axis,
    )
    if loss.ndim == logits.ndim - 1:
        loss = loss.unsqueeze(axis)
    return (loss, _C.ops["softmax"](logits, axis)) if return_softmax else loss


def dice_loss(input, label, epsilon=1e-5, name=None):
    """``mean(1 - 2 |input and label| / (|input| + |label| + epsilon))``.

    Milletari et al., 2016.

    Args:
        input (Tensor): probabilities [n, ..., classes].
        label (Tensor): integers [n, ..., 1].
        epsilon (float): default 1e-5.

    Returns:
        Tensor: 0-D.

    Examples:
        >>> import paddle
        >>> x, y = paddle.full([2, 3, 4], 0.25), paddle.zeros([2, 3, 1], dtype="int64")
        >>> paddle.nn.functional.dice_loss(x, y).shape
        paddle.Size([])
    """
    if input.ndim < 2 or list(label.shape) != [*input.shape[:-1], 1]:
        raise ValueError(
            "(InvalidArgument) dice_loss: expected label.shape == [*input.shape[:-1], 1].\n"
            f"  Received: input {list(input.shape)}, label {list(label.shape)}"
        )
    truth = _C.ops["one_hot"](label.squeeze(-1), input.shape[-1]).astype(input.dtype)
    axes = list(range(1, input.ndim))
    both = (input * truth).sum(axes)
    total = input.sum(axes) + truth.sum(axes)
    return (1 - 2 * both / (total + epsilon)).mean()


def npair_loss(anchor, positive, labels, l2_reg=0.002):
    """Cross entropy of ``anchor positive^T`` against equal labels, with L2 decay.

    Sohn, 2016.

    Args:
        anchor, positive (Tensor): [n, d].
        labels (Tensor): [n].
        l2_reg (float): default 0.002.

    Returns:
        Tensor: 0-D.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 4])
        >>> paddle.nn.functional.npair_loss(x, x, paddle.to_tensor([0, 1])).shape
        paddle.Size([])
    """
    if anchor.size == 0 or positive.size == 0:
        raise ValueError("(InvalidArgument) npair_loss: the tensors are empty")
    same = (labels.reshape([-1, 1]) == labels.reshape([1, -1])).astype("float32")
    target = same / same.sum(1, keepdim=True)
    decay = (anchor * anchor).sum(1).mean() + (positive * positive).sum(1).mean()
    scores = _C.ops["matmul"](anchor, positive, False, True)
    entropy = softmax_with_cross_entropy(scores, target, soft_label=True)
    return decay * (0.25 * l2_reg) + (target * entropy).sum(0).mean()


def margin_ranking_loss(input, other, label, margin=0.0, reduction="mean", name=None):
    """``max(0, -label * (input - other) + margin)``.

    Args:
        input, other (Tensor): scores.
        label (Tensor): 1 where ``input`` should be greater, else -1.
        margin (float): default 0.0.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([2.0]), paddle.to_tensor([1.0])
        >>> paddle.nn.functional.margin_ranking_loss(x, y, paddle.to_tensor([-1.0])).item()
        1.0
    """
    loss = (other - input) * label
    if margin != 0.0:
        loss = loss + margin
    return _reduced("margin_ranking_loss", _C.ops["relu"](loss), reduction)


def sigmoid_focal_loss(
    logit, label, normalizer=None, alpha=0.25, gamma=2.0, reduction="sum", name=None
):
    """Binary cross entropy of logits where what is easy counts less.

    ``alpha_t * (1 - p_t) ** gamma * BCE``. Lin et al., 2017.

    Args:
        logit, label (Tensor): of one shape.
        normalizer (Tensor, optional): divides the loss.
        alpha (float): of positives, default 0.25.
        gamma (float): default 2.0.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3])
        >>> paddle.nn.functional.sigmoid_focal_loss(x, x).shape
        paddle.Size([])
    """
    if normalizer is not None and normalizer.ndim > 1:
        raise ValueError(
            f"(InvalidArgument) sigmoid_focal_loss: normalizer must be 0-D or 1-D, received {normalizer.ndim}-D"
        )
    bce = _C.ops["binary_cross_entropy_with_logits"](logit, label, reduction="none")
    p = logit.sigmoid()
    p_t = p * label + (1 - p) * (1 - label)
    alpha_t = alpha * label + (1 - alpha) * (1 - label)
    loss = alpha_t * (1 - p_t) ** gamma * bce
    if normalizer is not None:
        loss = loss / normalizer
    return _reduced("sigmoid_focal_loss", loss, reduction)


def multi_label_soft_margin_loss(input, label, weight=None, reduction="mean", name=None):
    """Binary cross entropy of logits with the mean over the classes.

    Args:
        input, label (Tensor): [n, classes].
        weight (Tensor, optional): [classes].
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3])
        >>> paddle.nn.functional.multi_label_soft_margin_loss(x, x, reduction="none").shape
        paddle.Size([2])
    """
    _check_same_shape("multi_label_soft_margin_loss", input, label)
    log_sigmoid = _C.ops["log_sigmoid"]
    loss = -(label * log_sigmoid(input) + (1 - label) * log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return _reduced("multi_label_soft_margin_loss", loss.mean(-1), reduction)


def hinge_embedding_loss(input, label, margin=1.0, reduction="mean", name=None):
    """``input`` where label is 1, ``max(0, margin - input)`` where it is -1.

    Args:
        input (Tensor): distances.
        label (Tensor): 1 or -1, of the same shape.
        margin (float): default 1.0.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([0.5, 0.5]), paddle.to_tensor([1.0, -1.0])
        >>> paddle.nn.functional.hinge_embedding_loss(x, y, reduction="none").tolist()
        [0.5, 0.5]
    """
    zero = paddle.zeros_like(input)
    loss = paddle.where(label == 1.0, input, zero) + paddle.where(
        label == -1.0, _C.ops["relu"](margin - input), zero
    )
    return _reduced("hinge_embedding_loss", loss, reduction)


def cosine_embedding_loss(input1, input2, label, margin=0, reduction="mean", name=None):
    """``1 - cos`` where label is 1, ``max(0, cos - margin)`` where it is -1.

    Args:
        input1, input2 (Tensor): [n, d] or [d].
        label (Tensor): [n] of 1 or -1.
        margin (float): in [-1, 1], default 0.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 3])
        >>> paddle.nn.functional.cosine_embedding_loss(x, x, paddle.to_tensor([1])).shape
        paddle.Size([])
    """
    _check_same_shape("cosine_embedding_loss", input1, input2)
    if label.ndim != 1 or input1.ndim > 2:
        raise ValueError(
            "(InvalidArgument) cosine_embedding_loss: expected a 1-D label and inputs of at most 2 axes.\n"
            f"  Received: label {list(label.shape)}, inputs {list(input1.shape)}"
        )
    squares = [(x * x).sum(-1) + 1e-11 for x in (input1, input2)]
    cos = (input1 * input2).sum(-1) / (squares[0] * squares[1]).sqrt()
    zero = paddle.zeros_like(cos)
    loss = paddle.where(label == 1, 1 - cos, zero) + paddle.where(
        label == -1, (cos - margin).clip(0), zero
    )
    return _reduced("cosine_embedding_loss", loss, reduction)


def triplet_margin_with_distance_loss(
    input,
    positive,
    negative,
    distance_function=None,
    margin=1.0,
    swap=False,
    reduction="mean",
    name=None,
):
    """``max(0, d(input, positive) - d(input, negative) + margin)``.

    Balntas et al., 2016.

    Args:
        input, positive, negative (Tensor): of one shape.
        distance_function (callable, optional): d, by default the 2-norm.
        margin (float): default 1.0.
        swap (bool): d(positive, negative) counts where it is less.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Raises:
        ValueError: a distance or the margin is negative, or the shapes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3])
        >>> paddle.nn.functional.triplet_margin_with_distance_loss(x, x, x).item()
        1.0
    """
    from .common import pairwise_distance

    name = "triplet_margin_with_distance_loss"
    if margin < 0:
        raise ValueError(
            f"(InvalidArgument) {name}: margin must not be negative, received {margin}"
        )
    _check_same_shape(name, input, positive, negative)
    distance = distance_function or pairwise_distance
    near, far = distance(input, positive), distance(input, negative)
    if swap:
        far = paddle.minimum(far, distance(positive, negative))
    if float(near.min()) < 0 or float(far.min()) < 0:
        raise ValueError(f"(InvalidArgument) {name}: distance_function gave a negative distance")
    return _reduced(name, (near - far + margin).clip(0.0), reduction)


def triplet_margin_loss(
    input,
    positive,
    negative,
    margin=1.0,
    p=2,
    epsilon=1e-6,
    swap=False,
    reduction="mean",
    name=None,
):
    """``max(0, d(input, positive) - d(input, negative) + margin)`` with the p-norm.

    Args:
        input, positive, negative (Tensor): of one shape.
        margin (float): default 1.0.
        p (float): of the norm, default 2.
        epsilon (float): added to the differences.
        swap (bool): d(positive, negative) counts where it is less.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3])
        >>> paddle.nn.functional.triplet_margin_loss(x, x, x).item()
        1.0
    """
    from .common import pairwise_distance

    return triplet_margin_with_distance_loss(
        input,
        positive,
        negative,
        lambda x, y: pairwise_distance(x, y, p, epsilon),
        margin,
        swap,
        reduction,
    )


def multi_margin_loss(input, label, p=1, margin=1.0, weight=None, reduction="mean", name=None):
    """``mean_j max(0, margin - input[label] + input[j]) ** p`` over the other classes j.

    Args:
        input (Tensor): scores [n, classes].
        label (Tensor): classes [n].
        p (int): default 1.
        margin (float): default 1.0.
        weight (Tensor, optional): [classes].
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[1.0, 1.0]]), paddle.to_tensor([0])
        >>> paddle.nn.functional.multi_margin_loss(x, y).item()
        0.5
    """
    if input.ndim != 2 or label.ndim == 0 or input.shape[0] != label.shape[0]:
        raise ValueError(
            "(InvalidArgument) multi_margin_loss: expected input [n, classes] and label [n].\n"
            f"  Received: input {list(input.shape)}, label {list(label.shape)}"
        )
    truth = _C.ops["one_hot"](label.reshape([-1]), input.shape[1]).astype(input.dtype)
    own = (input * truth).sum(1, keepdim=True)
    loss = (margin - own + input).clip(0.0) ** p * (1 - truth)
    if weight is not None:
        loss = loss * (truth * weight).sum(1, keepdim=True)
    return _reduced("multi_margin_loss", loss.mean(1), reduction)


def multi_label_margin_loss(input, label, reduction="mean", name=None):
    """``sum_ij max(0, 1 - input[label_j] + input[i]) / classes`` over the labels j of a row and the other classes i.

    Args:
        input (Tensor): scores [n, classes].
        label (Tensor): [n, classes] classes; those before the first -1 of a row count.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Raises:
        ValueError: the shapes do not match, or a label is no class.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[0.1, 0.2, 0.4, 0.8]])
        >>> y = paddle.to_tensor([[3, 0, -1, 1]])
        >>> round(paddle.nn.functional.multi_label_margin_loss(x, y).item(), 4)
        0.85
    """
    if input.ndim != 2 or list(input.shape) != list(label.shape):
        raise ValueError(
            "(InvalidArgument) multi_label_margin_loss: expected input and label [n, classes].\n"
            f"  Received: input {list(input.shape)}, label {list(label.shape)}"
        )
    counts = (label != -1).astype("int64").cumprod(1)
    known = _C.ops["one_hot"](label.astype("int64") * counts, input.shape[1])
    known = known.astype(input.dtype) * counts.astype(input.dtype).unsqueeze(
        -1
    )  # [n, label, class]
    others = (1 - known.max(1)).unsqueeze(1)
    own = (known * input.unsqueeze(1)).sum(-1, keepdim=True)
    margins = (1 - own + input.unsqueeze(1)).clip(0.0) * others * known.sum(-1, keepdim=True)
    loss = margins.sum([1, 2]) / input.shape[1]
    return _reduced("multi_label_margin_loss", loss, reduction)


def soft_margin_loss(input, label, reduction="mean", name=None):
    """``log(1 + exp(-label * input))``.

    Args:
        input, label (Tensor): of one shape; labels are 1 or -1.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([2])
        >>> round(paddle.nn.functional.soft_margin_loss(x, paddle.ones([2])).item(), 4)
        0.6931
    """
    _check_same_shape("soft_margin_loss", input, label)
    # softplus does not overflow where exp would.
    loss = _C.ops["softplus"](-label.astype(input.dtype) * input)
    return _reduced("soft_margin_loss", loss, reduction)


def gaussian_nll_loss(
    input, label, variance, full=False, epsilon=1e-6, reduction="mean", name=None
):
    """``(log(variance) + (input - label) ** 2 / variance) / 2``.

    Nix and Weigend, 1994.

    Args:
        input, label (Tensor): of one shape.
        variance (Tensor): of that shape, or with a last size of 1 or without it.
        full (bool): adds log(2 pi) / 2.
        epsilon (float): the least variance, default 1e-6.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Raises:
        ValueError: the variance has a wrong shape or is negative somewhere.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2])
        >>> paddle.nn.functional.gaussian_nll_loss(x, x, x).item()
        0.0
    """
    shape, own = list(input.shape), list(variance.shape)
    if own == shape[:-1] and own != shape:
        variance = variance.unsqueeze(-1)
    elif own != shape and own != [*shape[:-1], 1]:
        raise ValueError(
            "(InvalidArgument) gaussian_nll_loss: argument `variance` has the wrong shape.\n"
            f"  Expected: {shape}\n  Received: {own}"
        )
    if variance.size and float(variance.min()) < 0:
        raise ValueError("(InvalidArgument) gaussian_nll_loss: the variance is negative somewhere")
    # Held at epsilon without losing the gradient.
    with paddle.no_grad():
        lift = variance.clip(epsilon) - variance
    variance = variance + lift
    difference = input - label
    loss = 0.5 * (variance.log() + difference * difference / variance)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced("gaussian_nll_loss", loss, reduction)


def poisson_nll_loss(
    input, label, log_input=True, full=False, epsilon=1e-8, reduction="mean", name=None
):
    """``exp(input) - label * input``, the loss of the logarithm of a Poisson rate.

    Args:
        input, label (Tensor): of one shape.
        log_input (bool): False: ``input - label * log(input + epsilon)``.
        full (bool): adds Stirling's formula for log(label!) where label > 1.
        epsilon (float): default 1e-8.
        reduction (str): mean, sum or none.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([2])
        >>> paddle.nn.functional.poisson_nll_loss(x, x).item()
        1.0
    """
    if epsilon <= 0:
        raise ValueError(
            f"(InvalidArgument) poisson_nll_loss: epsilon must be positive, received {epsilon}"
        )
    _check_same_shape("poisson_nll_loss", input, label)
    if log_input:
        loss = input.exp() - label * input
    else:
        loss = input - label * (input + epsilon).log()
    if full:
        large = paddle.where(label > 1, label, paddle.ones_like(label))
        stirling = large * large.log() - large + 0.5 * (2 * math.pi * large).log()
        loss = loss + paddle.where(label > 1, stirling, paddle.zeros_like(label))
    return _reduced("poisson_nll_loss", loss, reduction)
