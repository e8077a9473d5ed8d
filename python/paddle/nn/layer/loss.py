"""Losses: how far an answer is from the truth."""

from .. import functional as F
from .layers import Layer


def _check_reduction(layer, reduction):
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(
            f"(InvalidArgument) {type(layer).__name__}: argument `reduction` is wrong.\n"
            f"  Expected: mean, sum or none\n  Received: {reduction}"
        )
    return reduction


class CrossEntropyLoss(Layer):
    """``-log(softmax(input)[label])``: logits against classes.

    Args:
        weight (Tensor, optional): of each class, [c].
        ignore_index (int): a label that does not count, default -100.
        reduction (str): mean, sum or none.
        soft_label (bool): labels are probabilities of every class.
        axis (int): of the classes, default -1.
        use_softmax (bool): False: the input is probabilities already.
        label_smoothing (float): how much goes to all classes alike.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.CrossEntropyLoss()
        >>> loss(paddle.ones([2, 3]), paddle.to_tensor([0, 2])).shape
        paddle.Size([])
    """

    def __init__(
        self,
        weight=None,
        ignore_index=-100,
        reduction="mean",
        soft_label=False,
        axis=-1,
        use_softmax=True,
        label_smoothing=0.0,
        name=None,
    ):
        super().__init__()
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.soft_label = soft_label
        self.axis = axis
        self.use_softmax = use_softmax
        self.label_smoothing = label_smoothing
        self.name = name

    def forward(self, input, label):
        return F.cross_entropy(
            input,
            label,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            soft_label=self.soft_label,
            axis=self.axis,
            use_softmax=self.use_softmax,
            label_smoothing=self.label_smoothing,
        )


class NLLLoss(Layer):
    """``-input[label]``: log probabilities against classes.

    Args:
        weight (Tensor, optional): of each class, [c].
        ignore_index (int): a label that does not count, default -100.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.NLLLoss()
        >>> loss(paddle.ones([2, 3]), paddle.to_tensor([0, 2])).shape
        paddle.Size([])
    """

    def __init__(self, weight=None, ignore_index=-100, reduction="mean", name=None):
        super().__init__()
        self._weight = weight
        self._ignore_index = ignore_index
        self._reduction = _check_reduction(self, reduction)
        self._name = name

    def forward(self, input, label):
        return F.nll_loss(
            input,
            label,
            weight=self._weight,
            ignore_index=self._ignore_index,
            reduction=self._reduction,
        )


