"""Rates that follow a metric."""

from .scheduler import LRScheduler, _check, _check_number


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
        verbose (bool): prints each change.

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
                "(InvalidType) ReduceOnPlateau: `metrics` must be one number.\n"
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
