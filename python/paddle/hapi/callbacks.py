"""What ``paddle.Model`` calls on the way: logs, checkpoints, learning rates, an early end."""

import os

from .bar_logger import ProgBarLogger
from .callback import Callback, CallbackList
from .rank import is_first
from .trackers import VisualDL, WandbCallback
from .watchers import EarlyStopping, ReduceLROnPlateau

__all__ = [
    "Callback",
    "CallbackList",
    "EarlyStopping",
    "LRScheduler",
    "ModelCheckpoint",
    "ProgBarLogger",
    "ReduceLROnPlateau",
    "VisualDL",
    "WandbCallback",
    "config_callbacks",
]


class ModelCheckpoint(Callback):
    """Saves the model and its optimizer every ``save_freq`` epochs, and at the end.

    Args:
        save_freq (int): every how many epochs, default 1.
        save_dir (str, optional): where to; without one nothing is saved.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.ModelCheckpoint(save_freq=2, save_dir="checkpoints")
        >>> callback.save_freq
        2
    """

    def __init__(self, save_freq=1, save_dir=None):
        super().__init__()
        self.save_freq, self.save_dir = save_freq, save_dir

    def _save(self, name):
        if self.model and self.save_dir and is_first():
            path = f"{self.save_dir}/{name}"
            print(f"save checkpoint at {os.path.abspath(path)}")
            self.model.save(path)

    def on_epoch_end(self, epoch, logs=None):
        if epoch % self.save_freq == 0:
            self._save(epoch)

    def on_train_end(self, logs=None):
        self._save("final")


class LRScheduler(Callback):
    """Steps the learning rate's schedule.

    Args:
        by_step (bool): after each batch, default True.
        by_epoch (bool): after each epoch, default False.

    Raises:
        ValueError: both are asked for.

    Examples:
        >>> import paddle
        >>> paddle.callbacks.LRScheduler(by_step=False, by_epoch=True).by_epoch
        True
    """

    def __init__(self, by_step=True, by_epoch=False):
        super().__init__()
        if by_step and by_epoch:
            raise ValueError(
                "(InvalidArgument) LRScheduler: by_step and by_epoch exclude each other"
            )
        self.by_step, self.by_epoch = by_step, by_epoch

    def _step(self):
        from ..optimizer.lr import LRScheduler as Schedule

        rate = getattr(self.model._optimizer, "_learning_rate", None)
        if isinstance(rate, Schedule):
            rate.step()

    def on_epoch_end(self, epoch, logs=None):
        if self.by_epoch:
            self._step()

    def on_train_batch_end(self, step, logs=None):
        if self.by_step:
            self._step()


def config_callbacks(
    callbacks=None,
    model=None,
    batch_size=None,
    epochs=None,
    steps=None,
    log_freq=2,
    verbose=2,
    save_freq=1,
    save_dir=None,
    metrics=None,
    mode="train",
):
    """The given callbacks and those that belong to every run."""
    chosen = (
        list(callbacks)
        if isinstance(callbacks, (list, tuple))
        else [callbacks]
        if callbacks
        else []
    )
    if verbose and not any(isinstance(one, ProgBarLogger) for one in chosen):
        chosen.insert(0, ProgBarLogger(log_freq, verbose=verbose))
    if not any(isinstance(one, ModelCheckpoint) for one in chosen):
        chosen.append(ModelCheckpoint(save_freq, save_dir))
    for one in chosen:
        if isinstance(one, EarlyStopping):
            one.save_dir = save_dir
    if not any(isinstance(one, LRScheduler) for one in chosen):
        chosen.append(LRScheduler())
    result = CallbackList(chosen)
    result.set_model(model)
    result.set_params(
        {
            "batch_size": batch_size,
            "epochs": epochs,
            "steps": steps,
            "verbose": verbose,
            "metrics": (metrics or []) if mode != "test" else [],
        }
    )
    return result
