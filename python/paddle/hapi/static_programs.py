"""The programs of a Model in static mode: one to train, one to evaluate, one to predict."""

import contextlib

from .. import static
from ..amp import auto_cast


class Programs:
    """Builds them once there is a loss and an optimizer, and runs them."""

    def __init__(self, model):
        self._model = model
        self._startup = static.default_startup_program()
        self._executor = static.Executor()
        self._modes = {}

    def build(self):
        """All three programs; what they keep has its first values since it was made."""
        with_loss = self._model._loss is not None
        for mode in ("train", "eval", "test"):
            if mode != "train" or (with_loss and self._model._optimizer is not None):
                self._modes[mode] = self._built(mode)
        self._model.network.train()

    def _built(self, mode):
        model = self._model
        (model.network.train if mode == "train" else model.network.eval)()
        program, losses, states = static.Program(), [], []
        with static.program_guard(program, self._startup):
            inputs = [_data(spec) for spec in model._inputs]
            with self._casts(mode):
                outputs = _as_list(model.network(*inputs))
            labels = [_data(spec) for spec in model._labels or ()] if mode != "test" else []
            if mode != "test":
                if model._loss is not None:
                    losses = _as_list(model._loss(*outputs, *labels))
                states = [_as_list(one.compute(*outputs, *labels)) for one in model._metrics]
            if mode == "train":
                total = losses[0] if len(losses) == 1 else sum(losses[1:], losses[0])
                self._optimizer().minimize(total)
        return program, inputs, labels, outputs, losses, states

    def _casts(self, mode):
        amp = self._model._amp
        if mode != "train" or amp.level == "O0":
            return contextlib.nullcontext()
        lists = {key: value for key, value in amp.lists.items() if key != "custom_black_varnames"}
        return auto_cast(enable=True, level=amp.level, **lists)

    def _optimizer(self):
        amp, optimizer = self._model._amp, self._model._optimizer
        if amp.level == "O0":
            return optimizer
        lists = static.amp.AutoMixedPrecisionLists(**amp.lists) if amp.lists else None
        return static.amp.decorate(
            optimizer, amp_lists=lists, use_pure_fp16=amp.level == "O2", **amp.scaling
        )

    def run(self, mode, inputs, labels, update=True):
        """What `Model.train_batch` and its kin give."""
        if not update:
            raise NotImplementedError(
                "(Unimplemented) Model: static mode can not gather gradients over several batches"
            )
        if mode not in self._modes:
            raise RuntimeError(
                "(PreconditionNotMet) Model is not ready, please call `model.prepare()` first"
            )
        program, places, label_places, outputs, losses, states = self._modes[mode]
        if len(inputs) != len(places):
            raise ValueError(
                f"(InvalidArgument) Model: expected {len(places)} inputs, received {len(inputs)}"
            )
        feed = {place.name: value for place, value in zip(places, inputs, strict=True)}
        feed |= {
            place.name: value for place, value in zip(label_places, labels or (), strict=False)
        }
        fetched = outputs if mode == "test" else losses + [one for state in states for one in state]
        values = self._executor.run(program, feed=feed, fetch_list=fetched)
        if mode == "test":
            return values
        found, rest = values[: len(losses)], iter(values[len(losses) :])
        metrics = [
            metric.update(*(next(rest) for _ in state))
            for metric, state in zip(self._model._metrics, states, strict=True)
        ]
        if not losses:
            return metrics
        return (found, metrics) if metrics else found

    def save(self, path):
        """The program of predictions, for `paddle.static.load_inference_model`."""
        program, inputs, _, outputs, _, _ = self._modes["test"]
        static.save_inference_model(path, inputs, outputs, self._executor, program=program)


def _data(spec):
    return static.data(spec.name, spec.shape, spec.dtype)


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]
