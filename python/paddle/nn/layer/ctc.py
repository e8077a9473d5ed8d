"""CTCLoss: of sequences against shorter ones."""

from .. import functional as F
from .layers import Layer
from .loss import _check_reduction


class CTCLoss(Layer):
    """How unlikely it is that sequences read as their labels (connectionist temporal classification).

    Args:
        blank (int): the class that is no label, default 0.
        reduction (str): mean (each loss divided by its number of labels), sum or none.
        zero_infinity (bool): infinite losses become 0.

    Shape:
        Logits [time, batch, class], labels [batch, length], and the lengths of both
        [batch], to 0-D, or [batch] for "none".

    Examples:
        >>> import paddle
        >>> loss = paddle.nn.CTCLoss()
        >>> one = paddle.to_tensor([1])
        >>> loss(paddle.zeros([3, 1, 2]), one.reshape([1, 1]), one * 3, one).shape
        paddle.Size([])
    """

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__()
        self.blank = blank
        self.reduction = _check_reduction(self, reduction)
        self.zero_infinity = zero_infinity

    def forward(self, log_probs, labels, input_lengths, label_lengths, norm_by_times=False):
        return F.ctc_loss(
            log_probs,
            labels,
            input_lengths,
            label_lengths,
            blank=self.blank,
            reduction=self.reduction,
            norm_by_times=norm_by_times,
            zero_infinity=self.zero_infinity,
        )
