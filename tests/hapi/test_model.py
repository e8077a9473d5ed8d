"""paddle.Model: loops, batches, files, logs; in dynamic and in static mode."""

import re

import numpy as np
import paddle
import pytest
from paddle import nn

from tests.python import sanitizers

RNG = np.random.RandomState(0)
IMAGES = RNG.rand(20, 1, 6, 6).astype("float32")
LABELS = RNG.randint(0, 3, (20, 1)).astype("int64")


class Pictures(paddle.io.Dataset):
    def __len__(self):
        return len(IMAGES)

    def __getitem__(self, i):
        return IMAGES[i], LABELS[i]


def net():
    return nn.Sequential(
        nn.Conv2D(1, 2, 3), nn.BatchNorm2D(2), nn.ReLU(), nn.Flatten(), nn.Linear(32, 3)
    )


def specs():
    return (
        paddle.static.InputSpec([None, 1, 6, 6], "float32", "x"),
        paddle.static.InputSpec([None, 1], "int64", "y"),
    )


def prepared(rate=0.1, metrics=True, **options):
    model = paddle.Model(net(), *specs())
    sgd = paddle.optimizer.Momentum(rate, parameters=model.parameters())
    found = paddle.metric.Accuracy() if metrics else None
    model.prepare(sgd, nn.CrossEntropyLoss(), found, **options)
    return model


def by_hand(model, epochs, batch_size, accumulate=1):
    """The same training without Model; the losses."""
    sgd, losses = model._optimizer, []
    criterion = nn.CrossEntropyLoss()
    model.network.train()
    starts = list(range(0, 20, batch_size))
    for _ in range(epochs):
        for step, at in enumerate(starts):
            x, y = (paddle.to_tensor(a[at : at + batch_size]) for a in (IMAGES, LABELS))
            loss = criterion(model.network(x), y)
            loss.backward()
            if (step + 1) % accumulate == 0 or step + 1 == len(starts):
                sgd.step()
                sgd.clear_grad()
            losses.append(float(loss))
    return losses


def weights(model):
    return {key: value.numpy() for key, value in model.network.state_dict().items()}


def close(a, b):
    return all(np.allclose(a[key], b[key], rtol=1e-5, atol=1e-6) for key in a)


