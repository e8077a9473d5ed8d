"""The callback that prints losses and metrics."""

import time

from .callback import Callback
from .progressbar import ProgressBar
from .rank import is_first


class _Phase:
    """The bar, the clocks and the counts of one loop over batches."""

    def __init__(self, steps, metrics, verbose):
        self.bar = ProgressBar(num=steps, verbose=verbose)
        self.steps, self.metrics, self.verbose = steps, metrics, verbose
        self.step = self.seen = 0
        self._restart()
        self.end = time.time()

    def _restart(self):
        self.reading = self.computing = 0.0
        self.batches = self.samples = 0

    def begin_batch(self):
        self.start = time.time()
        self.reading += self.start - self.end

    def end_batch(self, logs):
        self.step += 1
        self.end = time.time()
        self.computing += self.end - self.start
        self.batches += 1
        self.samples += logs.get("batch_size", 1)
        self.seen += logs.get("batch_size", 1)

    def is_before_the_end(self):
        return self.steps is None or self.step < self.steps

    def show(self, logs):
        values = [(name, logs[name]) for name in self.metrics if name in logs]
        if self.verbose == 3:
            batches = self.batches or 1.0
            both = self.reading + self.computing
            values += [
                ("avg_reader_cost", f"{self.reading / batches:.5f} sec"),
                ("avg_batch_cost", f"{self.computing / batches:.5f} sec"),
                ("ips", f"{(self.samples or 1.0) / (both or 1e-9):.5f} samples/sec"),
            ]
            self._restart()
        self.bar.update(self.step, values)


class ProgBarLogger(Callback):
    """Prints losses and metrics.

    Args:
        log_freq (int): every how many steps, default 1.
        verbose (int): 0 is silent, 1 a bar, 2 a line each time, 3 that with times.

    Examples:
        >>> import paddle
        >>> logger = paddle.callbacks.ProgBarLogger(verbose=2)
        >>> logger.on_eval_begin({"steps": 4})
        Eval begin...
    """

    def __init__(self, log_freq=1, verbose=2):
        super().__init__()
        self.epochs = self.steps = None
        self.log_freq, self.verbose = log_freq, verbose

    def _prints(self):
        return self.verbose and is_first()

    def on_train_begin(self, logs=None):
        self.epochs = self.params["epochs"]
        if self._prints():
            print(
                "The loss value printed in the log is the current step, "
                "and the metric is the average value of previous steps."
            )

    def on_epoch_begin(self, epoch=None, logs=None):
        self.steps, self.epoch = self.params["steps"], epoch
        if self.epochs and self._prints():
            print(f"Epoch {epoch + 1}/{self.epochs}")
        self._train = _Phase(self.steps, self.params["metrics"], self.verbose)

    def on_train_batch_begin(self, step, logs=None):
        self._train.begin_batch()

    def on_train_batch_end(self, step, logs=None):
        self._end_batch(self._train, logs)

    def _end_batch(self, phase, logs):
        phase.end_batch(logs or {})
        if self._prints() and phase.step % self.log_freq == 0 and phase.is_before_the_end():
            phase.show(logs or {})

    def on_epoch_end(self, epoch, logs=None):
        if self._prints() and self.steps is not None:
            self._train.show(logs or {})

    def on_eval_begin(self, logs=None):
        self._eval = self._begin("Eval", logs)

    def _begin(self, what, logs):
        logs = logs or {}
        phase = _Phase(logs.get("steps"), logs.get("metrics", []), self.verbose)
        if self._prints():
            print(f"{what} begin...")
        return phase

    def on_eval_batch_begin(self, step, logs=None):
        self._eval.begin_batch()

    def on_eval_batch_end(self, step, logs=None):
        self._end_batch(self._eval, logs)

    def on_eval_end(self, logs=None):
        if self._prints() and self._eval.steps is not None:
            self._eval.show(logs or {})
            print(f"Eval samples: {self._eval.seen}")

    def on_predict_begin(self, logs=None):
        self._predict = self._begin("Predict", logs)

    def on_predict_batch_begin(self, step, logs=None):
        self._predict.begin_batch()

    def on_predict_batch_end(self, step, logs=None):
        self._end_batch(self._predict, logs)

    def on_predict_end(self, logs=None):
        if self._prints():
            if self._predict.step % self.log_freq != 0 or self.verbose == 1:
                self._predict.show(logs or {})
            print(f"Predict samples: {self._predict.seen}")
