"""Callbacks that write for VisualDL and for Weights & Biases."""

import numbers
import warnings

from .callback import Callback
from .rank import is_first


class _Tracker(Callback):
    """Gathers what there is to write: after each batch of training, and after each evaluation."""

    def __init__(self):
        super().__init__()
        self.epochs = self.steps = None
        self.epoch = 0
        self._is_fit = False

    def on_train_begin(self, logs=None):
        self.epochs, self.train_metrics = self.params["epochs"], self.params["metrics"]
        self._is_fit, self.train_step = True, 0

    def on_epoch_begin(self, epoch=None, logs=None):
        self.steps, self.epoch = self.params["steps"], epoch

    def on_train_batch_end(self, step, logs=None):
        self.train_step += 1
        if is_first():
            self._write("train", _numbers(self.train_metrics, logs), self.train_step)

    def on_eval_begin(self, logs=None):
        self.eval_metrics = (logs or {}).get("metrics", [])

    def on_eval_end(self, logs=None):
        if not is_first():
            return
        self._write("eval", _numbers(self.eval_metrics, logs), self.epoch)
        if not self._is_fit:
            self._finish()

    def on_train_end(self, logs=None):
        if is_first():
            self._finish()


def _numbers(names, logs):
    found = {}
    for name in names:
        value = (logs or {}).get(name)
        value = value[0] if isinstance(value, (list, tuple)) else value
        if isinstance(value, numbers.Number):
            found[name] = value
    return found


class VisualDL(_Tracker):
    """Writes losses and metrics to log files of VisualDL, whose package has to be installed.

    Args:
        log_dir (str): the folder of the files.

    Raises:
        ImportError: at the first value, where the package is missing.

    Examples:
        >>> import paddle
        >>> paddle.callbacks.VisualDL("./log").log_dir
        './log'
    """

    def __init__(self, log_dir):
        super().__init__()
        self.log_dir, self._writer = log_dir, None

    def _write(self, mode, values, step):
        if self._writer is None:
            from ..utils import try_import

            self._writer = try_import("visualdl").LogWriter(self.log_dir)
        for name, value in values.items():
            self._writer.add_scalar(tag=f"{mode}/{name}", step=step, value=value)

    def _finish(self):
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class WandbCallback(_Tracker):
    """Sends losses and metrics to Weights & Biases, whose package has to be installed.

    Args:
        project (str, optional): the project.
        entity (str, optional): the user or team.
        name (str, optional): of the run.
        dir (str, optional): where files of the run lie.
        mode (str, optional): online, offline or disabled.
        job_type (str, optional): by which runs are grouped.
        **kwargs: further arguments of ``wandb.init``.

    Raises:
        ImportError: the package is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     callback = paddle.callbacks.WandbCallback(mode="disabled")
        ... except ImportError:
        ...     print("pip install wandb")
        pip install wandb
    """

    def __init__(
        self, project=None, entity=None, name=None, dir=None, mode=None, job_type=None, **kwargs
    ):
        super().__init__()
        from ..utils import try_import

        self.wandb = try_import(
            "wandb",
            "You want to use `wandb` which is not installed yet install it with `pip install wandb`",
        )
        self.wandb_args = {
            "project": project,
            "name": name,
            "entity": entity,
            "dir": dir,
            "mode": mode,
            "job_type": job_type,
            **kwargs,
        }
        self._run = None
        _ = self.run

    @property
    def run(self):
        """The run that is written to; one that is under way is used."""
        if self._run is None and is_first():
            if self.wandb.run is not None:
                warnings.warn(
                    "WandbCallback: the wandb run that is under way is used.", stacklevel=3
                )
            self._run = self.wandb.run or self.wandb.init(**self.wandb_args)
        return self._run

    def on_train_begin(self, logs=None):
        super().on_train_begin(logs)
        if is_first():
            self.run.define_metric("train/step")
            self.run.define_metric("train/*", step_metric="train/step")
            self.run.define_metric("epoch")
            self.run.define_metric("eval/*", step_metric="epoch")

    def _write(self, mode, values, step):
        row = {"train/step" if mode == "train" else "epoch": step}
        self.run.log(row | {f"{mode}/{name}": value for name, value in values.items()})

    def _finish(self):
        if self._run is not None:
            self._run.finish()
            self._run = None
