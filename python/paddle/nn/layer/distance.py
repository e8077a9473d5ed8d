"""Distances between vectors."""

from .. import functional as F
from .layers import Layer
from .other_names import other_name
from .text import name_text


class PairwiseDistance(Layer):
    """``norm(x - y + epsilon)`` along the last axis.

    Args:
        p (float): of the norm, default 2.0.
        epsilon (float): default 1e-6.
        keepdim (bool): the axis stays, with size 1.
        eps (float, optional): another name of ``epsilon``.

    Examples:
        >>> import paddle
        >>> distance = paddle.nn.PairwiseDistance()
        >>> distance(paddle.ones([2, 3]), paddle.zeros([2, 3])).shape
        paddle.Size([2])
    """

    def __init__(self, p=2.0, epsilon=1e-6, keepdim=False, name=None, *, eps=None):
        super().__init__()
        self.p, self.epsilon = p, epsilon if eps is None else eps
        self.keepdim, self.name = keepdim, name

    norm = other_name("p")
    eps = other_name("epsilon")

    def forward(self, x, y):
        return F.pairwise_distance(x, y, self.p, self.epsilon, self.keepdim)

    def extra_repr(self):
        text = f"p={self.p}"
        if self.epsilon != 1e-6:
            text += f", epsilon={self.epsilon}"
        if self.keepdim:
            text += f", keepdim={self.keepdim}"
        return text + name_text(self.name)
