"""The base of callbacks, and lists of them."""


class Callback:
    """The base of callbacks: a subclass writes the methods that it wants.

    ``self.model`` is the Model; ``self.model.stop_training = True`` ends ``fit`` after
    the epoch. ``self.params`` holds ``batch_size``, ``epochs``, ``steps``, ``verbose``
    and ``metrics``. Each method gets ``logs``, a dict with the loss, the metrics and
    ``batch_size``.

    Examples:
        >>> import paddle
        >>> class Mark(paddle.callbacks.Callback):
        ...     def on_epoch_end(self, epoch, logs=None):
        ...         print(f"epoch {epoch} ends")
        >>> Mark().on_epoch_end(0)
        epoch 0 ends
    """

    def __init__(self):
        self.model = None
        self.params = {}

    def set_params(self, params):
        """Takes what is known of the run."""
        self.params = params

    def set_model(self, model):
        """Takes the Model."""
        self.model = model

    def on_train_begin(self, logs=None):
        """Before the first epoch."""

    def on_train_end(self, logs=None):
        """After the last epoch."""

    def on_eval_begin(self, logs=None):
        """Before an evaluation; ``logs`` holds ``steps`` and ``metrics``, their names."""

    def on_eval_end(self, logs=None):
        """After an evaluation."""

    def on_predict_begin(self, logs=None):
        """Before a prediction."""

    def on_predict_end(self, logs=None):
        """After a prediction."""

    def on_epoch_begin(self, epoch, logs=None):
        """Before each epoch."""

    def on_epoch_end(self, epoch, logs=None):
        """After each epoch, before its evaluation."""

    def on_train_batch_begin(self, step, logs=None):
        """Before each batch of training."""

    def on_train_batch_end(self, step, logs=None):
        """After each batch of training."""

    def on_eval_batch_begin(self, step, logs=None):
        """Before each batch of an evaluation."""

    def on_eval_batch_end(self, step, logs=None):
        """After each batch of an evaluation."""

    def on_predict_batch_begin(self, step, logs=None):
        """Before each batch of a prediction."""

    def on_predict_batch_end(self, step, logs=None):
        """After each batch of a prediction."""


class CallbackList:
    """Several callbacks, called in their order."""

    def __init__(self, callbacks=None):
        self.callbacks = list(callbacks or ())

    def append(self, callback):
        self.callbacks.append(callback)

    def __iter__(self):
        return iter(self.callbacks)

    def set_params(self, params):
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model):
        for callback in self.callbacks:
            callback.set_model(model)

    def _call(self, name, *args):
        for callback in self.callbacks:
            getattr(callback, name)(*args)

    def on_begin(self, mode, logs=None):
        self._call(f"on_{mode}_begin", logs)

    def on_end(self, mode, logs=None):
        self._call(f"on_{mode}_end", logs)

    def on_epoch_begin(self, epoch=None, logs=None):
        self._call("on_epoch_begin", epoch, logs)

    def on_epoch_end(self, epoch=None, logs=None):
        self._call("on_epoch_end", epoch, logs)

    def on_batch_begin(self, mode, step=None, logs=None):
        self._call(f"on_{mode}_batch_begin", step, logs)

    def on_batch_end(self, mode, step=None, logs=None):
        self._call(f"on_{mode}_batch_end", step, logs)
