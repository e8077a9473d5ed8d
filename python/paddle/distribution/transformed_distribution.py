"""Distributions of transformed values."""

from .distribution import Distribution, sum_rightmost
from .independent import Independent
from .transform import ChainTransform, Transform


class TransformedDistribution(Distribution):
    """The distribution of what transforms make of the values of another.

    Args:
        base (Distribution): Of the values before.
        transforms (list[Transform]): The first is applied first.

    Examples:
        >>> import paddle
        >>> D = paddle.distribution
        >>> t = D.TransformedDistribution(D.Normal(0.0, 1.0), [D.ExpTransform()])
        >>> t.log_prob(paddle.ones([])).item()
        -0.9189
    """

    def __init__(self, base, transforms):
        for value, kind, name in (
            (base, Distribution, "base"),
            (transforms, (list, tuple), "transforms"),
        ):
            if not isinstance(value, kind):
                raise TypeError(
                    f"(InvalidType) TransformedDistribution: argument `{name}` has the wrong type.\n"
                    f"  Expected: {'a Distribution' if name == 'base' else 'a list of Transforms'}\n"
                    f"  Received: {type(value).__name__}"
                )
        if not all(isinstance(t, Transform) for t in transforms):
            raise TypeError(
                "(InvalidType) TransformedDistribution: wrong `transforms`.\n"
                f"  Expected: Transforms\n  Received: {[type(t).__name__ for t in transforms]}"
            )
        self._base, self._transforms = base, transforms
        if not transforms:
            super().__init__(base.batch_shape, base.event_shape)
            return
        chain = ChainTransform(transforms)
        shape, before = base.batch_shape + base.event_shape, chain._domain.event_rank
        if len(shape) < before:
            raise ValueError(
                "(InvalidArgument) TransformedDistribution: `base` has too few axes.\n"
                f"  Expected: at least {before}\n  Received: {len(shape)}"
            )
        if before > len(base.event_shape):
            base = Independent(base, before - len(base.event_shape))
        after = tuple(chain.forward_shape(shape))
        at = len(after) - (chain._codomain.event_rank + max(len(base.event_shape) - before, 0))
        super().__init__(after[:at], after[at:])

    def _forward(self, x):
        for t in self._transforms:
            x = t.forward(x)
        return x

    def sample(self, shape=[]):  # noqa: B006
        return self._forward(self._base.sample(shape))

    def rsample(self, shape=[]):  # noqa: B006
        return self._forward(self._base.rsample(shape))

    def log_prob(self, value):
        total, rank, y = 0.0, len(self.event_shape), value
        for t in reversed(self._transforms):
            x = t.inverse(y)
            rank += t._domain.event_rank - t._codomain.event_rank
            change = t.forward_log_det_jacobian(x)
            total = total - sum_rightmost(change, rank - t._domain.event_rank)
            y = x
        return total + sum_rightmost(self._base.log_prob(y), rank - len(self._base.event_shape))
