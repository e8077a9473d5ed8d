"""Learning rate schedules.

A schedule is given to an optimizer as its learning rate; ``step()`` moves it on,
after each batch or each epoch as the user likes.
"""

import math
import warnings

from .. import _C

__all__ = [
    "CosineAnnealingDecay",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialDecay",
    "InverseTimeDecay",
    "LRScheduler",
    "LambdaDecay",
    "LinearLR",
    "LinearWarmup",
    "MultiStepDecay",
    "MultiplicativeDecay",
    "NaturalExpDecay",
    "NoamDecay",
    "OneCycleLR",
    "PiecewiseDecay",
    "PolynomialDecay",
    "ReduceOnPlateau",
    "StepDecay",
]


def _check_number(owner, name, value):
    if not isinstance(value, (int, float)):
        raise TypeError(
            f"{owner}: argument `{name}` has the wrong type.\n"
            f"  Expected: int or float\n  Received: {type(value).__name__}"
        )


def _check_positive_int(owner, name, value):
    if not isinstance(value, int):
        raise TypeError(
            f"{owner}: argument `{name}` has the wrong type.\n"
            f"  Expected: int\n  Received: {type(value).__name__}"
        )
    if value <= 0:
        raise ValueError(f"{owner}: argument `{name}` must be positive.\n  Received: {value}")


def _check(condition, owner, text):
    if not condition:
        raise ValueError(f"{owner}: {text}")


class LRScheduler:
    """The base of schedules: a subclass writes ``get_lr()``.

    Args:
        learning_rate (float): the rate to begin with, ``base_lr``.
        last_epoch (int): the step to go on from; -1 begins.
        verbose (bool): prints each change.

    Examples:
        >>> import paddle
        >>> class Half(paddle.optimizer.lr.LRScheduler):
        ...     def get_lr(self):
        ...         return self.base_lr * 0.5**self.last_epoch
        >>> schedule = Half(1.0)
        >>> schedule.step()
        >>> schedule()
        0.5
    """

    def __init__(self, learning_rate=0.1, last_epoch=-1, verbose=False):
        _check_number(type(self).__name__, "learning_rate", learning_rate)
        _check(learning_rate >= 0, type(self).__name__, f"learning rate {learning_rate} < 0")
        self.base_lr = float(learning_rate)
        self.last_lr = float(learning_rate)
        self.last_epoch = last_epoch
        self.verbose = verbose
        self._var_name = None
        self.step()

    def __call__(self):
        """The rate now."""
        return self.last_lr

    def step(self, epoch=None):
        """Moves on by one, or to ``epoch``."""
        if epoch is None:
            self.last_epoch += 1
            self.last_lr = self.get_lr()
        else:
            self.last_epoch = epoch
            closed_form = getattr(self, "_get_closed_form_lr", self.get_lr)
            self.last_lr = closed_form()
        self._report()

    def _report(self):
        if self.verbose:
            name = type(self).__name__
            print(f"Epoch {self.last_epoch}: {name} set learning rate to {self.last_lr}.")

    def get_lr(self):
        """The rate at ``self.last_epoch``."""
        raise NotImplementedError(f"{type(self).__name__} does not say its rate")

    def state_keys(self):
        """Sets ``self.keys``, the attributes that ``state_dict`` holds."""
        self.keys = ["last_epoch", "last_lr"]

    def state_dict(self):
        """What a later process needs to go on from here.

        Returns:
            dict: attribute to value.
        """
        self.state_keys()
        state = {key: self.__dict__[key] for key in self.keys if key in self.__dict__}
        return {k: float(v) if isinstance(v, _C.Tensor) else v for k, v in state.items()}

    def set_state_dict(self, state_dict):
        """Goes on from what ``state_dict`` gave.

        Raises:
            RuntimeError: a value is missing.
        """
        self.state_keys()
        for key in self.keys:
            if key not in state_dict:
                raise RuntimeError(
                    f"{type(self).__name__}: the state has no `{key}`.\n"
                    f"  Received: {', '.join(map(str, state_dict)) or 'nothing'}"
                )
            self.__dict__[key] = state_dict[key]
        if len(state_dict) > len(self.keys):
            warnings.warn(
                "there are unused values in the scheduler's state: was it another scheduler's?",
                stacklevel=2,
            )

    set_dict = set_state_dict


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
        for boundary, value in zip(self.boundaries, self.values):
            if self.last_epoch < boundary:
                return value
        return self.values[-1]


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

    def __init__(
        self, learning_rate, warmup_steps, start_lr, end_lr, last_epoch=-1, verbose=False
    ):
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
                raise RuntimeError("LinearWarmup: the state has no `LinearWarmup_LR`.")
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
                "MultiStepDecay: argument `milestones` has the wrong type.\n"
                f"  Expected: tuple or list\n  Received: {type(milestones).__name__}"
            )
        _check(
            all(a < b for a, b in zip(milestones, milestones[1:])),
            "MultiStepDecay",
            f"milestones must rise, received {milestones}",
        )
        _check(gamma < 1.0, "MultiStepDecay", f"gamma must be below 1, received {gamma}")
        self.milestones, self.gamma = milestones, gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        passed = sum(self.last_epoch >= milestone for milestone in self.milestones)
        return self.base_lr * self.gamma**passed


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
                f"LambdaDecay: `lr_lambda` must be callable, not {type(lr_lambda).__name__}"
            )
        self.lr_lambda = lr_lambda
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        return self.base_lr * self.lr_lambda(self.last_epoch)


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
                f"MultiplicativeDecay: `lr_lambda` must be callable, not {type(lr_lambda).__name__}"
            )
        self.lr_lambda = lr_lambda
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        rate = self.base_lr
        for n in range(1, self.last_epoch + 1):
            rate *= self.lr_lambda(n)
        return rate


