"""Children of a process that has trained: by fork, by spawn; and Ctrl-C in the middle of training."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

from tests.python import sanitizers

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(code, timeout=120):
    """What a program of its own prints."""
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


FORK = """
import os, pickle, signal, sys
import numpy as np
import paddle
from tests.threads.models import KINDS, Training, train

captured = {captured}
signal.alarm(100)
paddle.seed(3)
fresh = {{kind: train(kind, captured, 6) for kind in KINDS}}
paddle.seed(3)
going = {{kind: Training(kind, captured) for kind in KINDS}}
for training in going.values():
    for _ in range(3):
        training.step()


class Samples(paddle.io.Dataset):
    def __len__(self):
        return 12

    def __getitem__(self, i):
        return np.full([3], i, "float32")


def rest(with_loader):
    # The models go on from the third step; new ones begin; workers of a loader are children as well.
    new = {{kind: train(kind, captured, 6) for kind in ("mlp", "lenet")}}
    result = [new == {{kind: fresh[kind] for kind in new}}]
    for kind, training in going.items():
        for _ in range(3):
            training.step()
        result.append(training.state() == fresh[kind][1])
    if with_loader:
        loader = paddle.io.DataLoader(Samples(), batch_size=4, num_workers=2)
        result.append([float(b.sum()) for b in loader] == [18.0, 66.0, 114.0])
    return result


children = []
for i in range(3):
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(write, pickle.dumps(rest(i == 0)))
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
    os.close(write)
    children.append((pid, read))
own = rest(True)  # while the children work
for pid, read in children:
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert all(pickle.loads(os.read(read, 1 << 16)))
assert all(own), own
print("whole")
"""


@pytest.mark.skipif(sanitizers.ACTIVE, reason=sanitizers.FORKS)
@pytest.mark.parametrize("captured", [False, True])
def test_fork_in_the_middle_of_training(captured):
    """A child goes on with the parent's models to the bits that the parent comes to."""
    assert run(FORK.format(captured=captured)) == "whole\n"


@pytest.mark.skipif(sanitizers.ACTIVE, reason=sanitizers.FORKS)
def test_a_child_of_a_child():
    code = """
import os
from tests.threads.models import train
first = train("mlp", True, 4)
def child(depth):
    pid = os.fork()
    if pid == 0:
        ok = train("mlp", True, 4) == first and train("lstm", False, 2) is not None
        os._exit(0 if ok and (depth == 0 or child(depth - 1) == 0) else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
assert child(2) == 0 and train("mlp", True, 4) == first
print("whole")
"""
    assert run(code) == "whole\n"


def test_spawn(tmp_path):
    """Processes of their own train beside a parent that has threads; tensors go there and back."""
    path = tmp_path / "program.py"
    path.write_text(f"""
import multiprocessing, sys, threading
sys.path.insert(0, {str(ROOT)!r})
import paddle
from tests.threads.models import train

def work(connection, kind, tensor):
    connection.send((train(kind, False, 5), tensor * 2))

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    stop = threading.Event()
    def busy():
        while not stop.is_set():
            train("mlp", True, 2)
    thread = threading.Thread(target=busy)
    thread.start()
    jobs = []
    for kind in ("lstm", "transformer"):
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, kind, paddle.full([3], 4.0)))
        process.start()
        jobs.append((kind, ours, process))
    for kind, ours, process in jobs:
        result, tensor = ours.recv()
        process.join(60)
        assert process.exitcode == 0
        assert result == train(kind, False, 5), kind
        assert tensor.tolist() == [8.0] * 3
    stop.set()
    thread.join()
    print("whole")
""")
    result = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=120
    )
    assert result.stdout == "whole\n", result.stderr[-3000:]


INTERRUPT = """
import signal, sys, time
import numpy as np
import paddle
from tests.threads.models import KINDS, Training

kind, captured = sys.argv[1], sys.argv[2] == "captured"
training = Training(kind, captured)
for _ in range(3):
    training.step()
print("ready", flush=True)
caught = 0
try:
    while caught < {times}:
        try:
            while True:
                training.step()
        except KeyboardInterrupt:
            caught += 1
            print("caught", flush=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Wherever it came, weights are finite, and training goes on as that of a copy of the model does.
    training.optimizer.clear_grad()
    other = Training(kind, captured)
    other.net.set_state_dict(training.net.state_dict())
    other.optimizer.set_state_dict(training.optimizer.state_dict())
    assert all(np.isfinite(v.numpy()).all() for v in training.net.state_dict().values())
    batches = [training.batch() for _ in range(4)]
    for batch in batches:
        one, two = (float(t._step(*batch)) for t in (training, other))
        assert np.isfinite(one) and abs(one - two) <= 1e-5 * (1 + abs(one)), (one, two)
    print("whole", flush=True)
except BaseException as error:
    print(repr(error), file=sys.stderr)
    raise
"""


@pytest.mark.parametrize("captured", ["eager", "captured"])
@pytest.mark.parametrize("kind", ["mlp", "lstm", "lenet"])
def test_ctrl_c_in_training(kind, captured):
    """Some interrupts, each at another moment of a step: the exception comes, and the model can be used."""
    times = 12
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", INTERRUPT.format(times=times), kind, captured],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout.readline() == "ready\n"
        for i in range(times):
            time.sleep(0.01 + 0.0007 * i)
            os.kill(process.pid, signal.SIGINT)
            assert process.stdout.readline() == "caught\n"
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0 and out == "whole\n", err[-3000:]
