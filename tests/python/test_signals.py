"""Signals that come while oneDNN computes: the memory of the process stays what it is."""

import subprocess
import sys

PROGRAM = """
import signal, threading
import paddle

signal.signal(signal.SIGALRM, lambda *_: None)
a = paddle.rand([500, 500]) / 500
x, w = paddle.rand([1, 16, 64, 64]), paddle.rand([16, 16, 3, 3])
captured = paddle.jit.to_static(lambda y: ((y @ a) @ a).sum())

def work():
    for _ in range(40):
        y = a @ a
        paddle.nn.functional.conv2d(x, w, padding=1)
        captured(y)

signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
other = threading.Thread(target=work)
other.start()
work()
other.join()
signal.setitimer(signal.ITIMER_REAL, 0)
print("whole")
"""


def test_handlers_run_while_products_are_computed():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.stdout == "whole\n", done.stderr[-500:]
