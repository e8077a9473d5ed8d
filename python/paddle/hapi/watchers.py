"""Callbacks that act when an evaluation does not become better."""

import numbers
import os
import warnings

import numpy as np

from .callback import Callback
from .rank import is_first


def _monitored(logs, name, kind):
    """The number to go by, or None."""
    if logs is None or name not in logs:
        warnings.warn(f"Monitor of {kind} should be loss or metric name.", stacklevel=3)
        return None
    value = logs[name]
    if isinstance(value, (list, tuple)):
        return value[0]
    return value if isinstance(value, numbers.Number) else None


def _is_rising(mode, monitor, kind):
    """Whether larger is better."""
    if mode not in ("auto", "min", "max"):
        warnings.warn(f"{kind} mode {mode} is unknown, fallback to auto mode.", stacklevel=3)
        mode = "auto"
    return mode == "max" or (mode == "auto" and "acc" in monitor)


class EarlyStopping(Callback):
    """Ends training when an evaluation has not become better for a while.

    Args:
        monitor (str): loss, or the name of a metric.
        mode (str): min, max, or auto: max where the name has "acc" in it.
        patience (int): evaluations in a row that may be no better, default 0.
        verbose (int): 1 says that training ends.
        min_delta (float): less than that is no change, default 0.
        baseline (float, optional): what has to be reached first.
        save_best_model (bool): saves the best one as ``best_model`` in the ``save_dir`` of ``fit``.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.EarlyStopping("acc", patience=2)
        >>> callback.patience
        2
    """

    def __init__(
        self,
        monitor="loss",
        mode="auto",
        patience=0,
        verbose=1,
        min_delta=0,
        baseline=None,
        save_best_model=True,
    ):
        super().__init__()
        self.monitor, self.patience, self.verbose = monitor, patience, verbose
        self.baseline, self.save_best_model = baseline, save_best_model
        self.wait_epoch = self.stopped_epoch = 0
        self.best_weights = self.save_dir = None
        rising = _is_rising(mode, monitor, "EarlyStopping")
        self.monitor_op = np.greater if rising else np.less
        self.min_delta = abs(min_delta) if rising else -abs(min_delta)

    def on_train_begin(self, logs=None):
        self.wait_epoch = 0
        worst = np.inf if self.monitor_op is np.less else -np.inf
        self.best_value = worst if self.baseline is None else self.baseline

    def on_eval_end(self, logs=None):
        current = _monitored(logs, self.monitor, "EarlyStopping")
        if current is None:
            return
        best = os.path.join(self.save_dir, "best_model") if self.save_dir is not None else None
        if self.monitor_op(current - self.min_delta, self.best_value):
            self.best_value, self.wait_epoch = current, 0
            if self.save_best_model and best:
                self.model.save(best)
        else:
            self.wait_epoch += 1
        if self.wait_epoch >= self.patience:
            self.model.stop_training = True
            if self.verbose > 0:
                print(f"Epoch {self.stopped_epoch + 1}: Early stopping.")
                if self.save_best_model and best:
                    print(f"Best checkpoint has been saved at {os.path.abspath(best)}")
        self.stopped_epoch += 1


class ReduceLROnPlateau(Callback):
    """Lowers the learning rate when an evaluation has not become better for a while.

    Args:
        monitor (str): loss, or the name of a metric.
        factor (float): what the rate is multiplied by, below 1, default 0.1.
        patience (int): evaluations in a row that may be no better, default 10.
        verbose (int): 1 says that the rate falls.
        mode (str): min, max, or auto: max where the name has "acc" in it.
        min_delta (float): less than that is no change, default 1e-4.
        cooldown (int): evaluations after a change that do not count, default 0.
        min_lr (float): the rate stays above, default 0.

    Raises:
        ValueError: ``factor`` is not below 1.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=1)
        >>> callback.in_cooldown()
        False
    """

    def __init__(
        self,
        monitor="loss",
        factor=0.1,
        patience=10,
        verbose=1,
        mode="auto",
        min_delta=1e-4,
        cooldown=0,
        min_lr=0,
    ):
        super().__init__()
        if factor >= 1.0:
            raise ValueError(
                f"(InvalidArgument) ReduceLROnPlateau: factor must be below 1, received {factor}"
            )
        self.monitor, self.factor, self.patience, self.verbose = monitor, factor, patience, verbose
        self.mode, self.min_delta, self.cooldown, self.min_lr = mode, min_delta, cooldown, min_lr
        self.epoch = 0
        self._rising = _is_rising(mode, monitor, "ReduceLROnPlateau")
        self._reset()

    def _reset(self):
        self.best = -np.inf if self._rising else np.inf
        self.cooldown_counter = self.wait = 0

    def _is_better(self, value):
        if self._rising:
            return value > self.best + self.min_delta
        return value < self.best - self.min_delta

    def on_train_begin(self, logs=None):
        self._reset()

    def on_eval_end(self, logs=None):
        current = _monitored(logs, self.monitor, "ReduceLROnPlateau")
        if current is None:
            return
        optimizer = self.model._optimizer
        rate = getattr(optimizer, "_learning_rate", None)
        if not isinstance(rate, float):
            warnings.warn(
                f"ReduceLROnPlateau: the learning rate is no float but {type(rate).__name__}.",
                stacklevel=2,
            )
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self._is_better(current):
            self.best, self.wait = current, 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience and rate > self.min_lr:
                self._reduce(optimizer, max(rate * self.factor, self.min_lr))
        self.epoch += 1

    def _reduce(self, optimizer, rate):
        optimizer.set_lr(rate)
        if self.verbose > 0 and is_first():
            print(f"\nEpoch {self.epoch + 1}: ReduceLROnPlateau reducing learning rate to {rate}.")
        self.cooldown_counter, self.wait = self.cooldown, 0

    def in_cooldown(self):
        """Whether evaluations do not count yet."""
        return self.cooldown_counter > 0
