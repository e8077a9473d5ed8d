"""Rates that change at given steps, or by a function."""

from ...framework.docs import args_of
from .scheduler import LRScheduler, _check, _check_positive_int


@args_of(LRScheduler)
class PiecewiseDecay(LRScheduler):
    """``values[i]`` up to ``boundaries[i]``, the last value from there on.

    Args:
        boundaries (list[int]): steps, rising.
        values (list[float]): one more than boundaries.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.PiecewiseDecay([1, 3], [0.1, 0.5, 0.2])
        >>> schedule.step()
        >>> schedule()
        0.5
    """

    def __init__(self, boundaries, values, last_epoch=-1, verbose=False):
        _check(len(boundaries) > 0, "PiecewiseDecay", "boundaries is empty")
        _check(
            len(values) > len(boundaries),
            "PiecewiseDecay",
            f"expected {len(boundaries) + 1} values, received {len(values)}",
        )
        self.boundaries, self.values = boundaries, values
        super().__init__(last_epoch=last_epoch, verbose=verbose)

    def get_lr(self):
        for boundary, value in zip(self.boundaries, self.values, strict=False):
            if self.last_epoch < boundary:
                return value
        return self.values[-1]


@args_of(LRScheduler)
class MultiStepDecay(LRScheduler):
    """Multiplied by ``gamma`` at each milestone.

    Args:
        learning_rate (float): to begin with.
        milestones (list[int]): steps, rising.
        gamma (float): below 1, default 0.1.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.MultiStepDecay(0.5, milestones=[1, 4], gamma=0.5)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, milestones, gamma=0.1, last_epoch=-1, verbose=False):
        if not isinstance(milestones, (tuple, list)):
            raise TypeError(
                "(InvalidType) MultiStepDecay: argument `milestones` has the wrong type.\n"
                f"  Expected: tuple or list\n  Received: {type(milestones).__name__}"
            )
        _check(
            all(a < b for a, b in zip(milestones, milestones[1:], strict=False)),
            "MultiStepDecay",
            f"milestones must rise, received {milestones}",
        )
        _check(gamma < 1.0, "MultiStepDecay", f"gamma must be below 1, received {gamma}")
        self.milestones, self.gamma = milestones, gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        passed = sum(self.last_epoch >= milestone for milestone in self.milestones)
        return self.base_lr * self.gamma**passed


@args_of(LRScheduler)
class StepDecay(LRScheduler):
    """Multiplied by ``gamma`` every ``step_size`` steps.

    Args:
        learning_rate (float): to begin with.
        step_size (int): how often.
        gamma (float): below 1, default 0.1.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.StepDecay(0.5, step_size=1, gamma=0.5)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        _check_positive_int("StepDecay", "step_size", step_size)
        _check(gamma < 1.0, "StepDecay", f"gamma must be below 1, received {gamma}")
        self.step_size, self.gamma = step_size, gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        return self.base_lr * self.gamma ** (self.last_epoch // self.step_size)


@args_of(LRScheduler)
class LambdaDecay(LRScheduler):
    """``learning_rate * lr_lambda(n)``.

    Args:
        learning_rate (float): to begin with.
        lr_lambda (callable): step to factor.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.LambdaDecay(0.5, lambda n: 0.5**n)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, lr_lambda, last_epoch=-1, verbose=False):
        if not callable(lr_lambda):
            raise TypeError(
                f"(InvalidType) LambdaDecay: `lr_lambda` must be callable, not {type(lr_lambda).__name__}"
            )
        self.lr_lambda = lr_lambda
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        return self.base_lr * self.lr_lambda(self.last_epoch)


@args_of(LRScheduler)
class MultiplicativeDecay(LRScheduler):
    """Multiplied by ``lr_lambda(n)`` at each step.

    Args:
        learning_rate (float): to begin with.
        lr_lambda (callable): step to factor.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.MultiplicativeDecay(0.5, lambda n: 0.5)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, lr_lambda, last_epoch=-1, verbose=False):
        if not callable(lr_lambda):
            raise TypeError(
                f"(InvalidType) MultiplicativeDecay: `lr_lambda` must be callable, not {type(lr_lambda).__name__}"
            )
        self.lr_lambda = lr_lambda
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        rate = self.base_lr
        for n in range(1, self.last_epoch + 1):
            rate *= self.lr_lambda(n)
        return rate
