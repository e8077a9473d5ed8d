"""Callbacks: the order of calls, and what each does."""

import sys
import types

import numpy as np
import paddle
import pytest
from paddle import callbacks, nn

X = np.random.RandomState(0).rand(12, 2).astype("float32")
DATA = [([X[i : i + 4]], [X[i : i + 4, :1]]) for i in range(0, 12, 4)]


def model(rate=0.1):
    made = paddle.Model(nn.Linear(2, 1))
    made.prepare(paddle.optimizer.SGD(rate, parameters=made.parameters()), nn.MSELoss())
    return made


def test_order():
    calls = []

    class Log(callbacks.Callback):
        def __getattribute__(self, name):
            if name.startswith("on_"):
                return lambda *args: calls.append((name[3:], *args[:-1]))
            return super().__getattribute__(name)

    log = Log()
    model().fit(DATA[:2], DATA[:1], epochs=1, verbose=0, callbacks=log)
    train = [step for i in range(2) for step in (("train_batch_begin", i), ("train_batch_end", i))]
    evaluation = [("eval_begin",), ("eval_batch_begin", 0), ("eval_batch_end", 0), ("eval_end",)]
    assert calls == [
        ("train_begin",), ("epoch_begin", 0), *train, ("epoch_end", 0), *evaluation, ("train_end",),
    ]  # fmt: skip
    assert log.params == {
        "batch_size": None,
        "epochs": 1,
        "steps": 2,
        "verbose": 0,
        "metrics": ["loss"],
    }
    calls.clear()
    model().predict(DATA[:1], verbose=0, callbacks=[log])
    assert [call[0] for call in calls] == [
        "predict_begin", "predict_batch_begin", "predict_batch_end", "predict_end",
    ]  # fmt: skip


def test_checkpoints(tmp_path, capsys):
    model().fit(DATA, epochs=3, verbose=0, save_dir=str(tmp_path), save_freq=2)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["0.pdparams", "2.pdparams", "final.pdparams"]
    assert capsys.readouterr().out.count("save checkpoint at") == 3


def test_schedules():
    rates = []

    class Rates(callbacks.Callback):
        def on_train_batch_end(self, step, logs=None):
            rates.append(round(self.model._optimizer.get_lr(), 6))

    def fit(*chosen):
        rates.clear()
        schedule = paddle.optimizer.lr.ExponentialDecay(1.0, 0.5)
        model(schedule).fit(DATA[:2], epochs=2, verbose=0, callbacks=[Rates(), *chosen])
        return list(rates)

    assert fit() == [1.0, 0.5, 0.25, 0.125]
    assert fit(callbacks.LRScheduler(by_step=False, by_epoch=True)) == [1.0, 1.0, 0.5, 0.5]
    with pytest.raises(ValueError, match="exclude"):
        callbacks.LRScheduler(True, True)


def feed(callback, values, made=None, name="loss"):
    """Evaluations with the given results; whether each stopped the training."""
    made = made or model()
    made.stop_training = False
    callback.set_model(made)
    callback.on_train_begin()
    stopped = []
    for value in values:
        callback.on_eval_end({name: value})
        stopped.append(made.stop_training)
    return stopped


def test_early_stopping(tmp_path, capsys):
    stop = callbacks.EarlyStopping(patience=2, save_best_model=False)
    assert feed(stop, [[3.0], [2.0], [2.5], [2.0]]) == [False, False, False, True]
    assert "Epoch 4: Early stopping." in capsys.readouterr().out
    stop = callbacks.EarlyStopping("acc", patience=1, verbose=0)
    assert feed(stop, [0.5, 0.6, 0.6], name="acc") == [False, False, True]
    stop = callbacks.EarlyStopping(patience=1, min_delta=0.5, baseline=3.0)
    assert feed(stop, [2.4, 2.0]) == [False, True]
    with pytest.warns(UserWarning, match="fallback to auto"):
        callbacks.EarlyStopping(mode="median")
    with pytest.warns(UserWarning, match="should be loss or metric name"):
        assert feed(callbacks.EarlyStopping("f1"), [1.0]) == [False]
    best = callbacks.EarlyStopping(patience=0)
    model(0.0).fit(DATA, DATA, epochs=5, verbose=0, callbacks=[best], save_dir=str(tmp_path))
    out = capsys.readouterr().out
    assert (tmp_path / "best_model.pdparams").exists() and "Best checkpoint" in out
    with pytest.warns(UserWarning, match="needs validation data"):
        model().fit(DATA, epochs=1, verbose=0, callbacks=[callbacks.EarlyStopping()])


def test_plateau(capsys):
    made = model(1.0)
    reduce = callbacks.ReduceLROnPlateau(factor=0.5, patience=2, cooldown=1, min_lr=0.2)
    rates = []
    for _ in range(8):
        if not rates:
            reduce.set_model(made)
            reduce.on_train_begin()
        reduce.on_eval_end({"loss": [1.0]})
        rates.append(made._optimizer.get_lr())
    assert rates == [1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.2, 0.2]
    assert "reducing learning rate to 0.5" in capsys.readouterr().out
    with pytest.raises(ValueError, match="below 1"):
        callbacks.ReduceLROnPlateau(factor=1.0)
    scheduled = model(paddle.optimizer.lr.StepDecay(0.1, 3))
    with pytest.warns(UserWarning, match="no float"):
        feed(callbacks.ReduceLROnPlateau(), [1.0], scheduled)


def test_visualdl(monkeypatch, tmp_path):
    rows = []

    class LogWriter:
        def __init__(self, folder):
            rows.append(("open", folder))

        def add_scalar(self, tag, step, value):
            rows.append((tag, step, value))

        def close(self):
            rows.append("close")

    with pytest.raises(ImportError, match="visualdl"):
        model().fit(DATA, epochs=1, verbose=0, callbacks=[callbacks.VisualDL(str(tmp_path))])
    monkeypatch.setitem(sys.modules, "visualdl", types.SimpleNamespace(LogWriter=LogWriter))
    model().fit(DATA, DATA, epochs=1, verbose=0, callbacks=[callbacks.VisualDL("there")])
    assert rows[0] == ("open", "there") and rows[-1] == "close"
    assert [row[:2] for row in rows[1:-1]] == [
        ("train/loss", 1), ("train/loss", 2), ("train/loss", 3), ("eval/loss", 0),
    ]  # fmt: skip
    assert all(isinstance(row[2], float) for row in rows[1:-1])


def test_wandb(monkeypatch):
    rows = []

    class Run:
        def define_metric(self, name, step_metric=None):
            rows.append(name)

        def log(self, values):
            rows.append(values)

        def finish(self):
            rows.append("finish")

    with pytest.raises(ImportError, match="wandb"):
        callbacks.WandbCallback(project="p")
    fake = types.SimpleNamespace(run=None, init=lambda **options: rows.append(options) or Run())
    monkeypatch.setitem(sys.modules, "wandb", fake)
    model().fit(DATA[:1], DATA, epochs=1, verbose=0, callbacks=[callbacks.WandbCallback("p")])
    assert rows[0]["project"] == "p" and rows[1] == "train/step" and rows[-1] == "finish"
    assert rows[5]["train/step"] == 1 and rows[6]["epoch"] == 0 and rows[6]["eval/loss"] > 0
