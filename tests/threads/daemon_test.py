"""Daemon threads that compute while Python goes down end with it, and the process ends as it should."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading, time
import paddle

net = paddle.nn.Sequential(paddle.nn.Linear(16, 16), paddle.nn.ReLU(), paddle.nn.Linear(16, 4))
optimizer = paddle.optimizer.SGD(0.001, parameters=net.parameters())

def train(x):
    loss = (net(x) ** 2).mean()
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    return loss

def small(x):
    return (x * 2).sum()

def with_value(x):
    return x[1:].sum().item()

convert = paddle.jit.to_static if sys.argv[1] == "captured" else lambda f: f
x = paddle.ones([64, 16])
calls = [convert(f) for f in (train, small, with_value)]
for call in calls:
    call(x)

def forever(call):
    while True:
        call(x)

for call in calls:
    threading.Thread(target=forever, args=(call,), daemon=True).start()
time.sleep(0.2)
"""


@pytest.mark.parametrize("kind", ["eager", "captured"])
def test_the_process_ends(kind):
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, kind], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
