"""Worker processes of DataLoader: what comes, and that nothing stays."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import paddle
import pytest
from paddle import io

from tests.python import sanitizers

pytestmark = pytest.mark.skipif(sanitizers.ACTIVE, reason=sanitizers.FORKS)


@pytest.fixture(autouse=True)
def bounded():
    """A hang is a failure of its test."""
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(100)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


class Samples(io.Dataset):
    def __init__(self, n=40):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return np.full([3, 4], i, "float32"), i, {"t": paddle.full([2], i), "s": str(i), "n": 1.5}


class Stream(io.IterableDataset):
    def __iter__(self):
        info = io.get_worker_info()
        return iter(range(10)) if info is None else iter(range(info.id, 10, info.num_workers))


def same(a, b):
    if isinstance(a, paddle.Tensor):
        return a.dtype is b.dtype and a.shape == b.shape and a.tolist() == b.tolist()
    if isinstance(a, list):
        return type(b) is list and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b


@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {"batch_size": 8},
        {"batch_size": 7, "drop_last": True, "prefetch_factor": 1},
        {"batch_size": None},
        {"batch_size": 8, "shuffle": True},
        {"batch_sampler": io.BatchSampler(range(40), batch_size=11)},
    ],
)
def test_as_without_workers(options, share):
    np.random.seed(3)
    np.random.randint(0, sys.maxsize)  # the seed of the workers
    wanted = list(io.DataLoader(Samples(), **options))
    np.random.seed(3)
    loader = io.DataLoader(Samples(), num_workers=3, use_shared_memory=share, **options)
    got = list(loader)
    assert len(got) == len(loader) == len(wanted) and same(got, wanted)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "int16", "bool", "complex64", "float64"])
def test_dtypes(dtype):
    class Tensors(Samples):
        def __getitem__(self, i):
            return paddle.full([2, 3], i).astype(dtype), paddle.zeros([0]), paddle.full([], i)

    (batch,) = io.DataLoader(Tensors(3), batch_size=3, num_workers=1)
    (wanted,) = io.DataLoader(Tensors(3), batch_size=3)
    assert same(batch, wanted)


def test_other_forms():
    class Odd(Samples):
        def __getitem__(self, i):
            return {
                "read-only": np.frombuffer(bytes([i] * 4), np.uint8),
                "strided": np.arange(12.0).reshape(3, 4).T,
                "text": "x",
                "scalar": np.float32(i),
            }

    loader = io.DataLoader(Odd(2), batch_size=None, num_workers=2)
    assert same(list(loader), list(io.DataLoader(Odd(2), batch_size=None)))
    loader = io.DataLoader(
        Odd(2), num_workers=1, collate_fn=lambda batch: [len(batch), b"raw", None]
    )
    assert list(loader) == [[1, b"raw", None]] * 2


def test_iterable():
    loader = io.DataLoader(Stream(), batch_size=2, num_workers=3)
    assert [b.tolist() for b in loader] == [[0, 3], [1, 4], [2, 5], [6, 9], [7], [8]]
    loader = io.DataLoader(Stream(), batch_size=2, num_workers=3, drop_last=True)
    assert [b.tolist() for b in loader] == [[0, 3], [1, 4], [2, 5], [6, 9]]
    assert list(io.DataLoader(Stream(), batch_size=None, num_workers=3)) == list(range(10))


def test_batches_are_the_callers():
    """Written in place, kept, and read in a fork, a batch stays what it is."""
    kept = []
    for batch in io.DataLoader(Samples(200), batch_size=4, num_workers=2):
        x = batch[0]
        x.add_(paddle.to_tensor(1.0))
        kept.append((x, batch[1]))
    assert all((x.numpy()[:, 0, 0] == y.numpy() + 1).all() for x, y in kept)


def test_parts_of_a_batch_are_apart():
    def collate(batch):
        x = io.default_collate_fn(batch)[0]
        return [x, x, x[1:], x[:1]]

    for _ in range(2):
        for parts in io.DataLoader(Samples(20), batch_size=4, num_workers=1, collate_fn=collate):
            before = [part.numpy().copy() for part in parts]
            for i, part in enumerate(parts):
                part.add_(paddle.to_tensor(1.0))
                before[i] += 1
                assert all((p.numpy() == b).all() for p, b in zip(parts, before, strict=True))


def test_memory_is_used_again_only_when_free():
    loader = io.DataLoader(Samples(400), batch_size=4, num_workers=1)
    batches = iter(loader)
    first = next(batches)[0]
    view = first[1:]
    del first
    ids = [int(batch[1][0]) for batch in batches]
    assert ids == list(range(4, 400, 4)) and (view.numpy()[:, 0, 0] == [1, 2, 3]).all()


def test_a_fork_keeps_what_it_saw():
    batches = iter(io.DataLoader(Samples(80), batch_size=4, num_workers=1))
    x = next(batches)[0]
    ready, go = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(go)
        os.read(ready, 1)
        os._exit(0 if (x.numpy()[:, 0, 0] == [0, 1, 2, 3]).all() else 1)
    del x
    list(batches)
    os.close(ready)
    os.close(go)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_what_collate_keeps_is_its_own():
    def collate(batch, kept=[]):  # noqa: B006
        kept.append(io.default_collate_fn(batch)[0])
        kept[0] += 1  # in place, while the first batch is with the parent
        return [kept[-1].copy() if len(kept) == 1 else kept[-1], len(kept)]

    xs = [x for x, _ in io.DataLoader(Samples(20), batch_size=2, num_workers=1, collate_fn=collate)]
    assert [float(x[0, 0, 0]) for x in xs] == [1.0, *range(2, 20, 2)]


def test_worker_state():
    class Who(Samples):
        def __getitem__(self, i):
            info = io.get_worker_info()
            with pytest.raises(RuntimeError, match="can not be set"):
                info.id = 5
            return (
                info.id,
                info.num_workers,
                len(info.dataset),
                paddle.get_num_threads(),
                os.environ["MARK"],
            )

    def init(number):
        os.environ["MARK"] = str(number)

    loader = io.DataLoader(Who(4), num_workers=2, worker_init_fn=init)
    got = [[int(v) for v in batch[:4]] + batch[4] for batch in loader]
    assert got == [[0, 2, 4, 1, "0"], [1, 2, 4, 1, "1"]] * 2
    assert io.get_worker_info() is None and "MARK" not in os.environ


def test_random_numbers():
    class Draws(Samples):
        def __getitem__(self, i):
            return np.random.rand(), float(paddle.rand([1]))

    def draws():
        return np.array([[float(v) for v in b] for b in io.DataLoader(Draws(4), num_workers=2)])

    np.random.seed(0)
    first = draws()
    np.random.seed(0)
    assert (draws() == first).all()
    assert len(np.unique(first)) == 8 and not (draws() == first).any()


def test_persistent_workers():
    class Pid(Samples):
        def __getitem__(self, i):
            return os.getpid(), i

    loader = io.DataLoader(Pid(6), num_workers=2, persistent_workers=True)
    seen = set()
    for epoch in range(4):
        batches = []
        for batch in loader:
            batches.append(int(batch[1]))
            seen.add(int(batch[0]))
            if epoch == 1 and len(batches) == 2:
                break  # what was made ahead is thrown away
        assert batches == list(range(2 if epoch == 1 else 6))
    assert len(seen) == 2 and all(alive(pid) for pid in seen)
    del loader
    assert not any(alive(pid) for pid in seen)
    stream = io.DataLoader(Stream(), batch_size=None, num_workers=2, persistent_workers=True)
    assert list(stream) == list(stream) == list(range(10))


def test_passes_side_by_side():
    loader = io.DataLoader(Samples(6), num_workers=2, persistent_workers=True)
    pairs = [(int(a[1]), int(b[1])) for a, b in zip(loader, loader, strict=True)]
    assert pairs == [(i, i) for i in range(6)]
    first = iter(loader)
    assert len(list(first)) == 6 and list(first) == []
    second = iter(loader)
    assert int(next(second)[1]) == 0 and list(first) == [] and int(next(second)[1]) == 1


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"


def resources():
    children = open(f"/proc/self/task/{threading.get_native_id()}/children").read().split()
    return len(os.listdir("/proc/self/fd")), len(children), sorted(os.listdir("/dev/shm"))


def test_nothing_stays():
    class Bad(Samples):
        def __getitem__(self, i):
            raise OSError("no such picture")

    list(io.DataLoader(Samples(), num_workers=2))
    before = resources()
    for batch_size in (2, None):
        for _ in io.DataLoader(Samples(), batch_size=batch_size, num_workers=2):
            break
        iter(io.DataLoader(Samples(), num_workers=2))
        with pytest.raises(OSError, match="no such picture"):
            list(io.DataLoader(Bad(), num_workers=2, batch_size=batch_size))
    assert resources() == before


@pytest.mark.parametrize("share", [True, False])
def test_large_messages_both_ways(share):
    """Indices and batches that do not fit into a pipe, at the same time."""

    class Wide(Samples):
        def __getitem__(self, i):
            return np.full([40], i)

    loader = io.DataLoader(
        Wide(160_000), batch_size=40_000, num_workers=2, use_shared_memory=share, prefetch_factor=2
    )
    assert [int(b[0, 0]) for b in loader] == [0, 40_000, 80_000, 120_000]


def test_errors():
    class OwnError(Exception):
        def __init__(self, a, b):
            super().__init__(a, b)

    def failing(error):
        class Failing(Samples):
            def __getitem__(self, i):
                if i == 5:
                    raise error
                return i

        seen = []
        loader = io.DataLoader(Failing(), num_workers=2)
        try:
            for batch in loader:
                seen.append(int(batch))
        finally:
            assert seen == [0, 1, 2, 3, 4]

    text = r"DataLoader worker\(1\) caught \w+ with message:\nTraceback(.|\n)*in __getitem__(.|\n)*lost"
    for kind in (ValueError, KeyError, FileNotFoundError, RuntimeError):
        with pytest.raises(kind, match=text):
            failing(kind("lost"))
    for error in (OwnError("lost", 1), StopIteration("lost"), SystemExit("lost")):
        with pytest.raises(RuntimeError, match=text):
            failing(error)
    with pytest.raises(ZeroDivisionError, match=r"worker\(0\)"):
        list(io.DataLoader(Samples(), num_workers=2, worker_init_fn=lambda i: 1 // i))


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSEGV, None])
def test_a_worker_that_dies(sign):
    class Dying(Samples):
        def __getitem__(self, i):
            if i == 7 and sign is None:
                os._exit(3)
            if i == 7:
                os.kill(os.getpid(), sign)
            return i

    start = time.monotonic()
    how = "ended with exit code 3" if sign is None else f"was killed by {sign.name}"
    with pytest.raises(RuntimeError, match=rf"worker 1 \(process \d+\) {how}"):
        list(io.DataLoader(Dying(), num_workers=2))
    assert time.monotonic() - start < 20


def test_killed_from_outside_while_waiting():
    class Slow(Samples):
        def __getitem__(self, i):
            time.sleep(60)

    batches = iter(io.DataLoader(Slow(), num_workers=2))
    pid = batches._workers[0].process.pid
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
    start = time.monotonic()
    with pytest.raises(RuntimeError, match="was killed by SIGKILL.(.|\n)*memory runs out"):
        next(batches)
    assert time.monotonic() - start < 10 and list(batches) == []


def test_a_worker_without_its_connection():
    class Closing(Samples):
        def __getitem__(self, i):
            if i == 3:
                os.closerange(3, 256)
                time.sleep(0.5)
            return i

    with pytest.raises(
        RuntimeError, match="worker 1 .* (has closed its connection|ended with exit)"
    ):
        list(io.DataLoader(Closing(), num_workers=2))


def test_timeout():
    class Slow(Samples):
        def __getitem__(self, i):
            time.sleep(30)

    start = time.monotonic()
    with pytest.raises(RuntimeError, match="no batch came within 1 s"):
        list(io.DataLoader(Slow(), num_workers=2, timeout=1))
    assert time.monotonic() - start < 15


def test_in_threads():
    results = {}

    def work(k):
        results[k] = [int(b[1][0]) for b in io.DataLoader(Samples(), batch_size=4, num_workers=2)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == {k: list(range(0, 40, 4)) for k in range(3)}


def test_many_batches_held():
    """They take neither a file nor a mapping each."""
    loader = io.DataLoader(io.TensorDataset([paddle.arange(2000)]), num_workers=2)
    before = resources()[0]
    batches = list(loader)
    assert [int(batch[0]) for batch in batches] == list(range(2000))
    assert resources()[0] <= before
    with open("/proc/self/maps") as file:
        assert sum("memfd:paddle.io" in line for line in file) < 50


def test_growing_batches_leave_nothing():
    class Growing(Samples):
        def __getitem__(self, i):
            return np.full([1000 * (i + 1)], i)

    loader = io.DataLoader(Growing(60), num_workers=1)
    most = 0
    for i, (batch,) in enumerate(zip(loader, strict=True)):
        assert batch.shape == [1, 1000 * (i + 1)] and int(batch[0, -1]) == i
        names = [os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")]
        most = max(most, sum("memfd:paddle.io" in name for name in names))
    assert most <= 6


def test_workers_inherit_nothing_of_others():
    """A loader's batches are freed while the workers of another one go on."""

    class Fds(Samples):
        def __getitem__(self, i):
            folder = "/proc/self/fd"
            names = [os.path.realpath(f"{folder}/{fd}") for fd in os.listdir(folder)]
            return sum("memfd" in name for name in names), i

    first = io.DataLoader(Samples(), batch_size=2, num_workers=2)
    batches = iter(first)
    next(batches)
    time.sleep(0.2)
    next(batches)  # more has come
    (seen, _) = next(iter(io.DataLoader(Fds(1), num_workers=1)))
    assert int(seen) == 0


