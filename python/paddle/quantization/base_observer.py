"""What observers have in common."""

import abc

from .base_quanter import BaseQuanter


class BaseObserver(BaseQuanter, metaclass=abc.ABCMeta):
    """A layer that looks at what passes through it, to find scales. Write also ``cal_thresholds``.

    Examples:
        >>> import paddle
        >>> from paddle.quantization.observers import AbsmaxObserver
        >>> observer = AbsmaxObserver()._instance(paddle.nn.ReLU())
        >>> _ = observer(paddle.to_tensor([1.0, -3.0]))
        >>> float(observer.scales())
        3.0
    """

    def __init__(self):
        super().__init__()

    @abc.abstractmethod
    def cal_thresholds(self):
        """Finds the scales from what was seen."""
