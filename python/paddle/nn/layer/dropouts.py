"""Dropouts of whole channels that are made of operators."""

from .. import functional as F
from .layers import Layer


class FeatureAlphaDropout(Layer):
    """``AlphaDropout`` of whole channels.

    Args:
        p (float): The probability to drop.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.FeatureAlphaDropout(0.5)
        >>> layer.eval()
        FeatureAlphaDropout(p=0.5)
        >>> layer(paddle.ones([1, 2, 3])).sum().item()
        6.0
    """

    def __init__(self, p=0.5, name=None):
        super().__init__()
        self.p, self.name = p, name

    def forward(self, x):
        return F.feature_alpha_dropout(x, self.p, self.training)

    def extra_repr(self):
        return f"p={self.p}"
