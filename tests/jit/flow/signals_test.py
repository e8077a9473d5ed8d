"""What handlers of signals raise ends a captured call at once, in its first call, too."""

import signal
import threading
import time

import paddle
import pytest
from paddle.jit import vm

pytestmark = [
    pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11"),
    pytest.mark.skipif(
        threading.current_thread() is not threading.main_thread(), reason="handlers run there"
    ),
]


class LimitOfTime(Exception):
    pass


def endless(x):
    while x.sum() > 0:
        x = x * 1
    return x


def endless_in_a_branch(x):
    if x.sum() > 0:
        while x.sum() > 0:
            x = x * 1
    return x


@pytest.mark.parametrize("kind", [KeyboardInterrupt, LimitOfTime])
@pytest.mark.parametrize("calls", [0, 2])
@pytest.mark.parametrize("f", [endless, endless_in_a_branch])
def test_endless_loop(f, calls, kind):
    raised = []

    def handler(*_):
        raised.append(time.monotonic())
        raise kind

    g = paddle.jit.to_static(f)
    for _ in range(calls):
        g(-paddle.ones([1]))
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3, 2)
    try:
        with pytest.raises(kind):
            g(paddle.ones([1]))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(raised) == 1
    assert g(-paddle.ones([1])).tolist() == [-1.0]
