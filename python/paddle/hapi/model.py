"""paddle.Model: a network with a loop for training, evaluation and prediction."""

import os
import warnings

from .. import _C
from ..autograd.mode import no_grad
from ..framework import static_mode
from .amp_config import Amp
from .files import load_states, save_for_inference, save_states
from .loaders import checked_iters, length_of, loader_of


def as_list(value):
    """A list of what may be one, or None."""
    if value is None:
        return None
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _arrays(tensors):
    import numpy as np

    return [np.array(tensor) for tensor in as_list(tensors)]


def _tensor(value):
    return value if isinstance(value, _C.Tensor) else _C.to_tensor(value)


class Model:
    """A network with what trains, evaluates, runs and saves it.

    Args:
        network (Layer): the network.
        inputs (InputSpec|list[InputSpec]|dict, optional): what ``forward`` takes; by
            default its arguments. Static mode needs it.
        labels (InputSpec|list[InputSpec], optional): what the loss takes after the
            outputs; by default all else of a batch. Static mode needs it.

    Raises:
        TypeError: static mode without ``inputs``.
        ValueError: an InputSpec has no name.

    Examples:
        >>> import paddle
        >>> data = paddle.io.TensorDataset([paddle.rand([8, 2]), paddle.zeros([8, 1])])
        >>> model = paddle.Model(paddle.nn.Linear(2, 1))
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=model.parameters())
        >>> model.prepare(sgd, paddle.nn.MSELoss())
        >>> model.fit(data, batch_size=4, epochs=20, verbose=0)
        >>> model.evaluate(data, batch_size=4, verbose=0)["loss"][0] < 1.0
        True
    """

    def __init__(self, network, inputs=None, labels=None):
        self.mode, self.network = "train", network
        self._loss = self._optimizer = self._scaler = None
        self._metrics, self._test_dataloader = [], None
        self._amp = Amp()
        self.stop_training = False
        self.num_iters, self._accumulate = None, 1
        self._is_static = static_mode.enabled
        if self._is_static and not inputs:
            raise TypeError("'inputs' must be list or tuple or dict, and couldn't be None.")
        self._inputs, self._is_given = self._input_specs(inputs), bool(inputs)
        self._labels = _named_specs(as_list(labels))
        self._seen = None  # shapes and dtypes of the last inputs
        self._programs = None
        if self._is_static:
            from .static_programs import Programs

            self._programs = Programs(self)

    def _input_specs(self, inputs):
        import inspect

        from ..framework.input_spec import InputSpec

        names = [
            name
            for name, parameter in inspect.signature(self.network.forward).parameters.items()
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
        if not inputs:
            return [InputSpec(shape=[None], name=name) for name in names]
        if isinstance(inputs, dict):
            inputs = [inputs[name] for name in names]
        return _named_specs(as_list(inputs))

    # ---- one batch ----

    def train_batch(self, inputs, labels=None, update=True):
        """A step of training with one batch.

        Args:
            inputs (Tensor|numpy.ndarray|list): of the network.
            labels (Tensor|numpy.ndarray|list, optional): of the loss.
            update (bool): False only gathers gradients.

        Returns:
            list|tuple: the losses as arrays; with metrics, these and a list of the metrics.

        Examples:
            >>> import paddle
            >>> model = paddle.Model(paddle.nn.Linear(2, 1))
            >>> sgd = paddle.optimizer.SGD(0.1, parameters=model.parameters())
            >>> model.prepare(sgd, paddle.nn.MSELoss())
            >>> len(model.train_batch([paddle.ones([4, 2])], [paddle.ones([4, 1])]))
            1
        """
        if self._optimizer is None:
            raise RuntimeError(
                "(PreconditionNotMet) Model: there is no optimizer.\n  Hint: call model.prepare(optimizer, loss) first."
            )
        self.mode = "train"
        if self._is_static:
            return self._programs.run("train", as_list(inputs), as_list(labels), update)
        self.network.train()
        inputs, labels = self._as_tensors(inputs, labels)
        amp = self._amp
        if amp.level == "O0":
            outputs = as_list(self.network(*inputs))
        else:
            outputs = as_list(self._run_with_amp(inputs))
        losses = as_list(self._loss(*outputs, *labels))
        total = losses[0] if len(losses) == 1 else _C.ops["add_n"](losses)
        if amp.level == "O0":
            total.backward()
            if update:
                self._optimizer.minimize(total)
                self.network.clear_gradients()
        else:
            scaled = self._scaler.scale(total)
            scaled.backward()
            if update:
                self._scaler.minimize(self._optimizer, scaled)
                self.network.clear_gradients()
        return self._with_metrics(_arrays(losses), outputs, labels)

    def _run_with_amp(self, inputs):
        from ..amp import GradScaler, auto_cast

        if self._scaler is None:
            self._scaler = GradScaler(**self._amp.scaling)
        with auto_cast(enable=True, level=self._amp.level, **self._amp.lists):
            return self.network(*inputs)

    @no_grad()
    def eval_batch(self, inputs, labels=None):
        """The losses and metrics of one batch, without training.

        Args:
            inputs (Tensor|numpy.ndarray|list): of the network.
            labels (Tensor|numpy.ndarray|list, optional): of the loss.

        Returns:
            list|tuple: as ``train_batch``; without a loss, the metrics.
        """
        self.mode = "eval"
        if self._is_static:
            return self._programs.run("eval", as_list(inputs), as_list(labels))
        self.network.eval()
        inputs, labels = self._as_tensors(inputs, labels)
        outputs = as_list(self.network(*inputs))
        losses = _arrays(self._loss(*outputs, *labels)) if self._loss else None
        return self._with_metrics(losses, outputs, labels)

    @no_grad()
    def predict_batch(self, inputs):
        """The outputs of the network for one batch, as arrays.

        Args:
            inputs (Tensor|numpy.ndarray|list): of the network.

        Returns:
            list[numpy.ndarray]
        """
        self.mode = "test"
        if self._is_static:
            return self._programs.run("test", as_list(inputs), None)
        self.network.eval()
        inputs, _ = self._as_tensors(inputs, None)
        return _arrays(self.network(*inputs))

    def _as_tensors(self, inputs, labels):
        inputs = [_tensor(value) for value in as_list(inputs)]
        self._seen = [(list(x.shape), x.dtype) for x in inputs]
        return inputs, [_tensor(value) for value in as_list(labels) or ()]

    def _with_metrics(self, losses, outputs, labels):
        found = []
        with no_grad():
            for metric in self._metrics:
                found.append(metric.update(*_arrays(metric.compute(*outputs, *labels))))
        if losses is None:
            return found
        return (losses, found) if found else losses

    # ---- preparation ----

    def prepare(self, optimizer=None, loss=None, metrics=None, amp_configs=None):
        """Says how to train and what to measure.

        Args:
            optimizer (Optimizer, optional): needed for training.
            loss (Layer|callable, optional): of the outputs and the labels.
            metrics (Metric|list[Metric], optional): what to measure.
            amp_configs (str|dict, optional): O1 or O2, or a dict with ``level``, arguments
                of ``paddle.amp.GradScaler`` and lists of ``paddle.amp.auto_cast``.

        Raises:
            TypeError: ``loss`` can not be called, or a metric is none.
            ValueError: ``amp_configs`` has an unknown key or level.
        """
        from ..metric import Metric

        if loss is not None and not callable(loss):
            raise TypeError(
                "'loss' must be sub classes of `paddle.nn.Layer` or any callable function."
            )
        metrics = as_list(metrics) or []
        for metric in metrics:
            if not isinstance(metric, Metric):
                raise TypeError(f"{type(metric).__name__} is not sub class of Metric")
        self._optimizer, self._loss, self._metrics = optimizer, loss, metrics
        self._amp, self._scaler = Amp.of(amp_configs, self._is_static), None
        if self._is_static:
            self._programs.build()

    def parameters(self, *args, **kwargs):
        """The parameters of the network.

        Returns:
            list[Tensor]
        """
        return self.network.parameters(*args, **kwargs)

    def summary(self, input_size=None, dtype=None):
        """Prints a table of the layers.

        Args:
            input_size (tuple|InputSpec|list, optional): sizes of the inputs, by default those of ``inputs``.
            dtype (str, optional): of the inputs, default float32.

        Returns:
            dict: ``total_params`` and ``trainable_params``.
        """
        from .model_summary import summary

        return summary(
            self.network, self._inputs if input_size is None else input_size, dtypes=dtype
        )

    # ---- files ----

    def save(self, path, training=True):
        """Writes the parameters and the optimizer's states, or a program for inference.

        Args:
            path (str): prefix of the files: ``path.pdparams`` and ``path.pdopt``.
            training (bool): False writes what ``paddle.jit.load`` and ``paddle.inference`` read.
        """
        from .rank import is_first

        if not is_first():
            return
        if not os.path.basename(path):
            raise ValueError("path should be of 'dirname/filename' format")
        (save_states if training else save_for_inference)(self, path)

    def load(self, path, skip_mismatch=False, reset_optimizer=False):
        """Reads what ``save`` wrote.

        Args:
            path (str): the same prefix.
            skip_mismatch (bool): leaves parameters that are missing or have another
                shape, with a warning; by default they raise.
            reset_optimizer (bool): leaves the optimizer's states.

        Raises:
            ValueError: there is no such file, or a parameter does not fit.
        """
        load_states(self, path, skip_mismatch, reset_optimizer)

    # ---- loops ----

    def fit(
        self,
        train_data=None,
        eval_data=None,
        batch_size=1,
        epochs=1,
        eval_freq=1,
        log_freq=10,
        save_dir=None,
        save_freq=1,
        verbose=2,
        drop_last=False,
        shuffle=True,
        num_workers=0,
        callbacks=None,
        accumulate_grad_batches=1,
        num_iters=None,
    ):
        """Trains for some epochs, with an evaluation after each where there is data for it.

        Args:
            train_data (Dataset|DataLoader|iterable): what to train with; with anything but a Dataset,
                ``batch_size``, ``shuffle``, ``drop_last`` and ``num_workers`` do not matter.
            eval_data (Dataset|DataLoader|iterable, optional): what to evaluate with.
            batch_size (int|list[int]): of training, or of training and of evaluation.
            epochs (int): how often to go through the data.
            eval_freq (int): evaluates every how many epochs.
            log_freq (int): prints every how many steps.
            save_dir (str, optional): where checkpoints go.
            save_freq (int): saves every how many epochs.
            verbose (int): 0 is silent, 1 a bar, 2 a line each time, 3 that with times.
            drop_last (bool): leaves out a last batch that is smaller.
            shuffle (bool): random order.
            num_workers (int): of the DataLoader.
            callbacks (Callback|list[Callback], optional): beside those that belong to every run.
            accumulate_grad_batches (int): batches whose gradients are added up before a step.
            num_iters (int, optional): ends after so many batches.

        Examples:
            >>> import paddle
            >>> data = paddle.io.TensorDataset([paddle.rand([8, 2]), paddle.zeros([8, 1])])
            >>> model = paddle.Model(paddle.nn.Linear(2, 1))
            >>> sgd = paddle.optimizer.SGD(0.1, parameters=model.parameters())
            >>> model.prepare(sgd, paddle.nn.MSELoss())
            >>> model.fit(data, batch_size=[4, 8], eval_data=data, epochs=2, verbose=0)
        """
        from .callbacks import EarlyStopping, config_callbacks

        if train_data is None:
            raise ValueError("(InvalidArgument) Model.fit: train_data must be given")
        sizes = [batch_size] * 2 if isinstance(batch_size, int) else list(batch_size)
        if len(sizes) != 2:
            raise ValueError(
                f"(InvalidArgument) Model.fit: batch_size must be one number or two, received {batch_size}"
            )
        train_loader = loader_of(
            train_data, sizes[0], num_workers, shuffle=shuffle, drop_last=drop_last
        )
        eval_loader = None if eval_data is None else loader_of(eval_data, sizes[1], num_workers)
        self._accumulate, self.stop_training = accumulate_grad_batches, False
        steps = length_of(train_loader)
        self.num_iters = checked_iters(num_iters)
        if num_iters is not None and steps is not None:
            epochs = num_iters // steps + 1
            steps = min(num_iters, steps)
        names = self._metrics_name()
        calls = config_callbacks(
            callbacks, model=self, epochs=epochs, steps=steps, log_freq=log_freq, save_freq=save_freq,
            save_dir=save_dir, verbose=verbose, metrics=names,
        )  # fmt: skip
        if eval_loader is None and any(isinstance(one, EarlyStopping) for one in calls):
            warnings.warn("EarlyStopping needs validation data.", stacklevel=2)
        calls.on_begin("train")
        logs = {}
        for epoch in range(epochs):
            calls.on_epoch_begin(epoch)
            logs = self._run_one_epoch(train_loader, calls, "train")
            calls.on_epoch_end(epoch, logs)
            if eval_loader is not None and epoch % eval_freq == 0:
                left, self.num_iters = self.num_iters, None  # an evaluation is whole
                calls.on_begin("eval", {"steps": length_of(eval_loader), "metrics": names})
                calls.on_end("eval", self._run_one_epoch(eval_loader, calls, "eval"))
                self.num_iters = left
            if self.stop_training:
                break
        calls.on_end("train", logs)

    def evaluate(
        self,
        eval_data,
        batch_size=1,
        log_freq=10,
        verbose=2,
        num_workers=0,
        callbacks=None,
        num_iters=None,
    ):
        """The loss of the last batch, and the metrics over all.

        Args:
            eval_data (Dataset|DataLoader|iterable): what to evaluate with.
            batch_size (int): default 1.
            log_freq (int): prints every how many steps.
            verbose (int): as in ``fit``.
            num_workers (int): of the DataLoader.
            callbacks (Callback|list[Callback], optional): as in ``fit``.
            num_iters (int, optional): ends after so many batches.

        Returns:
            dict: by the names of the metrics.
        """
        from .callbacks import config_callbacks

        loader = loader_of(eval_data, batch_size, num_workers)
        names, steps = self._metrics_name(), length_of(loader)
        calls = config_callbacks(
            callbacks, model=self, log_freq=log_freq, verbose=verbose, metrics=names
        )
        self.num_iters = checked_iters(num_iters)
        if num_iters is not None and steps is not None:
            self.num_iters = steps = min(num_iters, steps)
        calls.on_begin("eval", {"steps": steps, "metrics": names})
        logs = self._run_one_epoch(loader, calls, "eval")
        calls.on_end("eval", logs)
        return {name: logs[name] for name in names}

    def predict(
        self,
        test_data,
        batch_size=1,
        num_workers=0,
        stack_outputs=False,
        verbose=1,
        callbacks=None,
    ):
        """The outputs of the network for all samples.

        Args:
            test_data (Dataset|DataLoader|iterable): the samples.
            batch_size (int): default 1.
            num_workers (int): of the DataLoader.
            stack_outputs (bool): one array for each output, in place of one for each batch.
            verbose (int): as in ``fit``.
            callbacks (Callback|list[Callback], optional): as in ``fit``.

        Returns:
            list: for each output a tuple of arrays, or an array.
        """
        from .callbacks import config_callbacks

        loader = loader_of(test_data, batch_size, num_workers)
        self.num_iters = None
        calls = config_callbacks(callbacks, model=self, verbose=verbose)
        calls.on_begin("predict", {"steps": length_of(loader)})
        outputs = []
        logs = self._run_one_epoch(loader, calls, "predict", outputs)
        outputs = list(zip(*outputs, strict=True))
        if stack_outputs:
            import numpy as np

            outputs = [np.vstack(output) for output in outputs]
        calls.on_end("predict", logs)
        return outputs

    def _run_one_epoch(self, loader, calls, mode, outputs=None):
        from ..utils import flatten

        logs, count, steps = {}, len(self._inputs), length_of(loader)
        for step, batch in enumerate(loader):
            batch = flatten(batch)
            calls.on_batch_begin(mode, step, logs)
            if mode == "predict":
                outputs.append(self.predict_batch(batch[:count]))
            else:
                args = (batch[:count], batch[count:])
                if mode == "train":
                    args += ((step + 1) % self._accumulate == 0 or step + 1 == steps,)
                found = (self.train_batch if mode == "train" else self.eval_batch)(*args)
                logs.update(self._named_results(found))
            logs["step"], logs["batch_size"] = step, len(batch[0])
            calls.on_batch_end(mode, step, logs)
            if self.num_iters is not None:
                self.num_iters -= 1
                if self.num_iters <= 0:
                    self.stop_training = True
                    break
        for metric in self._metrics:
            metric.reset()
        return logs

    def _named_results(self, found):
        values = []
        if self._loss:
            losses = found[0] if self._metrics else found
            values.append([float(loss) for loss in losses])
        for metric in self._metrics:
            values.extend(as_list(metric.accumulate()))
        return zip(self._metrics_name(), values, strict=True)

    def _metrics_name(self):
        names = ["loss"] if self._loss else []
        for metric in self._metrics:
            names.extend(as_list(metric.name()))
        return names


def _named_specs(specs):
    from ..framework.input_spec import InputSpec

    for i, spec in enumerate(specs or ()):
        if not isinstance(spec, InputSpec):
            raise TypeError(
                f"(InvalidType) Model: expected an InputSpec, received {type(spec).__name__}"
            )
        if spec.name is None:
            raise ValueError(f"Requires Input[{i}].name != None, but receive `None` with {spec}.")
    return specs
