"""os.fork() while other threads work: the child starts with everything usable."""

import subprocess
import sys

import pytest

from tests.python import sanitizers

PROGRAM = """
import os, signal, threading
import paddle
import paddle.nn.functional

paddle.set_num_threads(4) if hasattr(paddle, "set_num_threads") else None
w = paddle.ones([64, 64])
w.stop_gradient = False
stop = threading.Event()


def work():
    image, kernel = paddle.ones([2, 3, 16, 16]), paddle.ones([4, 3, 3, 3])
    x = paddle.ones([64, 64])
    while not stop.is_set():
        (paddle.matmul(x, w) * x).sum().backward()
        paddle.nn.functional.conv2d(image, kernel)
        paddle.rand([300, 300]).sum()


def child():
    signal.alarm(30)
    x = paddle.ones([300, 300])
    v = paddle.ones([300, 300])
    v.stop_gradient = False
    (paddle.matmul(x, v) * paddle.rand([300, 300])).sum().backward()
    image, kernel = paddle.ones([2, 3, 16, 16]), paddle.ones([4, 3, 3, 3])
    out = paddle.nn.functional.conv2d(image, kernel)
    ok = out[0, 0, 3, 3].item() == 27.0 and v.grad.shape == [300, 300]
    thread = threading.Thread(target=lambda: paddle.ones([10]).sum())
    thread.start()
    thread.join()
    os._exit(0 if ok else 1)


threads = [threading.Thread(target=work) for _ in range(3)]
for t in threads:
    t.start()
failures = []
for _ in range(20):
    pid = os.fork()
    if pid == 0:
        child()
    failures.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
stop.set()
for t in threads:
    t.join()
print(failures)
"""


@pytest.mark.skipif(sanitizers.ACTIVE, reason=sanitizers.FORKS)
def test_fork_while_threads_work():
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM], capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split("\n")[0] == str([0] * 20), result.stdout + result.stderr