@pytest.mark.parametrize("workers", [0, 2])
def test_names_in_static_mode(workers):
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program()):
            x, i = paddle.static.data("x", [None, 3, 4]), paddle.static.data("i", [None], "int64")
            loader = io.DataLoader(
                Samples(4), feed_list=[x, i], return_list=False, batch_size=2, num_workers=workers
            )
            total = (x.sum() + i.sum().astype("float32")) * 1.0
            runs = paddle.static.Executor()
            found = [float(runs.run(feed=batch[0], fetch_list=[total])[0]) for batch in loader]
            assert found == [13.0, 65.0]
    finally:
        paddle.disable_static()


def test_inside_a_captured_function():
    loader = io.DataLoader(Samples(8), batch_size=4, num_workers=1)

    @paddle.jit.to_static
    def total(scale):
        out = paddle.zeros([])
        for batch in loader:
            out = out + batch[0].sum() * scale
        return out

    for _ in range(3):
        assert float(total(paddle.to_tensor(2.0))) == 2.0 * 12 * 28


PROGRAM = """
import os, sys, time
import numpy as np
import paddle
from paddle import io


class Samples(io.Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, i):
        time.sleep({pause})
        return np.full([100], i, "float32")


def add(batch):
    return np.stack(batch) + 1


def start():
    loader = io.DataLoader(Samples(), batch_size=4, num_workers=2, collate_fn=add)
    batches = iter(loader)
    print(*(worker.process.pid for worker in batches._workers), flush=True)
    return batches


if __name__ == "__main__":
    {main}
"""


