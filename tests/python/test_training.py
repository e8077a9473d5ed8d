"""Small networks learn, hold memory flat, and go on exactly after saving."""

import gc

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


def make(seed=0):
    paddle.seed(seed)
    net = nn.Sequential(
        nn.Linear(4, 16), nn.BatchNorm1D(16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 3)
    )
    schedule = paddle.optimizer.lr.CosineAnnealingDecay(0.02, 200)
    clip = nn.ClipGradByGlobalNorm(1.0)
    return (
        net,
        schedule,
        paddle.optimizer.AdamW(schedule, parameters=net.parameters(), grad_clip=clip),
    )


def data():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((64, 4)).astype("float32")
    return paddle.to_tensor(x), paddle.to_tensor(np.abs(x[:, :3]).argmax(1))


def step(net, schedule, optimizer, x, y):
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    schedule.step()
    return float(loss)


def test_a_network_learns():
    run, (x, y) = make(), data()
    losses = [step(*run, x, y) for _ in range(200)]
    assert np.mean(losses[-10:]) < 0.4 < losses[0]
    net = run[0].eval()
    assert float((net(x).argmax(1) == y).astype("float32").mean()) > 0.9


def test_memory_stays_flat_without_the_collector():
    run, (x, y) = make(), data()
    for _ in range(5):
        step(*run, x, y)
    gc.collect()
    gc.disable()
    try:
        objects, held = len(gc.get_objects()), paddle._C.memory_stats()["allocated"]
        for _ in range(1000):
            step(*run, x, y)
        assert len(gc.get_objects()) <= objects + 20
        assert paddle._C.memory_stats()["allocated"] <= held + 4096
    finally:
        gc.enable()


def test_going_on_after_saving(tmp_path):
    path, (x, y) = str(tmp_path / "run"), data()
    net, schedule, optimizer = make()
    for _ in range(20):
        step(net, schedule, optimizer, x, y)
    state = {
        "net": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "schedule": schedule.state_dict(),
        "random": paddle.get_rng_state(),
    }
    paddle.save({k: v for k, v in state.items() if k != "random"}, path)
    expected = [step(net, schedule, optimizer, x, y) for _ in range(20)]
    net, schedule, optimizer = make(seed=1)
    loaded = paddle.load(path)
    net.set_state_dict(loaded["net"])
    optimizer.set_state_dict(loaded["optimizer"])
    schedule.set_state_dict(loaded["schedule"])
    paddle.set_rng_state(state["random"])
    assert [step(net, schedule, optimizer, x, y) for _ in range(20)] == expected
