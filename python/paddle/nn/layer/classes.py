"""Losses over very many classes, and the transducer loss."""

import paddle

from .. import functional as F
from .layers import Layer
from .loss import _check_reduction


class RNNTLoss(Layer):
    """How unlikely it is that a transducer emits the labels of sequences (Graves, 2012).

    Args:
        blank (int): the class that is no label, default 0.
        fastemit_lambda (float): gradients of labels are 1 + this times larger (Yu et al., 2021).
        reduction (str): mean, sum or none.

    Shape:
        Logarithms of probabilities [batch, time, length + 1, class], labels [batch, length],
        and the lengths of both [batch], to 0-D, or [batch] for "none".

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.RNNTLoss()
        >>> x = paddle.nn.functional.log_softmax(paddle.zeros([1, 2, 2, 3]))
        >>> one = paddle.to_tensor([1])
        >>> loss(x, one.reshape([1, 1]), one * 2, one).item()
        2.6027
    """

    def __init__(self, blank=0, fastemit_lambda=0.001, reduction="mean", name=None):
        super().__init__()
        self.blank = blank
        self.fastemit_lambda = fastemit_lambda
        self.reduction = _check_reduction(self, reduction)

    def forward(self, input, label, input_lengths, label_lengths):
        return F.rnnt_loss(
            input,
            label,
            input_lengths,
            label_lengths,
            blank=self.blank,
            fastemit_lambda=self.fastemit_lambda,
            reduction=self.reduction,
        )


class HSigmoidLoss(Layer):
    """Hierarchical sigmoid: binary losses at the nodes from a class to the root of a tree.

    Args:
        feature_size (int): features of the input.
        num_classes (int): leaves; of a tree of one's own its inner nodes.
        weight_attr (ParamAttr, optional): of the weight of the nodes.
        bias_attr (ParamAttr|bool, optional): of their bias; False: none.
        is_custom (bool): the tree comes with each call, as ``path_table`` and ``path_code``.
        is_sparse (bool): accepted; gradients are dense.

    Shape:
        Input [n, feature_size], labels [n] or [n, 1], to [n, 1].

    Raises:
        ValueError: there are fewer than two classes.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.HSigmoidLoss(3, 5)
        >>> loss(paddle.zeros([2, 3]), paddle.to_tensor([1, 4])).shape
        paddle.Size([2, 1])
    """

    def __init__(
        self,
        feature_size,
        num_classes,
        weight_attr=None,
        bias_attr=None,
        is_custom=False,
        is_sparse=False,
        name=None,
    ):
        super().__init__()
        if num_classes < 2 and not is_custom:
            raise ValueError(
                "(InvalidArgument) HSigmoidLoss: argument `num_classes` is wrong.\n"
                f"  Expected: 2 or more\n  Received: {num_classes}"
            )
        self._num_classes = num_classes
        self._is_custom = is_custom
        nodes = num_classes if is_custom else num_classes - 1
        self.weight = self.create_parameter([nodes, feature_size], attr=weight_attr)
        self.bias = self.create_parameter([nodes, 1], attr=bias_attr, is_bias=True)

    def forward(self, input, label, path_table=None, path_code=None):
        return F.hsigmoid_loss(
            input, label, self._num_classes, self.weight, self.bias, path_table, path_code
        )


class AdaptiveLogSoftmaxWithLoss(Layer):
    """An approximation of the softmax over classes sorted by frequency (Grave et al., 2017).

    Args:
        in_features (int): features of the input.
        n_classes (int): how many classes.
        cutoffs (list[int]): where clusters of rare classes begin, rising.
        weight_attr (ParamAttr, optional): of all weights.
        bias_attr (ParamAttr, optional): of the head's bias.
        div_value (float): each cluster has that many times fewer inner features than the one before.
        head_bias (bool): whether the head has a bias.

    Shape:
        Input [n, in_features] and labels [n] to a pair: logarithms of probabilities [n], and the loss, 0-D.

    Raises:
        ValueError: ``cutoffs`` do not rise, or do not lie between 1 and n_classes - 1.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.AdaptiveLogSoftmaxWithLoss(8, 10, [2, 5], div_value=2.0)
        >>> out, _ = loss(paddle.ones([3, 8]), paddle.to_tensor([0, 4, 9]))
        >>> out.shape, loss.log_prob(paddle.ones([3, 8])).shape, loss.predict(paddle.ones([3, 8])).shape
        (paddle.Size([3]), paddle.Size([3, 10]), paddle.Size([3]))
    """

    def __init__(
        self,
        in_features,
        n_classes,
        cutoffs,
        weight_attr=None,
        bias_attr=None,
        div_value=4.0,
        head_bias=False,
        name=None,
    ):
        super().__init__()
        cutoffs = list(cutoffs)
        rising = all(int(c) == c for c in cutoffs) and sorted(set(cutoffs)) == cutoffs
        if not cutoffs or not rising or cutoffs[0] < 1 or cutoffs[-1] > n_classes - 1:
            raise ValueError(
                "(InvalidArgument) AdaptiveLogSoftmaxWithLoss: argument `cutoffs` is wrong.\n"
                f"  Expected: rising integers from 1 to {n_classes - 1}\n  Received: {cutoffs}"
            )
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value = div_value
        self.is_head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head_weight = self.create_parameter([in_features, self.head_size], attr=weight_attr)
        self.head_bias = (
            self.create_parameter([self.head_size], attr=bias_attr, is_bias=True)
            if head_bias
            else None
        )
        self.tail_weights = []
        for i, (low, high) in enumerate(zip(self.cutoffs, self.cutoffs[1:], strict=False)):
            inner = int(in_features // div_value ** (i + 1))
            shapes = [[in_features, inner], [inner, high - low]]
            pair = [self.create_parameter(shape, attr=weight_attr) for shape in shapes]
            for k, weight in enumerate(pair):  # a list does not tell the layer of parameters
                self.add_parameter(f"tail_weights_{i}_{k}", weight)
            self.tail_weights.append(pair)

    def forward(self, input, label):
        return F.adaptive_log_softmax_with_loss(
            input, label, self.head_weight, self.tail_weights, self.cutoffs, self.head_bias
        )

    def log_prob(self, input):
        """Logarithms of the probabilities of all classes, [n, n_classes].

        Args:
            input (Tensor): [n, in_features].

        Returns:
            Tensor
        """
        head = F.log_softmax(F.linear(input, self.head_weight, self.head_bias), axis=1)
        parts = [head[:, : self.shortlist_size]]
        for i, (first, second) in enumerate(self.tail_weights):
            inner = F.log_softmax(input.matmul(first).matmul(second), axis=1)
            parts.append(inner + head[:, self.shortlist_size + i].unsqueeze(1))
        return paddle.concat(parts, 1)

    def predict(self, input):
        """The likeliest class of each row, [n].

        Args:
            input (Tensor): [n, in_features].

        Returns:
            Tensor: int64.
        """
        return self.log_prob(input).argmax(1)


class MultiLabelMarginLoss(Layer):
    """How far the scores of the labels of a row are above those of the other classes: see ``nn.functional``.

    Args:
        reduction (str): mean, sum or none.

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.MultiLabelMarginLoss()
        >>> x, y = paddle.to_tensor([[0.1, 0.2, 0.4, 0.8]]), paddle.to_tensor([[3, 0, -1, 1]])
        >>> round(loss(x, y).item(), 4)
        0.85
    """

    def __init__(self, reduction="mean", name=None):
        super().__init__()
        self.reduction = _check_reduction(self, reduction)
        self.name = name

    def forward(self, input, label):
        return F.multi_label_margin_loss(input, label, self.reduction)