class ReduceOnPlateau(LRScheduler):
    """Multiplied by ``factor`` where a metric has not improved for a while.

    Args:
        learning_rate (float): to begin with.
        mode (str): ``min``: less is better; ``max``: more is.
        factor (float): below 1, default 0.1.
        patience (int): steps without improvement that are borne, default 10.
        threshold (float): how much counts as improvement, default 1e-4.
        threshold_mode (str): ``rel``, a part of the best; or ``abs``.
        cooldown (int): steps after a change that do not count.
        min_lr (float): the least rate.
        epsilon (float): smaller changes are not made.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.ReduceOnPlateau(1.0, factor=0.5, patience=0)
        >>> schedule.step(0.3)
        >>> schedule.step(0.4)
        >>> schedule()
        0.5
    """

    def __init__(
        self,
        learning_rate,
        mode="min",
        factor=0.1,
        patience=10,
        threshold=1e-4,
        threshold_mode="rel",
        cooldown=0,
        min_lr=0,
        epsilon=1e-8,
        verbose=False,
    ):
        name = "ReduceOnPlateau"
        mode, threshold_mode = mode.lower(), threshold_mode.lower()
        _check(mode in ("min", "max"), name, f"mode must be min or max, received {mode}")
        _check(
            threshold_mode in ("rel", "abs"),
            name,
            f"threshold_mode must be rel or abs, received {threshold_mode}",
        )
        _check(factor < 1.0, name, f"factor must be below 1, received {factor}")
        _check_number(name, "learning_rate", learning_rate)
        self.mode, self.factor, self.patience = mode, factor, patience
        self.threshold, self.threshold_mode = threshold, threshold_mode
        self.cooldown, self.min_lr, self.epsilon = cooldown, min_lr, epsilon
        self.cooldown_counter = 0
        self.best = None
        self.num_bad_epochs = 0
        self.base_lr = self.last_lr = float(learning_rate)
        self.last_epoch = 0
        self.verbose = verbose
        self._var_name = None

    def state_keys(self):
        self.keys = ["cooldown_counter", "best", "num_bad_epochs", "last_epoch", "last_lr"]

    def step(self, metrics, epoch=None):
        """Counts one more value of the metric.

        Args:
            metrics (float|Tensor|numpy.ndarray): one number.
            epoch (int, optional): the step it belongs to.
        """
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        try:
            metrics = float(metrics)
        except (TypeError, ValueError):
            raise TypeError(
                "ReduceOnPlateau: `metrics` must be one number.\n"
                f"  Received: {type(metrics).__name__} {getattr(metrics, 'shape', '')}"
            ) from None
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            return
        if self.best is None or self._is_better(metrics, self.best):
            self.best = metrics
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.num_bad_epochs > self.patience:
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
            rate = max(self.last_lr * self.factor, self.min_lr)
            if self.last_lr - rate > self.epsilon:
                self.last_lr = rate
                self._report()

    def _is_better(self, current, best):
        margin = best * self.threshold if self.threshold_mode == "rel" else self.threshold
        return current < best - margin if self.mode == "min" else current > best + margin


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


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine wave that starts again, each time ``T_mult`` times as long.

    Loshchilov and Hutter, 2016.

    Args:
        learning_rate (float): to begin with.
        T_0 (int): steps of the first wave.
        T_mult (int): how much longer each next one is, default 1.
        eta_min (float): the least rate, default 0.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.CosineAnnealingWarmRestarts(0.5, T_0=2)
        >>> schedule.step()
        >>> round(schedule(), 6)
        0.25
    """

    def __init__(self, learning_rate, T_0, T_mult=1, eta_min=0, last_epoch=-1, verbose=False):
        _check_positive_int("CosineAnnealingWarmRestarts", "T_0", T_0)
        _check_positive_int("CosineAnnealingWarmRestarts", "T_mult", T_mult)
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self):
        wave = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return self.eta_min + (self.base_lr - self.eta_min) * wave

    def step(self, epoch=None):
        """Moves on by one, or to ``epoch``."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            _check(epoch >= 0, "CosineAnnealingWarmRestarts", f"epoch {epoch} is negative")
            self._find_wave(epoch)
        self.last_epoch = math.floor(epoch)
        self.last_lr = self.get_lr()
        self._report()

    def _find_wave(self, epoch):
        start, length = 0, self.T_0
        if self.T_mult == 1:
            start = epoch // length * length
        else:
            while epoch >= start + length:
                start += length
                length *= self.T_mult
        self.T_cur, self.T_i = epoch - start, length