class Losses(paddle.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.seen = []

    def on_train_batch_end(self, step, logs=None):
        self.seen.append(logs["loss"][0])


@pytest.mark.parametrize("accumulate", [1, 2])
def test_fit_is_the_loop_by_hand(accumulate):
    paddle.seed(1)
    one = prepared()
    paddle.seed(1)
    other = prepared()
    log = Losses()
    one.fit(
        Pictures(), batch_size=6, epochs=2, shuffle=False, verbose=0, callbacks=[log],
        accumulate_grad_batches=accumulate,
    )  # fmt: skip
    assert log.seen == by_hand(other, 2, 6, accumulate)
    assert close(weights(one), weights(other))


def test_evaluate_and_predict():
    model = prepared()
    results = model.evaluate(Pictures(), batch_size=8, verbose=0)
    stacked = model.predict(Pictures(), batch_size=8, verbose=0, stack_outputs=True)
    (parts,) = model.predict(Pictures(), batch_size=8, verbose=0)
    assert [part.shape for part in parts] == [(8, 3), (8, 3), (4, 3)]
    assert (np.concatenate(parts) == stacked[0]).all()
    assert results["acc"] == pytest.approx((stacked[0].argmax(1) == LABELS[:, 0]).mean())
    logits = paddle.to_tensor(stacked[0][16:])
    loss = nn.functional.cross_entropy(logits, paddle.to_tensor(LABELS[16:]))
    assert results["loss"] == [pytest.approx(float(loss), rel=1e-5)]  # of the last batch


@pytest.mark.skipif(sanitizers.ACTIVE, reason=sanitizers.FORKS)
def test_workers_and_loaders():
    paddle.seed(1)
    one = prepared()
    one.fit(Pictures(), batch_size=6, epochs=2, shuffle=False, verbose=0, num_workers=2)
    paddle.seed(1)
    other = prepared()
    pairs = [([IMAGES[i : i + 6]], [LABELS[i : i + 6]]) for i in range(0, 20, 6)]
    other.fit(pairs, epochs=2, verbose=0)
    assert close(weights(one), weights(other))
    stream = iter(pairs)
    other.fit(stream, epochs=1, verbose=2)  # no length
    assert other.evaluate(pairs, verbose=0)["acc"] <= 1.0


def test_batches():
    model = prepared()
    losses, metrics = model.train_batch([IMAGES[:4]], [LABELS[:4]])
    assert losses[0].dtype == np.float32 and losses[0].shape == () and len(metrics) == 1
    losses, _ = model.eval_batch(IMAGES[:4], LABELS[:4])
    before = weights(model)
    model.train_batch([IMAGES[:4]], [LABELS[:4]], update=False)
    after = weights(model)
    assert (before["4.weight"] == after["4.weight"]).all()
    assert model.network[4].weight.grad is not None
    assert len(prepared(metrics=False).train_batch([IMAGES[:4]], [LABELS[:4]])) == 1
    lone = paddle.Model(nn.Linear(2, 2))
    lone.prepare(metrics=paddle.metric.Accuracy())
    assert len(lone.eval_batch([np.ones([3, 2], "float32")], [np.ones([3, 1], "int64")])) == 1
    with pytest.raises(RuntimeError, match="no optimizer"):
        lone.train_batch([np.ones([3, 2], "float32")])


def test_num_iters():
    model, log = prepared(), Losses()
    model.fit(Pictures(), Pictures(), batch_size=6, epochs=9, verbose=0, callbacks=log, num_iters=6)
    assert len(log.seen) == 6
    assert model.evaluate(Pictures(), batch_size=6, verbose=0, num_iters=1)["acc"] <= 1.0
    with pytest.raises(ValueError, match="greater than 0"):
        model.fit(Pictures(), num_iters=0, verbose=0)


def timeless(text):
    return re.sub(r"\d+[mu]?s/step", "Ts/step", re.sub(r"ETA: \S+", "ETA", text))


def test_lines(capsys):
    model = prepared(rate=0.0)
    model.fit(Pictures(), Pictures(), batch_size=8, epochs=1, log_freq=2, verbose=2)
    number = r"\d\.\d{4}"
    assert re.fullmatch(
        "The loss value printed in the log is the current step, and the metric is the average value of previous "
        r"steps.\nEpoch 1/1\n"
        rf"step 2/3 - loss: {number} - acc: {number} - Ts/step\n"
        rf"step 3/3 - loss: {number} - acc: {number} - Ts/step\n"
        r"Eval begin...\n"
        rf"step 2/3 - loss: {number} - acc: {number} - Ts/step\n"
        rf"step 3/3 - loss: {number} - acc: {number} - Ts/step\n"
        r"Eval samples: 20\n",
        timeless(capsys.readouterr().out),
    )
    model.predict(Pictures(), batch_size=8, verbose=2)
    assert capsys.readouterr().out.endswith(
        "Predict begin...\nPredict samples: 20\n".split("\n")[1] + "\n"
    )


def test_a_bar(capsys):
    model = prepared(rate=0.0, metrics=False)
    model.evaluate(Pictures(), batch_size=8, log_freq=1, verbose=1)
    lines = timeless(capsys.readouterr().out).replace("\b", "").split("\r")
    assert lines[0] == "Eval begin...\n"
    bars = [line[: line.index("]") + 1] for line in lines[1:]]
    assert bars == [
        "step 1/3 [=========>....................]",
        "step 2/3 [===================>..........]",
        "step 3/3 [==============================]",
    ]
    assert "ETA" in lines[2] and "ETA" not in lines[3] and lines[3].endswith("\nEval samples: 20\n")


def test_amp():
    plain, cast = prepared(), None
    with pytest.raises(ValueError, match="the level must be"):
        prepared(amp_configs="O3")
    with pytest.raises(ValueError, match="unknown keys"):
        prepared(amp_configs={"level": "O1", "speed": 3})
    with pytest.raises(ValueError, match="static graph mode only"):
        prepared(amp_configs={"use_fp16_guard": True})
    cast = prepared(amp_configs={"level": "O1", "init_loss_scaling": 64.0})
    cast.network.set_state_dict(plain.network.state_dict())
    exact = plain.train_batch([IMAGES[:8]], [LABELS[:8]])[0][0]
    narrow = cast.train_batch([IMAGES[:8]], [LABELS[:8]])[0][0]
    assert narrow != exact and abs(narrow - exact) < 0.02
    assert cast._scaler._scale.item() == 64.0 if hasattr(cast._scaler, "_scale") else True


def test_save_and_load(tmp_path):
    model = prepared()
    model.fit(Pictures(), batch_size=8, epochs=1, verbose=0)
    model.save(str(tmp_path / "m"))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.pdopt", "m.pdparams"]
    other = prepared()
    other.load(str(tmp_path / "m.pdparams"))
    assert close(weights(model), weights(other))
    for one in (model, other):
        one.fit(Pictures(), batch_size=8, epochs=1, verbose=0, shuffle=False)
    assert close(weights(model), weights(other))  # the momentum was there, too
    wide = paddle.Model(nn.Sequential(nn.Conv2D(1, 2, 3), nn.Linear(5, 5)))
    with pytest.raises(ValueError, match=r"1.weight receives a shape \[2\]"):
        wide.load(str(tmp_path / "m"))
    with pytest.warns(UserWarning, match="Skip loading for 1.weight"):
        wide.load(str(tmp_path / "m"), skip_mismatch=True)
    saved = paddle.load(str(tmp_path / "m.pdparams"))
    assert (wide.network[0].weight == saved["0.weight"]).numpy().all()
    lone = paddle.Model(nn.Sequential(nn.Conv2D(1, 2, 3), nn.Flatten(), nn.Linear(3, 3)))
    with pytest.raises(ValueError, match="2.weight is not found in the providing file"):
        lone.load(str(tmp_path / "m"))
    with pytest.raises(ValueError, match="check path"):
        model.load(str(tmp_path / "none"))
    with pytest.raises(ValueError, match="dirname/filename"):
        model.save(f"{tmp_path}/")


def test_save_for_inference(tmp_path):
    model = prepared()
    wanted = model.predict_batch([IMAGES[:4]])[0]
    model.save(str(tmp_path / "given"), training=False)
    shapeless = paddle.Model(model.network)
    with pytest.raises(RuntimeError, match="needs 'inputs' or running"):
        shapeless.save(str(tmp_path / "seen"), training=False)
    shapeless.predict_batch([IMAGES[:4]])
    with pytest.warns(UserWarning, match="shape"):
        shapeless.save(str(tmp_path / "seen"), training=False)
    for name in ("given", "seen"):
        loaded = paddle.jit.load(str(tmp_path / name))
        assert np.allclose(loaded(paddle.to_tensor(IMAGES[:4])).numpy(), wanted, atol=1e-5)


@pytest.mark.parametrize("amp", [None, {"level": "O1", "init_loss_scaling": 64.0}])
def test_static_mode(tmp_path, amp):
    dynamic = prepared(amp_configs=amp)
    dynamic.save(str(tmp_path / "m"))
    dynamic.fit(Pictures(), batch_size=8, epochs=2, shuffle=False, verbose=0)
    wanted = dynamic.evaluate(Pictures(), batch_size=8, verbose=0)
    paddle.enable_static()
    try:
        with pytest.raises(TypeError, match="couldn't be None"):
            paddle.Model(net())
        model = prepared(amp_configs=amp)
        model.load(str(tmp_path / "m"), reset_optimizer=True)
        model.fit(Pictures(), batch_size=8, epochs=2, shuffle=False, verbose=0)
        found = model.evaluate(Pictures(), batch_size=8, verbose=0)
        model.save(str(tmp_path / "s"))
        before = model.predict_batch([IMAGES[:2]])[0]
        model.train_batch([IMAGES[:4]], [LABELS[:4]])
        assert not np.allclose(model.predict_batch([IMAGES[:2]])[0], before)
        model.load(str(tmp_path / "s"))
        assert np.allclose(model.predict_batch([IMAGES[:2]])[0], before)
        model.save(str(tmp_path / "i"), training=False)
        with pytest.raises(NotImplementedError, match="several batches"):
            model.train_batch([IMAGES[:4]], [LABELS[:4]], update=False)
    finally:
        paddle.disable_static()
    assert found["acc"] == pytest.approx(wanted["acc"], abs=0.1 if amp else 0.0)
    assert np.allclose(found["loss"], wanted["loss"], rtol=5e-2 if amp else 1e-5)
    assert (tmp_path / "i.pdmodel").exists() or (tmp_path / "i.json").exists()


def test_static_models_leave_each_other_alone():
    paddle.enable_static()
    try:
        one = prepared()
        one.train_batch([IMAGES[:8]], [LABELS[:8]])
        wanted = one.predict_batch([IMAGES[:2]])[0]
        prepared().train_batch([IMAGES[:8]], [LABELS[:8]])
        assert (one.predict_batch([IMAGES[:2]])[0] == wanted).all()
        one.prepare(one._optimizer, nn.CrossEntropyLoss())  # once more
        assert (one.predict_batch([IMAGES[:2]])[0] == wanted).all()
        assert len(one.train_batch([IMAGES[:8]], [LABELS[:8]])) == 1
    finally:
        paddle.disable_static()


def test_specs():
    class Two(nn.Layer):
        def forward(self, a, b=None, *rest, **named):
            return a

    assert [spec.name for spec in paddle.Model(Two())._inputs] == ["a", "b"]
    given = {
        "b": paddle.static.InputSpec([1], name="b"),
        "a": paddle.static.InputSpec([1], name="a"),
    }
    assert [spec.name for spec in paddle.Model(Two(), given)._inputs] == ["a", "b"]
    with pytest.raises(ValueError, match="name"):
        paddle.Model(Two(), paddle.static.InputSpec([1]))
    with pytest.raises(TypeError, match="sub class of Metric"):
        paddle.Model(Two()).prepare(metrics=[3])
    with pytest.raises(TypeError, match="callable"):
        paddle.Model(Two()).prepare(loss=3)