def program(tmp_path, main, pause=0.0):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(main=main, pause=pause))
    process = subprocess.Popen(
        [sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    return process, [int(pid) for pid in process.stdout.readline().split()]


def gone(pids, seconds=10):
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, pids))


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_other_start_methods(tmp_path, method):
    main = (
        f"import multiprocessing; multiprocessing.set_start_method('{method}'); "
        "batches = start(); print([float(b[0, 0]) for b, _ in zip(batches, range(3))])"
    )
    process, pids = program(tmp_path, main)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0 and "[1.0, 5.0, 9.0]" in out, err
    assert gone(pids)


def test_the_parent_is_killed(tmp_path):
    process, pids = program(tmp_path, "b = start(); next(b); time.sleep(100)", pause=0.01)
    assert len(pids) == 2 and all(map(alive, pids))
    process.kill()
    process.communicate(timeout=20)
    assert gone(pids)


def test_the_parent_is_killed_while_workers_are_busy(tmp_path):
    process, pids = program(tmp_path, "b = start(); next(b)", pause=100)
    process.kill()
    process.communicate(timeout=20)
    assert gone(pids)


def test_interrupt(tmp_path):
    """Ctrl-C goes to all processes of the terminal; the parent alone says so."""
    process, pids = program(tmp_path, "b = start(); list(b)", pause=0.2)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode != 0 and err.count("Traceback") == 1 and "KeyboardInterrupt" in err
    assert gone(pids)


def test_the_program_ends_in_the_middle(tmp_path):
    process, pids = program(tmp_path, "b = start(); next(b)", pause=0.001)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 0 and err == "" and gone(pids)