class OneCycleLR(LRScheduler):
    """Rises to the greatest rate, then falls far below where it began.

    Smith and Topin, 2017.

    Args:
        max_learning_rate (float): the greatest rate.
        total_steps (int): of the whole cycle.
        divide_factor (float): begins at max / divide_factor, default 25.
        end_learning_rate (float): the last rate, default 1e-4.
        phase_pct (float): the part of the steps that rises, default 0.3.
        anneal_strategy (str): cos or linear.
        three_phase (bool): first falls as it rose, then to the end.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.OneCycleLR(1.0, total_steps=100)
        >>> schedule()
        0.04
    """

    def __init__(
        self,
        max_learning_rate,
        total_steps,
        divide_factor=25.0,
        end_learning_rate=0.0001,
        phase_pct=0.3,
        anneal_strategy="cos",
        three_phase=False,
        last_epoch=-1,
        verbose=False,
    ):
        name = "OneCycleLR"
        _check_number(name, "max_learning_rate", max_learning_rate)
        _check(max_learning_rate >= 0, name, "max_learning_rate is negative")
        _check_number(name, "end_learning_rate", end_learning_rate)
        _check(end_learning_rate >= 0, name, "end_learning_rate is negative")
        _check_positive_int(name, "total_steps", total_steps)
        if not isinstance(phase_pct, float):
            raise TypeError(f"{name}: phase_pct must be a float, not {type(phase_pct).__name__}")
        _check(0 <= phase_pct <= 1, name, f"phase_pct must be in [0, 1], received {phase_pct}")
        _check(
            anneal_strategy in ("cos", "linear"),
            name,
            f"anneal_strategy must be cos or linear, received {anneal_strategy}",
        )
        initial = max_learning_rate / float(divide_factor)
        top, end = max_learning_rate, float(end_learning_rate)
        self.total_steps, self.anneal_strategy = total_steps, anneal_strategy
        rise = phase_pct * total_steps
        if three_phase:
            if phase_pct >= 0.5:
                raise ValueError(f"{name}: with three_phase, phase_pct must be below 0.5")
            self._step_config = [0, rise - 1, 2 * rise - 2, total_steps - 1, total_steps - 1]
            self._steps_size = [rise - 1, rise - 1, total_steps - 2 * rise + 1, 1]
            self._lr_config = [initial, top, initial, end]
        else:
            self._step_config = [0, rise - 1, total_steps - 1, total_steps - 1]
            self._steps_size = [rise - 1, total_steps - rise, 1]
            self._lr_config = [initial, top, end]
        super().__init__(initial, last_epoch, verbose)

    def _anneal(self, start, end, part):
        if self.anneal_strategy == "cos":
            return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)
        return (end - start) * part + start

    def get_lr(self):
        n = self.last_epoch
        _check(
            n <= self.total_steps,
            "OneCycleLR",
            f"step {n} is beyond the {self.total_steps} steps of the cycle",
        )
        last = len(self._lr_config) - 2
        for i, end_step in enumerate(self._step_config[1:]):
            if n <= end_step or i == last:
                size = self._steps_size[i]
                part = (n - self._step_config[i]) / size if size else 1.0
                return self._anneal(self._lr_config[i], self._lr_config[i + 1], part)


