"""Axes of a batch as axes of a value."""

from .distribution import Distribution, sum_rightmost


class Independent(Distribution):
    """A distribution whose last batch axes count as axes of one value: `log_prob` is the sum over them.

    Args:
        base (Distribution): What has the batch.
        reinterpreted_batch_rank (int): How many axes.

    Examples:
        >>> import paddle
        >>> normal = paddle.distribution.Normal(paddle.zeros([2, 3]), paddle.ones([2, 3]))
        >>> paddle.distribution.Independent(normal, 1).event_shape
        (3,)
    """

    def __init__(self, base, reinterpreted_batch_rank):
        if not isinstance(base, Distribution):
            raise TypeError(
                "(InvalidType) Independent: argument `base` has the wrong type.\n"
                f"  Expected: a Distribution\n  Received: {type(base).__name__}"
            )
        rank = len(base.batch_shape)
        if not 0 < reinterpreted_batch_rank <= rank:
            raise ValueError(
                "(InvalidArgument) Independent: `reinterpreted_batch_rank` is out of range.\n"
                f"  Expected: in [1, {rank}]\n  Received: {reinterpreted_batch_rank}"
            )
        self._base = base
        self._rank = reinterpreted_batch_rank
        shape, at = base.batch_shape + base.event_shape, rank - reinterpreted_batch_rank
        super().__init__(shape[:at], shape[at:])

    @property
    def mean(self):
        return self._base.mean

    @property
    def variance(self):
        return self._base.variance

    def sample(self, shape=[]):  # noqa: B006
        return self._base.sample(shape)

    def rsample(self, shape=[]):  # noqa: B006
        return self._base.rsample(shape)

    def log_prob(self, value):
        return sum_rightmost(self._base.log_prob(value), self._rank)

    def entropy(self):
        return sum_rightmost(self._base.entropy(), self._rank)
