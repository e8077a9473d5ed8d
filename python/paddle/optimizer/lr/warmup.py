"""Rates that rise first."""

from ...framework.docs import args_of
from .scheduler import LRScheduler, _check, _check_number, _check_positive_int


@args_of(LRScheduler)
class NoamDecay(LRScheduler):
    r""":math:`rate \cdot d^{-1/2} \min(n^{-1/2}, n \cdot warmup^{-3/2})`.

    Vaswani et al., 2017.

    Args:
        d_model (int): the width of the model, d.
        warmup_steps (int): how long the rate rises.
        learning_rate (float): default 1.0.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.NoamDecay(d_model=4, warmup_steps=4)
        >>> schedule.step()
        >>> schedule()
        0.0625
    """

    def __init__(self, d_model, warmup_steps, learning_rate=1.0, last_epoch=-1, verbose=False):
        _check(d_model > 0, "NoamDecay", f"d_model must be positive, received {d_model}")
        self.d_model, self.warmup_steps = d_model, warmup_steps
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        n = self.last_epoch
        rise = self.warmup_steps**-1.5 * n
        fall = 1 if n == 0 else n**-0.5
        return self.base_lr * self.d_model**-0.5 * min(fall, rise)


@args_of(LRScheduler)
class LinearWarmup(LRScheduler):
    """Rises from ``start_lr`` to ``end_lr``, then follows another schedule.

    Args:
        learning_rate (float|LRScheduler): what follows.
        warmup_steps (int): how long it rises.
        start_lr (float): the first rate.
        end_lr (float): the rate where the rise ends, above ``start_lr``.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.LinearWarmup(0.5, 2, start_lr=0.0, end_lr=0.5)
        >>> schedule.step()
        >>> schedule()
        0.25
    """

    def __init__(self, learning_rate, warmup_steps, start_lr, end_lr, last_epoch=-1, verbose=False):
        if not isinstance(learning_rate, LRScheduler):
            _check_number("LinearWarmup", "learning_rate", learning_rate)
        _check_positive_int("LinearWarmup", "warmup_steps", warmup_steps)
        _check(
            end_lr > start_lr,
            "LinearWarmup",
            f"end_lr must be above start_lr, received {start_lr} and {end_lr}",
        )
        self.learning_rate, self.warmup_steps = learning_rate, warmup_steps
        self.start_lr, self.end_lr = start_lr, end_lr
        super().__init__(start_lr, last_epoch, verbose)

    def state_dict(self):
        state = super().state_dict()
        if isinstance(self.learning_rate, LRScheduler):
            state["LinearWarmup_LR"] = self.learning_rate.state_dict()
        return state

    def set_state_dict(self, state_dict):
        inner = dict(state_dict)
        of_next = inner.pop("LinearWarmup_LR", None)
        super().set_state_dict(inner)
        if isinstance(self.learning_rate, LRScheduler):
            if of_next is None:
                raise RuntimeError(
                    "(PreconditionNotMet) LinearWarmup: the state has no `LinearWarmup_LR`."
                )
            self.learning_rate.set_state_dict(of_next)

    set_dict = set_state_dict

    def get_lr(self):
        if self.last_epoch < self.warmup_steps:
            part = float(self.last_epoch) / float(self.warmup_steps)
            return (self.end_lr - self.start_lr) * part + self.start_lr
        if isinstance(self.learning_rate, LRScheduler):
            self.learning_rate.step(self.last_epoch - self.warmup_steps)
            return self.learning_rate()
        return self.learning_rate


@args_of(LRScheduler)
class LinearLR(LRScheduler):
    """From ``start_factor`` to ``end_factor`` of the rate in a straight line.

    Args:
        learning_rate (float): times the factors.
        total_steps (int): how long the line is.
        start_factor (float): in (0, 1], default 1/3.
        end_factor (float): in [0, 1], default 1.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.LinearLR(1.0, total_steps=4, start_factor=0.5)
        >>> schedule()
        0.5
    """

    def __init__(
        self,
        learning_rate,
        total_steps,
        start_factor=1.0 / 3,
        end_factor=1.0,
        last_epoch=-1,
        verbose=False,
    ):
        name = "LinearLR"
        _check(0 < start_factor <= 1, name, f"start_factor must be in (0, 1]: {start_factor}")
        _check(0 <= end_factor <= 1, name, f"end_factor must be in [0, 1]: {end_factor}")
        _check(total_steps > 0, name, f"total_steps must be positive, received {total_steps}")
        self.start_factor, self.end_factor, self.total_steps = start_factor, end_factor, total_steps
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return self.base_lr * self.start_factor
        if self.last_epoch > self.total_steps:
            return self.last_lr
        change = self.end_factor - self.start_factor
        before = self.total_steps * self.start_factor + (self.last_epoch - 1) * change
        return self.last_lr * (1.0 + change / before)
