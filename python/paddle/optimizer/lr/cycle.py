"""Rates that rise and fall again."""

import math

from ...framework.docs import args_of
from .scheduler import LRScheduler, _check, _check_number, _check_positive_int


@args_of(LRScheduler)
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


@args_of(LRScheduler)
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
        >>> round(schedule(), 6)
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
            raise TypeError(
                f"(InvalidType) {name}: phase_pct must be a float, not {type(phase_pct).__name__}"
            )
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
                raise ValueError(
                    f"(InvalidArgument) {name}: with three_phase, phase_pct must be below 0.5"
                )
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


@args_of(LRScheduler)
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
            raise TypeError(
                f"(InvalidType) {name}: exp_gamma must be a float, not {type(exp_gamma).__name__}"
            )
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
        self.mode, self.gamma, self.scale_fn, self.scale_mode = (
            mode,
            exp_gamma,
            scale_fn,
            scale_mode,
        )
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