class CyclicLR(LRScheduler):
    """Rises and falls between two rates (Smith, 2015).

    Args:
        base_learning_rate (float): the least rate.
        max_learning_rate (float): the greatest rate.
        step_size_up (int): steps that rise.
        step_size_down (int, optional): steps that fall, by default as many.
        mode (str): triangular; triangular2, which halves each cycle; or
            exp_range, which multiplies by ``exp_gamma`` each step.
        exp_gamma (float): default 1.0.
        scale_fn (callable, optional): replaces ``mode``.
        scale_mode (str): ``scale_fn`` is called with ``cycle`` or ``iterations``.

    Examples:
        >>> import paddle
        >>> schedule = paddle.optimizer.lr.CyclicLR(0.5, 1.0, step_size_up=2)
        >>> schedule.step()
        >>> schedule()
        0.75
    """

    def __init__(
        self,
        base_learning_rate,
        max_learning_rate,
        step_size_up,
        step_size_down=None,
        mode="triangular",
        exp_gamma=1.0,
        scale_fn=None,
        scale_mode="cycle",
        last_epoch=-1,
        verbose=False,
    ):
        name = "CyclicLR"
        _check_number(name, "max_learning_rate", max_learning_rate)
        _check(max_learning_rate >= 0, name, "max_learning_rate is negative")
        _check_positive_int(name, "step_size_up", step_size_up)
        if step_size_down is None:
            step_size_down = step_size_up
        _check_positive_int(name, "step_size_down", step_size_down)
        if not isinstance(exp_gamma, float):
            raise TypeError(f"{name}: exp_gamma must be a float, not {type(exp_gamma).__name__}")
        _check(
            scale_fn is not None or mode in ("triangular", "triangular2", "exp_range"),
            name,
            f"mode must be triangular, triangular2 or exp_range, received {mode}",
        )
        _check(
            scale_mode in ("cycle", "iterations"),
            name,
            f"scale_mode must be cycle or iterations, received {scale_mode}",
        )
        self.cycle_size = float(step_size_up + step_size_down)
        self.step_up_pct = step_size_up / self.cycle_size
        self.max_lr = float(max_learning_rate)
        self.amplitude = self.max_lr - base_learning_rate
        self.mode, self.gamma, self.scale_fn, self.scale_mode = mode, exp_gamma, scale_fn, scale_mode
        super().__init__(base_learning_rate, last_epoch, verbose)

    def _scale(self, cycle, iterations):
        if self.scale_fn is not None:
            return self.scale_fn(cycle if self.scale_mode == "cycle" else iterations)
        if self.mode == "triangular2":
            return 1 / 2.0 ** (cycle - 1)
        return self.gamma**iterations if self.mode == "exp_range" else 1.0

    def get_lr(self):
        iterations = self.last_epoch
        cycle = 1 + iterations // self.cycle_size
        part = 1.0 + iterations / self.cycle_size - cycle
        if part <= self.step_up_pct:
            height = part / self.step_up_pct
        else:
            height = (1 - part) / (1 - self.step_up_pct)
        return self.base_lr + self.amplitude * height * self._scale(cycle, iterations)


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
