"""Sums of squares of normal variates."""

from .distribution import parameters
from .gamma import Gamma

__all__ = ["Chi2"]


class Chi2(Gamma):
    """The sum of `df` squares of standard normal variates.

    Args:
        df (float|Tensor): Degrees of freedom, above 0.

    Examples:
        >>> import paddle
        >>> paddle.distribution.Chi2(3.0).mean.item()
        3.0
    """

    def __init__(self, df):
        (self.df,) = parameters("Chi2", df=df)
        if not (self.df > 0).all().item():
            raise ValueError(
                "(InvalidArgument) Chi2: `df` is not positive.\n"
                f"  Expected: above 0\n  Received: {self.df.tolist()}"
            )
        super().__init__(self.df * 0.5, 0.5)
