"""Rates that fall from the start."""

import math

from ...framework.docs import args_of
from .scheduler import LRScheduler, _check, _check_number, _check_positive_int


@args_of(LRScheduler)
class NaturalExpDecay(LRScheduler):
    r""":math:`rate \cdot e^{-\gamma n}`.

    Args:
        learning_rate (float): to begin with.
        gamma (float): positive.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.NaturalExpDecay(0.5, gamma=0.1)
        >>> schedule()
        0.5
    """

    def __init__(self, learning_rate, gamma, last_epoch=-1, verbose=False):
        _check(gamma > 0.0, "NaturalExpDecay", f"gamma must be positive, received {gamma}")
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        return self.base_lr * math.exp(-self.gamma * self.last_epoch)


@args_of(LRScheduler)
class InverseTimeDecay(LRScheduler):
    r""":math:`rate / (1 + \gamma n)`.

    Args:
        learning_rate (float): to begin with.
        gamma (float): how fast it falls.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.InverseTimeDecay(0.5, gamma=1.0)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        return self.base_lr / (1 + self.gamma * self.last_epoch)


@args_of(LRScheduler)
class PolynomialDecay(LRScheduler):
    r""":math:`(rate - end)(1 - n / steps)^{power} + end`.

    Args:
        learning_rate (float): to begin with.
        decay_steps (int): how long it falls.
        end_lr (float): the rate at the end, default 1e-4.
        power (float): default 1.0.
        cycle (bool): it rises again and falls more slowly.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.PolynomialDecay(0.5, decay_steps=2, end_lr=0.0)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(
        self,
        learning_rate,
        decay_steps,
        end_lr=0.0001,
        power=1.0,
        cycle=False,
        last_epoch=-1,
        verbose=False,
    ):
        _check_positive_int("PolynomialDecay", "decay_steps", decay_steps)
        _check(power > 0.0, "PolynomialDecay", f"power must be positive, received {power}")
        self.decay_steps, self.end_lr, self.power, self.cycle = decay_steps, end_lr, power, cycle
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        n, steps = self.last_epoch, self.decay_steps
        if self.cycle:
            steps *= 1 if n == 0 else math.ceil(n / steps)
        else:
            n = min(n, steps)
        return (self.base_lr - self.end_lr) * (1 - float(n) / float(steps)) ** (
            self.power
        ) + self.end_lr


@args_of(LRScheduler)
class ExponentialDecay(LRScheduler):
    r""":math:`rate \cdot \gamma^n`.

    Args:
        learning_rate (float): to begin with.
        gamma (float): in (0, 1).

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.ExponentialDecay(0.5, gamma=0.5)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, gamma, last_epoch=-1, verbose=False):
        _check(0.0 < gamma < 1.0, "ExponentialDecay", f"gamma must be in (0, 1), received {gamma}")
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        return self.base_lr * self.gamma**self.last_epoch


@args_of(LRScheduler)
class CosineAnnealingDecay(LRScheduler):
    r""":math:`\eta_{min} + (rate - \eta_{min})(1 + \cos(\pi n / T)) / 2`.

    Loshchilov and Hutter, 2016, without the restarts: after T it rises again.

    Args:
        learning_rate (float): to begin with.
        T_max (int): T, half a wave.
        eta_min (float): the least rate, default 0.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.CosineAnnealingDecay(0.5, T_max=10)
        >>> for _ in range(5):
        ...     schedule.step()
        >>> round(schedule(), 6)
        0.25
    """

    def __init__(self, learning_rate, T_max, eta_min=0, last_epoch=-1, verbose=False):
        _check_positive_int("CosineAnnealingDecay", "T_max", T_max)
        _check_number("CosineAnnealingDecay", "eta_min", eta_min)
        self.T_max, self.eta_min = T_max, float(eta_min)
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        # From the rate before, so that a change made between stays.
        if self.last_epoch == 0:
            return self.base_lr
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (self.base_lr - self.eta_min) * (1 - math.cos(math.pi / self.T_max)) / 2
            return self.last_lr + rise
        now = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        before = 1 + math.cos(math.pi * (self.last_epoch - 1) / self.T_max)
        return now / before * (self.last_lr - self.eta_min) + self.eta_min

    def _get_closed_form_lr(self):
        wave = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return self.eta_min + (self.base_lr - self.eta_min) * wave
