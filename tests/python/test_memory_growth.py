"""What the process holds stays flat: `reserved`, which counts caches, and the resident set."""

import mmap
import pathlib
import queue
import threading

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.python import sanitizers


def reserved():
    return _C.memory_stats()["reserved"]


def resident():
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * mmap.PAGESIZE


def assert_flat(work, rounds, slack):
    """`work` may grow the process in its first rounds, and by `slack` bytes afterwards."""
    for _ in range(rounds):
        work()
    before = reserved(), resident()
    for _ in range(4 * rounds):
        work()
    # ASan keeps what is freed for a while, TSan takes memory of its own for each access.
    grown = reserved() - before[0], 0 if sanitizers.ACTIVE else resident() - before[1]
    assert max(grown) <= slack, f"reserved grew by {grown[0]}, the process by {grown[1]} bytes"


def test_training():
    net = paddle.nn.Sequential(
        paddle.nn.Linear(32, 64), paddle.nn.LayerNorm(64), paddle.nn.ReLU(), paddle.nn.Linear(64, 8)
    )
    optimizer = paddle.optimizer.Adam(parameters=net.parameters())
    x = paddle.to_tensor(np.ones((128, 32), "float32"))

    def step():
        (net(x) ** 2).mean().backward()
        optimizer.step()
        optimizer.clear_grad()

    assert_flat(step, 200, 1 << 20)


def test_shapes_that_come_again():
    rng = np.random.default_rng(0)

    def step():
        n = int(rng.integers(1, 40)) * 1000
        x = paddle.to_tensor(np.ones(n, "float32"), stop_gradient=False)
        (x * x + 1.0).sum().backward()

    assert_flat(step, 400, 2 << 20)


@pytest.mark.parametrize("elements", [20, 2000, 100_000])
def test_one_thread_makes_what_another_drops(elements):
    """As the loader of a DataLoader does."""
    handed = queue.Queue(maxsize=8)

    def drop():
        while handed.get() is not None:
            pass

    consumer = threading.Thread(target=drop)
    consumer.start()
    source = np.ones(elements, "float32")
    count = 4000 if elements <= 2000 else 200

    def produce():
        for _ in range(count // 10):
            handed.put(paddle.to_tensor(source))

    try:
        assert_flat(produce, 10, 4 << 20)
    finally:
        handed.put(None)
        consumer.join()