class MSELoss(Layer):
    """``(input - label) ** 2``.

    Args:
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MSELoss()
        >>> loss(paddle.ones([2, 3]), paddle.zeros([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = _check_reduction(self, reduction)

    def forward(self, input, label):
        return F.mse_loss(input, label, reduction=self.reduction)


class L1Loss(Layer):
    """``abs(input - label)``.

    Args:
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.L1Loss()
        >>> loss(paddle.ones([2, 3]), paddle.zeros([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, reduction="mean", name=None):
        super().__init__()
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.l1_loss(input, label, reduction=self.reduction)


class SmoothL1Loss(Layer):
    """A square near zero, straight beyond ``delta``.

    Args:
        reduction (str): mean, sum or none.
        delta (float): where the square ends, default 1.0.
        is_huber (bool): True: delta times the loss without it.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.SmoothL1Loss()
        >>> loss(paddle.ones([2, 3]), paddle.zeros([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, reduction="mean", delta=1.0, is_huber=True, name=None):
        super().__init__()
        self.reduction = _check_reduction(self, reduction)
        self.delta = delta
        self.is_huber = is_huber
        self.name = name

    def forward(self, input, label):
        return F.smooth_l1_loss(
            input,
            label,
            reduction=self.reduction,
            delta=self.delta,
            is_huber=self.is_huber,
        )


class BCELoss(Layer):
    """``-label * log(input) - (1 - label) * log(1 - input)``.

    Args:
        weight (Tensor, optional): of each element.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.BCELoss()
        >>> loss(paddle.full([2, 3], 0.5), paddle.ones([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, weight=None, reduction="mean", name=None):
        super().__init__()
        self.weight = weight
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.binary_cross_entropy(input, label, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(Layer):
    """``BCELoss`` of ``sigmoid(logit)``, computed without overflow.

    Args:
        weight (Tensor, optional): of each element.
        reduction (str): mean, sum or none.
        pos_weight (Tensor, optional): of the positive labels.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.BCEWithLogitsLoss()
        >>> loss(paddle.ones([2, 3]), paddle.ones([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, weight=None, reduction="mean", pos_weight=None, name=None):
        super().__init__()
        self.weight = weight
        self.reduction = _check_reduction(self, reduction)
        self.pos_weight = pos_weight
        self.name = name

    def forward(self, logit, label):
        return F.binary_cross_entropy_with_logits(
            logit,
            label,
            weight=self.weight,
            reduction=self.reduction,
            pos_weight=self.pos_weight,
        )


class KLDivLoss(Layer):
    """``label * (log(label) - input)``: the input is log probabilities.

    Args:
        reduction (str): mean, sum, batchmean or none.
        log_target (bool): labels are log probabilities too.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.KLDivLoss()
        >>> loss(paddle.zeros([2, 3]), paddle.ones([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, reduction="mean", log_target=False):
        super().__init__()
        self.reduction = reduction
        self.log_target = log_target

    def forward(self, input, label):
        return F.kl_div(input, label, reduction=self.reduction, log_target=self.log_target)


class MarginRankingLoss(Layer):
    """``max(0, -label * (input - other) + margin)``.

    Args:
        margin (float): default 0.0.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MarginRankingLoss()
        >>> loss(paddle.ones([2]), paddle.zeros([2]), paddle.ones([2])).shape
        paddle.Size([])
    """

    def __init__(self, margin=0.0, reduction="mean", name=None):
        super().__init__()
        self.margin = margin
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, other, label):
        return F.margin_ranking_loss(
            input,
            other,
            label,
            margin=self.margin,
            reduction=self.reduction,
        )


class HingeEmbeddingLoss(Layer):
    """``input`` where label is 1, ``max(0, margin - input)`` where it is -1.

    Args:
        margin (float): default 1.0.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.HingeEmbeddingLoss()
        >>> loss(paddle.ones([2]), paddle.ones([2])).shape
        paddle.Size([])
    """

    def __init__(self, margin=1.0, reduction="mean", name=None):
        super().__init__()
        self.margin = margin
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.hinge_embedding_loss(input, label, margin=self.margin, reduction=self.reduction)


class CosineEmbeddingLoss(Layer):
    """``1 - cos`` where label is 1, ``max(0, cos - margin)`` where it is -1.

    Args:
        margin (float): in [-1, 1], default 0.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.CosineEmbeddingLoss()
        >>> loss(paddle.ones([2, 3]), paddle.ones([2, 3]), paddle.ones([2], dtype='int64')).shape
        paddle.Size([])
    """

    def __init__(self, margin=0, reduction="mean", name=None):
        super().__init__()
        self.margin = margin
        self.reduction = _check_reduction(self, reduction)
        if not -1 <= margin <= 1:
            raise ValueError(
                f"(InvalidArgument) CosineEmbeddingLoss: margin must be in [-1, 1], received {margin}"
            )
        self.name = name

    def forward(self, input1, input2, label):
        return F.cosine_embedding_loss(
            input1,
            input2,
            label,
            margin=self.margin,
            reduction=self.reduction,
        )


class SoftMarginLoss(Layer):
    """``log(1 + exp(-label * input))``.

    Args:
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.SoftMarginLoss()
        >>> loss(paddle.ones([2]), paddle.ones([2])).shape
        paddle.Size([])
    """

    def __init__(self, reduction="mean", name=None):
        super().__init__()
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.soft_margin_loss(input, label, reduction=self.reduction)


class TripletMarginLoss(Layer):
    """``max(0, d(input, positive) - d(input, negative) + margin)``.

    Args:
        margin (float): default 1.0.
        p (float): of the norm that is the distance.
        epsilon (float): added to differences.
        swap (bool): also d(positive, negative), the lesser counts.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.TripletMarginLoss()
        >>> loss(paddle.ones([2, 3]), paddle.ones([2, 3]), paddle.zeros([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, margin=1.0, p=2.0, epsilon=1e-6, swap=False, reduction="mean", name=None):
        super().__init__()
        self.margin = margin
        self.p = p
        self.epsilon = epsilon
        self.swap = swap
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, positive, negative):
        return F.triplet_margin_loss(
            input,
            positive,
            negative,
            margin=self.margin,
            p=self.p,
            epsilon=self.epsilon,
            swap=self.swap,
            reduction=self.reduction,
        )


class TripletMarginWithDistanceLoss(Layer):
    """``TripletMarginLoss`` with a distance of one's own.

    Args:
        distance_function (callable, optional): by default the 2-norm.
        margin (float): default 1.0.
        swap (bool): also d(positive, negative), the lesser counts.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.TripletMarginWithDistanceLoss()
        >>> loss(paddle.ones([2, 3]), paddle.ones([2, 3]), paddle.zeros([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, distance_function=None, margin=1.0, swap=False, reduction="mean", name=None):
        super().__init__()
        self.distance_function = distance_function
        self.margin = margin
        self.swap = swap
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, positive, negative):
        return F.triplet_margin_with_distance_loss(
            input,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )


class MultiLabelSoftMarginLoss(Layer):
    """``BCEWithLogitsLoss`` with the mean over the classes.

    Args:
        weight (Tensor, optional): of each class.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MultiLabelSoftMarginLoss()
        >>> loss(paddle.ones([2, 3]), paddle.ones([2, 3])).shape
        paddle.Size([])
    """

    def __init__(self, weight=None, reduction="mean", name=None):
        super().__init__()
        self.weight = weight
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.multi_label_soft_margin_loss(
            input,
            label,
            weight=self.weight,
            reduction=self.reduction,
        )


class MultiMarginLoss(Layer):
    """``mean_j max(0, margin - input[label] + input[j]) ** p`` over other classes j.

    Args:
        p (int): default 1.
        margin (float): default 1.0.
        weight (Tensor, optional): of each class.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MultiMarginLoss()
        >>> loss(paddle.ones([2, 3]), paddle.to_tensor([0, 2])).shape
        paddle.Size([])
    """

    def __init__(self, p=1, margin=1.0, weight=None, reduction="mean", name=None):
        super().__init__()
        self.p = p
        self.margin = margin
        self.weight = weight
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.multi_margin_loss(
            input,
            label,
            p=self.p,
            margin=self.margin,
            weight=self.weight,
            reduction=self.reduction,
        )


class PoissonNLLLoss(Layer):
    """``exp(input) - label * input``, the loss of a Poisson rate.

    Args:
        log_input (bool): False: ``input - label * log(input + epsilon)``.
        full (bool): adds Stirling's formula for log(label!).
        epsilon (float): default 1e-8.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.PoissonNLLLoss()
        >>> loss(paddle.ones([2]), paddle.ones([2])).shape
        paddle.Size([])
    """

    def __init__(self, log_input=True, full=False, epsilon=1e-8, reduction="mean", name=None):
        super().__init__()
        self._log_input = log_input
        self._full = full
        self._epsilon = epsilon
        self._reduction = _check_reduction(self, reduction)
        if epsilon <= 0:
            raise ValueError(
                f"(InvalidArgument) PoissonNLLLoss: epsilon must be positive, received {epsilon}"
            )
        self._name = name

    def forward(self, input, label):
        return F.poisson_nll_loss(
            input,
            label,
            log_input=self._log_input,
            full=self._full,
            epsilon=self._epsilon,
            reduction=self._reduction,
        )


class GaussianNLLLoss(Layer):
    """``(log(variance) + (input - label) ** 2 / variance) / 2``.

    Args:
        full (bool): adds log(2 pi) / 2.
        epsilon (float): the least variance.
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.GaussianNLLLoss()
        >>> loss(paddle.ones([2]), paddle.ones([2]), paddle.ones([2])).shape
        paddle.Size([])
    """

    def __init__(self, full=False, epsilon=1e-6, reduction="mean", name=None):
        super().__init__()
        self.full = full
        self.epsilon = epsilon
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label, variance):
        return F.gaussian_nll_loss(
            input,
            label,
            variance,
            full=self.full,
            epsilon=self.epsilon,
            reduction=self.reduction,
        )
